/** The anchors of days, as `vigia cases verify` makes them again and compares them with what briefs said. */

import * as z from "zod/mini";
import { type AnchorProblem, checkAnchors, stepsByDay } from "../../../cases/anchor-check.ts";
import { AnchorStore } from "../../../store/cases/anchors.ts";
import { countOf } from "../../../text/count-of.ts";
import { documents } from "../../core/aws.ts";
import type { CommandContext } from "../../core/command-context.ts";
import { recordedProjects } from "../../core/project.ts";
import type { Target } from "../../core/target.ts";
import { paint, printLine } from "../../output/print.ts";
import { casesOf, casesTableOf } from "./stored-cases.ts";

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

/** Prints which days do not hold, and what was compared. @returns whether all hold */
export async function verifyAnchors(
  context: CommandContext,
  target: Target,
  said: ReadonlyMap<string, string>,
): Promise<boolean> {
  const store = new AnchorStore(documents(target), casesTableOf(target), casesOf(target, context));
  const stored = await store.all();
  const kept = stored.map((anchor) => ({
    ...anchor,
    expiresAt: new Date(anchor.expiresAt * 1_000).toISOString(),
  }));
  const projectIds = new Set([
    ...recordedProjects(target, undefined),
    ...stored.flatMap((one) => one.projectIds),
  ]);
  const chains = await Promise.all([...projectIds].map((id) => store.stepped(id)));
  const steps = stepsByDay(kept, chains.flat());
  const now = new Date(context.now()).toISOString();
  const found = checkAnchors({ kept, stepsOf: ({ day }) => steps.get(day) ?? [], said, now });
  for (const problem of found.problems)
    await printLine(context.stdout, paint(context.stdout, "red", problemText(problem)));
  const { problems, remade, expired } = found;
  const parts = [
    `${countOf(kept.length, "day is", "days are")} anchored`,
    `${remade} made again from their steps`,
    ...(expired.length === 0 ? [] : [`${expired.length} as kept, since their steps may have expired`]),
    `${said.size} compared with what their briefs said`,
  ];
  const end = problems.length === 0 ? "every anchor holds" : "not every anchor holds";
  await printLine(context.stdout, `${parts.join(", ")}: ${end}.`);
  if (said.size === 0 && kept.length > 0)
    await printLine(
      context.stderr,
      "Give --anchor what the last brief said: that alone shows whether somebody made all anchors anew.",
    );
  return problems.length === 0;
}

function problemText(problem: AnchorProblem): string {
  const { day } = problem;
  switch (problem.kind) {
    case "steps": {
      const { found, covered } = problem;
      const what =
        found === covered
          ? `one of its ${countOf(covered, "step")} was changed or moved`
          : `its anchor covers ${countOf(covered, "step")}, and now there are ${found}`;
      return `${day} DOES NOT HOLD: ${what}.`;
    }
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
      return `${day} DOES NOT HOLD: its brief said a digest, and no anchor of it is kept: it was removed, or has expired.`;
  }
}
