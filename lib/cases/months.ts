/** The notices about each month of a project, in the table Cases beside the cases: a month is its notices, which are events. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { EXPIRES_AT } from "../aws/tables/keys.ts";
import { appendEvent, type CasesPlace, eventItems, expiryOfEvents } from "./case-events.ts";
import { type CaseKey, keyOfCase, monthKey, type ShownCase } from "./case-keys.ts";
import { eventsIn, itemNow, UnreadableCaseError } from "./case-reading.ts";
import type { StepOutcome } from "./cases.ts";
import { digestOf } from "./chain.ts";
import { type Notice, noticesOf } from "./notices.ts";
import { type CaseEvent, hasStep, type NewStep, type Step } from "./step.ts";

/** A month of which something was filed, or nothing yet. */
export interface StoredMonth extends CaseKey {
  /** Its events, the first one first. */
  steps: Step[];
  stepCount: number;
  /** What they record, as it stands. */
  notices: Notice[];
}

/** The item of a month beside those of its events: what is removed behind them is missed. */
export function headOfMonth(key: CaseKey, events: readonly CaseEvent[]): Record<string, unknown> {
  const last = events.at(-1);
  return {
    ...keyOfCase(key),
    stepCount: events.length,
    last: last && digestOf(last),
    [EXPIRES_AT]: expiryOfEvents(events),
  };
}

const TICKED = "ticked#";

/** The id of the event of which a key of the table is the list of ticked cases; undefined of another key. */
export function tickedEventOf({ opened }: Pick<CaseKey, "opened">): string | undefined {
  return opened.startsWith(TICKED) ? opened.slice(TICKED.length) : undefined;
}

/** The list of the cases that were ticked for an event of a month: by it what a crash left open is decided later. */
function tickedKey({ subject }: CaseKey, eventId: string): CaseKey {
  return { subject, opened: `${TICKED}${eventId}` };
}

export const tickedList = z.object({
  cases: z.array(z.object({ subject: z.string(), opened: z.string(), stepCount: z.number() })),
});

export class MonthStore {
  readonly #place: CasesPlace;

  constructor(client: DynamoDBDocumentClient, table: string, retentionYears: number) {
    this.#place = { client, table, retentionYears };
  }

  /**
   * A month as it is at this very moment.
   * @throws {UnreadableCaseError} where it is corrupt
   */
  read(projectId: number, month: string): Promise<StoredMonth> {
    return this.#read(monthKey(projectId, month));
  }

  /** The same; undefined where it is corrupt. */
  async readable(projectId: number, month: string): Promise<StoredMonth | undefined> {
    try {
      return await this.read(projectId, month);
    } catch (error) {
      if (error instanceof UnreadableCaseError) return undefined;
      throw error;
    }
  }

  /**
   * Adds an event behind those of `seen`. One whose id the month has already is not made again.
   * @param ticked the cases that the event covers
   * @param unchanged months in which nothing may have been recorded since they were read
   */
  async add(
    seen: StoredMonth,
    step: NewStep,
    ticked: readonly ShownCase[] = [],
    unchanged: readonly StoredMonth[] = [],
  ): Promise<StepOutcome<StoredMonth>> {
    if (hasStep(seen, step.id)) return { kind: "duplicate", stored: seen };
    const { subject, opened } = seen;
    const key = { subject, opened };
    const list = { ...keyOfCase(tickedKey(key, step.id)), cases: ticked.map(nameOfShown) };
    const after = await appendEvent(
      this.#place,
      key,
      seen.steps,
      step,
      (events) => headOfMonth(key, events),
      { items: ticked.length === 0 ? [] : [list], unchanged },
    );
    const storedMonth = after && monthOf(key, after);
    if (storedMonth !== undefined) return { kind: "made", stored: storedMonth };
    const month = await this.#read(key);
    return { kind: hasStep(month, step.id) ? "duplicate" : "conflict", stored: month };
  }

  /** The cases that were ticked for an event of a month; none where the list is not there, or cannot be read. */
  async ticked(month: CaseKey, eventId: string): Promise<ShownCase[]> {
    const list = tickedList.safeParse(await itemNow(this.#place, tickedKey(month, eventId)));
    return list.data?.cases ?? [];
  }

  async #read(key: CaseKey): Promise<StoredMonth> {
    const events = eventsIn(await eventItems(this.#place, key));
    const month = events && monthOf(key, events);
    if (month === undefined) throw new UnreadableCaseError(key);
    return month;
  }
}

function nameOfShown({ subject, opened, stepCount }: ShownCase): ShownCase {
  return { subject, opened, stepCount };
}

function monthOf(key: CaseKey, events: readonly CaseEvent[]): StoredMonth | undefined {
  const steps = events.flatMap((event) => (event.kind === "opened" ? [] : [event]));
  return steps.length === events.length
    ? { ...key, steps, stepCount: steps.length, notices: noticesOf(steps) }
    : undefined;
}
