import { afterAll, beforeAll, expect, it } from "vitest";
import { type AlertFilter, AlertStore, newAlertId, type StoredAlert } from "../../../lib/alerts/alerts.ts";
import { TABLE_SHAPES } from "../../../lib/aws/tables/table-shapes.ts";
import { type EmulatedTables, startTables } from "../../support/emulated-tables.ts";

let emulated: EmulatedTables;
let store: AlertStore;
const NOON = Date.parse("2026-01-01T12:00:00.000Z");

beforeAll(async () => {
  emulated = await startTables({ Alerts: TABLE_SHAPES.alerts });
  store = new AlertStore(emulated.client, "Alerts");
});
afterAll(() => emulated.stop());

function alert(projectId: number, minute: number, changes: Partial<StoredAlert> = {}): StoredAlert {
  return {
    projectId: String(projectId),
    id: newAlertId(projectId, NOON + minute * 60_000),
    kind: "wallet",
    state: "pending",
    subjects: [{ address: "0xa", chainId: "1" }],
    expiresAt: 2_000_000_000,
    message: { subject: "s", email: "e", slack: "{}" },
    ...changes,
  };
}

async function ids(filter: Partial<AlertFilter>): Promise<string[]> {
  return Array.fromAsync(store.list({ projectIds: [1, 2], ...filter }), ({ id }) => id);
}

it("keeps alerts, finds each by its id, and lists those that fit, the last first", async () => {
  const [first, second, third, test] = [alert(1, 0), alert(2, 1), alert(1, 2), alert(0, 3)];
  for (const alert of [third, test, first, second]) await store.add(alert);
  expect(first.id).toMatch(/^2026-01-01T12:00:00\.000Z-1-[0-9a-f]{8}$/);
  expect(await store.find(second.id)).toEqual(second);
  expect(await store.find(second.id.replace("-2-", "-1-"))).toBeUndefined();
  expect(await store.find("2026-01-01")).toBeUndefined();

  expect(await ids({})).toEqual([third.id, second.id, first.id]);
  const asMade = await Array.fromAsync(store.list({ projectIds: [1, 2] }, "oldest"), ({ id }) => id);
  expect(asMade).toEqual([first.id, second.id, third.id]);
  expect(await ids({ projectIds: [2] })).toEqual([second.id]);
  expect(await ids({ projectIds: [0] })).toEqual([test.id]);
  expect(await ids({ since: "2026-01-01T12:01:00.000Z", until: "2026-01-01T12:02:00.000Z" })).toEqual([
    second.id,
  ]);

  expect(await store.settle(first, "sent")).toBe(true);
  expect(await store.settle(second, "failed")).toBe(true);
  const sentAt = expect.stringMatching(/^20\d\d-.*Z$/);
  expect(await store.find(first.id)).toEqual({ ...first, state: "sent", sentAt });
  expect(await store.find(second.id)).toEqual({ ...second, state: "failed" });
  expect(await ids({ state: "pending" })).toEqual([third.id]);
});

it("notes nothing of an alert that was never written", async () => {
  expect(await store.settle(alert(1, 9), "sent")).toBe(false);
  expect((await ids({ since: "2100-01-01T12:09:00.000Z" })).length).toBe(0);
});

it("lists an alert that was due up to a day before and sent since", async () => {
  const due = (hour: string, sentAt?: string) => ({
    ...alert(3, 0, { sentAt }),
    id: `2026-05-0${hour}:00:00.000Z-3-0a1b2c3d`,
  });
  const [late, older, unsent] = [
    due("2T15", "2026-05-02T22:38:00.000Z"),
    due("1T15", "2026-05-02T22:39:00.000Z"),
    due("2T16"),
  ];
  for (const alert of [late, older, unsent]) await store.add(alert);
  const since = "2026-05-02T22:00:00.000Z";
  expect(await ids({ projectIds: [3], since })).toEqual([late.id]);
  expect(await ids({ projectIds: [3], since: "2026-05-02T22:38:00.001Z" })).toEqual([]);
});
