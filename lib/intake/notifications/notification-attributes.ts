/**
 * Stored form of a notification: attributes that a person reads, each byte of which is paid for three times
 * over. So nothing is stored twice, and usual values are left out.
 */

import * as z from "zod/mini";
import { type IssueName, isIssueName } from "../../contract/issues.ts";
import { course } from "./course.ts";
import { FIRST_VERSION, isNotificationKey, partsOfKey, userIn } from "./notification-keys.ts";
import type { AlertState, ListedNotification, StoredNotification } from "./notification-schema.ts";
import { isSaid, present, said, saidAttribute } from "./said.ts";

const text = z.string();
const textOrNone = z.optional(text);
const number = z.number();

/** A value of the kind, which the indexes copy, so that no list or count reads the item for it. */
export const REPLAYED = "replayed";

/** An issue that a later version named is unknown here: the path tells where to look. */
const issueName = z.catch(
  z.custom<IssueName>((name) => isIssueName(String(name))),
  "form",
);
const issue = () => z.object({ path: text, is: issueName, values: z.optional(z.array(text)) });

/** Attributes of an item that both indexes copy. */
export const listedAttributes = () => ({
  key: text.check(z.refine(isNotificationKey)),
  version: text,
  receivedAt: text,
  /** Absent where it is `notification`; `replayed` is a quarantined body that was replayed. */
  kind: z._default(z.enum(["notification", "error", "quarantined", REPLAYED]), "notification"),
  said,
  /** `projectId#user#userId`, or `projectId#wallet#address` where the notification names no user. */
  userKey: textOrNone,
  /** Absent for 0. */
  repeats: z._default(number, 0),
  repeatsAtLeast: z.optional(z.boolean()),
  /** Absent where none was due. `at` only where it was sent: one is pending since its notification was received. */
  alert: z._default(
    z.object({
      state: z.enum(["none", "pending", "sent"]),
      ...{ at: textOrNone, id: textOrNone, returned: textOrNone, returnPending: textOrNone },
    }),
    { state: "none" },
  ),
});

const storedAttributes = () => ({
  ...listedAttributes(),
  delivery: text,
  repeatedBy: z.optional(z.array(text)),
  /** Absent from what is not the first content of its id: that is named by it. */
  content: textOrNone,
  issues: z.optional(z.array(issue())),
  claims: z.optional(z.record(text, z.set(text))),
  courses: z.optional(z.record(text, course)),
  coursesWritten: z.optional(number),
  raw: z.instanceof(Uint8Array),
  expiresAt: number,
});

const listedItem = z.object(listedAttributes());
const storedItem = z.object(storedAttributes());

/** Reads an index's copy of an item. @throws {z.core.$ZodError} if it is not one of ours */
export function readListed(item: unknown): ListedNotification {
  return listedIn(listedItem.parse(item));
}

/** Reads an item. @throws {z.core.$ZodError} if it is not one of ours */
export function readStored(item: unknown): StoredNotification {
  const { content, ...found } = storedItem.parse(item);
  return { ...listedIn(found), content: content ?? found.version };
}

function listedIn<T extends z.output<typeof listedItem>>({ kind, userKey, said, ...found }: T) {
  const { key, version, receivedAt, alert } = found;
  const { address } = said;
  const { projectId, id } = partsOfKey(key);
  const userId = userIn(userKey);
  return {
    ...found,
    ...said,
    ...{ projectId, id, kind: kind === REPLAYED ? ("quarantined" as const) : kind },
    ...(kind === REPLAYED ? { replayed: true } : {}),
    ...(address === undefined
      ? {}
      : { address: { ...(userId === undefined ? {} : { userId }), ...address } }),
    alert: alert.state === "pending" ? { ...alert, at: receivedAt } : alert,
    ...(version === FIRST_VERSION ? {} : { originalKey: key }),
  };
}

/** The attributes by which the indexes find an item. */
interface IndexKeys {
  timeShard: string;
  userKey?: string;
}

/** An item and the keys under which its indexes find it. */
export type NewItem = StoredNotification & IndexKeys;

/** The attributes of an item: what {@link readStored} makes into the item again. */
export function attributesOf(item: NewItem): Record<string, unknown> {
  // The keys contain these.
  const { projectId: _project, id: _id, originalKey: _first, replayed, ...rest } = item;
  const { kind, repeats, alert, address, content, version, userKey } = rest;
  return present({
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => !isSaid(name))),
    kind: replayed === true ? REPLAYED : kind === "notification" ? undefined : kind,
    repeats: repeats === 0 ? undefined : repeats,
    alert: alertAttribute(alert),
    said: saidAttribute({
      ...rest,
      address: address && (address.userId === userIn(userKey) ? { ...address, userId: undefined } : address),
    }),
    content: content === version ? undefined : content,
  });
}

function alertAttribute({ state, ...sent }: AlertState): AlertState | undefined {
  if (state === "none") return undefined;
  return state === "pending" ? { state } : { state, ...sent };
}
