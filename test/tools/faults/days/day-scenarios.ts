/** A day that was counted long ago, and is other than it was counted: the night after counts it again. */

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { DeleteCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { zonedTimes } from "../../../../lib/language/zoned-time.ts";
import { caseOfNotification } from "../../../../lib/store/cases/case-keys.ts";
import { CaseSteps } from "../../../../lib/store/cases/case-steps.ts";
import { DayStore, type StoredDay } from "../../../../lib/store/days/days.ts";
import { NOT_REPORTABLE, newStep } from "../../../support/case-steps.ts";
import type { FaultStack } from "../injection/fault-stack.ts";
import { FIRST_SUBJECT } from "../injection/subjects.ts";
import { illegal } from "../intake/intake-bodies.ts";
import type { Scenario } from "../scenario.ts";
import { settled } from "../settled.ts";
import { unless, type Violation } from "../violation.ts";

/** What Lambda, and then the next night, waits before it calls again, and how long it goes on. In milliseconds. */
const CALL_AGAIN_MS = 200;
const GIVE_UP_MS = 90_000;

const DAY_MS = 86_400_000;
const ZONE = "America/Mexico_City";

/** Beyond what each night counts anyway. A mark stands for two days of a zone: no run has a day beside another's. */
const DAYS_AGO = 30;
const DAYS_APART = 3;

/** When what a run is about was received, ISO 8601. */
function receiptOf(subject: string): string {
  const days = DAYS_AGO + DAYS_APART * (Number(subject) - FIRST_SUBJECT);
  return new Date(Date.now() - days * DAY_MS).toISOString();
}

interface Touching {
  covers: (point: string) => boolean;
  touch(subject: string): Promise<Violation[]>;
  isCounted(day: StoredDay | undefined): boolean;
}

/** @param patienceMs how long the slowest recovery takes */
export function dayScenarios(stack: FaultStack, patienceMs: number): Scenario[] {
  const { database } = stack;
  const { cases: table = "" } = stack.stack.endpoints.tables;

  /** A notification of the run's day, as a replay puts it into the queue, until it is worked on. */
  async function replay(subject: string, other: number): Promise<Violation[]> {
    await stack.enqueue(
      JSON.stringify({
        ...{ v: 1, deliveryId: randomUUID(), receivedAt: receiptOf(subject), projectId: 1 },
        body: Buffer.from(illegal(subject, { other }).text).toString("base64"),
      }),
    );
    return settled(
      async () =>
        unless((await stack.waiting("webhook")) === 0, "lost", "a replay was not worked on in time"),
      patienceMs,
    );
  }

  /** What the day was touched with before must not have it counted again. */
  async function forgetMarks(): Promise<void> {
    const { Items = [] } = await database.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: "subject = :marks",
        ExpressionAttributeValues: { ":marks": "late#1" },
      }),
    );
    for (const { subject, opened } of Items)
      await database.send(new DeleteCommand({ TableName: table, Key: { subject, opened } }));
  }

  async function decide(subject: string): Promise<Violation[]> {
    const steps = new CaseSteps(database, table, 10);
    const seen = await steps.read(caseOfNotification({ key: `1#${subject}1`, version: "first" }));
    if (seen !== undefined)
      await steps.add(seen, newStep(randomUUID(), new Date().toISOString(), NOT_REPORTABLE));
    return unless(seen !== undefined, "lost", "no case was opened");
  }

  async function dayOf(subject: string): Promise<StoredDay | undefined> {
    const day = zonedTimes("en", ZONE).day(receiptOf(subject)) ?? "";
    const [found] = await Array.fromAsync(new DayStore(database, table).of(1, { from: day, to: day }));
    return found;
  }

  function scenario(name: string, { covers, touch, isCounted }: Touching): Scenario {
    const wrong = new Map<string, Violation[]>();
    return {
      name,
      covers,
      async prepare(subject) {
        const left = await replay(subject, 1);
        await night(subject, stack);
        await forgetMarks();
        const counted = (await dayOf(subject))?.count.notifications.illegal;
        return [...left, ...unless(counted === 1, "miscounted", `before, the day was counted as ${counted}`)];
      },
      async act(subject) {
        wrong.set(subject, await touch(subject));
        await night(subject, stack);
      },
      async violations(subject) {
        const day = await dayOf(subject);
        const text = `the count of a day is stale: ${JSON.stringify(day?.count)}`;
        return [...(wrong.get(subject) ?? []), ...unless(isCounted(day), "miscounted", text)];
      },
    };
  }

  // The queries of each partition and day are alike.
  const isOfNight = (point: string) => /^CountDays dynamodb:(PutItem|Query) .*#1$/.test(point);
  const isOfWriting = (point: string) =>
    /^StoreNotifications dynamodb:(PutItem (notifications|cases)|UpdateItem notifications SET alert) /.test(
      point,
    );
  return [
    scenario("a replay touches a day long counted", {
      covers: (point) => isOfWriting(point) || isOfNight(point),
      touch: (subject) => replay(subject, 2),
      isCounted: (day) => day?.count.notifications.illegal === 2 && day.count.cases.notification === 2,
    }),
    scenario("a decision touches a day long counted", {
      covers: isOfNight,
      touch: decide,
      isCounted: (day) => day?.count.outcomes["not-reportable"] === 1 && day.count.open === 0,
    }),
  ];
}

/** The call of a night: where it fails it is made again. What it is called with names the run, and is not read. */
async function night(subject: string, { stack }: FaultStack): Promise<void> {
  const event = JSON.stringify({ run: subject });
  const end = performance.now() + GIVE_UP_MS;
  while (performance.now() < end) {
    const { ok } = await stack.functions.get("CountDays").invoke(event, randomUUID());
    if (ok) return;
    await sleep(CALL_AGAIN_MS);
  }
}
