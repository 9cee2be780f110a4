/** `vigia cases verify`: whether the chains of steps hold. */

import * as z from "zod/mini";
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
import { verifiableKeys } from "../../../cases/integrity/verifiable-keys.ts";
import { countOf } from "../../../text/cut.ts";
import { documents } from "../../core/aws.ts";
import { addCommand, type Call, type CommandContext, type CommandGroup } from "../../core/command.ts";
import { EXIT, WrongUseError } from "../../core/failure.ts";
import * as option from "../../core/options.ts";
import type { Target } from "../../core/target.ts";
import { paint } from "../../output/print.ts";
import { chainText } from "./case-view.ts";
import { caseProjectsOf, casesOf, casesTableOf } from "./stored-cases.ts";

export function addVerification(group: CommandGroup): void {
  addCommand(group, "verify", {
    summary: "verify that no step of a case was changed, removed, added or moved",
    examples: [
      "vigia cases verify",
      "vigia cases verify --since 2026-01-01T00:00:00-06:00 --until 2026-04-01T00:00:00-06:00",
    ],
    details:
      "Without a range or project it reads the whole table, and recomputes the integrity seals of all days too. The option --anchor compares them with the seals in briefs. Access to the account is not enough to change a seal in a mail.",
    action: verifyCases,
  })
    .option("--project <ids>", "only these projects, separated by commas (default: all)")
    .option("--since <time>", "received at or after: 2026-03-01, 2026-03-01T12:00:00Z, or 7d ago")
    .option("--until <time>", "received before this moment (UTC without a zone)")
    .option("--anchor <day=digest>", "day and seal of a brief; separate several by commas");
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
    const checked = `${countOf(this.#cases, "case")} and months of ${stage} with ${countOf(this.#steps, "step")}`;
    const said =
      this.#broken === 0
        ? "every chain is intact"
        : countOf(this.#broken, "chain is not intact", "chains are not intact");
    await this.#context.print(`${checked}: ${said}.`);
    return this.#broken === 0;
  }
}

/** Checks every chain; ends with 1 where one does not hold. */
async function verifyCases({ context, options, target }: Call): Promise<number> {
  const time = z.optional(option.time(context.now()));
  const { project, since, until, anchor } = options({
    ...{ project: option.projects, anchor: z.optional(anchorOption) },
    ...{ since: time, until: time },
  });
  option.checkRange(since, until);
  const isPart = project !== undefined || since !== undefined || until !== undefined;
  if (isPart && anchor !== undefined)
    throw new WrongUseError(
      "--anchor: a seal covers all projects and days; leave --project, --since and --until out.",
    );
  const tomorrow = new Date(context.now() + 86_400_000).toISOString();
  const ahead = [...(anchor ?? new Map()).keys()].find((day) => day > tomorrow);
  if (ahead !== undefined)
    throw new WrongUseError(
      `--anchor: ${ahead} lies in the future, and has no brief: copy the day from the brief.`,
    );
  const found = await target();
  if (!isPart) return (await verifyAll(context, found, anchor ?? new Map())) ? EXIT.done : EXIT.failed;
  const table = { client: documents(found), table: casesTableOf(found) };
  const keys = verifiableKeys(table, await caseProjectsOf(found, project), { since, until });
  const report = new ChainReport(context);
  for await (const one of checkedChains(casesOf(found, context), keys)) await report.add(one);
  return (await report.end(found.name)) ? EXIT.done : EXIT.failed;
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
  for await (const item of verifiableItems(documents(target), casesTableOf(target))) {
    await report.add(checkedItem(item, now));
    steps.push(...timedSteps(chainIn(item)));
  }
  const chainsHold = await report.end(target.name);
  const store = new AnchorStore(documents(target), casesTableOf(target));
  const anchorsHold = await verifyAnchors(context, { found: await store.all(), steps, said });
  return chainsHold && anchorsHold;
}

/** Days with their digests, in lower case. */
function sealsIn(text: string): [day: string, digest: string][] {
  return text.split(",").map((one) => {
    const [day = "", digest = ""] = one.split("=");
    return [day, digest.toLowerCase()];
  });
}

/** Digests in briefs: `2026-03-01=<digest>`, several separated by commas. */
const anchorOption = z.pipe(
  z.string().check(
    z.regex(/^\d{4}-\d{2}-\d{2}=[0-9a-fA-F]{64}(,\d{4}-\d{2}-\d{2}=[0-9a-fA-F]{64})*$/, {
      error: "expected the day and the seal of a brief, such as 2026-03-01=5f0c… with 64 digits",
      abort: true,
    }),
    z.refine((text) => sealsIn(text).every(([day]) => z.iso.date().safeParse(day).success), {
      error: "a day is not in the calendar: copy it from the brief",
    }),
    // The last of two seals would be compared alone, and hide that they contradict each other.
    z.refine((text) => new Set(sealsIn(text).map(String)).size === new Map(sealsIn(text)).size, {
      error: "a day is given with two different seals: verify each in a call of its own",
    }),
  ),
  z.transform((text) => new Map(sealsIn(text))),
);

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
      "Give --anchor the day and seal of the last brief: only this shows whether all seals were recreated.",
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
