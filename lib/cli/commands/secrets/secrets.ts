/** `vigia secrets`: sets, rotates and lists a project's secrets; no value is ever an argument or printed. */

import { randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";
import { InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { TEST_PROJECT } from "../../../contract/test-project.ts";
import { countOf } from "../../../i18n/text/cut.ts";
import type { InboundSecret } from "../../../settings/secrets/live-secrets.ts";
import {
  rotateValues,
  type SecretSummary,
  type SecretValue,
  setValue,
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
import { type FetchedChains, fetchChains } from "../scan/scan-start.ts";
import {
  type ChangedValues,
  MIN_SECRET_LENGTH,
  SECRET_KINDS,
  SECRET_NAMES,
  type SecretKind,
  SecretStore,
} from "./secret-store.ts";

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
    .addOption(ownProjectOption)
    .action(handle(group, (call, options) => storeSecret(call, options, setReplacement)));
  addCommand(group, "rotate", {
    summary: "add a new value from a prompt or standard input; the previous one stays valid for a while",
    examples: ["vigia secrets rotate --kind webhook --project 1 --overlap 48h < new-secret.txt"],
  })
    .addOption(kindOption)
    .addOption(ownProjectOption)
    .addOption(
      new Option(
        "--overlap <time>",
        `how long the previous value stays valid, at most ${LONGEST_OVERLAP_DAYS}d; an older value keeps its own overlap`,
      )
        .argParser(overlapIn)
        .default(overlapIn(OVERLAP), OVERLAP),
    )
    .action(
      handle(group, (call, { overlap, ...options }) =>
        storeSecret(call, options, rotateReplacement(overlap)),
      ),
    );
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

/** Parses an overlap; a long one is refused, since a value is often replaced because it leaked. @returns milliseconds */
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
const ownProjectOption = new Option(
  "--project <id>",
  "the project (default: the only one); 0 is the test project, whose webhook secret is generated here",
).argParser(projectIn);

interface SecretOptions {
  kind: SecretKind;
  project?: number | undefined;
}

/** How a new value replaces the stored ones. */
interface Replacement {
  /** What the new value is in the printed sentence: "The webhook secret of project 1 is set". */
  newValueState: string;
  /** The values to store, the new one first. @param now milliseconds since 1970 */
  valuesWith(value: string, storedValues: readonly SecretValue[], now: number): SecretValue[];
  /** What becomes of the other values, as a printed sentence with a space in front; empty where nothing does. */
  otherValuesSentence(values: ChangedValues): string;
}

/** Ends every other value. */
const setReplacement: Replacement = {
  newValueState: "is set",
  valuesWith: (value) => setValue(value),
  otherValuesSentence({ oldValues, newValues: [current] }) {
    const isReplaced = oldValues.some(({ value }) => value !== current?.value);
    return isReplaced ? " The functions refuse the previous value within a minute." : "";
  },
};

/** Keeps the previous value valid for a while. @param overlap milliseconds */
function rotateReplacement(overlap: number): Replacement {
  return {
    newValueState: "is new",
    valuesWith: (value, storedValues, now) =>
      rotateValues(storedValues, { value, until: now + overlap, now }),
    otherValuesSentence({ newValues: [, ...replacedValues] }) {
      const [previous, ...older] = replacedValues.map(({ until }) => until);
      if (previous === undefined) return " There was no previous value.";
      const others = older.length === 0 ? "it" : "them";
      return ` The previous value is accepted until ${previous}${olderText(older)}; "vigia secrets set" with the new value ends ${others} sooner.`;
    },
  };
}

async function storeSecret(
  { context, chosenTarget }: Call,
  { kind, project: requestedProject }: SecretOptions,
  { newValueState, valuesWith, otherValuesSentence }: Replacement,
): Promise<undefined> {
  const target = await chosenTarget();
  const project = projectOfSecret(target, kind, requestedProject);
  const value = await newValue(context, kind, project);
  const now = context.now();
  const values = await new SecretStore(target).change({
    kind,
    project,
    now,
    replace(storedValues, otherSecrets) {
      refuseShared(value, otherSecrets);
      return valuesWith(value, storedValues, now);
    },
  });
  const state = values.oldValues[0]?.value === value ? "has this value already" : newValueState;
  await context.print(
    `The ${secretName(kind, project)} ${state} in ${target.name}.${otherValuesSentence(values)}`,
  );
  if (kind === "api-key") await tryKey(context, target, project);
}

/** The end of the text about a previous value: until when the values of earlier rotations are accepted. */
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
 * Tries the new API key by fetching the service's chains. A key that cannot be tried stays stored: the next scan fetches them.
 * @throws {CommandError} where the service refuses the key
 */
async function tryKey(context: CommandContext, target: Target, project: number): Promise<void> {
  const reportUntried = (reason: string) =>
    printSentence(
      context.stderr,
      `This key is not tried yet, and alerts show ids of chains until the next scan: ${reason}`,
      "yellow",
    );
  let reply: FetchedChains;
  try {
    reply = await fetchChains(target, project);
  } catch (error) {
    return reportUntried(commandErrorFor(error, deployedName(target)).message);
  }
  if (reply.chains !== undefined)
    return context.print(`The service named ${countOf(reply.chains, "chain")}: alerts show names and links.`);
  if (!reply.isKeyRefused)
    return reportUntried(`the service did not name its chains. See ${logOf(target, "StartScan")}.`);
  throw new CommandError(
    `The service refuses this API key: no wallet of project ${project} can be scanned with it. Copy the project's API key from its settings in the service's dashboard and run "vigia secrets set --kind api-key --project ${project}${target.flags}".`,
  );
}

/** The name of a secret in sentences: `webhook secret of project 1`. */
function secretName(kind: SecretKind, project: number): string {
  return `${SECRET_NAMES[kind]} of project ${project}`;
}

/** The project that a secret is set for. @throws {CommandError} when it cannot have one of this kind */
function projectOfSecret(target: Target, kind: SecretKind, project: number | undefined): number {
  if (kind === "api-key" && project === TEST_PROJECT)
    throw new WrongUseError("The test project has no API key: nothing of it is scanned.");
  return requireCallableProject(target, project);
}

/** Bytes of a generated value, as many as a digest of SHA-256 has: a longer key of an HMAC is no stronger. */
const GENERATED_BYTES = 32;

/** A value from the prompt or standard input; random if no other party has to know it. */
async function newValue(context: CommandContext, kind: SecretKind, project: number): Promise<string> {
  if (project === TEST_PROJECT) return randomBytes(GENERATED_BYTES).toString("base64url");
  const input =
    context.stdin.isTTY === true
      ? await context.askSecret(`The ${secretName(kind, project)}:`)
      : await text(context.stdin);
  // The line end of a file or an echo is not part of the secret.
  const value = input.replace(/\r?\n$/, "");
  if (value === "")
    throw new WrongUseError("The value is empty: type it at the prompt, or pipe it into the command.");
  if (value.trim() !== value || /[\p{Cc}]/u.test(value) || value.length > 4_096)
    throw new WrongUseError(
      "The value begins or ends with white space, contains a line break, or is too long: give only the secret.",
    );
  if (kind === "webhook" && value.length < MIN_SECRET_LENGTH)
    throw new WrongUseError(
      `This secret has ${value.length} characters, and can be guessed from a single signed call. Have the service make one of ${MIN_SECRET_LENGTH} or more. Nothing was changed.`,
    );
  return value;
}

/** Refuses a value that another project has: a call that it signs would prove to be of both. @throws {CommandError} */
function refuseShared(value: string, otherSecrets: readonly InboundSecret[]): void {
  const same = otherSecrets.find((secret) => secret.value === value);
  if (same === undefined) return;
  throw new CommandError(
    `This is the secret that project ${same.projectId} has already: each needs its own, or Vigía cannot tell who sends a call. Nothing was changed.`,
  );
}
