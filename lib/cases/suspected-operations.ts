/** The operations that a suspicion takes along, as the service tells of them at this moment. */

import pMap from "p-map";
import { unlessCorrupt } from "../contract/lazy-schema.ts";
import { currentKey, nameOf, readName } from "../intake/notifications/notification-keys.ts";
import type { NotificationQueries } from "../intake/notifications/notification-queries.ts";
import type { ListedNotification, StoredNotification } from "../intake/notifications/notification-schema.ts";
import type { ListedCase, StoredCase } from "./case.ts";
import { userSubject } from "./case-keys.ts";
import type { CaseQueries } from "./case-queries.ts";
import { bodyDigestOf } from "./new-case.ts";
import type { SuspectedOperation } from "./step.ts";

type Notifications = Pick<NotificationQueries, "get">;

/** The user whose operations a suspicion takes along, in one project: all who see a project read its cases. */
interface OperationsOwner {
  projectId: number;
  userId?: string | undefined;
}

const READ_CONCURRENTLY = 10;

/** Cases about users that are read for what they take along, the newest first: a user has one open at a time. */
const MOST_USER_CASES = 100;

/**
 * The cases of users whose suspicions take operations along, by the names of the operations: of a suspicion that was withdrawn, and of a
 * corrupt case, none. Such an operation is in a case, also where it has none of its own.
 * @param userCases cases in any state, of which those about users are read
 */
export async function casesTakingAlong(
  userCases: readonly ListedCase[],
  cases: Pick<CaseQueries, "readable">,
): Promise<Map<string, StoredCase>> {
  const ofUsers = userCases.filter(({ kind }) => kind === "user").slice(0, MOST_USER_CASES);
  const read = await pMap(ofUsers, (userCase) => cases.readable(userCase, () => undefined), {
    concurrency: READ_CONCURRENTLY,
  });
  return new Map(
    read
      .filter((storedCase) => storedCase !== undefined)
      .flatMap((storedCase) =>
        storedCase.suspicions
          .filter(({ deadline }) => deadline.metBy !== "withdrawal")
          .flatMap(({ operations }) =>
            operations.map(({ name }): [string, StoredCase] => [name, storedCase]),
          ),
      ),
  );
}

/** The same for the operations of some notifications, by the users that they name. */
export async function casesTaking(
  notifications: readonly Pick<ListedNotification, "projectId" | "userId">[],
  cases: Pick<CaseQueries, "readable" | "ofSubject">,
): Promise<Map<string, StoredCase>> {
  const subjects = notifications.flatMap(({ projectId, userId }) =>
    userId === undefined ? [] : [userSubject(projectId, userId)],
  );
  const ofUsers = await pMap(new Set(subjects), (subject) => cases.ofSubject(subject), {
    concurrency: READ_CONCURRENTLY,
  });
  return casesTakingAlong(ofUsers.flat(), cases);
}

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
