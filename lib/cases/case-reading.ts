/** Reading items of the table Cases, some of which may be corrupt: one must not keep the others from being found. */

import { GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { logger } from "../aws/observe.ts";
import { CASES_KEY } from "../aws/tables/keys.ts";
import { type ListedCase, listedCase, type StoredCase } from "./case.ts";
import { areOfCase, caseOf } from "./case-head.ts";
import type { CasesTable } from "./case-index.ts";
import { BEFORE_EVENTS, type CaseKey, keyOfCase, loggedName } from "./case-keys.ts";
import { type CaseEvent, caseEvent } from "./step.ts";

/** Called with the key of an item that cannot be read. */
export type OnUnreadable = (key: CaseKey) => void;

type Item = Record<string, unknown>;

/** An item of the table, read consistently, valid or not. */
export async function itemNow({ client, table }: CasesTable, key: CaseKey): Promise<Item | undefined> {
  const wanted = { TableName: table, Key: keyOfCase(key), ConsistentRead: true };
  return (await client.send(new GetCommand(wanted))).Item;
}

/** The items of a list that can be read. */
export function readableIn<T>(
  schema: z.ZodMiniType<T>,
  items: readonly Item[],
  onUnreadable: OnUnreadable,
): T[] {
  return items.flatMap((item) => {
    const reading = schema.safeParse(item);
    if (reading.success) return [reading.data];
    onUnreadable(keyIn(item));
    return [];
  });
}

/** A wallet has a case for the first time it exceeds, and for the first time after each decision. */
export const MOST_OF_SUBJECT = 20;

/** The newest cases of a wallet, a user or unreadable messages, as they are at this very moment, the newest first. */
export async function newestOf(
  { client, table }: CasesTable,
  subject: string,
  onUnreadable: OnUnreadable,
): Promise<ListedCase[]> {
  const { partition, sort } = CASES_KEY;
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression: "#subject = :subject AND #sort < :events",
      ExpressionAttributeNames: { "#subject": partition, "#sort": sort },
      ExpressionAttributeValues: { ":subject": subject, ":events": BEFORE_EVENTS },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: MOST_OF_SUBJECT,
    }),
  );
  return readableIn(listedCase, Items, onUnreadable);
}

/** An item of the table is corrupt; the message names it, and quotes nothing else of it. */
export class UnreadableCaseError extends Error {
  override name = "UnreadableCaseError";
  readonly key: CaseKey;

  constructor(key: CaseKey) {
    super(`${key.subject} ${key.opened} cannot be read: it was changed. "vigia cases verify" shows how.`);
    this.key = key;
  }
}

const eventItemShape = z.object({ event: caseEvent });

/** The events of a case or month; undefined where one of them cannot be read. */
export function eventsIn(items: readonly Item[]): CaseEvent[] | undefined {
  const parsed = items.map((item) => eventItemShape.safeParse(item));
  return parsed.every(({ success }) => success) ? parsed.flatMap(({ data }) => data?.event ?? []) : undefined;
}

/** A case as the items of its events make it; undefined where it cannot be read. */
export function caseIn(key: CaseKey, items: readonly Item[]): StoredCase | undefined {
  const events = eventsIn(items);
  return events !== undefined && areOfCase(events) ? caseOf(key, events) : undefined;
}

/** Says in the log that a case cannot be read, without a value of it beside its key. */
export function logUnreadable(key: CaseKey): void {
  logger.error("a case cannot be read, and no list has it: vigia cases verify shows how", {
    case: loggedName(key),
  });
}

/** Collects the keys for display beside a list. @param also called for each of them too */
export function keeping(unreadable: CaseKey[], also = logUnreadable): OnUnreadable {
  return (key) => {
    unreadable.push(key);
    also(key);
  };
}

/** The key of an item of the table, or of an index of it. */
export function keyIn(item: Item): CaseKey {
  return { subject: String(item[CASES_KEY.partition]), opened: String(item[CASES_KEY.sort]) };
}
