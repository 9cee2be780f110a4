/** A whole campaign on one stack: finds the calls of each scenario, injects each kind of fault into each, and judges what is left. */

import { createHash } from "node:crypto";
import pMap from "p-map";
import type { Point } from "./injection/arming.ts";
import { FAULT_KINDS, type FaultKind } from "./injection/fault-kinds.ts";
import type { Environment, Scenario } from "./scenario.ts";
import { settled } from "./settled.ts";
import type { Violation } from "./violation.ts";

/** A run that is to be made. */
interface Planned {
  scenario: Scenario;
  point: Point;
  kind: FaultKind;
}

/** Result of a run; plain values, which can be passed from process to process. */
export interface Run {
  /** The scenario's name. */
  scenario: string;
  point: Point;
  kind: FaultKind;
  subject: string;
  /** Number of tries of the call that were hit; 0 if the call was not made. */
  injections: number;
  violations: Violation[];
  milliseconds: number;
}

/** Results of runs. */
export interface Outcome {
  /** Judged when nothing was on its way any more. */
  runs: Run[];
  /** Remains that belong to no known run, and violations without a fault. */
  leftBehind: Violation[];
}

/** A scenario as it was run without a fault. */
interface Baseline {
  scenario: Scenario;
  subject: string;
  points: Point[];
  wrong: Violation[];
}

/** A call that is not made every time, such as one whose answer may be cached, gets so many chances. */
const MOST_CHANCES = 4;

/** A machine that is busy with other things may delay anything once; a mistake shows every time. */
const MOST_BASELINES = 3;

/** Nothing has to recover where nothing fails, but from an outage that is a part of the scenario. */
const BASELINE_SHARE_OF_PATIENCE = 1 / 3;

const JUDGED_AT_ONCE = 4;

/** As `an illegal one / StoreNotifications sns:Publish alerts #1 / throttled`. */
export function nameOf({ scenario, point, kind }: Planned | Run): string {
  return `${typeof scenario === "string" ? scenario : scenario.name} / ${point} / ${kind}`;
}

/** Every kind of fault at every call of every scenario that is as it should be without one. */
export async function plan(
  environment: Environment,
  scenarios: readonly Scenario[],
  onScenario: (name: string, wrong: readonly Violation[]) => void,
): Promise<{ planned: Planned[]; baselines: Baseline[] }> {
  const baselines: Baseline[] = [];
  for (const scenario of scenarios) {
    const baseline = await runWithoutFault(scenario, environment);
    baselines.push(baseline);
    onScenario(scenario.name, baseline.wrong);
  }
  const planned = baselines
    .filter(({ wrong }) => wrong.length === 0)
    .flatMap(({ scenario, points }) =>
      points.flatMap((point) => FAULT_KINDS.map((kind) => ({ scenario, point, kind }))),
    );
  return { planned, baselines };
}

/** The runs in an order that the seed decides, and with it what meets what. */
export function inOrderOf(seed: number, planned: readonly Planned[]): Planned[] {
  const place = (run: Planned) =>
    createHash("sha256")
      .update(`${seed} ${nameOf(run)}`)
      .digest("hex");
  return planned.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
}

/**
 * Makes runs: those that need the stack for themselves one after the other, the others beside each other. Their end states, and those
 * without a fault, are judged again once nothing is on its way: what came late must have changed nothing.
 */
export async function runAll(
  environment: Environment,
  planned: readonly Planned[],
  baselines: readonly Baseline[] = [],
  onRun: () => void = () => undefined,
): Promise<Outcome> {
  const run = async (plan: Planned) => {
    const run = await runUntilInjected(plan, environment);
    onRun();
    return { scenario: plan.scenario, run };
  };
  const [beside = [], alone = []] = [true, false].map((isBeside) =>
    planned.filter(({ scenario }) => (scenario.cold === undefined) === isBeside),
  );
  const made = await pMap(beside, run, { concurrency: environment.concurrency });
  made.push(...(await pMap(alone, run, { concurrency: 1 })));
  const leftBehind = (await environment.drain?.()) ?? [];
  const judged = async ({ scenario, run }: (typeof made)[number]) => ({
    ...run,
    violations: await scenario.violations(run.subject, false),
  });
  const judgedBaseline = async ({ scenario, subject, wrong }: Baseline) => {
    const found = wrong.length > 0 ? wrong : await scenario.violations(subject, true);
    return found.map(({ kind, text }) => ({
      kind,
      text: `${scenario.name}, without a fault (${subject}): ${text}`,
    }));
  };
  return {
    runs: await pMap(made, judged, { concurrency: JUDGED_AT_ONCE }),
    leftBehind: [
      ...leftBehind,
      ...(await pMap(baselines, judgedBaseline, { concurrency: JUDGED_AT_ONCE })).flat(),
    ],
  };
}

/** Runs a scenario without a fault, to find its calls. */
export async function runWithoutFault(scenario: Scenario, environment: Environment): Promise<Baseline> {
  for (let chance = 1; ; chance++) {
    const subject = environment.stack.nextSubject();
    const unsettled = await begin(scenario, subject, environment);
    const points = environment.stack.arming.record(subject);
    await scenario.act(subject);
    const left = await settled(
      () => scenario.violations(subject, true),
      environment.patienceMs * BASELINE_SHARE_OF_PATIENCE,
    );
    const wrong = [...unsettled, ...left];
    if (wrong.length === 0 || chance === MOST_BASELINES) {
      return { scenario, subject, points: [...points].filter((point) => scenario.covers(point)), wrong };
    }
  }
}

async function runUntilInjected(plan: Planned, environment: Environment): Promise<Run> {
  for (let chance = 1; ; chance++) {
    const run = await runOnce(plan, environment);
    if (run.injections > 0 || chance === MOST_CHANCES) return run;
  }
}

async function runOnce({ scenario, point, kind }: Planned, environment: Environment): Promise<Run> {
  const start = performance.now();
  const subject = environment.stack.nextSubject();
  const unsettled = await begin(scenario, subject, environment);
  const run = { scenario: scenario.name, point, kind, subject };
  if (unsettled.length > 0) return { ...run, injections: 0, violations: unsettled, milliseconds: 0 };
  const fault = environment.stack.arming.arm(subject, point, kind);
  await scenario.act(subject);
  const violations = await settled(() => scenario.violations(subject, false), environment.patienceMs);
  const milliseconds = Math.round(performance.now() - start);
  return { ...run, injections: fault.injections, violations, milliseconds };
}

/** @returns what has not settled of what comes before */
async function begin(scenario: Scenario, subject: string, environment: Environment): Promise<Violation[]> {
  const unsettled = (await scenario.prepare?.(subject)) ?? [];
  if (scenario.cold !== undefined) await environment.stack.restart(scenario.cold);
  return unsettled;
}
