/** `vigia configure`: asks for the settings that a deployment should have, and writes them into cdk.json. */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { applyEdits, findNodeAtLocation, modify, parseTree } from "jsonc-parser";
import * as z from "zod/mini";
import { contextIn, SETTINGS_FILE } from "../../../settings/project-file.ts";
import { InvalidSettingsError, readSettings } from "../../../settings/settings.ts";
import { countOf } from "../../../text/count-of.ts";
import { addCommand, type Call, type CommandContext, type CommandGroup } from "../../core/command.ts";
import { CommandError } from "../../core/failure.ts";

export function addConfigure(program: CommandGroup): void {
  addCommand(program, "configure", {
    summary: "write settings to cdk.json, for all stages or for one with --stage",
    details:
      "Without --set it asks for the addresses to alert. Nothing else in the file changes, and nothing is deployed.",
    examples: [
      "vigia configure",
      "vigia configure --stage prod --set alertEmails=officer@company.example --set scan.maxDepth=5",
    ],
    action: configure,
  }).option(
    "--set <key=value>",
    "a setting by its dotted name, or null to remove it; repeat for several",
    append,
    [],
  );
}

function append(text: string, before: string[]): string[] {
  return [...before, text];
}

/** Value that removes a setting; of one stage, also one that all stages have. */
const REMOVED = "null";

/** Questions of a call without values: the people whom a deployment would otherwise leave without alerts. */
const ASKED = {
  alertEmails: "E-mail addresses of the officers to alert, separated by commas",
  operationsEmails: "E-mail addresses of the engineers to alert to failures, separated by commas",
};

async function configure({ context, options, stageName }: Call): Promise<undefined> {
  const { set } = options({
    set: z.array(
      z.string().check(
        z.regex(/^[a-zA-Z][\w.]*=/, {
          error: ({ input }) =>
            `"${input}" is not key=value, as in scan.maxDepth=5 or projects.0.mexico=true`,
        }),
      ),
    ),
  });
  const given = set.length > 0 ? set.map(pairOf) : await askedPairs(context);
  const [ofStage] = given.filter(([key]) => key === "stages" || key.startsWith("stages."));
  if (ofStage !== undefined)
    throw new CommandError(
      `${ofStage[0]} is not written: name the stage with --stage, as in --stage prod --set retentionYears=5.`,
    );
  if (given.some(([key]) => key === "stage"))
    throw new CommandError(
      "stage is not written: choose it where you deploy, as in npx cdk deploy -c stage=prod.",
    );
  if (given.length === 0) throw new CommandError("No answer was given; nothing was changed.");
  const path = join(context.root, SETTINGS_FILE);
  const before = await readFile(path, "utf8").catch(() => {
    throw new CommandError(`${path} cannot be read: run this in the project that you deploy.`);
  });
  const { text, emptied } = written(before, given, stageName);
  await writeFile(path, text);
  const names = given.map(([key, typed]) => (typed === REMOVED ? `${key} (removed)` : key)).join(", ");
  const where = stageName === undefined ? "for all stages" : `for stage ${stageName}`;
  await context.print(`${SETTINGS_FILE} now says ${names} ${where}: deploy for it to take effect.`);
  for (const [key, count] of emptied)
    await context.note(
      `Warning: ${key} is empty now ${where}; it had ${countOf(count, "address", "addresses")}. Once deployed, no one gets those mails. To undo, name the addresses with --set ${key}=….`,
    );
}

function pairOf(text: string): [key: string, value: string] {
  const at = text.indexOf("=");
  return [text.slice(0, at), text.slice(at + 1)];
}

async function askedPairs(context: CommandContext): Promise<[string, string][]> {
  if (context.stdin.isTTY !== true)
    throw new CommandError("There is no terminal to ask on: give each setting with --set key=value.");
  const pairs: [string, string][] = [];
  for (const [key, question] of Object.entries(ASKED)) {
    const answer = (await context.ask(question)).trim();
    if (answer !== "") pairs.push([key, answer]);
  }
  return pairs;
}

/** Sets a value in a text of JSON; every other setting keeps its value and its place. */
function setIn(text: string, path: (string | number)[], value: unknown): string {
  const above = findNodeAtLocation(
    parseTree(text) ?? { type: "null", offset: 0, length: 0 },
    path.slice(0, -1),
  );
  if (above !== undefined && above.type !== "object" && above.type !== "array")
    throw new CommandError(`${SETTINGS_FILE}: expected an object before ${path.at(-1)}.`);
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: "\n" };
  return applyEdits(text, modify(text, path, value, { formattingOptions }));
}

/** A value as the schema has it, without the defaults of an object that was typed as JSON with some of its keys. */
function asTyped(value: unknown, typed: string): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const read: unknown = JSON.parse(typed);
  if (typeof read !== "object" || read === null) return read;
  return Object.fromEntries(Object.entries(value).filter(([key]) => Object.hasOwn(read, key)));
}

/** Settings that decide who is told of something. */
const RECIPIENTS = ["alertEmails", "operationsEmails", "escalationEmails"] as const;

/**
 * The text of the file with the settings, each in the form in which the schema has it; and which recipients it takes
 * away, with how many addresses there were.
 */
function written(
  text: string,
  given: readonly [string, string][],
  stage: string | undefined,
): { text: string; emptied: [key: string, count: number][] } {
  const above = stage === undefined ? ["context"] : ["context", "stages", stage];
  try {
    const own = contextIn(text);
    const chosen = stage === undefined ? {} : { stage };
    const typed = Object.fromEntries(given.filter(([, typedText]) => typedText !== REMOVED));
    const settings = readSettings({ ...own, ...chosen, ...typed }, own, Object.keys(typed));
    const changed = given.reduce((before, [key, typedText]) => {
      // Four digits are a year, as in uma.2027.
      const keys = key.split(".").map((name) => (/^\d{1,3}$/.test(name) ? Number(name) : name));
      if (typedText === REMOVED)
        return setIn(before, [...above, ...keys], stage === undefined ? undefined : null);
      const value = keys.reduce<unknown>((inner, name) => Object(inner)[name], settings);
      return setIn(before, [...above, ...keys], asTyped(value, typedText));
    }, text);
    // The written file is read as a deployment would read it.
    const context = contextIn(changed);
    const after = readSettings({ ...context, ...chosen }, context, []);
    const before = readSettings({ ...own, ...chosen }, own, []);
    const emptied = RECIPIENTS.filter((key) => before[key].length > 0 && after[key].length === 0);
    return { text: changed, emptied: emptied.map((key) => [key, before[key].length]) };
  } catch (error) {
    if (error instanceof InvalidSettingsError) throw new CommandError(error.message);
    throw error;
  }
}
