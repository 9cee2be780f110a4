import { afterAll, expect, it } from "vitest";
import { TABLE_SHAPES } from "../../../../lib/aws/tables/table-shapes.ts";
import { deskStores } from "../../../../lib/desk/frame/stores.ts";
import { checksOf, findings } from "../../../../lib/desk/system/findings.ts";
import { HEALTH } from "../../../../lib/i18n/catalogue/health.ts";
import type { Text } from "../../../../lib/i18n/catalogue/texts.ts";
import { readDelivery } from "../../../../lib/intake/delivery.ts";
import { NotificationStore } from "../../../../lib/intake/notifications/notifications.ts";
import type { Finding } from "../../../../lib/reports/health/checks.ts";
import { readEnvironment, serveDeskEnv } from "../../../../lib/settings/env.ts";
import { newStep } from "../../../support/case-steps.ts";
import { DESK_VARIABLES } from "../../../support/desk/desk-environment.ts";
import { startTables } from "../../../support/emulated-tables.ts";
import { StoredCases } from "../../../support/stored-cases.ts";
import { ENGLISH } from "../../../support/translators.ts";

const NOW = "2026-03-02T20:00:00.000Z";
const URGENT = {
  kind: "24-hour",
  reference: "AVI-1",
  receivedOn: "2026-03-02",
  receivedAt: "2026-03-02T06:00:00.000Z",
} as const;

const { client: database, stop } = await startTables({
  Cases: TABLE_SHAPES.cases,
  Notifications: TABLE_SHAPES.notifications,
});
afterAll(stop);

/** Findings about them for a reader of these projects, of which project 1 alone is in the settings. */
function noticesOf(...sees: readonly number[]): Promise<Finding | undefined> {
  return findingOf(HEALTH.notices, sees);
}

async function findingOf(check: Text, sees: readonly number[]): Promise<Finding | undefined> {
  const environment = readEnvironment(serveDeskEnv, {
    ...DESK_VARIABLES,
    CASES_TABLE: "Cases",
    NOTIFICATIONS_TABLE: "Notifications",
  });
  const stores = deskStores(environment, database);
  const checks = checksOf({ database, environment, stores }).filter(({ about }) => about === check);
  const view = {
    stage: "prod",
    isLocal: false,
    projectIds: sees,
    servedIds: [1],
    now: Date.parse(NOW),
  };
  return (await findings(checks, { ...view, translator: ENGLISH }))[0];
}

it("says that no 24-hour notice is pending", async () => {
  expect(await noticesOf(1)).toEqual({ about: "24-hour notices", state: "ok", text: "none is pending" });
});

it("counts the pending 24-hour notices, and leads to each, until it is recorded", async () => {
  const cases = new StoredCases(database);
  const open = (id: string, projectId: number, knownSince: string) =>
    cases.open(id, { projectId }, newStep("a", knownSince, { kind: "suspect", knownSince }));
  await open("1", 1, "2026-03-02T10:00:00.000Z");
  expect(await noticesOf(1)).toEqual({
    about: "24-hour notices",
    state: "warning",
    text: "1 case with a pending notice; past the 24 hours: 0",
    byOfficer:
      "File each notice with the authority and record it on the page of its case, or withdraw the suspicion there with a reason:",
    pages: [
      {
        href: "/c/1.1",
        title: "1#1, due Mar 3, 10:00",
      },
    ],
  });
  // Of a project that left the settings, and past.
  const missed = await open("2", 7, "2026-03-01T14:00:00.000Z");
  expect(await noticesOf(1, 7)).toMatchObject({
    state: "failure",
    text: "2 cases with a pending notice; past the 24 hours: 1",
    pages: [{ href: "/c/7.2", title: "7#2, overdue since Mar 2, 14:00" }, {}],
  });
  await cases.step(missed, newStep("c", NOW, { kind: "file", filing: URGENT }));
  expect(await noticesOf(7)).toMatchObject({ state: "ok" });
});

it("tells of quarantine and of errors of projects that left the settings too, and quotes what the service said", async () => {
  const store = new NotificationStore(database, "Notifications");
  const receive = async (id: string, body: object) => {
    const raw = Buffer.from(JSON.stringify(body));
    const read = readDelivery(
      {
        deliveryId: id,
        receivedAt: "2026-03-02T19:00:00.000Z",
        signedAt: "2026-03-02T19:00:00.000Z",
        projectId: 7,
        body: raw,
      },
      { retentionYears: 10, deadlines: [] },
    );
    await store.record(read.item, read.illegalLaws, Date.parse(NOW));
  };
  await receive("q", { type: "notification", data: { id: 1 } });
  await receive("e", { type: "error", data: "No prices for ana@example.com." });
  expect(await findingOf(HEALTH.quarantine, [1])).toMatchObject({ state: "ok" });
  expect(await findingOf(HEALTH.quarantine, [1, 7])).toMatchObject({
    state: "warning",
    text: "1 unreadable message of the last 30 days",
    byOfficer: "Decide their case. An engineer finds out why they are unreadable.",
    alsoNeeds: "engineer",
    pages: [{ href: "/notifications?kind=quarantined", title: "Notifications: in quarantine" }],
  });
  expect(await findingOf(HEALTH.errors, [1])).toMatchObject({ state: "ok" });
  expect(await findingOf(HEALTH.errors, [1, 7])).toMatchObject({
    state: "warning",
    text: '1 in the last 24 hours: "No prices for [e-mail masked]"',
    pages: [{ href: "/notifications?kind=error" }],
  });
});
