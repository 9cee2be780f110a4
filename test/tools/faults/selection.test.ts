/** A fixed selection of faults, and what the oracles say of ends that are wrong. */

import pMap from "p-map";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nameOf, type Outcome, runAll, runWithoutFault } from "./campaign.ts";
import type { FaultKind } from "./injection/fault-kinds.ts";
import { CHANGES } from "./intake/change-scenarios.ts";
import { DELIVERIES } from "./intake/delivery-scenarios.ts";
import type { Intake } from "./intake/intake.ts";
import { openEndpoints, openQueueWith } from "./intake/intake-environments.ts";
import type { IntakeState } from "./intake/intake-facts.ts";
import { violationsOfIntake } from "./intake/model/intake-model.ts";
import { openReminders } from "./reminders.ts";
import { openScans } from "./scans/scan-environment.ts";
import { type ScanState, violationsOfScan } from "./scans/scan-model.ts";
import type { Scans } from "./scans/scans.ts";
import type { Environment } from "./scenario.ts";
import { slowness } from "./slowness.ts";
import type { Violation } from "./violation.ts";

/** A scenario, a point in it, and what is injected there. */
type Chosen = readonly [scenario: string, point: string, kind: FaultKind];

const ENDPOINTS: Chosen[] = [
  ["an illegal one is posted", "ReceiveWebhook sqs:SendMessage webhook #1", "no reply"],
  ["a user is looked up", "GetUser dynamodb:GetItem users #1", "throttled"],
];

const QUEUE: Chosen[] = [
  ["an illegal one", "StoreNotifications dynamodb:PutItem notifications #1", "crash after"],
  ["an illegal one", "StoreNotifications sns:Publish alerts #1", "no reply"],
  ["an illegal one", "StoreNotifications dynamodb:UpdateItem notifications SET alert #1", "refused"],
  [
    "the same again, spelled otherwise",
    "StoreNotifications dynamodb:UpdateItem notifications SET repeats #1",
    "no reply once",
  ],
  ["what is not the contract", "StoreNotifications dynamodb:PutItem notifications #1", "refused"],
  ["another transaction under a used id", "StoreNotifications sns:Publish alerts #1", "throttled"],
  ["a rehearsal, and then the real one", "StoreNotifications sns:Publish alerts #1", "crash after"],
];

const SCANS: Chosen[] = [
  ["a scan", "StartScan dynamodb:PutItem scanRuns #1", "no reply once"],
  ["a scan", "ScanWallets service:POST /v1/projects/…/addresses/scan-risk #1", "refused"],
  ["a scan", "ScanWallets dynamodb:BatchWriteItem walletScans #1", "crash after"],
];

const REMINDERS: Chosen[] = [
  ["reminders of an hour", "SendReminders dynamodb:PutItem alerts #1", "crash after"],
  ["reminders of an hour", "SendReminders dynamodb:UpdateItem alerts SET state #1", "throttled"],
];

const SELECTION = [
  ["a post or a look-up", ENDPOINTS],
  ["a message of the webhook queue", QUEUE],
  ["a scan", SCANS],
  ["reminders", REMINDERS],
] as const;

/** Fewer concurrent runs than in a campaign can do with a faster clock. */
const FASTER = 0.6;

/** Scenarios that are run without a fault, whose ends are judged. */
const ILLEGAL = "an illegal one";
const REUSED = "another transaction under a used id";
const INVALID = "what is not the contract";
const REHEARSED = "a rehearsal, and then the real one";
const SCAN = "a scan";
const JUDGED = [ILLEGAL, REUSED, INVALID, REHEARSED, SCAN];

/** Seen ends of these. */
const seen = new Map<string, Awaited<ReturnType<Intake["seen"]>>>();
let scanned: Awaited<ReturnType<Scans["seen"]>>;
let environments: Environment[] = [];
/** The subject of each run of a scenario without a fault, by its name. */
const subjects = new Map<string, string>();
let found: Outcome[] = [];

beforeAll(async () => {
  const measured = slowness();
  const slow = measured * FASTER;
  const queued = Object.entries({ ...DELIVERIES, ...CHANGES });
  const names = new Set([...JUDGED, ...QUEUE.map(([name]) => name)]);
  const opened = await Promise.all([
    openEndpoints(slow),
    openQueueWith("queue", Object.fromEntries(queued.filter(([name]) => names.has(name))), slow),
    openScans(slow),
    openReminders(measured),
  ]);
  const [, { intake }, { scans }] = opened;
  environments = opened;
  found = await Promise.all(
    opened.map(async (environment, index) => {
      const judged = environment.scenarios.filter(({ name }) => JUDGED.includes(name));
      const chosen = SELECTION[index]?.[1] ?? [];
      const planned = environment.scenarios.flatMap((scenario) =>
        chosen
          .filter(([name]) => name === scenario.name)
          .map(([, point, kind]) => ({ scenario, point, kind })),
      );
      const baselines = await pMap(judged, (scenario) => runWithoutFault(scenario, environment));
      for (const { scenario, subject } of baselines) subjects.set(scenario.name, subject);
      return runAll(environment, planned, baselines);
    }),
  );
  for (const name of [ILLEGAL, REUSED, INVALID, REHEARSED])
    seen.set(name, await intake.seen(subjects.get(name) ?? ""));
  scanned = await scans.seen(subjects.get(SCAN) ?? "", { givenUp: 0, exactlyOnce: true });
}, 240_000);
afterAll(() => Promise.all(environments.map((environment) => environment.close())));

describe("a fixed selection of faults", () => {
  it.each(SELECTION.map(([of, chosen], index) => [of, chosen, index] as const))(
    "leaves everything as without it, at each call of %s",
    (_, chosen, index) => {
      const { runs = [], leftBehind } = found[index] ?? {};
      const injected = runs.filter(({ injections }) => injections > 0).map(nameOf);
      expect(injected.sort()).toEqual(chosen.map((names) => names.join(" / ")).sort());
      expect(runs.flatMap(({ violations }) => violations)).toEqual([]);
      expect(leftBehind).toEqual([]);
    },
  );
});

/** Violations in words, with the subject of a scenario's run as `S` and the name of an alert record as `R`. */
function wordsOf(violations: readonly Violation[], scenario: string): string[] {
  const subject = subjects.get(scenario) ?? "";
  return violations.map(
    ({ kind, text }) => `${kind}: ${text.replaceAll(subject, "S").replaceAll(/\d{4}-\d\d-\d\dT\S+/g, "R")}`,
  );
}

/** Violations of a scenario of the queue, with another end than it had. */
function violationsWith(scenario: string, change: (state: IntakeState) => IntakeState): string[] {
  const [posted, state, strictness] = seen.get(scenario) ?? [];
  if (posted === undefined || state === undefined || strictness === undefined)
    throw new Error(`"${scenario}" was not run.`);
  return wordsOf(violationsOfIntake(posted, change(state), strictness), scenario);
}

/** The same of a scan. */
function scanViolationsWith(change: (state: ScanState) => ScanState): string[] {
  const [expected, state] = scanned;
  return wordsOf(violationsOfScan(expected, change(state)), SCAN);
}

/** Changes of everything of one kind in a state. */
function all<Key extends "items" | "records" | "wallets" | "alerts" | "lists">(
  key: Key,
  change: (one: IntakeState[Key][number]) => IntakeState[Key][number][],
) {
  return (state: IntakeState): IntakeState => ({ ...state, [key]: state[key].flatMap(change) });
}

const cases =
  (change: object) =>
  (state: IntakeState): IntakeState => ({
    ...state,
    cases: new Map([...state.cases].map(([ref, one]) => [ref, { ...one, ...change }])),
  });

describe("what is left by deliveries", () => {
  it.each<[string, string, (state: IntakeState) => IntakeState, string]>([
    ["without the item", ILLEGAL, all("items", () => []), 'lost: 1#S "illegal" was taken and is not stored'],
    [
      "with the item twice",
      ILLEGAL,
      all("items", (one) => [one, { ...one, ref: "another" }]),
      'doubled: 1#S "illegal" is stored 2 times',
    ],
    [
      "with a repeat too many",
      ILLEGAL,
      all("items", (one) => [{ ...one, repeats: 1 }]),
      'miscounted: 1#S "illegal" came in 1 deliveries and counts 1 repeats',
    ],
    [
      "with another delivery",
      ILLEGAL,
      all("items", (one) => [{ ...one, delivery: "another" }]),
      'wrong: 1#S "illegal" names a delivery that did not bring it',
    ],
    [
      "with another risk",
      ILLEGAL,
      all("items", (one) => [{ ...one, risk: "warn" }]),
      'wrong: 1#S "illegal" is stored with the risk warn',
    ],
    [
      "as another kind",
      INVALID,
      all("items", (one) => [{ ...one, kind: "error" }]),
      'wrong: 1#quarantined "invalid" is stored as error',
    ],
    [
      "with a pending alert",
      ILLEGAL,
      all("items", (one) => [{ ...one, alert: { state: "pending" } }]),
      'unalerted: 1#S "illegal" is pending',
    ],
    [
      "with a case that no alert went out to",
      ILLEGAL,
      all("items", (one) => [{ ...one, alert: { state: "none" } }]),
      'doubled: 1#S "illegal" has a case that no alert went out to',
    ],
    [
      "with a claim that was not alerted",
      REUSED,
      all("items", (one) => [{ ...one, alert: { state: "none" } }]),
      'unalerted: 1#S "reused" says something illegal that no alert went out of',
    ],
    [
      "with a list that lacks it",
      ILLEGAL,
      all("lists", (one) => [{ ...one, refs: [] }]),
      'lost: 1#S "illegal" is missing in the list of --userId u-S',
    ],
    [
      "without its alert record",
      ILLEGAL,
      all("records", () => []),
      'lost: 1#S "illegal" was alerted, and no alert record R speaks of it',
    ],
    [
      "with another text in its alert record",
      ILLEGAL,
      all("records", (one) => [{ ...one, text: "t" }]),
      "wrong: the alert record R does not hold the text that was published under it",
    ],
    [
      "without its case",
      ILLEGAL,
      (state) => ({ ...state, cases: new Map() }),
      'lost: 1#S "illegal" was alerted and has no case',
    ],
    [
      "without the deadline of its case",
      ILLEGAL,
      cases({ deadlines: [] }),
      'lost: the case of 1#S "illegal" does not say until when LFPIORPI is due',
    ],
    [
      "with a case that does not hold",
      ILLEGAL,
      cases({ problems: [{ kind: "differs" }] }),
      'wrong: the case of 1#S "illegal" does not hold: [{"kind":"differs"}]',
    ],
    [
      "without its wallet",
      ILLEGAL,
      all("wallets", () => []),
      "lost: the wallet 1#0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaSb on S is not remembered",
    ],
    [
      "with its wallet as another's",
      ILLEGAL,
      all("wallets", (one) => [{ ...one, userId: "another" }]),
      "wrong: the wallet 1#0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaSb on S belongs to another, and was last seen with u-S",
    ],
    [
      "with an owner that was never named",
      ILLEGAL,
      all("wallets", (one) => [{ ...one, owners: [...one.owners, "another"] }]),
      "doubled: the owner another of the wallet 1#0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaSb on S was never named",
    ],
    [
      "without its alert",
      ILLEGAL,
      all("alerts", () => []),
      'unalerted: 1#S "illegal" was not sent to alerts',
    ],
    [
      "without its alert of operations",
      INVALID,
      all("alerts", () => []),
      'unalerted: 1#quarantined "invalid" was not sent to operations',
    ],
    [
      "with an alert twice",
      REUSED,
      all("alerts", (one) => [one, { ...one }]),
      'doubled: 1#S "reused" was sent 2 times to alerts',
    ],
    [
      "with an alert as a rehearsal's",
      REUSED,
      all("alerts", (one) => [{ ...one, subject: `[TEST] ${one.subject}` }]),
      'wrong: 1#S "reused" is not a rehearsal and was sent as one',
    ],
    [
      "with a rehearsal's alert as a real one",
      REHEARSED,
      all("alerts", (one) => [{ ...one, subject: one.subject.replace("[TEST]", "") }]),
      'wrong: rehearsal#1#S "illegal" is a rehearsal and was sent as none',
    ],
  ])("is wrong %s: %s", (_, scenario, change, violation) => {
    expect(violationsWith(scenario, change)).toContain(violation);
  });
});

describe("what is left by a scan", () => {
  it.each<[string, (state: ScanState) => ScanState, string]>([
    [
      "without a history point",
      (state) => ({ ...state, history: state.history.slice(1) }),
      " has no history point and should be ",
    ],
    [
      "with a skipped wallet that is completed",
      (state) => ({
        ...state,
        history: state.history.map((one) => ({ ...one, ...{ outcome: "completed" as const, score: 0 } })),
      }),
      "wrong: skipped is completed with the score 0 and should be skipped",
    ],
    [
      "without a reason",
      (state) => ({ ...state, history: state.history.map((one) => ({ ...one, reason: "" })) }),
      "wrong: failed has failed, and its history does not say why",
    ],
    [
      "with another score",
      (state) => ({ ...state, wallets: state.wallets.map((one) => ({ ...one, score: 0 })) }),
      "wrong: failed has the score 0 and was given undefined",
    ],
    [
      "with another last run",
      (state) => ({ ...state, wallets: state.wallets.map((one) => ({ ...one, lastRun: "earlier" })) }),
      "wrong: score 19 is completed in the run earlier",
    ],
    [
      "with a pending alert",
      (state) => ({ ...state, wallets: state.wallets.map((one) => ({ ...one, alert: "pending" as const })) }),
      "unalerted: score 100's alert is pending",
    ],
    [
      "without its alerts",
      (state) => ({ ...state, alerts: [] }),
      "unalerted: score 100 crossed the line and no alert went out",
    ],
    [
      "with its alerts twice",
      (state) => ({ ...state, alerts: [...state.alerts, ...state.alerts] }),
      "doubled: score 100 was alerted 2 times",
    ],
    [
      "without its cases",
      (state) => ({ ...state, cases: new Map() }),
      "lost: score 100 was alerted and has no case",
    ],
  ])("is wrong %s", (_, change, violation) => {
    expect(scanViolationsWith(change).join("\n")).toContain(violation);
  });
});
