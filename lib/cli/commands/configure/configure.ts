/** `vigia configure`: asks for the settings that a deployment should have, and writes them into vigia.json. */

import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { applyEdits, findNodeAtLocation, modify, parseTree } from "jsonc-parser";
import * as z from "zod/mini";
import packageJson from "../../../../package.json" with { type: "json" };
import { issuesOf, saidIssues } from "../../../contract/issues.ts";
import { withTyped } from "../../../settings/merged-settings.ts";
import {
  CDK_FILE,
  contextIn,
  leftoverSettings,
  SCHEMA_FILE,
  SETTINGS_FILE,
  settingsIn,
} from "../../../settings/project-file.ts";
import { partsOf } from "../../../settings/setting-keys.ts";
import {
  DEFAULT_STAGE,
  InvalidSettingsError,
  knownStages,
  namesOfSettings,
  readSettings,
  settings as settingsSchema,
} from "../../../settings/settings.ts";
import { countOf } from "../../../text/cut.ts";
import { addCommand, type Call, type CommandContext, type CommandGroup } from "../../core/command.ts";
import { CommandError } from "../../core/failure.ts";

export function addConfigure(program: CommandGroup): void {
  addCommand(program, "configure", {
    summary: "write settings to vigia.json, for all stages or for one with --stage",
    details:
      "Without --set it asks for the addresses to alert. Nothing else in the file changes, and nothing is deployed. Settings that a version before 0.3.0 kept in cdk.json are moved.",
    examples: [
      "vigia configure",
      "vigia configure --stage prod --set alertEmails=officer@company.example --set scan.maxDepth=5",
    ],
    action: configure,
  }).option(
    "--set <key=value>",
    "a setting by its dotted name, or null to remove it; repeat for several",
    append,
  );
}

function append(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

/** Value that removes a setting; of one stage, also one that all stages have. */
const REMOVED = "null";

/** Questions of a call without values: the people whom a deployment would otherwise leave without alerts. */
const ASKED = [
  ["alertEmails", "E-mail addresses of the officers to alert, separated by commas"],
  ["operationsEmails", "E-mail addresses of the engineers to alert to failures, separated by commas"],
] as const;

async function configure({ context, options, stageName }: Call): Promise<undefined> {
  const { set } = options({
    set: z._default(
      z.array(
        z.string().check(
          z.regex(/^[a-zA-Z][\w.[\]]*=/, {
            error: ({ input }) =>
              `"${input}" is not key=value, as in scan.maxDepth=5 or projects.0.mexico=true`,
          }),
        ),
      ),
      [],
    ),
  });
  const files = await readFiles(context.root);
  const moved = movedSettings(files);
  const saidMoved = `${SETTINGS_FILE} has the settings that were in ${CDK_FILE} now: ${moved.keys.join(", ")}. Nothing is deployed.`;
  if (moved.keys.length > 0 && set.length === 0) {
    await save(context.root, moved);
    await context.print(saidMoved);
    return;
  }
  const given = set.length > 0 ? set.map(pairOf) : await askedPairs(context);
  const [ofStage] = given.filter(([key]) => key === "stages" || key.startsWith("stages."));
  if (ofStage !== undefined)
    throw new CommandError(
      `${ofStage[0]} is not written: name the stage with --stage, as in --stage prod --set retentionYears=5.`,
    );
  if (given.some(([key]) => key === "stage"))
    throw new CommandError(
      "stage is not written: choose it where you deploy, as in npm run deploy -- -c stage=prod.",
    );
  const twice = given.find(([key], index) =>
    given.some(([other], before) => before !== index && `${key}.`.startsWith(`${other}.`)),
  );
  if (twice !== undefined)
    throw new CommandError(`${twice[0]} is set twice: give it once. Nothing was changed.`);
  if (given.length === 0) throw new CommandError("No answer was given; nothing was changed.");
  const { text, emptied } = written(moved.settings, given, stageName);
  await save(context.root, { settings: text, cdk: moved.cdk });
  if (moved.keys.length > 0) await context.print(saidMoved);
  const names = given.map(([key, typed]) => (typed === REMOVED ? `${key} (removed)` : key)).join(", ");
  const where = stageName === undefined ? "for all stages" : `for stage ${stageName}`;
  await context.print(`${SETTINGS_FILE} now says ${names} ${where}: deploy for it to take effect.`);
  for (const [key, count] of emptied)
    await context.note(
      `Warning: ${key} is empty now ${where}; it had ${countOf(count, "address", "addresses")}. Once deployed, no one gets those mails. To undo, name the addresses with --set ${key}=….`,
    );
}

/** The texts of vigia.json and cdk.json; of the latter, undefined where there is none. */
interface Files {
  settings: string;
  cdk: string | undefined;
}

async function readFiles(root: string): Promise<Files> {
  const read = (name: string) => readFile(join(root, name), "utf8").catch(() => undefined);
  const [settings, cdk] = await Promise.all([read(SETTINGS_FILE), read(CDK_FILE)]);
  if (settings === undefined && cdk === undefined)
    throw new CommandError(
      `There is neither ${SETTINGS_FILE} nor ${CDK_FILE} in ${root}: run this in the folder that you deploy from, or begin one with "vigia init".`,
    );
  return { settings: settings ?? emptySettings(root), cdk };
}

/** A new vigia.json, whose schema is in this repository or in the installed package. */
function emptySettings(root: string): string {
  const schema = existsSync(join(root, SCHEMA_FILE))
    ? `./${SCHEMA_FILE}`
    : `./node_modules/${packageJson.name}/${SCHEMA_FILE}`;
  return `{\n  "$schema": "${schema}"\n}\n`;
}

/** vigia.json first: if the second write fails, both files say the same. */
async function save(root: string, { settings, cdk }: Files): Promise<void> {
  await writeFile(join(root, SETTINGS_FILE), settings);
  if (cdk !== undefined) await writeFile(join(root, CDK_FILE), cdk);
}

/**
 * Moves what cdk.json holds of settings, in their order, as versions before 0.3.0 kept them there.
 * @returns both texts, and the keys that were moved
 */
function movedSettings(files: Files): Files & { keys: string[] } {
  const { settings, cdk } = files;
  if (cdk === undefined) return { ...files, keys: [] };
  return refusing(() => {
    const context = contextIn(cdk);
    const keys = leftoverSettings(context);
    if (keys.length === 0) return { ...files, keys };
    const { stages, ...shared } = { stages: {}, ...nested(keys.map((key) => [key, context[key]])) };
    const { stage = DEFAULT_STAGE } = { stage: undefined, ...shared };
    const ofStages = Object.entries(Object(stages)).map(([name, own]) => [
      name,
      nested(Object.entries(Object(own))),
    ]);
    const own = settingsIn(settings);
    const found = { ...shared, stages: { [String(stage)]: {}, ...Object.fromEntries(ofStages) } };
    for (const [key, value] of Object.entries(found))
      if (own[key] !== undefined && !isDeepStrictEqual(own[key], value))
        throw new CommandError(
          `Both ${CDK_FILE} and ${SETTINGS_FILE} set ${key}: remove it from one of them and run this again.`,
        );
    const text = Object.entries(found).reduce(
      (before, [key, value]) => setIn(before, [key], value),
      settings,
    );
    readSettings({ stage: String(stage) }, settingsIn(text));
    const rest = keys.reduce((before, key) => setIn(before, ["context", key], undefined), cdk);
    return { settings: text, cdk: rest, keys };
  });
}

/** Settings of dotted names, as objects. */
function nested(entries: readonly [string, unknown][]): object {
  return withTyped({}, entries);
}

/** @throws {CommandError} in place of an {@link InvalidSettingsError} */
function refusing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InvalidSettingsError)) throw error;
    const { message, wrong } = error;
    throw new CommandError(
      wrong === undefined
        ? message
        : `Nothing was changed, since ${SETTINGS_FILE} would be invalid: ${wrong}.`,
    );
  }
}

function pairOf(text: string): [key: string, value: string] {
  const at = text.indexOf("=");
  return [partsOf(text.slice(0, at)).join("."), text.slice(at + 1)];
}

/** A key as a path in JSON. Four digits are a year, as in uma.2027. */
function stepsOf(key: string): (string | number)[] {
  return key.split(".").map((name) => (/^\d{1,3}$/.test(name) ? Number(name) : name));
}

async function askedPairs(context: CommandContext): Promise<[string, string][]> {
  if (context.stdin.isTTY !== true)
    throw new CommandError("There is no terminal to ask on: give each setting with --set key=value.");
  const pairs: [string, string][] = [];
  for (const [key, question] of ASKED) {
    const answer = (await context.ask(question, (given) => wrongWith(key, given))).trim();
    if (answer !== "") pairs.push([key, answer]);
  }
  return pairs;
}

/** Problem of an answer; undefined where it fits the setting. */
function wrongWith(key: (typeof ASKED)[number][0], answer: string): string | undefined {
  const { error } = settingsSchema.shape[key].safeParse(answer);
  const [first] = error === undefined ? [] : saidIssues(issuesOf(error));
  return first && `${first.path === "" ? "" : `Address ${Number(first.path) + 1}: `}${first.message}`;
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
  const above = stage === undefined ? [] : ["stages", stage];
  const removed = given.filter(([, typedText]) => typedText === REMOVED).map(([key]) => key);
  const inList = removed.find((key) => stepsOf(key).some((step) => typeof step === "number"));
  if (inList !== undefined)
    throw new CommandError(
      `Nothing was changed, since ${inList} is in a list, of which null removes nothing: set the whole list, as in --set 'projects=[{"id":7}]'.`,
    );
  return refusing(() => {
    const [unknown] = namesOfSettings().wrongTyped(Object.fromEntries(removed.map((key) => [key, null])));
    if (unknown !== undefined) throw new InvalidSettingsError(unknown, unknown);
    const own = settingsIn(text);
    const [first = DEFAULT_STAGE] = knownStages(own);
    const chosen = stage ?? first;
    // Stages are known by name from the first one that is named: the one that was known without a name stays so.
    const named = [...(own["stages"] === undefined && stage !== undefined ? [first] : []), chosen];
    const base =
      stage === undefined
        ? text
        : named.reduce(
            (before, name) =>
              isSet(before, ["stages", name]) ? before : setIn(before, ["stages", name], {}),
            text,
          );
    const typed = Object.fromEntries(given.filter(([, typedText]) => typedText !== REMOVED));
    const settings = readSettings({ ...typed, stage: chosen }, settingsIn(base));
    const changed = given.reduce((before, [key, typedText]) => {
      const keys = stepsOf(key);
      if (typedText === REMOVED && stage === undefined)
        return isSet(before, keys) ? setIn(before, keys, undefined) : before;
      if (typedText === REMOVED) return setIn(before, [...above, ...keys], null);
      const valueAt = (path: readonly (string | number)[]) =>
        path.reduce<unknown>((inner, name) => Object(inner)[name], settings);
      // A list of a stage replaces that of all stages: one that the stage lacks is written whole.
      const numbered = keys.findIndex((name) => typeof name === "number");
      const list = keys.slice(0, Math.max(0, numbered));
      if (list.length > 0 && !isSet(before, [...above, ...list]))
        return setIn(before, [...above, ...list], valueAt(list));
      return setIn(before, [...above, ...keys], asTyped(valueAt(keys), typedText));
    }, base);
    // The written file is read as a deployment would read it.
    const after = readSettings({ stage: chosen }, settingsIn(changed));
    const before = readSettings({ stage: chosen }, settingsIn(base));
    const emptied = RECIPIENTS.filter((key) => before[key].length > 0 && after[key].length === 0);
    return { text: changed, emptied: emptied.map((key) => [key, before[key].length]) };
  });
}

function isSet(text: string, path: (string | number)[]): boolean {
  const tree = parseTree(text);
  return tree !== undefined && findNodeAtLocation(tree, path) !== undefined;
}
