/** An empty Notifications table for each test of a file, in one emulator. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { TABLE_SHAPES } from "../../../lib/aws/tables/table-shapes.ts";
import { NotificationStore } from "../../../lib/intake/notifications/notifications.ts";
import { type EmulatedTables, startTables } from "../../support/emulated-tables.ts";
import { createTables } from "../../support/shaped-table.ts";

/** @param use is given the table's client and store before each test */
export function withFreshTable(
  use: (fresh: { client: DynamoDBDocumentClient; store: NotificationStore; table: string }) => void,
): void {
  let emulated: EmulatedTables;
  let tables = 0;
  beforeAll(async () => {
    emulated = await startTables({});
  });
  afterAll(() => emulated.stop());
  beforeEach(async () => {
    const table = `Notifications-${tables++}`;
    const { client } = emulated;
    await createTables(client, { [table]: TABLE_SHAPES.notifications });
    use({ client, store: new NotificationStore(client, table), table });
  });
}
