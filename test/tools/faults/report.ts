/** Findings, for people: what was wrong in which run, and how to make that run again. */

import type { Run } from "./campaign.ts";

/** The report of all runs. */
export function report(runs: readonly Run[], seconds: number): string {
  const injected = runs.filter(({ isInjected }) => isInjected);
  const wrong = runs.filter(({ findings }) => findings.length > 0);
  const runsByReason = Map.groupBy(
    runs.flatMap((run) => run.known.map((knownFinding) => ({ ...knownFinding, name: run.name }))),
    ({ reason }) => reason,
  );
  const lines = [
    ...wrong.flatMap(({ name, findings }) => findings.map((finding) => `FINDING ${name}: ${finding}`)),
    ...wrong.map(({ name }) => `  again: npm run faults -- --only "${name}"`),
    ...[...runsByReason].map(
      ([reason, runsOfReason]) =>
        `known, ${runsOfReason.length} times, as in "${runsOfReason[0]?.name}": ${reason}`,
    ),
    ...runs.flatMap(({ name, unsteady }) => unsteady.map((text) => `shown once in three: ${name}: ${text}`)),
    ...runs.filter(({ isInjected }) => !isInjected).map(({ name }) => `not injected: ${name}`),
    `${injected.length} runs at ${new Set(runs.map(({ name }) => name.replace(/ \/ [^/]+$/, ""))).size} calls in ${seconds.toFixed(0)} s: ${wrong.length} with findings`,
  ];
  return lines.map((line) => `${line}\n`).join("");
}
