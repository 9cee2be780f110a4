/**
 * How a command is declared: what it is for, its options, its action, in this order.
 *
 *     addCommand(group, "set <currency> <rate>", {
 *       summary: "set a day's exchange rate of a currency",
 *       examples: ["vigia rates set MXN 18.20 --on 2026-02-20"],
 *     })
 *       .requiredOption("--on <day>", "the day of the rate: 2026-02-20", dayIn)
 *       .action(handle(group, async ({ context, chosenTarget }, currency, rate, { on }) => { … }));
 *
 * `options.ts` has the options that several commands share, and parsers of values. A parser throws commander's
 * `InvalidArgumentError`, and types what the action gets: no value is checked again there. An action prints with
 * `output/`, ends early with an error of `failure.ts`, and returns an exit code where that is not 0.
 */

import type { Command, CommandUnknownOpts, InferCommandArguments } from "@commander-js/extra-typings";
import packageJson from "../../../package.json" with { type: "json" };
import type { ProcessContext } from "./command-context.ts";
import { CommandError, commandErrorFor, EXIT, WrongUseError } from "./failure.ts";
import type { Selection, Target } from "./target.ts";

/** The process of a command, and its output. */
export interface CommandContext extends ProcessContext {
  /** Prints lines of the result. */
  print: (text?: string) => Promise<void>;
  /** Prints a remark about the result on the error output. */
  note: (text: string) => Promise<void>;
}

/** The program, or a noun such as `users`: commands are added under it. */
export interface CommandGroup {
  parent: CommandUnknownOpts;
  context: CommandContext;
}

/** One call of a command. */
export interface Call {
  context: CommandContext;
  /** Values of `--stage`, `--stack` and `--region`. */
  selection: Selection;
  /** The stack that the command works on, looked for once. */
  chosenTarget(): Promise<Target>;
}

/** The summary, help and action of a command. */
interface Purpose {
  summary: string;
  /** Further sentences of its own help. */
  details?: string;
  /** As they are typed, `vigia …`; they run as they are. */
  examples: readonly string[];
}

/** A group of commands, such as `users`. */
export function addGroup({ parent, context }: CommandGroup, name: string, summary: string): CommandGroup {
  return { parent: parent.command(name).description(summary), context };
}

/** Adds a command without options and action, which follow. @param usage name and arguments: `get <id>` */
export function addCommand<Usage extends string>(
  group: CommandGroup,
  usage: Usage,
  { summary, details, examples }: Purpose,
): Command<[...InferCommandArguments<Usage>]> {
  return group.parent
    .command(usage)
    .summary(summary)
    .description(details === undefined ? summary : `${summary}.\n\n${details}`)
    .addHelpText("after", examplesText(examples));
}

/** End of a help text. The examples run as they are, from a folder that has the package. */
export function examplesText(examples: readonly string[]): string {
  const lines = examples.map((example) => `  $ ${example.replaceAll(/(?<!-- )\bvigia /g, "npx vigia ")}`);
  return `\nExamples:\n${lines.join("\n")}`;
}

/**
 * The action of a command.
 * @param work gets the call, then what commander gives: the arguments in their order, and the options
 */
export function handle<Given extends unknown[]>(
  { context }: CommandGroup,
  work: (call: Call, ...callArguments: Given) => Promise<number | undefined>,
): (this: CommandUnknownOpts, ...callArguments: Given) => Promise<void> {
  return async function (...callArguments) {
    const selection: Selection = this.optsWithGlobals();
    const { stage, stack, region } = selection;
    let target: Promise<Target> | undefined;
    const call: Call = {
      context,
      selection,
      chosenTarget: () => {
        target ??= shownTarget(context, selection);
        return target;
      },
    };
    try {
      if (region !== undefined && stage === undefined && stack === undefined)
        throw new WrongUseError("--region selects no stack: give --stage or --stack too.");
      const code = (await work(call, ...callArguments)) ?? EXIT.done;
      if (code !== EXIT.done) throw new CommandError("", code);
    } catch (error) {
      throw commandErrorFor(error, stage === undefined ? stack && `stack ${stack}` : `stage ${stage}`);
    }
  };
}

/** Says which account a stack is in, before a command does anything there. */
async function shownTarget(context: CommandContext, selection: Selection): Promise<Target> {
  // Imported here: it brings the client of CloudFormation, which no help needs.
  const { findTarget } = await import("./target.ts");
  const target = await findTarget(context, selection);
  if (target.kind === "local") return target;
  const { account, region, version } = target.deployment;
  const name = target.name.replace(/^./, (first) => first.toUpperCase());
  if (account !== undefined && region !== undefined)
    await context.note(`${name}: account ${account}, region ${region}.`);
  if (version !== packageJson.version)
    await context.note(
      `${name} has version ${version}, and this command is of ${packageJson.version}: use the same version of both.`,
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
