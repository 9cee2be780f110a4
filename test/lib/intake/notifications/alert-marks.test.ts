/** An alert is marked as sent beside another call that writes the same notification: neither write takes the other away. */

import { afterAll, expect, it } from "vitest";
import { TABLE_SHAPES } from "../../../../lib/aws/tables/table-shapes.ts";
import { NotificationQueries } from "../../../../lib/intake/notifications/notification-queries.ts";
import { NotificationStore } from "../../../../lib/intake/notifications/notifications.ts";
import { readAt, recordRead } from "../../../support/deliveries.ts";
import { startTables } from "../../../support/emulated-tables.ts";
import { FINTECH_LAW, LFPIORPI } from "../../../support/notifications.ts";

const { client, stop } = await startTables({ Notifications: TABLE_SHAPES.notifications });
afterAll(stop);
const store = new NotificationStore(client, "Notifications");

const SENT = { at: "2026-01-01T00:01:00.000Z", id: "message" };

const first = (id: number) => recordRead(readAt("2026-01-01T00:00:00.000Z", { id }), store);
/** Names another law, and is signed later. */
const later = (id: number) => {
  const inflictedLaws = [LFPIORPI, { ...FINTECH_LAW, risk: "illegal" }];
  return recordRead(readAt("2026-01-01T00:00:30.000Z", { id, inflictedLaws }), store);
};

/** Does something once, just before the next call of this kind. */
function before(command: "UpdateItemCommand" | "TransactWriteItemsCommand", act: () => Promise<unknown>) {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName !== command) return next(args);
        client.middlewareStack.remove("before");
        await act();
        return next(args);
      },
    { step: "initialize", name: "before" },
  );
}

/** The states of the alerts of a notification's revisions, the current one first. */
async function alertsOf(id: number) {
  const foundNotification = await new NotificationQueries(client, "Notifications").find(`1#${id}`);
  return [foundNotification?.notification, ...(foundNotification?.revisions ?? [])].map(
    (revision) => revision?.alert.state,
  );
}

it("marks the revision that was told where another becomes current meanwhile", async () => {
  const { delivered } = await first(1);
  before("UpdateItemCommand", () => later(1));
  await store.markAlerted(delivered, SENT);
  expect(await alertsOf(1)).toEqual(["pending", "sent"]);
});

it("keeps the mark of a revision that becomes a past one meanwhile", async () => {
  const { delivered } = await first(2);
  before("TransactWriteItemsCommand", () => store.markAlerted(delivered, SENT));
  await later(2);
  expect(await alertsOf(2)).toEqual(["pending", "sent"]);
});
