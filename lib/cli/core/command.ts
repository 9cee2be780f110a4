/** Commands of the CLI: their help with examples, their stack, their end. */

import type { Command } from "commander";
import type * as z from "zod/mini";
import packageJson from "../../../package.json" with { type: "json" };
import type { ProcessContext } from "./command-context.ts";
import { CommandError, commandErrorFor, EXIT, WrongUseError } from "./failure.ts";
import { readOptions } from "./options.ts";
import { findTarget, type Target } from "./target.ts";
import { wrap } from "./wrap.ts";

/** The examples in a help text run as they are, from a folder that has the package. */
const RUN = "npx vigia";

/** Texts with line breaks of their own fit the narrowest terminal. */
const HELP_WIDTH = 80;

/** End of a command's help. */
export function withExamples(command: Command, examples: readonly string[]): Command {
  const lines = examples.map((example) =>
    wrap(example.replaceAll(/(?<!-- )\bvigia /g, `${RUN} `), HELP_WIDTH - 8),
  );
  return command.addHelpText(
    "after",
    // A line that is broken like this is still one command to a shell.
    `\nExamples:\n${lines.map((parts) => `  $ ${parts.join(" \\\n      ")}`).join("\n")}`,
  );
}

/** Purpose of a command, and its use. */
interface Usage {
  summary: string;
  /** Further text of its own help. */
  details?: string;
  /** As they are typed, `vigia …`; they run as they are. */
  examples: readonly string[];
  action: Action;
}

/** Action of a command: with its arguments, its options, and an exit code other than 0. */
type Action = (call: Call) => Promise<number | undefined>;

/** The process of a command, and its output. */
export interface CommandContext extends ProcessContext {
  /** Prints lines of the result. */
  print: (text?: string) => Promise<void>;
  /** Prints a remark about the result on the error output. */
  note: (text: string) => Promise<void>;
}

/** One call of a command. */
export interface Call {
  context: CommandContext;
  /** The arguments in order; an optional one that was not given is undefined. */
  args: readonly (string | undefined)[];
  /** The arguments that a last `[name...]` takes. */
  rest: readonly string[];
  /** Parses options by their names. @throws {WrongUseError} that names the first one that is wrong, as it is written */
  options<Shape extends Record<string, z.ZodMiniType>>(shape: Shape): z.output<z.ZodMiniObject<Shape>>;
  /** Value of `--stage`; undefined if it was not given. */
  stageName: string | undefined;
  /** The stack that the command works on, looked for once. */
  target(): Promise<Target>;
}

/** The program, or a noun such as `users`: commands are added under it. */
export interface CommandGroup {
  parent: Command;
  context: CommandContext;
}

/** A group of commands, such as `users`. */
export function addGroup({ parent, context }: CommandGroup, name: string, summary: string): CommandGroup {
  return { parent: parent.command(name).description(summary), context };
}

/**
 * Adds a command that works on a stack: the one that `--stage` names, or the local one.
 * @param usage name and arguments as commander writes them: `get <id>`
 */
export function addCommand(
  { parent, context }: CommandGroup,
  usage: string,
  { summary, details, examples, action }: Usage,
): Command {
  const command = withExamples(parent.command(usage).summary(summary), examples);
  const sentences = details === undefined ? summary : `${summary}.\n\n${details}`;
  return command.description(sentences).action(async () => {
    const { stage } = command.optsWithGlobals<{ stage?: unknown }>();
    const stageName = typeof stage === "string" ? stage : undefined;
    let found: Promise<Target> | undefined;
    const call: Call = {
      context,
      args: command.processedArgs.map((arg) => (typeof arg === "string" ? arg : undefined)),
      rest: command.args.slice(command.registeredArguments.filter(({ variadic }) => !variadic).length),
      options: (shape) => readOptions(shape, command.opts()),
      stageName,
      target: () => {
        found ??= shownTarget(context, stageName);
        return found;
      },
    };
    try {
      const code = (await action(call)) ?? EXIT.done;
      if (code !== EXIT.done) throw new CommandError("", code);
    } catch (error) {
      throw commandErrorFor(error, stageName === undefined ? undefined : `stage ${stageName}`);
    }
  });
}

/** Says which account a stage is in, before a command does anything there. */
async function shownTarget(context: CommandContext, stageName: string | undefined): Promise<Target> {
  const target = await findTarget(context, stageName);
  const { account, region, version = packageJson.version } = target.deployment ?? {};
  if (account !== undefined && region !== undefined)
    await context.note(`Stage ${stageName}: account ${account}, region ${region}.`);
  const newer = packageJson.version.localeCompare(version, "en", { numeric: true });
  if (newer !== 0)
    await context.note(
      `Stage ${stageName} has version ${version}, and this command is of ${packageJson.version}: ${newer > 0 ? `deploy this one with "npm run deploy -- -c stage=${stageName}"` : `update this one to ${version}`}.`,
    );
  return target;
}

const DELETING = { doing: "Deleting", done: "deleted" };

/** Asks before a deletion, unless `yes` says so. @throws {CommandError} where the answer is no, or there is no terminal */
export async function makeSure(
  context: ProcessContext,
  yes: boolean,
  question: string,
  { doing, done } = DELETING,
): Promise<void> {
  if (yes) return;
  if (context.stdin.isTTY !== true)
    throw new WrongUseError(
      `${doing} needs a confirmation, and there is no terminal to ask on: add --yes to confirm.`,
    );
  if (!(await context.confirm(question))) throw new CommandError(`Nothing was ${done}.`);
}
