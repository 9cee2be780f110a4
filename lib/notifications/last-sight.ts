/** Time at which a notification last named a wallet's owner, out of the Notifications table. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { comparableAddress } from "../contract/wallet-address.ts";
import { NOTIFICATIONS_BY_USER } from "../tables/keys.ts";
import { queryPages } from "../tables/query.ts";
import type { LastSight } from "../wallets/known-wallets.ts";
import { userKeyOf } from "./notification-keys.ts";

/** Facts of a notification that tell when a wallet was seen. */
const sighting = z.object({
  receivedAt: z.string(),
  said: z.object({ address: z.object({ address: z.string() }) }),
});

/** Only what a user did since the sight is read, which is nothing unless that comes very late. */
const MAX_PAGES = 10;

/** Looks among the notifications of the owner that were received at the time of a sight or after it. */
export function lastSightIn(client: DynamoDBDocumentClient, table: string): LastSight {
  return async ({ projectId, userId, address, chainId, seenAt }) => {
    const pages = queryPages(client, {
      TableName: table,
      IndexName: NOTIFICATIONS_BY_USER.index,
      KeyConditionExpression: "#user = :user AND #receivedAt >= :since",
      FilterExpression: "said.chainId = :chain",
      ExpressionAttributeNames: {
        "#user": NOTIFICATIONS_BY_USER.partition,
        "#receivedAt": NOTIFICATIONS_BY_USER.sort,
      },
      ExpressionAttributeValues: {
        ":user": userKeyOf(projectId, userId),
        ":since": seenAt,
        ":chain": chainId,
      },
      ScanIndexForward: false,
    });
    let read = 0;
    for await (const items of pages) {
      const last = items
        .flatMap((item) => sighting.safeParse(item).data ?? [])
        .find((seen) => comparableAddress(seen.said.address.address) === comparableAddress(address));
      if (last !== undefined) return last.receivedAt;
      if (++read === MAX_PAGES) return undefined;
    }
    return undefined;
  };
}
