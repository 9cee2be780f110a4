/** Findings of a campaign, for people and for programs. */

import { Console } from "node:console";
import { nameOf, type Outcome, type Run } from "./campaign.ts";
import { VIOLATIONS, type Violation } from "./violation.ts";

/** Everything that is reported. */
export interface Findings extends Outcome {
  seed: number;
  seconds: number;
}

/** Sums. */
interface Summary {
  /** Runs in which the fault was injected. */
  counted: number;
  points: number;
  /** Runs in which the call was never made: they prove nothing, and are not counted. */
  notInjected: number;
  /** Number of runs with each kind of violation. */
  violations: Record<Violation["kind"], number>;
}

/** Adds findings up. */
function summaryOf({ runs, leftBehind }: Outcome): Summary {
  const injected = runs.filter(isInjected);
  const lists = [...runs.map(({ violations }) => violations), ...leftBehind.map((one) => [one])];
  const of = (kind: Violation["kind"]) =>
    lists.filter((list) => list.some((one) => one.kind === kind)).length;
  return {
    counted: injected.length,
    points: new Set(injected.map(({ scenario, point }) => `${scenario} / ${point}`)).size,
    notInjected: runs.length - injected.length,
    violations: {
      lost: of("lost"),
      doubled: of("doubled"),
      unalerted: of("unalerted"),
      miscounted: of("miscounted"),
      wrong: of("wrong"),
    },
  };
}

/** Prints the sums of each call, and below them what went wrong where. */
export function report(findings: Findings): Summary {
  const { runs, leftBehind, seconds, seed } = findings;
  const byCall = Map.groupBy(runs.filter(isInjected), ({ point }) => point.replace(/ #\d+$/, ""));
  const rows = [...byCall].map(([call, runs]): [string, object] => {
    const { points, counted, violations } = summaryOf({ runs, leftBehind: [] });
    return [call, { points, runs: counted, ...violations }];
  });
  new Console(process.stdout).table(Object.fromEntries(rows.sort()));
  const lines = [
    ...runs.flatMap((run) =>
      run.violations.map(({ kind, text }) => `${kind}: ${nameOf(run)} (${run.subject}): ${text}`),
    ),
    ...leftBehind.map(({ kind, text }) => `${kind}: ${text}`),
    ...runs.filter((run) => !isInjected(run)).map((run) => `not injected: ${nameOf(run)}`),
  ];
  const summary = summaryOf(findings);
  const { counted, points, notInjected, violations } = summary;
  const found = VIOLATIONS.map((kind) => `${kind} ${violations[kind]}`).join(", ");
  lines.push(
    `${counted} runs at ${points} points in ${seconds.toFixed(0)} s, seed ${seed}: ${found}; ${notInjected} not injected`,
  );
  process.stdout.write(lines.map((line) => `${line}\n`).join(""));
  return summary;
}

/** The same for programs. */
export function json(findings: Findings): string {
  const runs = findings.runs.map((run) => ({ name: nameOf(run), ...run }));
  return `${JSON.stringify({ summary: summaryOf(findings), ...findings, runs }, undefined, 2)}\n`;
}

function isInjected({ injections }: Run): boolean {
  return injections > 0;
}
