/** Filings about each month of a project, in the table Cases beside the cases: a month is its filings, which are events. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { EXPIRES_AT } from "../aws/tables/keys.ts";
import { appendEvent, type CasesPlace, eventItems, expiryOfEvents } from "./case-events.ts";
import { type CaseKey, keyOfCase, OPENED_ONCE } from "./case-keys.ts";
import { eventsIn, UnreadableCaseError } from "./case-reading.ts";
import type { StepOutcome } from "./cases.ts";
import { digestOf } from "./chain.ts";
import { type CaseEvent, hasStep, type NewStep, type Step } from "./step.ts";

/** A month of which something was filed, or nothing yet. */
export interface StoredMonth extends CaseKey {
  /** Its filings, the first one first. */
  steps: Step[];
  stepCount: number;
}

const MONTH = "month#";

/** Reports whether a key of the table is a month's. */
export function isMonth({ subject }: Pick<CaseKey, "subject">): boolean {
  return subject.startsWith(MONTH);
}

/** The key of a month. @param month `YYYY-MM` */
export function monthKey(projectId: number, month: string): CaseKey {
  return { subject: `${MONTH}${projectId}#${month}`, opened: OPENED_ONCE };
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

const MONTH_SUBJECT = /^month#(\d+)#(\d{4}-\d\d)$/;

/** The project and month of a key of {@link monthKey}; undefined of a case. */
export function monthIn({
  subject,
}: Pick<CaseKey, "subject">): { projectId: number; month: string } | undefined {
  const [, projectId, month] = MONTH_SUBJECT.exec(subject) ?? [];
  return month === undefined ? undefined : { projectId: Number(projectId), month };
}

export class MonthStore {
  readonly #place: CasesPlace;

  constructor(client: DynamoDBDocumentClient, table: string, retentionYears: number) {
    this.#place = { client, table, retentionYears };
  }

  /**
   * A month as it is at this very moment.
   * @throws {UnreadableCaseError} where it is corrupt
   */
  async read(projectId: number, month: string): Promise<StoredMonth> {
    const key = monthKey(projectId, month);
    const events = eventsIn(await eventItems(this.#place, key));
    const found = events && monthOf(key, events);
    if (found === undefined) throw new UnreadableCaseError(key);
    return found;
  }

  /** Adds a filing behind those of `seen`. One whose id the month has already is not made again. */
  async add(
    projectId: number,
    month: string,
    seen: StoredMonth,
    made: NewStep,
  ): Promise<StepOutcome<StoredMonth>> {
    const key = monthKey(projectId, month);
    if (hasStep(seen, made.id)) return { kind: "duplicate", found: seen };
    const after = await appendEvent(this.#place, key, seen.steps, made, (events) => headOfMonth(key, events));
    const found = (after && monthOf(key, after)) ?? (await this.read(projectId, month));
    return { kind: hasStep(found, made.id) ? "made" : "conflict", found };
  }
}

function monthOf(key: CaseKey, events: readonly CaseEvent[]): StoredMonth | undefined {
  const steps = events.flatMap((event) => (event.kind === "opened" ? [] : [event]));
  return steps.length === events.length ? { ...key, steps, stepCount: steps.length } : undefined;
}
