/** Scenarios of the webhook queue. */

import type { TableName } from "../injection/arming.ts";
import { callsOf, isSecret, type Scenario } from "../scenario.ts";
import type { Violation } from "../violation.ts";
import type { Arrival, Intake } from "./intake.ts";
import type { Posted } from "./intake-facts.ts";

/** A body, and how it comes where that is not the usual way. */
type Coming = Posted | readonly [Posted, Arrival];
type Bodies = (subject: string) => readonly Coming[];

/** Parts of a scenario. */
export interface QueueParts {
  /** Deliveries that have settled before, one after the other. */
  before?: readonly Bodies[];
  /** True to take the wallets of earlier deliveries out of the scans. */
  walletsRemoved?: boolean;
  bodies: Bodies;
  covers?: Scenario["covers"];
  /** Table that is out of reach until the alert has gone out. */
  outage?: TableName;
  /** True to have the queue deliver everything once more. */
  again?: boolean;
}

/** Calls whose name holds a text, as `notifications SET`. */
export function callsWith(...parts: readonly string[]): Scenario["covers"] {
  return (point) => parts.some((part) => point.includes(part));
}

/** Calls by the end of their names, as `SET claims #2`: of many that are alike, a few. */
export function callsLike(...ends: readonly string[]): Scenario["covers"] {
  return (point) => ends.some((end) => point.endsWith(end));
}

/** A scenario that is compared with the oracle as it is. */
export const NONE: Scenario["covers"] = () => false;

/** Scenarios of bodies that the queue has taken, by name. */
export function queueScenarios(scenarios: Readonly<Record<string, QueueParts>>, intake: Intake): Scenario[] {
  return Object.entries(scenarios).map(([name, parts]) => queueScenario(name, parts, intake));
}

function queueScenario(name: string, parts: QueueParts, intake: Intake): Scenario {
  const {
    before = [],
    bodies,
    covers = callsOf("StoreNotifications"),
    outage,
    again,
    walletsRemoved,
  } = parts;
  async function come(subject: string): Promise<void> {
    await enqueue(intake, subject, bodies(subject));
    if (again !== true) return;
    await intake.settle(subject);
    await intake.redeliver(subject);
  }
  return {
    name,
    covers: (point) => point.startsWith("StoreNotifications ") && covers(point) && !isSecret(point),
    async prepare(subject) {
      const left: Violation[] = [];
      for (const earlier of before) {
        await enqueue(intake, subject, earlier(subject));
        left.push(...(await intake.settle(subject)));
      }
      if (walletsRemoved === true) await intake.removeWallets(subject);
      return left;
    },
    async act(subject) {
      if (outage === undefined) await come(subject);
      else await intake.duringOutage(subject, outage, () => come(subject));
    },
    violations: (subject, exactlyOnce) => intake.violations(subject, exactlyOnce),
  };
}

async function enqueue(intake: Intake, subject: string, comings: readonly Coming[]): Promise<void> {
  await Promise.all(
    comings.map((coming) =>
      "label" in coming ? intake.enqueue(subject, coming) : intake.enqueue(subject, coming[0], coming[1]),
    ),
  );
}

/** So many bodies of one kind, each of another id. */
export function ids(
  subject: string,
  count: number,
  make: (subject: string, changes: { other: number }) => Posted,
): Posted[] {
  return Array.from({ length: count }, (_, other) => make(subject, { other: other + 1 }));
}
