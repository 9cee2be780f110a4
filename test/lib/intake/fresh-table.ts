/** An empty Notifications table for each test of a file, in one emulator. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { NotificationStore } from "../../../lib/store/notifications/notifications.ts";
import { type Emulator, startDynamo } from "../../support/dynamo.ts";
import { createNotificationsTable } from "../../support/notifications-table.ts";

/** @param use is given the table's client and store before each test */
export function withFreshTable(
  use: (fresh: { client: DynamoDBDocumentClient; store: NotificationStore; table: string }) => void,
): void {
  let emulator: Emulator;
  let tables = 0;
  beforeAll(async () => {
    emulator = await startDynamo();
  });
  afterAll(() => emulator.stop());
  beforeEach(async () => {
    const table = `Notifications-${tables++}`;
    const client = await createNotificationsTable(emulator, table);
    use({ client, store: new NotificationStore(client, table), table });
  });
}
