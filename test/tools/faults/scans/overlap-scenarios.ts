/** Two runs of one project beside each other: what the earlier one still finds out must change nothing of the later one. */

import { setTimeout as sleep } from "node:timers/promises";
import type { DescribedCall } from "../injection/described-call.ts";
import type { FaultStack } from "../injection/fault-stack.ts";
import type { Scenario } from "../scenario.ts";
import { settled } from "../settled.ts";
import { unless } from "../violation.ts";
import { CHANGING_WALLETS } from "./scan-wallets.ts";
import type { Scans } from "./scans.ts";
import type { ScriptedService } from "./scripted-service.ts";

/** Tools of scenarios of overlapping runs. */
interface OverlapTools {
  stack: FaultStack;
  scans: Scans;
  service: ScriptedService;
  patienceMs: number;
}

/** A worker that was let go has written everything when none is at work for so long, in milliseconds. */
const QUIET_MS = 300;

const EARLIER = 1;
const LATER = 2;

export function overlapScenarios(tools: OverlapTools): Scenario[] {
  return [
    scenario("an answer to an earlier run, after the later one", tools, lateAnswer),
    scenario("an answer to an earlier run, between two passes of the later one", tools, answerBetween),
    scenario("a write of an earlier run, after the later one", tools, lateWrite),
  ];
}

function scenario(
  name: string,
  tools: OverlapTools,
  act: (subject: string, tools: OverlapTools) => Promise<void>,
): Scenario {
  const { scans, service } = tools;
  return {
    name,
    covers: () => false,
    async prepare(subject) {
      await scans.remember(subject, CHANGING_WALLETS);
      service.setNight(subject, EARLIER);
      return [];
    },
    act: (subject) => act(subject, tools),
    violations: (subject, exactlyOnce) => scans.violations(subject, { givenUp: 1, exactlyOnce }),
  };
}

async function lateAnswer(subject: string, tools: OverlapTools): Promise<void> {
  const answer = tools.service.holdNextScan(subject);
  await tools.scans.beginEarlier(subject, true);
  await answer.reached;
  await laterRun(subject, tools);
  answer.open();
  await quiet(tools, 0);
}

async function answerBetween(subject: string, { stack, scans, service, patienceMs }: OverlapTools) {
  const answer = service.holdNextScan(subject);
  const earlier = await scans.beginEarlier(subject, true);
  await answer.reached;
  service.setNight(subject, LATER);
  const secondPass = stack.arming.hold(
    subject,
    ({ what, body }) =>
      what.startsWith("dynamodb:UpdateItem scanRuns") &&
      body.includes('"pass":{"N":"2"}') &&
      !body.includes(earlier),
  );
  await scans.start(subject);
  await secondPass.reached;
  answer.open();
  await quiet({ stack, patienceMs }, 1);
  secondPass.open();
  await ended(subject, { scans, patienceMs });
}

async function lateWrite(subject: string, tools: OverlapTools): Promise<void> {
  const { stack, scans } = tools;
  const isWrite = ({ what, body }: DescribedCall, earlier: string) =>
    /^dynamodb:\w*(Update|Put|Write)\w* \S*wallets\b/.test(what) && body.includes(earlier);
  let earlier = "unknown";
  const write = stack.arming.hold(subject, (call) => isWrite(call, earlier));
  earlier = await scans.beginEarlier(subject, true);
  await write.reached;
  await laterRun(subject, tools);
  write.open();
  await quiet(tools, 0);
}

async function laterRun(subject: string, tools: OverlapTools): Promise<void> {
  tools.service.setNight(subject, LATER);
  await tools.scans.start(subject);
  await ended(subject, tools);
}

async function ended(subject: string, { scans, patienceMs }: Pick<OverlapTools, "scans" | "patienceMs">) {
  await settled(() => scans.ended(subject, LATER), patienceMs);
}

/** Waits until no more than so many workers are at work. */
async function quiet({ stack, patienceMs }: Pick<OverlapTools, "stack" | "patienceMs">, workers: number) {
  const pool = stack.stack.functions.get("ScanWallets");
  await sleep(QUIET_MS);
  await settled(async () => unless(pool.busy <= workers, "lost", "workers are at work"), patienceMs);
}
