/** What a chain of steps shows, in words. */

import type { ChainProblem } from "../../../cases/chain.ts";
import { countOf } from "../../../text/count-of.ts";

export function chainText(problems: readonly ChainProblem[], steps: number): string {
  if (problems.length === 0) return `holds, of ${countOf(steps, "step")}`;
  return `DOES NOT HOLD: ${problems.map(problemText).join("; ")}`;
}

function problemText(problem: ChainProblem): string {
  switch (problem.kind) {
    case "number":
      return `step ${problem.at} says that it is number ${String(problem.found)}: one was removed, added or moved`;
    case "previous":
      return `step ${problem.at} does not follow what stands before it: that was changed, removed, added or moved`;
    case "head":
      return "the last step is not the one that was made last: it was changed, removed or added";
  }
}
