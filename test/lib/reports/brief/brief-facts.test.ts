/** What a brief reads of a project that is served, and of one that left: its records count, its silence does not. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TABLE_SHAPES } from "../../../../lib/aws/tables/table-shapes.ts";
import { CaseQueries } from "../../../../lib/cases/case-queries.ts";
import { SealStore } from "../../../../lib/cases/integrity/seal-store.ts";
import { NotificationQueries } from "../../../../lib/intake/notifications/notification-queries.ts";
import { NotificationStore } from "../../../../lib/intake/notifications/notifications.ts";
import type { BriefDays } from "../../../../lib/reports/brief/brief-days.ts";
import { type BriefFacts, briefFacts } from "../../../../lib/reports/brief/brief-facts.ts";
import { NOT_REPORTABLE, newStep } from "../../../support/case-steps.ts";
import { readBodyAt, recordRead } from "../../../support/deliveries.ts";
import { startTables } from "../../../support/emulated-tables.ts";
import { contentNews, StoredCases } from "../../../support/stored-cases.ts";

const SERVED = 1;
const RETIRED = 9;

const DAYS: BriefDays = {
  first: "2026-03-01",
  day: "2026-03-01",
  from: "2026-03-01T06:00:00.000Z",
  to: "2026-03-02T06:00:00.000Z",
  id: "brief",
  escalationId: "escalation",
};
const NOW = new Date("2026-03-02T14:00:00.000Z");
const YESTERDAY = "2026-03-01T20:00:00.000Z";

const { client, stop } = await startTables({
  Cases: TABLE_SHAPES.cases,
  Notifications: TABLE_SHAPES.notifications,
});
afterAll(stop);

let facts: BriefFacts;

/** The retired project has more of everything, so that no count of it can stand for the other's. */
beforeAll(async () => {
  const cases = new StoredCases(client);
  const notifications = new NotificationStore(client, "Notifications");
  const risk = "illegal";
  const sanctions = [{ name: "OFAC SDN", countryCode: "US" }];
  await cases.open(1, { projectId: SERVED, risk, receivedAt: YESTERDAY });
  await cases.open(1, { projectId: RETIRED, risk, receivedAt: YESTERDAY, laws: sanctions });
  await cases.open(2, { projectId: RETIRED, kind: "quarantine", receivedAt: YESTERDAY });
  const longAgo = { projectId: RETIRED, receivedAt: "2026-02-10T12:00:00.000Z" };
  await cases.open(3, { ...longAgo, dueAt: "2026-02-20T05:59:59.999Z" });
  const knownSince = "2026-03-01T15:00:00.000Z";
  await cases.open(4, longAgo, newStep("s", knownSince, { kind: "suspect", knownSince }));
  const decided = newStep("d", "2026-02-11T12:00:00.000Z", NOT_REPORTABLE);
  const revised = await cases.open(5, longAgo, decided);
  await cases.store.revise(
    revised,
    [contentNews("r", ["LFPIORPI"], { receivedAt: YESTERDAY })],
    new Date(YESTERDAY),
  );
  const receive = async (projectId: number, deliveryId: string, body: object) => {
    const read = readBodyAt(YESTERDAY, JSON.stringify(body), { projectId, deliveryId });
    await recordRead(read, notifications);
  };
  await receive(SERVED, "a", { type: "error", data: "Of the served one." });
  await receive(RETIRED, "b", { type: "error", data: "Of the retired one." });
  await receive(RETIRED, "c", { type: "notification", data: "none" });
  facts = await briefFacts(
    {
      timeZone: "America/Mexico_City",
      projectIds: [SERVED, RETIRED],
      servedIds: [SERVED],
      notifications: new NotificationQueries(client, "Notifications", () => undefined),
      runsOf: async function* () {},
      deadLetters: async () => ({ webhook: 0, scan: 0 }),
      cases: new CaseQueries(client, "Cases"),
      casesTable: { client, table: "Cases" },
      seals: new SealStore(client, "Cases"),
    },
    DAYS,
    NOW,
  );
});

describe("of a project that left, a brief counts", () => {
  it("the cases that were received", () => {
    expect(facts.received.kinds).toEqual({ flagged: 2, unreadable: 1, wallet: 0, other: 0 });
  });

  it("the undecided cases, what waits, what is due and its 24-hour notices", () => {
    expect(facts.undecided).toMatchObject({
      count: 5,
      oldest: "2026-02-10T12:00:00.000Z",
      sanctions: 1,
      waiting: 2,
      overdue: 1,
      notices: { pending: 1, overdue: 0 },
    });
  });

  it("the cases that the service revised, and the decided ones that wait for a confirmation", () => {
    expect(facts.revised).toEqual({ count: 1, isCut: false });
    expect(facts.undecided).toMatchObject({ revisedSince: 1 });
  });

  it("the errors that the service reported, with their texts", () => {
    expect({ ...facts.errors, texts: facts.errors.texts.toSorted() }).toEqual({
      count: 2,
      texts: ["Of the retired one.", "Of the served one."],
      isCut: false,
    });
  });

  it("the bodies in quarantine", () => {
    expect(facts.quarantined).toEqual({ count: 1, isCut: false });
  });

  it("the events under the seal", () => {
    expect(facts.seal).toMatchObject({
      kind: "kept",
      seal: { day: "2026-03-01", projectIds: [0, SERVED, RETIRED], events: 9 },
    });
  });
});

it("of a project that left, no scan or webhook is waited for", () => {
  expect(facts.projectIds).toEqual([SERVED, RETIRED]);
  expect(facts.scans).toEqual([{ projectId: SERVED, kind: "none" }]);
  expect(facts.webhooks).toEqual([{ projectId: SERVED, kind: "recent", at: YESTERDAY }]);
});
