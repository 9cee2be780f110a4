/** What is done in a run, as data. Each step ends before the next one begins. */

import { INVENTED_USER } from "../../support/invented-user.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../../support/notifications.ts";
import type { Arrival, FaultStack } from "./fault-stack.ts";
import type { Answers } from "./scripted-service.ts";

export type Step =
  /** Bodies that come together, as one batch out of the queue. */
  | ({ deliver: readonly string[] } & Arrival)
  /** A body that is posted, signed, until it is answered. */
  | { post: string }
  | { lookUp: string }
  /** A command of `vigia`, and its standard input. */
  | { vigia: string; stdin: string }
  /** A scan of every project, in which the service says this, and the watch after it. */
  | { scan: Answers }
  | { call: string; event?: object };

/** What a scenario leaves where nothing fails: literal facts, which no difference between two runs shows. */
export interface Outcome {
  /** What messages tell, as {@link factsOf} has it, in any order. */
  messages: readonly string[];
  /** Repeats of all notifications. */
  repeats: number;
  cases: number;
  /** Scores of wallets by their digit. */
  scores?: Readonly<Record<string, number>>;
}

export interface Scenario {
  name: string;
  /** Functions that are called. */
  functions: readonly string[];
  /** Those into whose calls faults are injected; all of them where absent. */
  into?: readonly string[];
  /** Divides every time of the local stack: a function with ten seconds cannot have as little as one with minutes. */
  timeScale: number;
  /** Made before, without a fault. */
  before: readonly Step[];
  steps: readonly Step[];
  outcome: Outcome;
}

/** Makes a step. */
export async function take(step: Step, stack: FaultStack): Promise<void> {
  if ("deliver" in step) return stack.deliverAll(step.deliver, step);
  if ("post" in step) return stack.postUntilAnswered(step.post);
  if ("lookUp" in step) return stack.lookUpUntilAnswered(step.lookUp);
  if ("vigia" in step) return stack.expectCommand(step.vigia, step.stdin);
  if ("call" in step) return stack.call(step.call, step.event ?? {});
  stack.answer(step.scan);
  await stack.call("StartScan", { trigger: "schedule", dueAt: new Date().toISOString() });
  await stack.pump();
  // The hourly watch tells what a worker could not, and its queue is worked on.
  await stack.call("StartScan", { trigger: "watch" });
  return stack.pump();
}

/** An amount that a double rounds. */
const UNROUNDED = "1234567890123456789";

interface Changes {
  id?: number;
  laws?: readonly object[];
  wallet?: string;
  userId?: string;
  transaction?: string;
  usd?: number;
}

/** The same law abroad is another law. */
export const LAW_ABROAD = { ...LFPIORPI, country: "spain", countryCode: "ES" };
export const SANCTIONS = { ...LFPIORPI, name: "Sanctions Act" };

/** A wallet's address by one digit. */
export function walletOf(digit: string): string {
  return `0x${digit.repeat(40)}`;
}

/** A notification of project 1, illegal under one law. */
export function body(changes: Changes = {}): string {
  const { id = 1, laws = [LFPIORPI], wallet = "1", userId = "u-1", transaction = "a", usd = 3000 } = changes;
  const text = JSON.stringify(
    notificationBody({
      id,
      address: { id: 1, userId, address: walletOf(wallet), description: "Main wallet" },
      txHash: `0x${transaction.repeat(64)}`,
      amount: { value: 0, usd },
      inflictedLaws: laws,
    }),
  );
  return text.replace('"value":0', `"value":${UNROUNDED}`);
}

const HARMLESS = body({ laws: [] });
export const ILLEGAL = body();

/** The same content in another spelling: keys in another order, and spaces between them. */
export const RESPELLED = ILLEGAL.replace(/^\{("type":"notification"),("data":.*)\}$/, "{ $2, $1 }");

/** A body that fits the contract, and says what the contract does not know. */
const WITH_UNKNOWN_KEY = HARMLESS.replace('"txHash":', '"more":1,"txHash":');

/** Authentic, illegal, and not the contract. */
export const UNREADABLE = ILLEGAL.replace(/"txHash":"0x[^"]+"/, '"txHash":null');

/** The service's message that something failed. */
export const SERVICE_ERROR = JSON.stringify({ type: "error", data: "no prices" });

/** One that may hold a notification. */
const ODD_ERROR = JSON.stringify({ type: "error", data: "risk: illegal" });

const CONSUMER = { functions: ["StoreNotifications"], timeScale: 20 };
const ENDPOINT = {
  functions: ["ReceiveWebhook", "StoreNotifications"],
  into: ["ReceiveWebhook"],
  timeScale: 10,
};

/** @param before each is delivered alone @param arrival of the batches */
function delivered(
  name: string,
  before: readonly string[],
  batches: readonly string[][],
  outcome: Outcome,
  arrival: Arrival = {},
): Scenario {
  return {
    name,
    ...CONSUMER,
    outcome,
    before: before.map((text) => ({ deliver: [text] })),
    steps: batches.map((deliver) => ({ deliver, ...arrival })),
  };
}

const score = (digit: string, riskScore: unknown, more: object = {}) =>
  JSON.stringify({
    address: walletOf(digit),
    chainId: "42161",
    status: "completed",
    riskScore,
    riskLevel: "high",
    riskReason: "Invented",
    patterns: [],
    ...more,
  });

const WALLETS = ["1", "2", "3", "a"].map((wallet, at) =>
  body({ id: 10 + at, laws: [], wallet, transaction: wallet, userId: `u-${wallet}` }),
);

const SCANNED: Answers = {
  [walletOf("1")]: [score("1", 12)],
  // Just above the threshold, which the next one is not.
  [walletOf("2")]: [score("2", 60.00000000000001)],
  [walletOf("3")]: [score("3", 60)],
  // Spelled otherwise than it was asked for.
  [walletOf("a")]: [score("A", 0)],
};

/** Odd answers: a score of another type, two results for one wallet, one without a score, and none for another. */
const ODD: Answers = {
  [walletOf("1")]: [score("1", "ninety")],
  [walletOf("2")]: [score("2", 5), score("2", 88)],
  [walletOf("3")]: [score("3", undefined)],
};

const SCAN = {
  functions: ["StoreNotifications", "StartScan", "ScanWallets"],
  into: ["StartScan", "ScanWallets"],
  timeScale: 150,
};

const USER = { vigia: "users import -", stdin: `${JSON.stringify({ userId: "u-1", ...INVENTED_USER })}\n` };

const FIRST = "alerts 1#1 aa LFPIORPI MX";
const UNREAD = ["alerts 1#quarantined", "operations 1#quarantined"];

export const SCENARIOS: readonly Scenario[] = [
  delivered("a new illegal one", [], [[ILLEGAL]], { messages: [FIRST], repeats: 0, cases: 1 }),
  delivered("a harmless one", [], [[HARMLESS]], { messages: [], repeats: 0, cases: 0 }),
  delivered("an illegal one again", [ILLEGAL], [[RESPELLED]], { messages: [FIRST], repeats: 1, cases: 1 }),
  delivered("illegal after harmless", [HARMLESS], [[ILLEGAL]], { messages: [FIRST], repeats: 0, cases: 1 }),
  delivered("a law is added", [ILLEGAL], [[body({ laws: [LFPIORPI, SANCTIONS] })]], {
    messages: [FIRST, "alerts 1#1 aa LFPIORPI MX, Sanctions Act MX"],
    repeats: 0,
    cases: 1,
  }),
  delivered(
    "a law of the same name in another country is added",
    [ILLEGAL],
    [[body({ laws: [LFPIORPI, LAW_ABROAD] })]],
    { messages: [FIRST, "alerts 1#1 aa LFPIORPI ES, LFPIORPI MX"], repeats: 0, cases: 1 },
  ),
  delivered(
    "another transaction under a used id",
    [ILLEGAL],
    [[body({ transaction: "b", userId: "u-2", wallet: "2" })]],
    { messages: [FIRST, "alerts 1#1 bb LFPIORPI MX"], repeats: 0, cases: 2 },
  ),
  delivered("illegal, withdrawn, and illegal again", [ILLEGAL], [[HARMLESS], [ILLEGAL]], {
    messages: [FIRST, FIRST],
    repeats: 1,
    cases: 1,
  }),
  delivered(
    "illegal, and overtaken by harmless",
    [HARMLESS],
    [[ILLEGAL]],
    { messages: [FIRST], repeats: 0, cases: 1 },
    { hoursAgo: 1 },
  ),
  delivered("another price in USD", [ILLEGAL], [[body({ usd: 3001 })]], {
    messages: [FIRST],
    repeats: 0,
    cases: 1,
  }),
  delivered(
    "four of one batch",
    [],
    [
      [
        ILLEGAL,
        body({ id: 2, transaction: "b", laws: [SANCTIONS] }),
        body({ id: 3, transaction: "c", laws: [FINTECH_LAW] }),
        ILLEGAL,
      ],
    ],
    { messages: [FIRST, "alerts 1#2 bb Sanctions Act MX"], repeats: 1, cases: 2 },
  ),
  delivered(
    "two that came for the fifth time",
    [],
    [[ILLEGAL, body({ id: 2, transaction: "b", laws: [SANCTIONS] })]],
    { messages: [FIRST, "alerts 1#2 bb Sanctions Act MX"], repeats: 0, cases: 2 },
    { receive: 5 },
  ),
  delivered("one with an unknown key", [], [[WITH_UNKNOWN_KEY]], {
    messages: ["operations data.more"],
    repeats: 0,
    cases: 0,
  }),
  delivered("an unreadable one, twice", [], [[UNREADABLE, UNREADABLE]], {
    messages: UNREAD,
    repeats: 1,
    cases: 1,
  }),
  delivered("an error of the service", [], [[SERVICE_ERROR]], {
    messages: ["alerts 1#error#<id>", "operations 1#error#<id>"],
    repeats: 0,
    cases: 0,
  }),
  delivered("an odd error of the service", [], [[ODD_ERROR]], {
    messages: ["alerts 1#error#<id>", "operations 1#error#<id>"],
    repeats: 0,
    cases: 0,
  }),
  {
    name: "an illegal one is posted",
    ...ENDPOINT,
    before: [],
    steps: [{ post: ILLEGAL }],
    outcome: { messages: [FIRST], repeats: 0, cases: 1 },
  },
  {
    name: "an unreadable one is posted",
    ...ENDPOINT,
    before: [],
    steps: [{ post: UNREADABLE }],
    outcome: { messages: UNREAD, repeats: 0, cases: 1 },
  },
  {
    name: "a user is looked up",
    functions: ["GetUser"],
    timeScale: 10,
    before: [USER],
    steps: [{ lookUp: "u-1" }, { lookUp: "u-2" }],
    outcome: { messages: [], repeats: 0, cases: 0 },
  },
  {
    name: "a night's scan",
    ...SCAN,
    before: [{ deliver: WALLETS }],
    steps: [{ scan: SCANNED }],
    outcome: {
      messages: ["alerts 1#22#42161"],
      repeats: 0,
      cases: 1,
      scores: { 1: 12, 2: 60.00000000000001, 3: 60, a: 0 },
    },
  },
  {
    name: "a scan with odd answers",
    ...SCAN,
    before: [{ deliver: WALLETS }],
    steps: [{ scan: ODD }],
    outcome: {
      messages: ["alerts 1#22#42161", "operations 1#<time>"],
      repeats: 0,
      cases: 1,
      scores: { 2: 88 },
    },
  },
  {
    name: "the daily brief",
    functions: ["StoreNotifications", "SendBrief"],
    into: ["SendBrief"],
    timeScale: 20,
    before: [{ deliver: [ILLEGAL] }],
    steps: [{ call: "SendBrief" }],
    outcome: { messages: [FIRST, "alerts <day>"], repeats: 0, cases: 1 },
  },
];
