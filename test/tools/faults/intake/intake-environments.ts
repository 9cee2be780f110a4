/** Stacks on which webhooks and look-ups are run: one for the endpoints, one for what is behind the queue. */

import { FaultStack } from "../injection/fault-stack.ts";
import { LAST_SUBJECT } from "../injection/subjects.ts";
import { overlapScenarios } from "../scans/overlap-scenarios.ts";
import { startScans } from "../scans/scan-environment.ts";
import type { ScriptedService } from "../scans/scripted-service.ts";
import type { Environment, Scenario } from "../scenario.ts";
import { unless } from "../violation.ts";
import { CHANGES } from "./change-scenarios.ts";
import { DELIVERIES } from "./delivery-scenarios.ts";
import { endpointScenarios } from "./endpoint-scenarios.ts";
import { Intake } from "./intake.ts";
import { queueScenarios } from "./queue-scenario.ts";

/** The functions behind the endpoints have 1 s, even where the machine has other things to do. */
const ENDPOINTS_TIME_SCALE = 10;

/** The consumer has 1.5 s; a message comes back after 9 s. */
const QUEUE_TIME_SCALE = 40;

const PATIENCE_MS = 120_000;

/** As many as there are workers. */
const ENDPOINT_CONCURRENCY = 4;

/** A fault in one run costs all others of its batch a try, and doubles their next pause. */
const QUEUE_CONCURRENCY = 12;

/** Starts a stack for what is posted and looked up; `slowness` divides how fast its clock runs. */
export async function openEndpoints(slowness = 1, patienceMs = PATIENCE_MS * slowness): Promise<Environment> {
  const { stack, scans, service } = await startScans({
    timeScale: ENDPOINTS_TIME_SCALE / slowness,
    loaded: ["ReceiveWebhook", "GetUser", "StartScan", "ScanWallets"],
  });
  const intake = new Intake(stack, patienceMs);
  const scenarios = [
    ...endpointScenarios(intake, stack),
    ...overlapScenarios({ stack, scans, service, patienceMs }),
  ];
  return environment("endpoints", {
    stack,
    intake,
    service,
    scenarios,
    concurrency: ENDPOINT_CONCURRENCY,
    patienceMs,
  });
}

/** Starts a stack for what comes out of the webhook queue; `slowness` divides how fast its clock runs. */
export function openQueue(slowness = 1, patienceMs = PATIENCE_MS * slowness): Promise<Environment> {
  return openQueueWith("queue", DELIVERIES, slowness, patienceMs);
}

/** The same for ids that come again with other contents. */
export function openChanges(slowness = 1, patienceMs = PATIENCE_MS * slowness): Promise<Environment> {
  return openQueueWith("changes", CHANGES, slowness, patienceMs);
}

/** The same for chosen scenarios, by name. */
export async function openQueueWith(
  name: string,
  scenarios: Parameters<typeof queueScenarios>[0],
  slowness: number,
  patienceMs = PATIENCE_MS * slowness,
): Promise<Environment & { intake: Intake }> {
  const stack = await FaultStack.start({
    timeScale: QUEUE_TIME_SCALE / slowness,
    loaded: ["StoreNotifications"],
    context: { projects: [{ id: 1 }, { id: 2 }] },
  });
  const intake = new Intake(stack, patienceMs);
  await intake.warmUp(String(LAST_SUBJECT));
  const parts = { stack, intake, scenarios: queueScenarios(scenarios, intake) };
  return { ...environment(name, { ...parts, concurrency: QUEUE_CONCURRENCY, patienceMs }), intake };
}

interface Parts {
  stack: FaultStack;
  intake: Intake;
  service?: ScriptedService;
  scenarios: readonly Scenario[];
  concurrency: number;
  patienceMs: number;
}

function environment(name: string, { stack, intake, service, ...parts }: Parts): Environment {
  return {
    name,
    ...parts,
    stack,
    async drain() {
      await intake.drain();
      const dead = await stack.waiting("webhookDlq");
      return unless(dead === 0, "lost", `${dead} messages of the webhook queue went to its dead letters`);
    },
    async close() {
      await stack.close();
      await service?.close();
    },
  };
}
