/**
 * The events of cases and months as items of the table Cases: each is an item of its own under the subject of its case, and the next one
 * is put where none is yet. So no event is lost to another, and a case has as many as it needs.
 */

import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import pMap from "p-map";
import { succeedsConditionally, writesTogether } from "../aws/tables/conditional-write.ts";
import { CASES_BY_EVENT, CASES_KEY, EXPIRES_AT } from "../aws/tables/keys.ts";
import { queryItems } from "../aws/tables/query.ts";
import type { CasesTable } from "./case-index.ts";
import {
  type CaseKey,
  eventKeyOf,
  FIRST_NUMBER,
  keyOfCase,
  LAST_NUMBER,
  monthKey,
  projectOf,
} from "./case-keys.ts";
import { digestOf, digestOfKey } from "./chain.ts";
import { type CaseEvent, caseEvent, namedNotices, type UnplacedEvent } from "./step.ts";

/** The table, and for how many years a case is kept behind its last event. */
export interface CasesPlace extends CasesTable {
  retentionYears: number;
}

type Item = Record<string, unknown>;

/** The items of a case's events as they are at this very moment, the first one first. */
export function eventItems({ client, table }: CasesTable, key: CaseKey): Promise<Item[]> {
  const { partition, sort } = CASES_KEY;
  return Array.fromAsync(
    queryItems(client, {
      TableName: table,
      KeyConditionExpression: "#subject = :subject AND #sort BETWEEN :first AND :last",
      ExpressionAttributeNames: { "#subject": partition, "#sort": sort },
      ExpressionAttributeValues: {
        ":subject": key.subject,
        ":first": eventKeyOf(key, FIRST_NUMBER).opened,
        ":last": eventKeyOf(key, LAST_NUMBER).opened,
      },
      ConsistentRead: true,
    }),
  );
}

/** Attributes of an event's item. */
export function eventItem(key: CaseKey, event: CaseEvent, expiresAt: number): Item {
  return {
    ...keyOfCase(eventKeyOf(key, event.number)),
    event,
    ...placesOfEvent(key, event.at),
    [EXPIRES_AT]: expiresAt,
  };
}

/** The keys under which the index finds an event. */
function placesOfEvent(key: CaseKey, at: unknown): Item {
  return { [CASES_BY_EVENT.partition]: String(projectOf(key)), [CASES_BY_EVENT.sort]: at };
}

/** A month with the number of its events, as it was read. */
export interface UnchangedMonth extends CaseKey {
  stepCount: number;
}

/** A transaction has at most 100 steps. */
const MOST_CHECKED = 90;

/** Items that are written together with an event, or not at all. */
export interface Together {
  /** Further items. */
  items?: readonly Item[];
  /** Months to which no event was added since they were read: the first {@link MOST_CHECKED} are checked. */
  unchanged?: readonly UnchangedMonth[];
}

/**
 * Puts an event behind those of a case or month, and the case's item for lists beside it.
 * @param events those that there are
 * @param headOf the item beside those of the events, after all of them
 * @returns all events; undefined where another one came first, or to a month that is to be unchanged
 */
export async function appendEvent(
  { client, table, retentionYears }: CasesPlace,
  key: CaseKey,
  events: readonly CaseEvent[],
  event: UnplacedEvent,
  headOf: (events: readonly CaseEvent[]) => Item,
  { items = [], unchanged = [] }: Together = {},
): Promise<CaseEvent[] | undefined> {
  const next = placed(key, events.at(-1), event, retentionYears);
  const all = [...events, next];
  const expiresAt = expiryOfEvents(all);
  if (events.length > 0 && expiresAt > expiryOfEvents(events)) {
    const keys = events.map(({ number }) => eventKeyOf(key, number));
    await keepUntil(
      { client, table },
      [...keys, ...(await keysOfMonths({ client, table }, key, all))],
      expiresAt,
    );
  }
  const isMade = await writesTogether(client, [
    {
      Put: {
        TableName: table,
        Item: eventItem(key, next, expiresAt),
        ConditionExpression: "attribute_not_exists(#subject)",
        ExpressionAttributeNames: { "#subject": CASES_KEY.partition },
      },
    },
    { Put: { TableName: table, Item: headOf(all) } },
    ...items.map((item) => ({ Put: { TableName: table, Item: { ...item, [EXPIRES_AT]: expiresAt } } })),
    ...unchanged
      .slice(0, MOST_CHECKED)
      .map((month) => ({ ConditionCheck: { TableName: table, ...isUnchanged(month) } })),
  ]);
  return isMade ? all : undefined;
}

function isUnchanged({ stepCount, ...key }: UnchangedMonth) {
  const names = { "#subject": CASES_KEY.partition };
  return {
    Key: keyOfCase(key),
    ...(stepCount === 0
      ? { ConditionExpression: "attribute_not_exists(#subject)", ExpressionAttributeNames: names }
      : { ConditionExpression: "stepCount = :count", ExpressionAttributeValues: { ":count": stepCount } }),
  };
}

const RENEWED_TOGETHER = 10;

/** The items of the months whose notices a case names: no receipt goes before its case does. */
async function keysOfMonths(
  place: CasesTable,
  key: CaseKey,
  events: readonly CaseEvent[],
): Promise<CaseKey[]> {
  const projectId = projectOf(key);
  const months = [...new Set(namedNotices(events).map(({ month }) => month))];
  if (projectId === undefined) return [];
  const ofMonth = async (month: string) => {
    const ofProject = monthKey(projectId, month);
    const count = (await eventItems(place, ofProject)).length;
    const numbers = Array.from({ length: count }, (_, index) => FIRST_NUMBER + index);
    return [ofProject, ...numbers.map((number) => eventKeyOf(ofProject, number))];
  };
  return (await pMap(months, ofMonth, { concurrency: RENEWED_TOGETHER })).flat();
}

/** All events of a case are kept until one time. It changes with the first event of a calendar year, so that it is seldom written. */
async function keepUntil(
  { client, table }: CasesTable,
  keys: readonly CaseKey[],
  expiresAt: number,
): Promise<void> {
  await pMap(
    keys,
    (key) =>
      succeedsConditionally(
        client.send(
          new UpdateCommand({
            TableName: table,
            Key: keyOfCase(key),
            UpdateExpression: "SET #expires = :expires",
            // A later expiry stays: a month may outlive one of its cases.
            ConditionExpression: "attribute_exists(#subject) AND #expires < :expires",
            ExpressionAttributeNames: { "#expires": EXPIRES_AT, "#subject": CASES_KEY.partition },
            ExpressionAttributeValues: { ":expires": expiresAt },
          }),
        ),
      ),
    { concurrency: RENEWED_TOGETHER },
  );
}

/** The end of the calendar year in which the last event has been kept for its years: seconds since 1970. */
export function expiryOfEvents(events: readonly Pick<CaseEvent, "at" | "retentionYears">[]): number {
  const years = events.map(({ at, retentionYears }) => Number(at.slice(0, 4)) + retentionYears);
  return Date.UTC(Math.max(...years) + 1, 0, 1) / 1_000;
}

/** An event in its place behind the others. */
function placed(
  key: CaseKey,
  last: CaseEvent | undefined,
  event: UnplacedEvent,
  retentionYears: number,
): CaseEvent {
  // Clocks of two functions may differ: what is later in the list was later.
  const at = last !== undefined && event.at < last.at ? last.at : event.at;
  const previous = last === undefined ? digestOfKey(key) : digestOf(last);
  // Nothing is stored that a reader does not know: its digest is over what is read.
  return caseEvent.parse({ ...event, at, number: (last?.number ?? 0) + 1, previous, retentionYears });
}
