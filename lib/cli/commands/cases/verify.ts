/** `vigia cases verify`: whether the chains of events and their seals hold. */

import { InvalidArgumentError } from "@commander-js/extra-typings";
import {
  type CheckedChain,
  checkedChains,
  checkedItem,
  keysWithin,
  NamedNotices,
  verifiableCases,
} from "../../../cases/integrity/checked-chains.ts";
import type { CaseProblem, TimeProblem } from "../../../cases/integrity/item-check.ts";
import {
  checkSeals,
  type Seal,
  type SealCheck,
  type SealProblem,
  type TimedEvent,
} from "../../../cases/integrity/seal.ts";
import { SealStore, timedEvent } from "../../../cases/integrity/seal-store.ts";
import { isCalendarDate } from "../../../contract/calendar-date.ts";
import { countOf } from "../../../i18n/text/cut.ts";
import { documents } from "../../core/aws.ts";
import { addCommand, type CommandContext, type CommandGroup, handle } from "../../core/command.ts";
import { EXIT, WrongUseError } from "../../core/failure.ts";
import { checkRange, projectsOption, sinceOption, untilOption } from "../../core/options.ts";
import type { Target } from "../../core/target.ts";
import { paint } from "../../output/print.ts";
import { compareTables, hasExpired, type VerifiedTable } from "./compared-tables.ts";
import { nameIncompleteNotices } from "./incomplete-notices.ts";
import { caseProjectsOf, casesOf } from "./stored-cases.ts";

export function addVerify(group: CommandGroup): void {
  const { context } = group;
  addCommand(group, "verify", {
    summary: "verify that no event of a case was changed, removed, added or moved",
    details:
      "Without a range or project it reads the whole table, recomputes the integrity seals of all days too, and names notices whose recording stopped half-way. The option --seal compares them with the seals in briefs. Access to the account is not enough to change a seal in a mail. With --table it reads a restored backup in place of the stack's own table, and then names what differs between the two.",
    examples: [
      "vigia cases verify",
      "vigia cases verify --since 2026-01-01 --until 2026-04-01 --project 1,2",
      "vigia cases verify --table cases-of-march --stage dev",
    ],
  })
    .addOption(projectsOption)
    .addOption(sinceOption(context))
    .addOption(untilOption(context))
    .option("--table <name>", "a table of cases that was restored from a backup", tableIn)
    .option("--seal <day=digest>", "day and seal of a brief; may be given again", sealsIn(context))
    .action(
      handle(group, async ({ chosenTarget }, { project, since, until, table, seal: seals = new Map() }) => {
        checkRange(since, until);
        const isPart = project !== undefined || since !== undefined || until !== undefined;
        if (isPart && seals.size > 0)
          throw new WrongUseError(
            "--seal: a seal covers everything; leave --project, --since and --until out.",
          );
        const stack = await chosenTarget();
        const target = table === undefined ? stack : inTable(stack, table);
        if (isPart) {
          const holds = await verifyPart(context, target, { project, since, until });
          return holds ? EXIT.done : EXIT.failed;
        }
        const result = await verifyWhole(context, target, seals);
        const isSame =
          table === undefined ||
          (await compareTables(context, { restored: target, verified: result, stack }));
        return result.holds && isSame ? EXIT.done : EXIT.failed;
      }),
    );
}

/** Parses the name of a table, as DynamoDB takes them. */
function tableIn(text: string): string {
  if (/^[\w.-]{3,255}$/.test(text)) return text;
  throw new InvalidArgumentError("Expected the name of a table.");
}

/** The stack with another table of cases in place of its own. */
function inTable(stack: Target, table: string): Target {
  return {
    ...stack,
    name: `the table ${table}`,
    tables: { ...stack.tables, cases: table },
  };
}

/** Digests of the seals in briefs, by the day. */
type BriefSeals = ReadonlyMap<string, string>;

/** Parses a seal, and adds it to those before. */
function sealsIn({ now }: CommandContext) {
  return (text: string, seals: BriefSeals = new Map()): BriefSeals => {
    const [, day = "", digest = ""] = /^([\d-]{10})=([0-9a-f]{64})$/i.exec(text) ?? [];
    const tomorrow = new Date(now() + 86_400_000).toISOString().slice(0, day.length);
    if (!isCalendarDate(day) || day > tomorrow || seals.has(day))
      throw new InvalidArgumentError("Expected a day and its seal as in its brief, each day once.");
    return new Map([...seals, [day, digest.toLowerCase()]]);
  };
}

/** Prints what does not hold, and counts. */
class ChainReport {
  readonly #context: CommandContext;
  #cases = 0;
  #events = 0;
  #broken = 0;

  constructor(context: CommandContext) {
    this.#context = context;
  }

  async add({ caseKey, events, problems }: CheckedChain): Promise<void> {
    this.#cases++;
    this.#events += events;
    if (problems.length === 0) return;
    this.#broken++;
    const text = `${caseKey.subject} ${caseKey.opened}: NOT INTACT: ${problems.map(caseProblemText).join("; ")}`;
    await this.#context.print(paint(this.#context.stdout, "red", text));
  }

  /** @returns whether every chain is intact */
  async end(stage: string): Promise<boolean> {
    if (this.#cases === 0) {
      await this.#context.print(`Nothing was verified: no case of ${stage} matches.`);
      return true;
    }
    const checked = `${countOf(this.#cases, "case")} and months of ${stage} with ${countOf(this.#events, "event")}`;
    const line =
      this.#broken === 0
        ? "every chain is intact"
        : countOf(this.#broken, "chain is not intact", "chains are not intact");
    await this.#context.print(`${checked}: ${line}.`);
    return this.#broken === 0;
  }
}

const TIME_TEXTS: Record<TimeProblem["why"], string> = {
  none: "has an invalid time",
  early: "is earlier than the receipt of its case",
  backwards: "is earlier than the event before it",
  ahead: "is in the future",
};

function caseProblemText(problem: CaseProblem): string {
  switch (problem.kind) {
    case "number":
      return `event ${problem.at} has the number ${String(problem.actual)}: an event was removed, added or moved`;
    case "previous":
      return `event ${problem.at} does not follow the one before it: an event was changed, removed, added or moved`;
    case "last":
      return "the last event does not match its digest: it was changed, removed or added";
    case "time":
      return `event ${problem.at} ${TIME_TEXTS[problem.why]}: it was changed or added`;
    case "corrupt":
      return `it cannot be read: ${problem.paths.join(", ")} was changed`;
    case "unlisted":
      return "its item for lists is missing: it was removed";
    case "list gone":
      return `the list of ticked cases of event ${problem.at} is missing: it was removed`;
    case "differs":
      return `${problem.name} does not match the events: it was changed`;
  }
}

interface PartOfCases {
  project: readonly number[] | undefined;
  since: string | undefined;
  until: string | undefined;
}

/** Chains of a range or of projects, as lists find them. @returns whether every one is intact */
async function verifyPart(
  context: CommandContext,
  target: Target,
  { project, since, until }: PartOfCases,
): Promise<boolean> {
  const table = { client: documents(target), table: target.tables.cases };
  const queries = casesOf(target, context);
  const filter = { projectIds: caseProjectsOf(target, project), since, until };
  const report = new ChainReport(context);
  for await (const chain of checkedChains(queries, keysWithin(queries, table, filter)))
    await report.add(chain);
  return report.end(target.name);
}

/** Chains, notices and seals of all that the table holds, whether a list has it or not: seals are over it. */
async function verifyWhole(
  context: CommandContext,
  target: Target,
  briefSeals: BriefSeals,
): Promise<VerifiedTable> {
  const { holds: chainsHold, events, unexpired } = await verifyChains(context, target);
  const { holds: sealsHold, seals } = await verifySeals(context, target, { events, briefSeals });
  await nameIncompleteNotices(context, target);
  return { holds: chainsHold && sealsHold, events: unexpired, seals };
}

interface VerifiedChains {
  /** True if every chain is intact, and a month has each notice that a case names. */
  holds: boolean;
  events: TimedEvent[];
  /** Those of the events that DynamoDB does not delete yet. */
  unexpired: TimedEvent[];
}

async function verifyChains(context: CommandContext, target: Target): Promise<VerifiedChains> {
  const report = new ChainReport(context);
  const events: TimedEvent[] = [];
  const unexpired: TimedEvent[] = [];
  const notices = new NamedNotices();
  const now = context.now();
  for await (const rawCase of verifiableCases(documents(target), target.tables.cases)) {
    await report.add(checkedItem(rawCase, new Date(now)));
    notices.add(rawCase);
    for (const item of rawCase.items) {
      const event = timedEvent(item);
      if (event === undefined) continue;
      events.push(event);
      if (!hasExpired(item, now)) unexpired.push(event);
    }
  }
  const noticesHold = await verifyNotices(context, notices);
  const chainsHold = await report.end(target.name);
  return { holds: chainsHold && noticesHold, events, unexpired };
}

/** @returns whether a month has every notice that a case names */
async function verifyNotices(context: CommandContext, notices: NamedNotices): Promise<boolean> {
  const missing = notices.missing();
  for (const { subject, opened } of missing)
    await context.print(
      paint(
        context.stdout,
        "red",
        `${subject} ${opened}: NOT INTACT: no month has the notice that it names: it was changed or removed`,
      ),
    );
  return missing.length === 0;
}

interface SealSources {
  events: readonly TimedEvent[];
  briefSeals: BriefSeals;
}

async function verifySeals(
  context: CommandContext,
  target: Target,
  { events, briefSeals }: SealSources,
): Promise<{ holds: boolean; seals: Seal[] }> {
  const { seals, corrupt } = await new SealStore(documents(target), target.tables.cases).all();
  const { problems: sealProblems, ...check } = checkSeals({
    seals,
    events,
    briefSeals,
    now: context.now(),
  });
  const problems = [...corrupt.map((day): SealProblem => ({ kind: "corrupt", day })), ...sealProblems];
  for (const problem of problems) await context.print(paint(context.stdout, "red", problemText(problem)));
  const end = problems.length === 0 ? "every seal is intact" : "not every seal is intact";
  await context.print(`${checkedText(seals, check, briefSeals.size)}: ${end}.`);
  if (briefSeals.size === 0 && seals.length > 0)
    await context.note(
      "Give --seal the day and seal of the last brief: only this shows whether all seals were recreated.",
    );
  return { holds: problems.length === 0, seals };
}

/** The first day with a seal, and which seals could be compared: an auditor judges whether that is enough. */
function checkedText(
  seals: readonly Seal[],
  { remade, expired }: Omit<SealCheck, "problems">,
  briefSealCount: number,
): string {
  const [first] = seals;
  const [oldest, newest] = [expired[0], expired.at(-1)];
  return [
    `${countOf(seals.length, "seal")}${first === undefined ? "" : ` since ${first.day}`}`,
    `${remade} recomputed from their events`,
    ...(oldest === undefined
      ? []
      : [`${expired.length} as stored, since some of their events have expired (${oldest} to ${newest})`]),
    `${briefSealCount} compared with the seals of their briefs`,
  ].join(", ");
}

function problemText(problem: SealProblem): string {
  const { day } = problem;
  switch (problem.kind) {
    case "events": {
      const { count, covered } = problem;
      const all = countOf(covered, "event");
      const what =
        count === covered
          ? `one of its ${all} was changed or moved`
          : `its seal covers ${all}, and now there are ${count}`;
      return `${day} NOT INTACT: ${what}.`;
    }
    case "corrupt":
      return `${day} NOT INTACT: its stored seal is invalid or was altered.`;
    case "ahead":
      return `${day} NOT INTACT: it has not ended, but has a seal, which was added.`;
    case "begins":
      return `${day} NOT INTACT: its seal covers the days since ${problem.since}: the seal before it and all earlier ones were removed.`;
    case "order":
      return `${day} NOT INTACT: its seal does not follow that of ${problem.before}: one between them was removed, or one was recreated.`;
    case "brief differs": {
      const earlier =
        problem.lastMatch === undefined
          ? "no seal that you gave of an earlier day matches: give those of earlier briefs"
          : `the seal of ${problem.lastMatch} still matches`;
      return `${day} NOT INTACT: its brief has another seal, so this day or an earlier one was recreated since; ${earlier}.`;
    }
    case "missing":
      return `${day} NOT INTACT: its brief has a seal, but the stored seal is missing: it was removed or is corrupt.`;
  }
}
