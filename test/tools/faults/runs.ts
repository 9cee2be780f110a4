/** Runs scenarios: once without a fault to find their calls, then once for each call and each kind of fault. */

import pMap from "p-map";
import type { Point } from "./injection/arming.ts";
import type { FaultKind } from "./injection/fault-kinds.ts";
import type { Environment, Scenario } from "./scenario.ts";
import { settled } from "./settled.ts";
import type { Violation } from "./violation.ts";

/** A run that is to be made. */
export interface Planned {
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

/** A call that is not made every time, such as one whose answer may be cached, gets so many chances. */
const MOST_CHANCES = 4;

/** A machine that is busy with other things may delay anything once; what is wrong is wrong every time. */
const MOST_BASELINES = 3;

/** Nothing has to recover where nothing fails, but from an outage that is a part of the scenario. */
const BASELINE_SHARE_OF_PATIENCE = 1 / 3;

/** A scenario as it was run without a fault. */
export interface Baseline {
  scenario: Scenario;
  subject: string;
  points: Point[];
  /** Violations without a fault. */
  wrong: Violation[];
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

/** Makes the runs: those that need the stack for themselves one after the other, the others beside each other. */
export async function runAll(
  planned: readonly Planned[],
  environment: Environment,
  onRun: (run: Run) => void,
): Promise<Run[]> {
  const run = async (plan: Planned) => {
    const run = await runUntilInjected(plan, environment);
    onRun(run);
    return run;
  };
  const alone = planned.filter(({ scenario }) => scenario.cold !== undefined);
  const beside = planned.filter(({ scenario }) => scenario.cold === undefined);
  const runs = await pMap(beside, run, { concurrency: environment.concurrency });
  return [...runs, ...(await pMap(alone, run, { concurrency: 1 }))];
}

/** The end states again, once nothing is on its way: what came late must have changed nothing. */
export async function judgeAgain(runs: readonly Run[], { scenarios }: Environment): Promise<Run[]> {
  const byName = new Map(scenarios.map((scenario) => [scenario.name, scenario]));
  return pMap(
    runs,
    async (run) => {
      const violations = await byName.get(run.scenario)?.violations(run.subject, false);
      return { ...run, violations: violations ?? run.violations };
    },
    { concurrency: 4 },
  );
}

/** The end states without a fault again, once nothing is on its way, of those that were as they should be. */
export async function judgeBaselinesAgain(baselines: readonly Baseline[]): Promise<Violation[]> {
  const judged = await pMap(
    baselines.filter(({ wrong }) => wrong.length === 0),
    async ({ scenario, subject }) =>
      (await scenario.violations(subject, true)).map((one) => withoutFault(scenario, subject, one)),
    { concurrency: 4 },
  );
  return judged.flat();
}

/** A violation as it is reported where no fault was injected. */
export function withoutFault({ name }: Scenario, subject: string, { kind, text }: Violation): Violation {
  return { kind, text: `${name}, without a fault (${subject}): ${text}` };
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
  return {
    ...run,
    injections: fault.injections,
    violations,
    milliseconds: Math.round(performance.now() - start),
  };
}

/** @returns what has not settled of what comes before */
async function begin(scenario: Scenario, subject: string, environment: Environment): Promise<Violation[]> {
  const unsettled = (await scenario.prepare?.(subject)) ?? [];
  if (scenario.cold !== undefined) await environment.stack.restart(scenario.cold);
  return unsettled;
}
