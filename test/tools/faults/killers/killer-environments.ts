/** Stacks on which one message of a queue kills its worker, among others that are good. */

import { GetQueueAttributesCommand, SendMessageCommand } from "@aws-sdk/client-sqs";
import type { FaultStack } from "../injection/fault-stack.ts";
import { FIRST_SUBJECT, LAST_SUBJECT } from "../injection/subjects.ts";
import { Intake } from "../intake/intake.ts";
import { illegal } from "../intake/intake-bodies.ts";
import { openQueueWith, QUEUE_TIME_SCALE } from "../intake/intake-environments.ts";
import { ids } from "../intake/queue-scenario.ts";
import { startScans } from "../scans/scan-environment.ts";
import { USUAL_WALLETS } from "../scans/scan-wallets.ts";
import type { Environment, Scenario } from "../scenario.ts";
import { settled } from "../settled.ts";
import { unless, type Violation } from "../violation.ts";

const GOOD = 99;

/** In so many visibility periods of the queue the good ones must be done. */
const MOST_PERIODS = 2;

/** The consumer has 6 s, in which a thread starts several times; a message comes back after 38 s. */
const SLOWER = 4;

/** A worker has 3 s; the message of one that was killed comes back after 18 s. */
const SCAN_TIME_SCALE = 300;

const PATIENCE_MS = 120_000;

/** Starts a stack for a killer in the webhook queue; `slowness` divides how fast its clock runs. */
export async function openKillers(slowness = 1, patienceMs = PATIENCE_MS * slowness): Promise<Environment> {
  const environment = await openQueueWith("killers", {}, slowness * SLOWER, patienceMs);
  const { stack } = environment;
  const timeScale = QUEUE_TIME_SCALE / (slowness * SLOWER);
  const intake = new Intake(stack, patienceMs);
  const scenario = killerScenario("a killer among 99 webhooks", {
    stack,
    queue: "webhook",
    timeScale,
    async send(subject, killer) {
      const [first, ...others] = ids(subject, GOOD, illegal);
      if (first !== undefined) await intake.enqueue(subject, first);
      await intake.enqueue(killer, illegal(killer));
      await Promise.all(others.map((one) => intake.enqueue(subject, one)));
    },
    // A message that was alerted before its batch died may be alerted again.
    violations: (subject) => intake.violations(subject, false),
    async killed() {
      const dead = await stack.waiting("webhookDlq");
      return unless(dead === 1, "lost", `${dead} messages are dead letters, and one kills`);
    },
  });
  return { ...environment, scenarios: [scenario], drain: async () => [] };
}

/** Runs of eight messages each. */
const RUNS = Math.ceil(GOOD / 8);

/** The same for a killer in the scan queue. */
export async function openScanKillers(
  slowness = 1,
  patienceMs = PATIENCE_MS * slowness,
): Promise<Environment> {
  const timeScale = SCAN_TIME_SCALE / slowness;
  const { stack, scans, service } = await startScans({ timeScale });
  const runsOf = (subject: string) =>
    Array.from({ length: RUNS }, (_, index) => String(Number(subject) + 100 + index));
  const scenario = killerScenario("a killer among the messages of 13 scans", {
    stack,
    queue: "scan",
    timeScale,
    async send(subject, killer) {
      const { scan: QueueUrl } = stack.stack.endpoints.queues;
      const message = {
        v: 1,
        projectId: Number(killer),
        runId: "2026-01-01T00:00:00.000Z-000000",
        shard: 0,
        hop: 1,
      };
      await stack.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message) }));
      for (const run of runsOf(subject)) {
        await scans.remember(run, USUAL_WALLETS);
        await scans.start(run);
      }
    },
    async violations(subject) {
      const found = runsOf(subject).map((run) => scans.violations(run, { exactlyOnce: true, givenUp: 0 }));
      return (await Promise.all(found)).flat();
    },
    killed: async () => [],
  });
  return {
    name: "scanKillers",
    scenarios: [scenario],
    stack,
    concurrency: 1,
    patienceMs,
    async close() {
      await stack.close();
      await service.close();
    },
  };
}

interface KillerParts {
  stack: FaultStack;
  queue: "webhook" | "scan";
  timeScale: number;
  /** Puts a killer among good messages. */
  send(subject: string, killer: string): Promise<void>;
  violations(subject: string): Promise<Violation[]>;
  /** Violations of the killer's end, once the good ones are done. */
  killed(): Promise<Violation[]>;
}

function killerScenario(name: string, parts: KillerParts): Scenario {
  const { stack, queue, timeScale, send } = parts;
  const late = new Map<string, Violation[]>();
  return {
    name,
    covers: () => false,
    async act(subject) {
      const { Attributes } = await stack.sqs.send(
        new GetQueueAttributesCommand({
          QueueUrl: stack.stack.endpoints.queues[queue],
          AttributeNames: ["VisibilityTimeout"],
        }),
      );
      const periodMs = (Number(Attributes?.["VisibilityTimeout"]) * 1_000) / timeScale;
      const killer = String(LAST_SUBJECT - 1 - (Number(subject) - FIRST_SUBJECT));
      const kills = stack.arming.kill(killer);
      const start = performance.now();
      await send(subject, killer);
      const left = await settled(() => parts.violations(subject), periodMs * MOST_PERIODS);
      const tookMs = performance.now() - start;
      process.stderr.write(
        `"${name}": the good ones took ${(tookMs / periodMs).toFixed(2)} visibility periods of ${(periodMs / 1_000).toFixed(0)} s, beside ${kills.count} kills\n`,
      );
      late.set(subject, [...left, ...unless(kills.count > 0, "wrong", "nothing was killed")]);
    },
    async violations(subject) {
      return [...(late.get(subject) ?? []), ...(await parts.violations(subject)), ...(await parts.killed())];
    },
  };
}
