/** `vigia cases verify`: whether the chains of steps hold. */

import { InvalidArgumentError } from "@commander-js/extra-typings";
import {
  type Anchor,
  type AnchorCheck,
  type AnchorProblem,
  checkAnchors,
  stepsByDay,
  type TimedStep,
  timedSteps,
} from "../../../cases/integrity/anchor.ts";
import { AnchorStore, chainIn, type KeptAnchors } from "../../../cases/integrity/anchors.ts";
import {
  type CheckedChain,
  checkedChains,
  checkedItem,
  verifiableItems,
} from "../../../cases/integrity/checked-chains.ts";
import type { CaseProblem, TimeProblem } from "../../../cases/integrity/record-check.ts";
import { verifiableKeys } from "../../../cases/integrity/verifiable-keys.ts";
import { isCalendarDate } from "../../../contract/calendar-date.ts";
import { countOf } from "../../../i18n/text/cut.ts";
import { documents } from "../../core/aws.ts";
import { addCommand, type CommandContext, type CommandGroup, handle } from "../../core/command.ts";
import { EXIT, WrongUseError } from "../../core/failure.ts";
import { checkRange, projectsOption, sinceOption, untilOption } from "../../core/options.ts";
import type { Target } from "../../core/target.ts";
import { paint } from "../../output/print.ts";
import { caseProjectsOf, casesOf } from "./stored-cases.ts";

export function addVerify(group: CommandGroup): void {
  const { context } = group;
  addCommand(group, "verify", {
    summary: "verify that no step of a case was changed, removed, added or moved",
    details:
      "Without a range or project it reads the whole table, and recomputes the integrity seals of all days too. The option --seal compares them with the seals in briefs. Access to the account is not enough to change a seal in a mail.",
    examples: [
      "vigia cases verify",
      "vigia cases verify --since 2026-01-01 --until 2026-04-01 --project 1,2",
    ],
  })
    .addOption(projectsOption)
    .addOption(sinceOption(context))
    .addOption(untilOption(context))
    .option("--seal <day=digest>", "day and seal of a brief; may be given again", sealsIn(context))
    .action(
      handle(group, async ({ target }, { project, since, until, seal = new Map() }) => {
        checkRange(since, until);
        const isPart = project !== undefined || since !== undefined || until !== undefined;
        if (isPart && seal.size > 0)
          throw new WrongUseError(
            "--seal: a seal covers everything; leave --project, --since and --until out.",
          );
        const found = await target();
        if (!isPart) return (await verifyAll(context, found, seal)) ? EXIT.done : EXIT.failed;
        const table = { client: documents(found), table: found.tables.cases };
        const keys = verifiableKeys(table, caseProjectsOf(found, project), { since, until });
        const report = new ChainReport(context);
        for await (const one of checkedChains(casesOf(found, context), keys)) await report.add(one);
        return (await report.end(found.name)) ? EXIT.done : EXIT.failed;
      }),
    );
}

/** Parses a seal, and adds it to those before. */
function sealsIn({ now }: CommandContext) {
  return (text: string, seals: ReadonlyMap<string, string> = new Map()): ReadonlyMap<string, string> => {
    const [, day = "", digest = ""] = /^([\d-]{10})=([0-9a-f]{64})$/i.exec(text) ?? [];
    const tomorrow = new Date(now() + 86_400_000).toISOString();
    if (!isCalendarDate(day) || day > tomorrow || seals.has(day))
      throw new InvalidArgumentError("Expected a day and its seal as in its brief, each day once.");
    return new Map([...seals, [day, digest.toLowerCase()]]);
  };
}

/** Prints what does not hold, and counts. */
class ChainReport {
  readonly #context: CommandContext;
  #cases = 0;
  #steps = 0;
  #broken = 0;

  constructor(context: CommandContext) {
    this.#context = context;
  }

  async add({ one, steps, problems }: CheckedChain): Promise<void> {
    this.#cases++;
    this.#steps += steps;
    if (problems.length === 0) return;
    this.#broken++;
    const text = `${one.subject} ${one.opened}: ${chainText(problems, steps)}`;
    await this.#context.print(paint(this.#context.stdout, "red", text));
  }

  /** @returns whether every one holds */
  async end(stage: string): Promise<boolean> {
    if (this.#cases === 0) {
      await this.#context.print(`Nothing was verified: no case of ${stage} matches.`);
      return true;
    }
    const checked = `${countOf(this.#cases, "case")} and months of ${stage} with ${countOf(this.#steps, "step")}`;
    const said =
      this.#broken === 0
        ? "every chain is intact"
        : countOf(this.#broken, "chain is not intact", "chains are not intact");
    await this.#context.print(`${checked}: ${said}.`);
    return this.#broken === 0;
  }
}

function chainText(problems: readonly CaseProblem[], steps: number): string {
  if (problems.length === 0) return `intact, ${countOf(steps, "step")}`;
  return `NOT INTACT: ${problems.map(caseProblemText).join("; ")}`;
}

const TIME_TEXTS: Record<TimeProblem["why"], string> = {
  none: "has an invalid time",
  early: "is earlier than the receipt of its case",
  backwards: "is earlier than the step before it",
  ahead: "is in the future",
};

function caseProblemText(problem: CaseProblem): string {
  switch (problem.kind) {
    case "number":
      return `step ${problem.at} has the number ${String(problem.found)}: a step was removed, added or moved`;
    case "previous":
      return `step ${problem.at} does not follow the record before it: a record was changed, removed, added or moved`;
    case "head":
      return "the last step or the opening does not match its digest: it was changed, removed or added";
    case "time":
      return `step ${problem.at} ${TIME_TEXTS[problem.why]}: it was changed or added`;
    case "corrupt":
      return `it cannot be read: ${problem.paths.join(", ")} was changed`;
    case "differs":
      return `${problem.name} does not match its opening and steps: it was changed`;
  }
}

/** All that the table holds, whether a list has it or not: anchors are over it. @returns whether it holds */
async function verifyAll(
  context: CommandContext,
  target: Target,
  said: ReadonlyMap<string, string>,
): Promise<boolean> {
  const report = new ChainReport(context);
  const steps: TimedStep[] = [];
  const now = new Date(context.now());
  for await (const item of verifiableItems(documents(target), target.tables.cases)) {
    await report.add(checkedItem(item, now));
    steps.push(...timedSteps(chainIn(item)));
  }
  const chainsHold = await report.end(target.name);
  const store = new AnchorStore(documents(target), target.tables.cases);
  const anchorsHold = await verifyAnchors(context, { found: await store.all(), steps, said });
  return chainsHold && anchorsHold;
}

interface AnchorsOrder {
  found: KeptAnchors;
  /** All that there are now. */
  steps: readonly TimedStep[];
  /** Digests in briefs, by the day. */
  said: ReadonlyMap<string, string>;
}

/** Prints which days do not hold, and what was compared. @returns whether all hold */
async function verifyAnchors(
  context: CommandContext,
  { found: { kept, corrupt }, steps, said }: AnchorsOrder,
): Promise<boolean> {
  const byDay = stepsByDay(kept, steps);
  const stepsOf = ({ day }: Anchor) => byDay.get(day) ?? [];
  const { problems: wrong, ...found } = checkAnchors({
    ...{ kept, stepsOf, said },
    now: new Date(context.now()).toISOString(),
  });
  const problems = [...corrupt.map((day): AnchorProblem => ({ kind: "corrupt", day })), ...wrong];
  for (const problem of problems) await context.print(paint(context.stdout, "red", problemText(problem)));
  const end = problems.length === 0 ? "every seal is intact" : "not every seal is intact";
  await context.print(`${checkedText(kept, found, said.size)}: ${end}.`);
  if (said.size === 0 && kept.length > 0)
    await context.note(
      "Give --seal the day and seal of the last brief: only this shows whether all seals were recreated.",
    );
  return problems.length === 0;
}

/** From which day on there are anchors, and what of them could be compared: an auditor judges whether that is enough. */
function checkedText(
  kept: readonly Anchor[],
  { remade, expired }: Omit<AnchorCheck, "problems">,
  said: number,
): string {
  const [first] = kept;
  const [oldest, newest] = [expired[0], expired.at(-1)];
  return [
    `${countOf(kept.length, "day has", "days have")} a seal${first === undefined ? "" : ` since ${first.day}`}`,
    ...retentionTexts(kept),
    `${remade} recomputed from their steps`,
    ...(oldest === undefined
      ? []
      : [`${expired.length} as stored, since some of their steps have expired (${oldest} to ${newest})`]),
    `${said} compared with the seals of their briefs`,
  ].join(", ");
}

/** For how long the anchors say that steps are kept: each time that it was changed. */
function retentionTexts(kept: readonly Anchor[]): string[] {
  return kept.flatMap(({ day, retentionYears }, index) => {
    if (retentionYears === kept[index - 1]?.retentionYears) return [];
    const years = countOf(retentionYears, "year");
    return [index === 0 ? `steps are kept for ${years}` : `from ${day} on for ${years}`];
  });
}

function problemText(problem: AnchorProblem): string {
  const { day } = problem;
  switch (problem.kind) {
    case "steps": {
      const { found, covered } = problem;
      const all = countOf(covered, "opening or step", "openings and steps");
      const what =
        found === covered
          ? `one of its ${all} was changed or moved`
          : `its seal covers ${all}, and now there are ${found}`;
      return `${day} NOT INTACT: ${what}.`;
    }
    case "corrupt":
      return `${day} NOT INTACT: its stored seal is invalid or was altered.`;
    case "ahead":
      return `${day} NOT INTACT: it has not ended, but has a seal, which was added.`;
    case "begins":
      return `${day} NOT INTACT: its seal follows one that ended at ${problem.from}: that seal and all before it were removed.`;
    case "order":
      return `${day} NOT INTACT: its seal does not follow that of ${problem.before}: one between them was removed, or one was recreated.`;
    case "said": {
      const held =
        problem.held === undefined
          ? "no seal that you gave of an earlier day matches: give those of earlier briefs"
          : `the seal of ${problem.held} still matches`;
      return `${day} NOT INTACT: its brief has another seal, so this day or an earlier one was recreated since; ${held}.`;
    }
    case "missing":
      return `${day} NOT INTACT: its brief has a seal, but the stored seal is missing: it was removed or is corrupt.`;
  }
}
