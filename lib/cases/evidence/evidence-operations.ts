/** The operations that suspicions of a case take along, for its evidence: of each the message that the event names, and no other. */

import pMap from "p-map";
import { unlessCorrupt } from "../../contract/lazy-schema.ts";
import type { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import type { StoredCase } from "../case.ts";
import { digestOfBytes } from "../chain.ts";
import type { SuspectedOperation } from "../step.ts";
import { type ReadMessage, withBody } from "./read-message.ts";

/** Most reads of a notification's revisions for one message, of which each has 20. */
const MOST_READS = 10;

const READ_CONCURRENTLY = 10;

interface FoundOperations {
  operations: ReadMessage[];
  /** Digests of messages that may be past what is read. */
  leftOut: Set<string>;
}

export async function operationsOf(
  storedCase: StoredCase | undefined,
  notifications: NotificationQueries,
): Promise<FoundOperations> {
  const steps = storedCase?.steps ?? [];
  const named = steps.flatMap((step) => (step.kind === "suspect" ? (step.operations ?? []) : []));
  const distinct = [...new Map(named.map((operation) => [operation.rawSha256, operation])).values()];
  const leftOut = new Set<string>();
  const read = async (operation: SuspectedOperation) => {
    const message = await messageOf(operation, notifications);
    if (message === "left out") leftOut.add(operation.rawSha256);
    return message === "left out" || message === undefined ? [] : [message];
  };
  const operations = await pMap(distinct, read, { concurrency: READ_CONCURRENTLY });
  return { operations: operations.flat(), leftOut };
}

/** The message that an event names, which is a past revision by now where the service said something else. */
async function messageOf(
  { name, rawSha256 }: SuspectedOperation,
  notifications: NotificationQueries,
): Promise<ReadMessage | undefined | "left out"> {
  let after: string | undefined;
  for (let reads = 1; reads <= MOST_READS; reads++) {
    const foundNotification = await unlessCorrupt(notifications.find(name, after));
    if (foundNotification === undefined || foundNotification === "corrupt") return undefined;
    const { notification, revisions, more } = foundNotification;
    const message = [notification, ...revisions]
      .map(withBody)
      .find(({ body }) => body !== undefined && digestOfBytes(body) === rawSha256);
    if (message !== undefined || more === undefined) return message;
    after = more;
  }
  return "left out";
}
