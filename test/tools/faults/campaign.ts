/** All runs of a scenario: one without a fault, and one for each kind of fault at each of its calls. */

import type { FaultKind, Hit, Point } from "./arming.ts";
import { FaultStack } from "./fault-stack.ts";
import { messageDifferences, outcomeDifferences, violations } from "./invariants.ts";
import { knownReason } from "./known.ts";
import { type Scenario, take } from "./scenarios.ts";
import { differences, type Snapshot, takeSnapshot } from "./snapshot.ts";

interface CampaignOptions {
  /** Whether a run is made, by its name: scenario / call / fault. */
  wants(name: string): boolean;
  kinds: readonly FaultKind[];
  /** Tries every call of a kind, not the first ones alone. */
  every: boolean;
  /** Hears how many runs are done, and at once what was found. */
  onProgress(line: string): void;
}

export interface Run {
  /** As `scenario / call / fault`. */
  name: string;
  /** Whether the call came, and was hit. */
  isInjected: boolean;
  findings: string[];
  /** Findings that the list of known differences explains. */
  known: { finding: string; reason: string }[];
  /** Findings that did not show again: a machine with other work lets functions run out of time. */
  unsteady: string[];
}

/** Calls of one kind differ little: so many of them are tried, of those that read and of those that change something. */
const READS_TRIED = 1;
const WRITES_TRIED = 3;

/** A call that is never answered takes the whole time of its function: that one is short. Any other has much time. */
const LEISURE = 5;
const LATE_MS = 6_000;

/** Runs every planned run of a scenario, on two stacks: where calls are late, the clock runs fast. */
export async function runCampaign(scenario: Scenario, options: CampaignOptions): Promise<Run[]> {
  const [late, others] = [["late"] as const, options.kinds.filter((kind) => kind !== "late")];
  const calm = await runOn(scenario.timeScale / LEISURE, scenario, options, others);
  if (!options.kinds.includes("late")) return calm;
  return [...calm, ...(await runOn(scenario.timeScale, scenario, options, late))];
}

async function runOn(
  timeScale: number,
  scenario: Scenario,
  options: CampaignOptions,
  kinds: readonly FaultKind[],
): Promise<Run[]> {
  const limits = kinds.includes("late") ? { leastCallMs: LATE_MS } : {};
  const stack = await FaultStack.begin(scenario.functions, timeScale, limits);
  try {
    let expected = await runOnce(stack, scenario);
    const withoutFault = async () => {
      const before = expected.snapshot;
      expected = await runOnce(stack, scenario);
      const findings = [
        ...violations(expected.snapshot),
        ...outcomeDifferences(scenario, expected.snapshot),
        ...differences(before, expected.snapshot, []),
      ];
      return judged(`${scenario.name} / without a fault`, true, findings);
    };
    const runs = [await untilSteady(withoutFault)];
    const planned = planOf(scenario, expected.points, { ...options, kinds });
    for (const [at, { name, point, kind }] of planned.entries()) {
      const attempt = async () => {
        const { snapshot, hits } = await runOnce(stack, scenario, { point, kind });
        const findings = [
          ...violations(snapshot),
          ...messageDifferences(expected.snapshot, snapshot, hits),
          ...differences(expected.snapshot, snapshot, hits),
        ];
        return judged(name, hits.length > 0, findings);
      };
      const run = await untilSteady(attempt, async () => {
        expected = await runOnce(stack, scenario);
      });
      runs.push(run);
      for (const finding of run.findings) options.onProgress(`${name}: ${finding}`);
      if ((at + 1) % 25 === 0) options.onProgress(`${scenario.name}: ${at + 1} of ${planned.length} runs`);
    }
    return runs;
  } finally {
    await stack.close();
  }
}

/**
 * A finding is one that shows in two attempts of three.
 * @param renew makes what attempts are compared with again: a day may have ended meanwhile, and then its seal is due
 */
async function untilSteady(attempt: () => Promise<Run>, renew = async () => {}): Promise<Run> {
  const first = await attempt();
  if (first.findings.length === 0 && first.isInjected) return first;
  if (first.findings.length > 0) await renew();
  const second = await attempt();
  if (second.findings.length > 0) return second;
  const third = await attempt();
  return { ...third, unsteady: third.findings.length > 0 ? [] : first.findings };
}

function judged(name: string, isInjected: boolean, findings: readonly string[]): Run {
  const explained = findings.map((finding) => ({ finding, reason: knownReason(name, finding) }));
  return {
    name,
    isInjected,
    unsteady: [],
    findings: explained.filter(({ reason }) => reason === undefined).map(({ finding }) => finding),
    known: explained.flatMap(({ finding, reason }) => (reason === undefined ? [] : [{ finding, reason }])),
  };
}

function planOf(scenario: Scenario, points: readonly Point[], { wants, every, kinds }: CampaignOptions) {
  return points
    .filter((point) => (scenario.into ?? scenario.functions).some((name) => point.startsWith(`${name} `)))
    .filter((point) => every || Number(point.split("#").at(-1)) <= triedOf(point))
    .flatMap((point) => kinds.map((kind) => ({ name: `${scenario.name} / ${point} / ${kind}`, point, kind })))
    .filter(({ name }) => wants(name));
}

function triedOf(point: Point): number {
  return /:(Query|Scan|GetItem|BatchGetItem|GetSecretValue|GET) /.test(point) ? READS_TRIED : WRITES_TRIED;
}

/** Makes the steps of a scenario on an empty stack. */
async function runOnce(
  stack: FaultStack,
  { before, steps }: Scenario,
  fault?: { point: Point; kind: FaultKind },
): Promise<{ snapshot: Snapshot; points: Point[]; hits: readonly Hit[] }> {
  await stack.reset();
  for (const step of before) await take(step, stack);
  await stack.restart();
  if (fault !== undefined) stack.arming.arm(fault.point, fault.kind);
  for (const step of steps) await take(step, stack);
  const { arming } = stack;
  arming.disarm();
  return { snapshot: await takeSnapshot(stack), points: arming.points(), hits: arming.hits };
}
