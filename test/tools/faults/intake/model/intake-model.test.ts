import { describe, expect, it } from "vitest";
import type { LocalAlert } from "../../../../../lib/settings/local-endpoints.ts";
import type { SeenCase } from "../../desk-cases.ts";
import { harmless, illegal, invalid, repriced, reused, serviceError } from "../intake-bodies.ts";
import type {
  AlertRecord,
  IntakeState,
  Posted,
  StoredItem,
  Strictness,
  TakenDelivery,
} from "../intake-facts.ts";
import { isInVain, violationsOfIntake } from "./intake-model.ts";

const SUBJECT = "700000001";
const KEY = `1#${SUBJECT}`;
const ILLEGAL = illegal(SUBJECT);
const HARMLESS = harmless(SUBJECT);
const REPRICED = repriced(SUBJECT);
const REUSED = reused(SUBJECT);
const INVALID = invalid(SUBJECT);
/** Another notification of the same wallet, with another user. */
const EARLIER = harmless(SUBJECT, { other: 1, owner: "u-before" });

const RECORD = "2026-01-01T00:00:00.000Z-1-0a1b2c3d";
const CHANGE_RECORD = "2026-01-01T00:00:01.000Z-1-0a1b2c3e";

function delivery({ text }: Posted, changes: Partial<TakenDelivery> = {}): TakenDelivery {
  return {
    deliveryId: "d1",
    receivedAt: "2026-01-01T00:00:00.000Z",
    rehearsal: false,
    text,
    message: "",
    phase: 0,
    ...changes,
  };
}

function item(of: Posted, changes: Partial<StoredItem> = {}): StoredItem {
  return {
    ref: `${KEY} first`,
    key: KEY,
    kind: of.kind,
    risk: of.risk,
    repeats: 0,
    atLeast: false,
    delivery: "d1",
    originalKey: undefined,
    alert: { state: "sent", id: RECORD },
    returnAlerts: [],
    rehearsal: false,
    text: of.text,
    ...changes,
  };
}

function alert(kind: string, id: string, topic: LocalAlert["topic"] = "alerts", key = KEY): LocalAlert {
  const text = `About ${key}.\n  vigia alerts show ${id}\n`;
  return { at: "2026-01-01T00:00:00.000Z", topic, subject: "s", text, attributes: { kind, projectId: "1" } };
}

function record(id: string, refs: string[], kind = "notification", key = KEY): AlertRecord {
  const { text } = alert(kind, id, "alerts", key);
  return { id, project: 1, state: "sent", kind, refs, subject: "s", text };
}

function wallet(posted: Posted) {
  const { wallet: address = "", userId = "" } = posted;
  return { projectId: 1, address, chainId: SUBJECT, owners: [userId], userId };
}

const DEADLINES = [{ law: "LFPIORPI", countryCode: "MX", dueAt: "2025-09-18T05:59:59.999Z" }];

/** An open case of an item that the usual law calls illegal. */
function caseOf(ref: string, changes: Partial<SeenCase> = {}): SeenCase {
  const receivedAt = "2026-01-01T00:00:00.000Z";
  const laws = [{ name: "LFPIORPI", countryCode: "MX" }];
  const begun = { kind: "notification" as const, projectId: 1, receivedAt, laws, deadlines: DEADLINES };
  return {
    ...begun,
    ...{ subject: `notification#${ref}`, opened: "once", order: "", head: "", expiresAt: 0 },
    dueAt: "2025-09-18T05:59:59.999Z",
    beginning: { ...begun, openedAt: receivedAt, expiresAt: 0 },
    openShard: "shard",
    problems: [],
    ...changes,
  };
}

function casesOf(...refs: string[]): Map<string, SeenCase> {
  return new Map(refs.map((ref) => [ref, caseOf(ref)]));
}

const NOTHING: IntakeState = {
  deliveries: [],
  items: [],
  alerts: [],
  records: [],
  wallets: [],
  cases: new Map(),
  lists: [],
  shown: new Map(),
};

/** A notification that came twice and was alerted once. */
const TWICE: IntakeState = {
  ...NOTHING,
  deliveries: [delivery(ILLEGAL), delivery(ILLEGAL, { deliveryId: "d2" })],
  items: [item(ILLEGAL, { repeats: 1 })],
  alerts: [alert("notification", RECORD)],
  records: [record(RECORD, [`${KEY} first`])],
  wallets: [wallet(ILLEGAL)],
  cases: casesOf(`${KEY} first`),
  lists: [{ filter: { risk: "illegal" }, refs: [`${KEY} first`] }],
  shown: new Map([[KEY, [`${KEY} first`]]]),
};
const [STORED = item(ILLEGAL)] = TWICE.items;
const [ALERT = alert("", "")] = TWICE.alerts;
const [KEPT = record("", [])] = TWICE.records;

const CHANGED = { ref: `${KEY} x`, originalKey: KEY, delivery: "d2" } as const;

/** Another transaction under a used id, and the first one at another price. */
const REUSED_ID: IntakeState = {
  ...NOTHING,
  deliveries: [
    delivery(ILLEGAL),
    delivery(REUSED, { deliveryId: "d2", phase: 1 }),
    delivery(REPRICED, { deliveryId: "d3", phase: 2, receivedAt: "2026-01-01T00:00:02.000Z" }),
  ],
  items: [
    item(ILLEGAL),
    item(REUSED, { ...CHANGED, alert: { state: "sent", id: CHANGE_RECORD } }),
    item(REPRICED, { ...CHANGED, ref: `${KEY} y`, delivery: "d3", alert: { state: "none" } }),
  ],
  alerts: [ALERT, alert("change", CHANGE_RECORD)],
  records: [KEPT, record(CHANGE_RECORD, [`${KEY} x`], "change")],
  wallets: [wallet(ILLEGAL), wallet(REUSED)],
  cases: casesOf(`${KEY} first`, `${KEY} x`),
  lists: [{ filter: { userId: `v-${SUBJECT}` }, refs: [`${KEY} x`] }],
  shown: new Map([[KEY, [`${KEY} first`, `${KEY} x`, `${KEY} y`]]]),
};
const [FIRST = STORED, OTHER = STORED, PRICE = STORED] = REUSED_ID.items;

const QUARANTINED_KEY = "1#quarantined-ab";
const QUARANTINED: IntakeState = {
  ...NOTHING,
  deliveries: [delivery(INVALID)],
  items: [item(INVALID, { key: QUARANTINED_KEY, ref: `${QUARANTINED_KEY} first` })],
  alerts: [
    alert("quarantine", RECORD, "alerts", QUARANTINED_KEY),
    alert("quarantine", RECORD, "operations", QUARANTINED_KEY),
  ],
  records: [record(RECORD, [`${QUARANTINED_KEY} first`], "quarantine", QUARANTINED_KEY)],
  cases: casesOf(`${QUARANTINED_KEY} first`),
};

/** A rehearsal, proven, beside the real one. */
const REHEARSED: IntakeState = {
  ...TWICE,
  deliveries: [...TWICE.deliveries, delivery(ILLEGAL, { deliveryId: "d3", rehearsal: true })],
  items: [
    STORED,
    item(ILLEGAL, {
      key: `rehearsal#${KEY}`,
      ref: `rehearsal#${KEY} first`,
      rehearsal: true,
      delivery: "d3",
      alert: { state: "sent", id: CHANGE_RECORD },
    }),
  ],
  alerts: [
    ALERT,
    { ...alert("notification", CHANGE_RECORD, "alerts", `rehearsal#${KEY}`), subject: "[TEST] s" },
  ],
  records: [KEPT, record(CHANGE_RECORD, [`rehearsal#${KEY} first`], "notification", `rehearsal#${KEY}`)],
};

const ALL = [ILLEGAL, EARLIER, HARMLESS, REPRICED, REUSED, INVALID, serviceError(SUBJECT)];

function found(state: IntakeState, changes: Partial<Strictness> = {}): string[] {
  const strictness = { exactlyOnce: true, recordsMayLack: false, takenOut: new Set<string>(), ...changes };
  return violationsOfIntake(ALL, state, strictness).map(({ kind, text }) => `${kind}: ${text}`);
}

describe("an end state as it should be", () => {
  it.each<[string, IntakeState]>([
    ["a repeated notification", TWICE],
    ["a used id", REUSED_ID],
    ["a quarantined body", QUARANTINED],
    ["a rehearsal beside the real one", REHEARSED],
  ])("has no violations: %s", (_, state) => {
    expect(found(state)).toEqual([]);
  });

  it("names the alert of a return where it returned, or at the first content of its id", () => {
    const at = (second: number) => ({ receivedAt: `2026-01-01T00:00:0${second}.000Z`, phase: second });
    const state: IntakeState = {
      ...TWICE,
      deliveries: [
        delivery(ILLEGAL),
        delivery(HARMLESS, { deliveryId: "d2", ...at(1) }),
        delivery(REPRICED, { deliveryId: "d3", ...at(2) }),
      ],
      items: [
        item(ILLEGAL),
        item(HARMLESS, { ...CHANGED, alert: { state: "none" } }),
        item(REPRICED, {
          ...{ ...CHANGED, ref: `${KEY} y`, delivery: "d3" },
          alert: { state: "sent", id: CHANGE_RECORD, returned: at(2).receivedAt },
        }),
      ],
      alerts: [ALERT, alert("change", CHANGE_RECORD)],
      records: [KEPT, record(CHANGE_RECORD, [`${KEY} y`], "change")],
      lists: [],
      shown: new Map(),
    };
    const ofAlerts = (changed: Partial<StoredItem>, first: Partial<StoredItem> = {}) =>
      found({
        ...state,
        items: state.items.map((one, index) => ({ ...one, ...[first, {}, changed][index] })),
      }).filter((text) => text.includes("alert") || text.includes("owe"));
    const returnAlerts = [{ id: CHANGE_RECORD, ref: `${KEY} y` }];
    const unnamed = `lost: the alert record ${CHANGE_RECORD} is named by nothing that it speaks of`;
    const none = { alert: { state: "none" as const } };
    expect(ofAlerts({})).toEqual([]);
    expect(ofAlerts(none)).toContain(unnamed);
    expect(ofAlerts(none, { returnAlerts })).not.toContain(unnamed);
  });

  it("holds each delivery of an error for itself", () => {
    const error = serviceError(SUBJECT);
    const one = item(error, { key: "1#error-d1", ref: "1#error-d1 first" });
    const other = { ...one, key: "1#error-d2", ref: "1#error-d2 first", delivery: "d2" };
    const deliveries = [delivery(error), delivery(error, { deliveryId: "d2" })];
    expect(found({ ...NOTHING, deliveries, items: [one, other] })).toEqual([]);
    expect(found({ ...NOTHING, deliveries, items: [one] })).toEqual([
      'lost: 1#error "error" was taken and is not stored',
    ]);
    const untold = { ...other, alert: { state: "none" as const } };
    expect(found({ ...NOTHING, deliveries, items: [one, untold] })).toEqual([
      'unalerted: 1#error "error" is an error of which operations do not hear',
    ]);
  });

  it("may count repeats as at least so many, past a thousand", () => {
    const many = Array.from({ length: 1_102 }, (_, index) => delivery(ILLEGAL, { deliveryId: `d${index}` }));
    const counting = (repeats: number, atLeast: boolean) =>
      found({ ...TWICE, deliveries: many, items: [{ ...STORED, repeats, atLeast }] });
    expect(counting(1_101, false)).toEqual([]);
    expect(counting(1_050, true)).toEqual([]);
    expect(counting(1_050, false)).not.toEqual([]);
    expect(counting(1_102, true)).not.toEqual([]);
  });

  it("may lack the record of an alert where the table of records failed, but never the alert", () => {
    const lacking = { ...TWICE, records: [] };
    const failed = { exactlyOnce: false, recordsMayLack: true };
    expect(found(lacking, failed)).toEqual([]);
    expect(found({ ...lacking, alerts: [] }, failed)).toEqual([
      `unalerted: ${KEY} "illegal" was not sent to alerts`,
    ]);
  });
});

describe("an end state that was broken", () => {
  it.each<[string, IntakeState, string]>([
    ["nothing is stored", { ...TWICE, items: [] }, `lost: ${KEY} "illegal" was taken and is not stored`],
    [
      "it is stored twice",
      { ...TWICE, items: [STORED, { ...STORED, ref: "other", originalKey: KEY }] },
      `doubled: ${KEY} "illegal" is stored 2 times`,
    ],
    [
      "a redelivery was counted",
      { ...TWICE, items: [{ ...STORED, repeats: 2 }] },
      `miscounted: ${KEY} "illegal" came in 2 deliveries and counts 2 repeats`,
    ],
    [
      "few repeats are counted as at least so many",
      { ...TWICE, items: [{ ...STORED, repeats: 0, atLeast: true }] },
      `miscounted: ${KEY} "illegal" came in 2 deliveries and counts at least 0 repeats`,
    ],
    [
      "another delivery is named as the one that made it",
      { ...TWICE, items: [{ ...STORED, delivery: "d3" }] },
      `wrong: ${KEY} "illegal" names a delivery that did not bring it`,
    ],
    [
      "it stands under another project",
      { ...TWICE, items: [{ ...STORED, key: `2#${SUBJECT}` }] },
      `wrong: ${KEY} "illegal" is filed under 2#${SUBJECT}, another project`,
    ],
    ["no alert went out", { ...TWICE, alerts: [] }, `unalerted: ${KEY} "illegal" was not sent to alerts`],
    [
      "it is still pending",
      { ...TWICE, items: [{ ...STORED, alert: { state: "pending", id: RECORD } }] },
      `unalerted: ${KEY} "illegal" is pending`,
    ],
    [
      "it was alerted twice though nothing failed",
      { ...TWICE, alerts: [ALERT, ALERT] },
      `doubled: ${KEY} "illegal" was sent 2 times to alerts`,
    ],
    [
      "its alert was not recorded",
      { ...TWICE, records: [] },
      `lost: ${KEY} "illegal" was alerted, and no alert record ${RECORD} speaks of it`,
    ],
    [
      "its record holds another text",
      { ...TWICE, records: [{ ...KEPT, text: "other" }] },
      `wrong: the alert record ${RECORD} does not hold the text that was published under it`,
    ],
    [
      "its record speaks of something else",
      { ...REUSED_ID, records: [KEPT, record(CHANGE_RECORD, [`${KEY} x`, `${KEY} y`], "change")] },
      `wrong: the alert record ${CHANGE_RECORD} speaks of ${KEY} "repriced", which owes none`,
    ],
    [
      "its alert names no record",
      { ...TWICE, alerts: [{ ...ALERT, text: `About ${KEY}.` }] },
      "lost: a message of kind notification has no record, and names none",
    ],
    [
      "something is stored that nobody sent",
      { ...TWICE, items: [STORED, { ...STORED, ref: "1#8 first", text: "unsigned" }] },
      "doubled: 1#8 first is stored beside what was delivered",
    ],
    [
      "the other transaction was not alerted",
      {
        ...REUSED_ID,
        items: [FIRST, { ...OTHER, alert: { state: "none" } }, PRICE],
        alerts: [ALERT],
        records: [KEPT],
      },
      `unalerted: ${KEY} "reused" says something illegal that no alert went out of`,
    ],
    [
      "a new price was alerted",
      { ...REUSED_ID, items: [FIRST, OTHER, { ...PRICE, alert: { state: "sent", id: CHANGE_RECORD } }] },
      'wrong: of 3 contents of one id 1#700000001 "illegal", 1#700000001 "reused", 1#700000001 "repriced" owe alerts: in no order is each of these new',
    ],
    [
      "a change stands for itself",
      { ...REUSED_ID, items: [FIRST, { ...OTHER, originalKey: undefined }, PRICE] },
      `wrong: ${KEY} "illegal": 2 contents are the first of one id`,
    ],
    [
      "a list misses what fits it",
      { ...REUSED_ID, lists: [{ filter: { userId: `v-${SUBJECT}` }, refs: [] }] },
      `lost: ${KEY} "reused" is missing in the list of --userId v-${SUBJECT}`,
    ],
    [
      "a list gives what does not fit",
      { ...REUSED_ID, lists: [{ filter: { userId: `v-${SUBJECT}` }, refs: [`${KEY} x`, `${KEY} y`] }] },
      `wrong: ${KEY} "repriced" stands in the list of --userId v-${SUBJECT} and does not fit`,
    ],
    [
      "a content is not shown beside the others",
      { ...REUSED_ID, shown: new Map([[KEY, [`${KEY} first`, `${KEY} x`]]]) },
      `lost: ${KEY} "repriced" is not shown under ${KEY}`,
    ],
    [
      "a rehearsal stands in the list of what is illegal",
      { ...REHEARSED, lists: [{ filter: { risk: "illegal" }, refs: REHEARSED.items.map(({ ref }) => ref) }] },
      `wrong: rehearsal#${KEY} "illegal" stands in the list of --risk illegal and does not fit`,
    ],
    [
      "a rehearsal is alerted as the real thing",
      { ...REHEARSED, alerts: REHEARSED.alerts.map((one) => ({ ...one, subject: "s" })) },
      `wrong: rehearsal#${KEY} "illegal" is a rehearsal and was sent as none`,
    ],
    [
      "what was alerted has no case",
      { ...TWICE, cases: new Map() },
      `lost: ${KEY} "illegal" was alerted and has no case`,
    ],
    [
      "what was not alerted has a case",
      { ...REUSED_ID, cases: new Map([...REUSED_ID.cases, ...casesOf(`${KEY} y`)]) },
      `doubled: ${KEY} "repriced" has a case that no alert went out to`,
    ],
    [
      "the wallet is not remembered",
      { ...TWICE, wallets: [] },
      `lost: the wallet 1#${ILLEGAL.wallet} on ${SUBJECT} is not remembered`,
    ],
    [
      "the wallet is another's",
      { ...TWICE, wallets: [{ ...wallet(ILLEGAL), userId: "v" }] },
      `wrong: the wallet 1#${ILLEGAL.wallet} on ${SUBJECT} belongs to v, and was last seen with u-${SUBJECT}`,
    ],
    [
      "operations did not hear of the quarantine",
      { ...QUARANTINED, alerts: QUARANTINED.alerts.slice(0, 1) },
      'unalerted: 1#quarantined "invalid" was not sent to operations',
    ],
    [
      "a quarantined body is stored as a notification",
      { ...QUARANTINED, items: QUARANTINED.items.map((one) => ({ ...one, kind: "notification" as const })) },
      'wrong: 1#quarantined "invalid" is stored as notification',
    ],
  ])("is found out: %s", (_, state, violation) => {
    expect(found(state)).toContain(violation);
  });
});

describe("wallets that were taken out of the scans", () => {
  const name = `1#${ILLEGAL.wallet} on ${SUBJECT}`;
  const owned = (owners: string[], userId: string) => [{ ...wallet(ILLEGAL), owners, userId }];
  const since = (wallets: IntakeState["wallets"], takenOut: string[]) =>
    found({ ...TWICE, wallets }, { takenOut: new Set(takenOut) });

  it("are remembered or not where nothing named them since", () => {
    expect(since([], ["d1", "d2"])).toEqual([]);
    expect(since([wallet(ILLEGAL)], ["d1", "d2"])).toEqual([]);
  });

  it("are remembered where something named them since", () => {
    expect(since([], ["d1"])).toEqual([`lost: the wallet ${name} is not remembered`]);
  });

  it("are no others than those that were named", () => {
    const other = { ...wallet(ILLEGAL), address: "0x9" };
    expect(since([other], ["d1", "d2"])).toEqual([`doubled: the wallet 1#0x9 on ${SUBJECT} was never named`]);
    expect(since(owned([`u-${SUBJECT}`, "u-other"], `u-${SUBJECT}`), ["d1", "d2"])).toEqual([
      `doubled: the owner u-other of the wallet ${name} was never named`,
    ]);
  });

  it("belong to who was seen with them since, whether or not an earlier user is known again", () => {
    const key = `${KEY}1`;
    const state = {
      ...TWICE,
      deliveries: [
        delivery(EARLIER, { deliveryId: "d0", receivedAt: "2025-12-31T00:00:00.000Z" }),
        ...TWICE.deliveries,
      ],
      items: [
        item(EARLIER, { key, ref: `${key} first`, delivery: "d0", alert: { state: "none" } }),
        ...TWICE.items,
      ],
    };
    const seen = (owners: string[], userId: string) =>
      found({ ...state, wallets: owned(owners, userId) }, { takenOut: new Set(["d0"]) });
    expect(seen([`u-${SUBJECT}`], `u-${SUBJECT}`)).toEqual([]);
    expect(seen(["u-before", `u-${SUBJECT}`], `u-${SUBJECT}`)).toEqual([]);
    expect(seen(["u-before", `u-${SUBJECT}`], "u-before")).toEqual([
      `wrong: the wallet ${name} belongs to u-before, and was last seen with u-${SUBJECT}`,
    ]);
    expect(seen(["u-before"], "u-before")).toContain(
      `lost: the owner u-${SUBJECT} of the wallet ${name} is not remembered`,
    );
  });
});

describe("an acknowledgement", () => {
  it("is in vain where the queue has taken the body less often than it was acknowledged", () => {
    const deliveries = [delivery(ILLEGAL), delivery(HARMLESS, { deliveryId: "d2" })];
    expect(isInVain(ILLEGAL.text, 1, deliveries)).toBe(false);
    expect(isInVain(ILLEGAL.text, 2, deliveries)).toBe(true);
    expect(isInVain("other", 1, deliveries)).toBe(true);
  });
});
