/** Result of a case's or month's check, in words. */

import type { CaseProblem, TimeProblem } from "../../../cases/integrity/record-check.ts";
import { countOf } from "../../../text/count-of.ts";

export function chainText(problems: readonly CaseProblem[], steps: number): string {
  if (problems.length === 0) return `holds, of ${countOf(steps, "step")}`;
  return `DOES NOT HOLD: ${problems.map(problemText).join("; ")}`;
}

const timeTexts: Record<TimeProblem["why"], string> = {
  none: "was made at no time that there is",
  early: "was made before what it is about was received",
  backwards: "was made before the step before it",
  ahead: "was made at a time that is to come",
};

function problemText(problem: CaseProblem): string {
  switch (problem.kind) {
    case "number":
      return `step ${problem.at} says that it is number ${String(problem.found)}: one was removed, added or moved`;
    case "previous":
      return `step ${problem.at} does not follow what stands before it: that was changed, removed, added or moved`;
    case "head":
      return "the last step, or what it was opened with, is not what was made: it was changed, removed or added";
    case "time":
      return `step ${problem.at} ${timeTexts[problem.why]}: it was changed or added`;
    case "corrupt":
      return `it cannot be read: somebody changed ${problem.paths.join(", ")}`;
    case "differs":
      return `${problem.name} is not what its opening and its steps say: it was changed`;
  }
}
