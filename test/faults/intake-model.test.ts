import { describe, expect, it } from "vitest";
import type { LocalAlert } from "../../lib/local-endpoints.ts";
import type { StoredNotification } from "../../lib/store/notification-schema.ts";
import { compressBody } from "../../lib/store/raw-body.ts";
import { type IntakeState, isInVain, type Posted, violationsOfIntake } from "./intake-model.ts";

const ILLEGAL: Posted = {
  text: "illegal",
  content: "illegal",
  kind: "notification",
  key: "1#7",
  told: ["alerts"],
  worseThan: ["harmless"],
  owner: "u-1",
};
const HARMLESS: Posted = { ...ILLEGAL, text: "harmless", content: "harmless", told: [], worseThan: [] };
const INVALID: Posted = {
  text: "invalid",
  content: "invalid",
  kind: "quarantined",
  told: ["alerts", "operations"],
  worseThan: [],
};
const ERROR: Posted = { text: "error", content: "error", kind: "error", told: [], worseThan: [] };

function item(text: string, changes: Partial<StoredNotification> = {}): StoredNotification {
  return {
    key: "1#7",
    version: "first",
    kind: "notification",
    risk: "illegal",
    projectId: 1,
    id: "7",
    laws: [],
    receivedAt: "2026-01-01T00:00:00.000Z",
    repeats: 0,
    alert: { state: "sent" },
    delivery: "d1",
    content: `digest-of-${text}`,
    raw: compressBody(Buffer.from(text)),
    expiresAt: 2_000_000_000,
    ...changes,
  };
}

function alert(kind: string, text: string, topic: LocalAlert["topic"] = "alerts"): LocalAlert {
  return { at: "2026-01-01T00:00:00.000Z", topic, subject: "s", text, attributes: { kind } };
}

function delivery(deliveryId: string, text: string) {
  return { deliveryId, text, message: "" };
}

const WALLETS = [{ address: "0xa", owners: ["u-1"] }];

/** A notification that came twice and was told once. */
const TWICE: IntakeState = {
  deliveries: [delivery("d1", "illegal"), delivery("d2", "illegal")],
  items: [item("illegal", { repeats: 1, repeatedBy: ["00mjuykq0gAAAAAA"] })],
  alerts: [alert("notification", "Notification 1#7 in project 1")],
  wallets: WALLETS,
};
const [STORED = item("")] = TWICE.items;

/** A harmless notification that an illegal one contradicted. */
const CONTRADICTED: IntakeState = {
  deliveries: [delivery("d1", "harmless"), delivery("d2", "illegal")],
  items: [
    item("harmless", { alert: { state: "none" } }),
    item("illegal", { version: "digest-of-illegal", changeOf: "1#7", delivery: "d2" }),
  ],
  alerts: [alert("change", "Changed: 1#7")],
  wallets: WALLETS,
};
const [FIRST = item(""), VERSION = item("")] = CONTRADICTED.items;

const QUARANTINED: IntakeState = {
  deliveries: [delivery("d1", "invalid")],
  items: [item("invalid", { key: "1#quarantined-ab", kind: "quarantined" })],
  alerts: [
    alert("quarantine", "1#quarantined-ab, received"),
    alert("quarantine", "1#quarantined-ab, received", "operations"),
  ],
  wallets: [],
};

function found(posted: readonly Posted[], state: IntakeState, exactlyOnce = false): string[] {
  return violationsOfIntake(posted, state, exactlyOnce).map(({ kind, text }) => `${kind}: ${text}`);
}

describe("an end state as it should be", () => {
  it.each<[string, Posted[], IntakeState]>([
    ["a repeated notification", [ILLEGAL], TWICE],
    ["a contradicted notification", [HARMLESS, ILLEGAL], CONTRADICTED],
    ["a quarantined body", [INVALID], QUARANTINED],
  ])("has no violations: %s", (_, posted, state) => {
    expect(found(posted, state, true)).toEqual([]);
  });

  it("holds each delivery of an error for itself", () => {
    const none = { state: "none" } as const;
    const one = item("error", { kind: "error", key: "1#error-d1", alert: none });
    const other = { ...one, key: "1#error-d2", delivery: "d2" };
    const deliveries = [delivery("d1", "error"), delivery("d2", "error")];
    expect(found([ERROR], { deliveries, items: [one, other], alerts: [], wallets: [] })).toEqual([]);
    expect(found([ERROR], { deliveries, items: [one], alerts: [], wallets: [] })).toEqual([
      'lost: error "error" was taken and is not stored',
    ]);
  });
});

describe("an end state that was broken", () => {
  it.each<[string, Posted[], IntakeState, string]>([
    [
      "nothing is stored",
      [ILLEGAL],
      { ...TWICE, items: [] },
      'lost: 1#7 "illegal" was taken and is not stored',
    ],
    [
      "it is stored twice",
      [ILLEGAL],
      { ...TWICE, items: [STORED, { ...STORED, version: "digest-of-illegal", changeOf: "1#7" }] },
      'doubled: 1#7 "illegal" is stored 2 times',
    ],
    [
      "a redelivery was counted",
      [ILLEGAL],
      { ...TWICE, items: [{ ...STORED, repeats: 2 }] },
      'miscounted: 1#7 "illegal" came in 2 deliveries and counts 2 repeats',
    ],
    [
      "a repeat was not counted",
      [ILLEGAL],
      { ...TWICE, items: [{ ...STORED, repeats: 0, repeatedBy: [] }] },
      'miscounted: 1#7 "illegal" came in 2 deliveries and counts 0 repeats',
    ],
    [
      "another delivery is named as the one that made it",
      [ILLEGAL],
      { ...TWICE, items: [{ ...STORED, delivery: "d3" }] },
      'miscounted: 1#7 "illegal" names a delivery that did not bring it',
    ],
    [
      "nobody was told",
      [ILLEGAL],
      { ...TWICE, alerts: [] },
      'unalerted: 1#7 "illegal" was not told to alerts',
    ],
    [
      "another was told of",
      [ILLEGAL],
      { ...TWICE, alerts: [alert("notification", "Notification 1#78 in project 1")] },
      'unalerted: 1#7 "illegal" was not told to alerts',
    ],
    [
      "it is still pending",
      [ILLEGAL],
      { ...TWICE, items: [{ ...STORED, alert: { state: "pending" } }] },
      'unalerted: 1#7 "illegal" is pending',
    ],
    [
      "it was told twice though nothing failed",
      [ILLEGAL],
      { ...TWICE, alerts: [...TWICE.alerts, ...TWICE.alerts] },
      'doubled: 1#7 "illegal" was told 2 times to alerts',
    ],
    [
      "something is stored that nobody sent",
      [ILLEGAL],
      { ...TWICE, items: [STORED, item("unsigned", { key: "1#8" })] },
      "doubled: 1#8 is stored beside what was delivered",
    ],
    [
      "the wallet is not remembered",
      [ILLEGAL],
      { ...TWICE, wallets: [] },
      "lost: the wallet's owner u-1 is not remembered",
    ],
    [
      "the contradiction is not stored",
      [HARMLESS, ILLEGAL],
      { ...CONTRADICTED, items: [FIRST] },
      'lost: 1#7 "illegal" was taken and is not stored',
    ],
    [
      "the change does not say of what",
      [HARMLESS, ILLEGAL],
      { ...CONTRADICTED, items: [FIRST, { ...VERSION, changeOf: undefined }] },
      'wrong: 1#7 "illegal" is no content of its id',
    ],
    [
      "the change was told to nobody",
      [HARMLESS, ILLEGAL],
      { ...CONTRADICTED, alerts: [alert("notification", "1#7")] },
      'unalerted: 1#7 "illegal" was not told to alerts',
    ],
    [
      "operations did not hear of the quarantine",
      [INVALID],
      { ...QUARANTINED, alerts: QUARANTINED.alerts.slice(0, 1) },
      'unalerted: quarantined "invalid" was not told to operations',
    ],
    [
      "a quarantined body is stored as a notification",
      [INVALID],
      { ...QUARANTINED, items: [item("invalid", { key: "1#quarantined-ab" })] },
      'wrong: quarantined "invalid" is stored as notification',
    ],
  ])("is found out: %s", (_, posted, state, violation) => {
    expect(found(posted, state, true)).toContain(violation);
  });
});

describe("an acknowledgement", () => {
  it("is in vain where the queue has taken the body less often than it was acknowledged", () => {
    const deliveries = [delivery("d1", "illegal"), delivery("d2", "harmless")];
    expect(isInVain("illegal", 1, deliveries)).toBe(false);
    expect(isInVain("illegal", 2, deliveries)).toBe(true);
    expect(isInVain("other", 1, deliveries)).toBe(true);
  });
});
