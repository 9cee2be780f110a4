/** What can come to the webhook endpoint and to its queue. */

import { LOCAL_REHEARSAL_SECRET } from "../../../../infra/local/aws/local-secrets.ts";
import type { RequestChanges } from "../../../support/test-stack.ts";
import type { TableName } from "../injection/arming.ts";
import { callsOf, isSecret, type Scenario } from "../scenario.ts";
import type { Violation } from "../violation.ts";
import type { Arrival, Intake } from "./intake.ts";
import {
  abroad,
  aggravated,
  dearer,
  harmless,
  illegal,
  invalid,
  invalidSelfDeclared,
  manyLaws,
  notification,
  ofNoProject,
  recased,
  reordered,
  repriced,
  respelled,
  reused,
  reworded,
  selfDeclared,
  serviceError,
  warned,
} from "./intake-bodies.ts";
import type { Posted } from "./intake-facts.ts";

/** A body, and how it comes where that is not the usual way. */
type Coming = Posted | readonly [Posted, Arrival];
type Bodies = (subject: string) => readonly Coming[];

/** What a scenario of the queue is made of. */
interface QueueParts {
  /** What has settled before, one after the other. */
  before?: readonly Bodies[];
  bodies: Bodies;
  covers?: Scenario["covers"];
  /** Which table is out of reach until the alert has gone out. */
  outage?: TableName;
  /** Whether the queue hands out everything once more. */
  again?: boolean;
}

/** Bodies that are posted at the endpoint; the service posts them again until they are accepted. */
export function endpointScenarios(intake: Intake): Scenario[] {
  const scenario = (
    name: string,
    body: (subject: string) => Posted,
    changes: RequestChanges = {},
  ): Scenario => ({
    name,
    covers: callsOf("ReceiveWebhook"),
    act: (subject) => intake.post(subject, body(subject), changes),
    violations: (subject, exactlyOnce) => intake.violations(subject, exactlyOnce),
  });
  const posted = scenario("an illegal one is posted", (subject) => illegal(subject));
  return [
    posted,
    scenario("what is not the contract is posted", (subject) => invalid(subject)),
    scenario("one that calls itself a rehearsal is posted", (subject) => selfDeclared(subject)),
    scenario("a rehearsal is posted with its proof", (subject) => illegal(subject), {
      rehearsalSecret: LOCAL_REHEARSAL_SECRET,
    }),
    {
      ...posted,
      name: "an illegal one is posted, at a cold endpoint",
      covers: isSecret,
      cold: ["ReceiveWebhook"],
    },
  ];
}

/** Calls whose name holds a text, as `notifications SET`. */
function callsWith(...parts: readonly string[]): Scenario["covers"] {
  return (point) => parts.some((part) => point.includes(part));
}

/** Calls by the end of their names, as `SET claims #2`: of many that are alike, a few. */
function callsLike(...ends: readonly string[]): Scenario["covers"] {
  return (point) => ends.some((end) => point.endsWith(end));
}

const NONE: Scenario["covers"] = () => false;

/** What comes out of the queue, by name. */
const QUEUE: Record<string, QueueParts> = {
  "an illegal one": { bodies: (subject) => [illegal(subject)] },
  "the same again, spelled otherwise": {
    before: [(subject) => [illegal(subject)]],
    bodies: (subject) => [respelled(subject)],
  },
  "25 deliveries of one content at once": {
    bodies: (subject) => Array.from({ length: 25 }, () => illegal(subject)),
    covers: callsWith("sns:Publish", "notifications"),
  },
  "a repeat that the queue hands out again": {
    before: [(subject) => [illegal(subject)]],
    bodies: (subject) => Array.from({ length: 23 }, () => illegal(subject)),
    again: true,
    covers: callsWith("notifications SET"),
  },
  "a harmless one that turns illegal": {
    before: [(subject) => [harmless(subject)]],
    bodies: (subject) => [illegal(subject)],
  },
  "re-evaluated without anything illegal that is new": {
    before: [
      (subject) => [harmless(subject)],
      (subject) => [warned(subject)],
      (subject) => [aggravated(subject)],
    ],
    bodies: (subject) => [
      repriced(subject),
      reworded(subject),
      recased(subject),
      reordered(subject),
      { ...warned(subject, { usd: 2999 }), label: "warned at another price" },
    ],
    covers: callsLike("PutItem notifications #2", "PutItem notifications #7", "GetItem notifications #3"),
  },
  "harmless, and then to be looked at": {
    before: [(subject) => [harmless(subject)]],
    bodies: (subject) => [warned(subject)],
    covers: callsLike("PutItem notifications #2"),
  },
  "illegal, then to be looked at, then illegal again": {
    before: [(subject) => [illegal(subject)], (subject) => [warned(subject)]],
    bodies: (subject) => [repriced(subject)],
    covers: callsLike("PutItem notifications #2", "GetItem notifications #1"),
  },
  "another transaction under a used id": {
    before: [(subject) => [illegal(subject)]],
    bodies: (subject) => [reused(subject)],
  },
  "a harmless transaction under a used id": {
    before: [(subject) => [illegal(subject)]],
    bodies: (subject) => [
      notification(subject, "harmless reused", { wallet: "other", transaction: 3, owner: `w-${subject}` }),
    ],
    covers: NONE,
  },
  "another amount under a used id": {
    before: [(subject) => [illegal(subject)]],
    bodies: (subject) => [dearer(subject)],
    covers: NONE,
  },
  "a law is added, and one of another country": {
    before: [(subject) => [illegal(subject)]],
    bodies: (subject) => [aggravated(subject), abroad(subject)],
    covers: callsLike("PutItem notifications #2", "SET claims #1", "SET alert #2", "Publish alerts #1"),
  },
  "changes that say the same, all at once": {
    bodies: (subject) => [
      harmless(subject),
      illegal(subject),
      aggravated(subject),
      reordered(subject),
      repriced(subject),
      reused(subject),
    ],
    covers: callsLike(
      "PutItem notifications #2",
      "PutItem notifications #7",
      "GetItem notifications #3",
      "SET claims #1",
      "SET claims #2",
      "Publish alerts #1",
    ),
  },
  "one of 45 laws changes": {
    before: [(subject) => [manyLaws(subject, 45)]],
    bodies: (subject) => [manyLaws(subject, 45, 46)],
    covers: NONE,
  },
  "1,001 laws, of which one changes": {
    before: [(subject) => [manyLaws(subject, 1_001)]],
    bodies: (subject) => [manyLaws(subject, 1_001, 1_002)],
    covers: NONE,
  },
  "an illegal one after 55 other contents": {
    before: [
      (subject) => [harmless(subject)],
      (subject) =>
        Array.from({ length: 55 }, (_, cents) => notification(subject, `cheap ${cents}`, { usd: cents })),
    ],
    bodies: (subject) => [illegal(subject)],
    covers: NONE,
  },
  "ten ids turn illegal at once": {
    before: [(subject) => ids(subject, 10, harmless)],
    bodies: (subject) => [...ids(subject, 10, illegal), illegal(subject, { other: 90 }), invalid(subject)],
    covers: callsLike(
      "PutItem alerts #2",
      "SET alert #5",
      "SET claims #5",
      "Publish alerts #2",
      "operations #1",
    ),
  },
  "a known wallet's new owner": {
    before: [(subject) => [harmless(subject)]],
    bodies: (subject) => [harmless(subject, { other: 2, owner: `v-${subject}` })],
  },
  "owners seen in another order than they come": {
    before: [
      (subject) => [[harmless(subject), { agoMs: 2_000 }]],
      (subject) => [[harmless(subject, { other: 2, owner: `v-${subject}` }), { agoMs: 1_000 }]],
      (subject) => [harmless(subject, { other: 3 })],
    ],
    bodies: (subject) => [
      [harmless(subject, { other: 4, owner: `w-${subject}` }), { agoMs: 1_500 }],
      [harmless(subject, { other: 5, owner: `v-${subject}` }), { agoMs: 500 }],
    ],
    covers: callsWith("wallets"),
  },
  "what is not the contract": { bodies: (subject) => [invalid(subject)] },
  "what is not the contract, again": {
    before: [(subject) => [invalid(subject)]],
    bodies: (subject) => [invalid(subject), invalidSelfDeclared(subject)],
    covers: NONE,
  },
  "an error of the service": { bodies: (subject) => [serviceError(subject)] },
  "a rehearsal, and then the real one": {
    before: [(subject) => [[illegal(subject), { rehearsal: true }]]],
    bodies: (subject) => [illegal(subject), [invalid(subject), { rehearsal: true }]],
    covers: callsLike("PutItem notifications #1", "Publish alerts #1", "SET alert #1"),
  },
  "a rehearsal and real ones at once": {
    bodies: (subject) => [
      [illegal(subject), { rehearsal: true }],
      [aggravated(subject), { rehearsal: true }],
      illegal(subject, { other: 1 }),
      illegal(subject),
    ],
    covers: callsLike("Publish alerts #2"),
  },
  "one that calls itself a rehearsal without proof": {
    bodies: (subject) => [selfDeclared(subject), invalidSelfDeclared(subject)],
    covers: callsLike("Publish alerts #1"),
  },
  "a real one after one that calls itself a rehearsal": {
    before: [(subject) => [selfDeclared(subject)]],
    bodies: (subject) => [illegal(subject)],
    covers: NONE,
  },
  "bodies of no project, and of one that has left": {
    bodies: (subject) => [
      [ofNoProject(subject, { filedUnder: 0 }), { projectId: null }],
      [illegal(subject, { projectId: 9 }), { projectId: 9 }],
      [ofNoProject(subject, { other: 1 }), { projectId: 1 }],
      [illegal(subject, { other: 2, projectId: 2 }), { projectId: null }],
    ],
    covers: callsLike("Publish alerts #3", "operations #1"),
  },
  "four at once": {
    bodies: (subject) => [
      illegal(subject),
      illegal(subject, { other: 1 }),
      harmless(subject, { other: 2 }),
      invalid(subject, { other: 3 }),
    ],
    covers: callsLike(
      "PutItem notifications #2",
      "SET alert #2",
      "PutItem alerts #2",
      "Publish alerts #1",
      "Publish alerts #2",
      "operations #1",
    ),
  },
  "an illegal one, with the wallets out of reach": {
    bodies: (subject) => [illegal(subject)],
    outage: "wallets",
    covers: callsLike("Publish alerts #1", "SET alert #1", "SET state #1"),
  },
  "an illegal one, with the chains out of reach": {
    bodies: (subject) => [illegal(subject)],
    outage: "chains",
    covers: callsLike("Publish alerts #1", "SET alert #1"),
  },
  "an illegal one, with the alert records out of reach": {
    bodies: (subject) => [illegal(subject)],
    outage: "alerts",
    covers: callsLike("Publish alerts #1", "SET alert #1"),
  },
  "a change, with the wallets out of reach": {
    before: [(subject) => [harmless(subject)]],
    bodies: (subject) => [reused(subject)],
    outage: "wallets",
    covers: NONE,
  },
};

/** Bodies that the queue has taken. */
export function queueScenarios(intake: Intake): Scenario[] {
  return Object.entries(QUEUE).map(([name, parts]) => queueScenario(name, parts, intake));
}

function queueScenario(name: string, parts: QueueParts, intake: Intake): Scenario {
  const { before = [], bodies, covers = callsOf("StoreNotifications"), outage, again } = parts;
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

function ids(
  subject: string,
  count: number,
  make: (subject: string, changes: { other: number }) => Posted,
): Posted[] {
  return Array.from({ length: count }, (_, other) => make(subject, { other: other + 1 }));
}
