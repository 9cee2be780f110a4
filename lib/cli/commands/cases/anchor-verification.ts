/** The anchors of days, as `vigia cases verify` makes them again and compares them with what briefs said. */

import * as z from "zod/mini";
import type { Anchor, TimedStep } from "../../../cases/integrity/anchor.ts";
import {
  type AnchorCheck,
  type AnchorProblem,
  checkAnchors,
  stepsByDay,
} from "../../../cases/integrity/anchor-check.ts";
import type { KeptAnchors } from "../../../cases/integrity/anchors.ts";
import { countOf } from "../../../text/count-of.ts";
import type { CommandContext } from "../../core/command-context.ts";
import { paint, printLine } from "../../output/print.ts";

/** What briefs said: `2026-03-01=<digest>`, several with commas between. */
export const anchorOption = z.pipe(
  z.string().check(
    z.regex(/^\d{4}-\d{2}-\d{2}=[0-9a-fA-F]{64}(,\d{4}-\d{2}-\d{2}=[0-9a-fA-F]{64})*$/, {
      error: "expected a day and the digest of its brief, such as 2026-03-01=5f0c… with 64 digits",
    }),
  ),
  z.transform(
    (text) =>
      new Map(
        text.split(",").map((one): [string, string] => {
          const [day = "", digest = ""] = one.split("=");
          return [day, digest.toLowerCase()];
        }),
      ),
  ),
);

interface AnchorsOrder {
  found: KeptAnchors;
  /** All that there are now. */
  steps: readonly TimedStep[];
  /** What briefs said: the digest by the day. */
  said: ReadonlyMap<string, string>;
}

/** Prints which days do not hold, and what was compared. @returns whether all hold */
export async function verifyAnchors(
  { stdout, stderr, now }: CommandContext,
  { found: { kept, spoilt }, steps, said }: AnchorsOrder,
): Promise<boolean> {
  const byDay = stepsByDay(kept, steps);
  const stepsOf = ({ day }: Anchor) => byDay.get(day) ?? [];
  const { problems: wrong, ...found } = checkAnchors({
    ...{ kept, stepsOf, said },
    now: new Date(now()).toISOString(),
  });
  const problems = [...spoilt.map((day): AnchorProblem => ({ kind: "spoilt", day })), ...wrong];
  for (const problem of problems) await printLine(stdout, paint(stdout, "red", problemText(problem)));
  const end = problems.length === 0 ? "every anchor holds" : "not every anchor holds";
  await printLine(stdout, `${checkedText(kept, found, said.size)}: ${end}.`);
  if (said.size === 0 && kept.length > 0)
    await printLine(
      stderr,
      "Give --anchor what the last brief said: that alone shows whether somebody made all anchors anew.",
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
    `${countOf(kept.length, "day is", "days are")} anchored${first === undefined ? "" : `, ${first.day} the first`}`,
    ...retentionTexts(kept),
    `${remade} made again from their steps`,
    ...(oldest === undefined
      ? []
      : [`${expired.length} as kept, since steps of them have expired (${oldest} to ${newest})`]),
    `${said} compared with what their briefs said`,
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
          : `its anchor covers ${all}, and now there are ${found}`;
      return `${day} DOES NOT HOLD: ${what}.`;
    }
    case "spoilt":
      return `${day} DOES NOT HOLD: what is kept as its anchor is none, or is not what its digest is of: somebody changed or put it there.`;
    case "ahead":
      return `${day} DOES NOT HOLD: it has not ended, and has an anchor, which somebody put there.`;
    case "begins":
      return `${day} DOES NOT HOLD: its anchor follows one that ended at ${problem.from}: that and all before it were removed.`;
    case "order":
      return `${day} DOES NOT HOLD: its anchor does not follow that of ${problem.before}: one between was removed, or one was made anew.`;
    case "said": {
      const held =
        problem.held === undefined
          ? "none of the briefs that were given before it fits: give those of earlier days"
          : `the brief of ${problem.held} still fits`;
      return `${day} DOES NOT HOLD: its brief said another digest, so it or a day before it was made anew since; ${held}.`;
    }
    case "missing":
      return `${day} DOES NOT HOLD: its brief said a digest, and no anchor of it is kept: it was removed, or spoilt.`;
  }
}
