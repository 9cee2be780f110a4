/** The operations that a suspicion takes along, as the service tells of them at this moment. */

import pMap from "p-map";
import { unlessCorrupt } from "../contract/lazy-schema.ts";
import { currentKey, nameOf, readName } from "../intake/notifications/notification-keys.ts";
import type { NotificationQueries } from "../intake/notifications/notification-queries.ts";
import type { StoredNotification } from "../intake/notifications/notification-schema.ts";
import { bodyDigestOf } from "./new-case.ts";
import type { SuspectedOperation } from "./step.ts";

type Notifications = Pick<NotificationQueries, "get">;

/** The user whose operations a suspicion takes along, in one project: all who see a project read its cases. */
interface OperationsOwner {
  projectId: number;
  userId?: string | undefined;
}

const READ_CONCURRENTLY = 10;

/** The operations that an officer names. @returns undefined where a name is not that of a notification of the user in the project */
export async function suspectedOperations(
  names: readonly string[],
  { projectId, userId }: OperationsOwner,
  notifications: Notifications,
): Promise<SuspectedOperation[] | undefined> {
  const read = async (name: string): Promise<SuspectedOperation | undefined> => {
    const stored = await currentOf(name, notifications);
    const isTheirs = stored?.projectId === projectId && userId !== undefined && stored.userId === userId;
    if (stored === undefined || stored.kind !== "notification" || !isTheirs) return undefined;
    const { revisionReceivedAt: receivedAt } = stored;
    return { name: nameOf(stored), receivedAt, rawSha256: bodyDigestOf(stored) };
  };
  const operations = await pMap(names, read, { concurrency: READ_CONCURRENTLY });
  const named = operations.filter((operation) => operation !== undefined);
  return named.length === names.length ? named : undefined;
}

/** An operation of a suspicion, and what its notification says now; undefined of one that is gone, or cannot be read. */
export interface ReadOperation {
  operation: SuspectedOperation;
  stored: StoredNotification | undefined;
  /** True where the service said something else after the suspicion was recorded. */
  isRevisedSince: boolean;
}

/** Reads the operations of a suspicion as they are stored, in their order. */
export function readOperations(
  operations: readonly SuspectedOperation[],
  notifications: Notifications,
): Promise<ReadOperation[]> {
  const read = async (operation: SuspectedOperation): Promise<ReadOperation> => {
    const current = await unlessCorrupt(currentOf(operation.name, notifications));
    const stored = current === "corrupt" ? undefined : current;
    const isRevisedSince = stored !== undefined && bodyDigestOf(stored) !== operation.rawSha256;
    return { operation, stored, isRevisedSince };
  };
  return pMap(operations, read, { concurrency: READ_CONCURRENTLY });
}

async function currentOf(
  name: string,
  notifications: Notifications,
): Promise<StoredNotification | undefined> {
  const { key, transaction } = readName(name) ?? {};
  return key === undefined || transaction === undefined
    ? undefined
    : notifications.get(currentKey(key, transaction));
}
