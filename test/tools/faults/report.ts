/** Findings of a campaign, as a table for people and as JSON for programs. */

import { nameOf } from "./campaign.ts";
import { FAULT_EFFECTS, FAULT_KINDS } from "./injection/fault-kinds.ts";
import type { Run } from "./runs.ts";
import { VIOLATIONS, type Violation } from "./violation.ts";

/** Everything that is reported. */
export interface Findings {
  seed: number;
  seconds: number;
  runs: readonly Run[];
  leftBehind: readonly Violation[];
}

/** Sums. */
export interface Summary {
  /** Runs in which the fault was injected. */
  counted: number;
  points: number;
  /** Runs in which the call was never made: they prove nothing, and are not counted. */
  notInjected: number;
  /** Number of runs with each kind of violation. */
  violations: Record<Violation["kind"], number>;
}

/** Adds findings up. */
export function summaryOf({ runs, leftBehind }: Findings): Summary {
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

/** Reports whether all runs are without a violation. */
export function isClean({ violations }: Summary): boolean {
  return VIOLATIONS.every((kind) => violations[kind] === 0);
}

function isInjected({ injections }: Run): boolean {
  return injections > 0;
}

/** Calls × kinds of fault, and below it what went wrong where. */
export function table(findings: Findings): string {
  const runs = findings.runs.filter(isInjected);
  const byCall = [...Map.groupBy(runs, ({ point }) => point.replace(/ #\d+$/, ""))].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const heads = ["", "points", ...FAULT_KINDS, ...VIOLATIONS].map((head) => head.split(" "));
  const lines = Math.max(...heads.map((words) => words.length));
  const headRows = Array.from({ length: lines }, (_, line) =>
    heads.map((words) => words[words.length - lines + line] ?? ""),
  );
  return [
    ...columns([...headRows, ...byCall.map(([call, of]) => [call, ...cells(of)]), ["all", ...cells(runs)]]),
    "",
    ...FAULT_KINDS.map((kind) => `${kind}: ${FAULT_EFFECTS[kind]}`),
    "",
    ...wrong(findings),
    lastLine(findings),
    "",
  ].join("\n");
}

function lastLine(findings: Findings): string {
  const { counted, points, notInjected, violations } = summaryOf(findings);
  const found = VIOLATIONS.map((kind) => `${kind} ${violations[kind]}`).join(", ");
  const { seconds, seed } = findings;
  return `${counted} runs at ${points} points in ${seconds.toFixed(0)} s, seed ${seed}: ${found}; ${notInjected} not injected`;
}

/** The same for programs. */
export function json(findings: Findings): string {
  const runs = findings.runs.map((run) => ({ name: nameOf(run), ...run }));
  return `${JSON.stringify({ summary: summaryOf(findings), ...findings, runs }, undefined, 2)}\n`;
}

function cells(runs: readonly Run[]): string[] {
  const injected = FAULT_KINDS.map((kind) => runs.filter((run) => run.kind === kind).length);
  const wrong = VIOLATIONS.map(
    (kind) => runs.filter(({ violations }) => violations.some((one) => one.kind === kind)).length,
  );
  const points = new Set(runs.map(({ scenario, point }) => `${scenario} / ${point}`)).size;
  return [points, ...injected, ...wrong].map(String);
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  "),
  );
}

function wrong({ runs, leftBehind }: Findings): string[] {
  const lines = [
    ...runs.flatMap((run) =>
      run.violations.map(({ kind, text }) => `${kind}: ${nameOf(run)} (${run.subject}): ${text}`),
    ),
    ...leftBehind.map(({ kind, text }) => `${kind}: ${text}`),
    ...runs.filter((run) => !isInjected(run)).map((run) => `not injected: ${nameOf(run)}`),
  ];
  return lines.length > 0 ? [...lines, ""] : [];
}
