/** `vigia secrets`: sets, rotates and lists a project's secrets; no value is ever an argument or printed. */

import { randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";
import { InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { TEST_PROJECT } from "../../../contract/test-project.ts";
import { countOf } from "../../../i18n/text/cut.ts";
import type { InboundSecret } from "../../../settings/secrets/live-secrets.ts";
import {
  rotate,
  type SecretSummary,
  type SecretValue,
  set,
  summaries,
} from "../../../settings/secrets/secret-documents.ts";
import {
  addCommand,
  addGroup,
  type Call,
  type CommandContext,
  type CommandGroup,
  handle,
} from "../../core/command.ts";
import { CommandError, commandErrorFor, WrongUseError } from "../../core/failure.ts";
import { durationIn, projectIn, projectOption, shownFormatOption } from "../../core/options.ts";
import {
  deployedName,
  logOf,
  requireCallableProject,
  servedProjectsOrOne,
  type Target,
} from "../../core/target.ts";
import { type Column, printList } from "../../output/list.ts";
import { printSentence } from "../../output/print.ts";
import { fetchChains } from "../scan/scan-start.ts";
import { SECRET_KINDS, SECRET_NAMES, type SecretKind, SecretStore, SHORT } from "./secret-store.ts";

export function addSecrets(program: CommandGroup, summary: string): void {
  const group = addGroup(program, "secrets", summary);
  addCommand(group, "set", {
    summary: "set a secret's value from a prompt or standard input; the previous values end",
    examples: [
      "vigia secrets set --kind webhook --project 1",
      "vigia secrets set --kind api-key --project 1 --stage dev < key.txt",
      "vigia secrets set --kind webhook --project 0 --stage dev",
    ],
  })
    .addOption(kindOption)
    .addOption(holderOption)
    .action(handle(group, (call, about) => store(call, about, SETTING)));
  addCommand(group, "rotate", {
    summary: "add a new value from a prompt or standard input; the previous one stays valid for a while",
    examples: ["vigia secrets rotate --kind webhook --project 1 --overlap 48h < new-secret.txt"],
  })
    .addOption(kindOption)
    .addOption(holderOption)
    .addOption(
      new Option(
        "--overlap <time>",
        `how long the previous value stays valid, at most ${LONGEST_OVERLAP_DAYS}d; an older value keeps its own overlap`,
      )
        .argParser(overlapIn)
        .default(overlapIn(OVERLAP), OVERLAP),
    )
    .action(handle(group, (call, { overlap, ...about }) => store(call, about, rotating(overlap))));
  addCommand(group, "list", {
    summary: "list the secrets that are set, with their end dates and without their values",
    examples: ["vigia secrets list", "vigia secrets list --stage dev --format jsonl"],
  })
    .addOption(projectOption)
    .addOption(shownFormatOption)
    .action(
      handle(group, async ({ context, chosenTarget }, { project, format }) => {
        const target = await chosenTarget();
        const rows = await readRows(target, servedProjectsOrOne(target, project), context.now());
        await printList(context.stdout, { format, limit: rows.length }, SECRET_COLUMNS, rows);
      }),
    );
}

const OVERLAP = "24h";
const LONGEST_OVERLAP_DAYS = 30;

/** A replaced value is often one that has leaked. @returns milliseconds */
function overlapIn(text: string): number {
  const overlap = durationIn(text);
  if (overlap <= LONGEST_OVERLAP_DAYS * 86_400_000) return overlap;
  throw new InvalidArgumentError(`Expected at most ${LONGEST_OVERLAP_DAYS}d.`);
}

const kindOption = new Option(
  "--kind <kind>",
  "webhook signs the service's calls, api-key authorizes calls to the service",
)
  .choices(SECRET_KINDS)
  .makeOptionMandatory();
const holderOption = new Option(
  "--project <id>",
  "the project (default: the only one); 0 is the test project, whose webhook secret is generated here",
).argParser(projectIn);

interface About {
  kind: SecretKind;
  project?: number | undefined;
}

/** What is done with the values that are stored already. */
interface Replacement {
  /** What the command says of the new value. */
  becomes: string;
  /** The values to store, the new one first. @param now milliseconds since 1970 */
  valuesWith(value: string, stored: readonly SecretValue[], now: number): SecretValue[];
  /** What the command says of the other values, in sentences. */
  fateOfOthers(before: readonly SecretValue[], after: readonly SecretValue[]): string;
}

/** The previous values end. */
const SETTING: Replacement = {
  becomes: "is set",
  valuesWith: (value) => set(value),
  fateOfOthers: (before, [current]) =>
    before.some(({ value }) => value !== current?.value)
      ? " The functions refuse the previous value within a minute."
      : "",
};

/** The previous value stays valid for a while. @param overlap milliseconds */
function rotating(overlap: number): Replacement {
  return {
    becomes: "is new",
    valuesWith: (value, stored, now) => rotate(stored, value, now + overlap, now),
    fateOfOthers(_, [, ...replaced]) {
      const [previous, ...older] = replaced.map(({ until }) => until);
      if (previous === undefined) return " There was no previous value.";
      const others = older.length === 0 ? "it" : "them";
      return ` The previous value is accepted until ${previous}${olderText(older)}; "vigia secrets set" with the new value ends ${others} sooner.`;
    },
  };
}

async function store(
  { context, chosenTarget }: Call,
  { kind, project: named }: About,
  { becomes, valuesWith, fateOfOthers }: Replacement,
): Promise<undefined> {
  const target = await chosenTarget();
  const project = holderOf(target, kind, named);
  const value = await newValue(context, kind, project);
  const now = context.now();
  let before: readonly SecretValue[] = [];
  const after = await new SecretStore(target).change(kind, project, now, (stored, others) => {
    refuseShared(value, others);
    before = stored;
    return valuesWith(value, stored, now);
  });
  const state = before[0]?.value === value ? "has this value already" : becomes;
  await context.print(
    `The ${secretName(kind, project)} ${state} in ${target.name}.${fateOfOthers(before, after)}`,
  );
  if (kind === "api-key") await tryKey(context, target, project);
}

/** Says until when the values of earlier rotations are accepted, as those promised. */
function olderText(untils: readonly (string | undefined)[]): string {
  if (untils.length === 0) return "";
  const subject = untils.length === 1 ? "an older one" : `${untils.length} older ones`;
  return `, and ${subject} until ${untils.join(", ")}, as promised when ${untils.length === 1 ? "it was" : "they were"} replaced`;
}

type Row = { projectId: number; kind: SecretKind } & (SecretSummary | { state: "not set" });

export const SECRET_COLUMNS: readonly Column<Row>[] = [
  { name: "projectId", header: "project", value: ({ projectId }) => projectId },
  { name: "kind", header: "kind", value: ({ kind }) => kind },
  {
    name: "state",
    header: "state",
    value: ({ state }) => state,
    style: ({ state }) => (state === "current" ? "green" : state === "not set" ? "red" : "yellow"),
  },
  { name: "until", header: "accepted until", value: (row) => ("until" in row ? row.until : undefined) },
];

async function readRows(target: Target, projects: readonly number[], now: number): Promise<Row[]> {
  const store = new SecretStore(target);
  const rows: Row[] = [];
  const addRows = async (kind: SecretKind, project: number) => {
    const secrets = summaries(await store.read(kind, project), now);
    if (secrets.length === 0) rows.push({ projectId: project, kind, state: "not set" });
    else rows.push(...secrets.map((summary) => ({ projectId: project, kind, ...summary })));
  };
  for (const project of projects) {
    await addRows("webhook", project);
    await addRows("api-key", project);
  }
  await addRows("webhook", TEST_PROJECT);
  return rows;
}

/**
 * Tries an API key that is set now by having the chains fetched with it. The key stays where that fails: the next scan asks again.
 * @throws {CommandError} where the service refuses the key
 */
async function tryKey(context: CommandContext, target: Target, project: number): Promise<void> {
  const report = (why: string) =>
    printSentence(
      context.stderr,
      `This key is not tried yet, and alerts show ids of chains until the next scan: ${why}`,
      "yellow",
    );
  const outcome = await fetchChains(target, project).catch((error: unknown) =>
    commandErrorFor(error, deployedName(target)),
  );
  if (outcome instanceof CommandError) return report(outcome.message);
  if (outcome.chains !== undefined)
    return context.print(
      `The service named ${countOf(outcome.chains, "chain")}: alerts show names and links.`,
    );
  if (!outcome.isKeyRefused)
    return report(`the service did not name its chains. See ${logOf(target, "StartScan")}.`);
  throw new CommandError(
    `The service refuses this API key: no wallet of project ${project} can be scanned with it. Copy the project's API key from its settings in the service's dashboard and run "vigia secrets set --kind api-key --project ${project}${target.flags}".`,
  );
}

/** As in "the webhook secret of project 1". */
function secretName(kind: SecretKind, project: number): string {
  return `${SECRET_NAMES[kind]} of project ${project}`;
}

/** The project that a secret is set for. */
function holderOf(target: Target, kind: SecretKind, named: number | undefined): number {
  if (kind === "api-key" && named === TEST_PROJECT)
    throw new WrongUseError("The test project has no API key: nothing of it is scanned.");
  return requireCallableProject(target, named);
}

/** As long as a digest of SHA-256: a longer key of an HMAC is no stronger. */
const MADE_UP_BYTES = 32;

/** A value from the prompt or standard input; random if no other party has to know it. */
async function newValue(context: CommandContext, kind: SecretKind, project: number): Promise<string> {
  if (project === TEST_PROJECT) return randomBytes(MADE_UP_BYTES).toString("base64url");
  const rawValue =
    context.stdin.isTTY === true
      ? await context.askSecret(`The ${secretName(kind, project)}:`)
      : await text(context.stdin);
  // The line end of a file or an echo is not part of the secret.
  const value = rawValue.replace(/\r?\n$/, "");
  if (value === "")
    throw new WrongUseError("The value is empty: type it at the prompt, or pipe it into the command.");
  if (value.trim() !== value || /[\p{Cc}]/u.test(value) || value.length > 4_096)
    throw new WrongUseError(
      "The value begins or ends with white space, contains a line break, or is too long: give only the secret.",
    );
  if (kind === "webhook" && value.length < SHORT)
    throw new WrongUseError(
      `This secret has ${value.length} characters, and can be guessed from a single signed call. Have the service make one of ${SHORT} or more. Nothing was changed.`,
    );
  return value;
}

/** @throws {CommandError} if another holder has the value: a call would prove to be of both */
function refuseShared(value: string, others: readonly InboundSecret[]): void {
  const same = others.find((other) => other.value === value);
  if (same === undefined) return;
  throw new CommandError(
    `This is the secret that project ${same.projectId} has already: each needs its own, or Vigía cannot tell who sends a call. Nothing was changed.`,
  );
}
