/** A day that was counted long ago, and is other than it was counted: the night after counts it again. */

import { randomUUID } from "node:crypto";
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { caseOfNotification } from "../../../lib/cases/case-keys.ts";
import { CaseSteps } from "../../../lib/cases/case-steps.ts";
import { DayStore, type StoredDay } from "../../../lib/daily-counts/days.ts";
import { zonedTimes } from "../../../lib/i18n/zoned-time.ts";
import { encodeDelivery } from "../../../lib/inbound/envelope.ts";
import { NOT_REPORTABLE, newStep } from "../../support/case-steps.ts";
import { queueEvent } from "../../support/function-events.ts";
import { callUntilDone } from "./calls.ts";
import type { FaultStack } from "./injection/fault-stack.ts";
import { FIRST_SUBJECT } from "./injection/subjects.ts";
import { illegal } from "./intake/intake-bodies.ts";
import { opening, type Scenario } from "./scenario.ts";
import { unless, type Violation } from "./violation.ts";

const DAY_MS = 86_400_000;
const ZONE = "America/Mexico_City";

/** Days beyond those that each night counts anyway. A mark covers two days of a zone: no run has a day beside another's. */
const DAYS_AGO = 30;
const DAYS_APART = 3;

/** The consumer has 1.5 s, and the night 22 s. Each night counts the days that the others have touched, too. */
export const openDays = opening({
  name: "days",
  stack: {
    timeScale: 40,
    loaded: ["StoreNotifications", "CountDays"],
    context: { projects: [{ id: 1 }] },
  },
  patienceMs: 60_000,
  concurrency: 3,
  scenarios: dayScenarios,
});

/** Receipt of a run's subject, ISO 8601. */
function receiptOf(subject: string): string {
  const days = DAYS_AGO + DAYS_APART * (Number(subject) - FIRST_SUBJECT);
  return new Date(Date.now() - days * DAY_MS).toISOString();
}

interface Touching {
  covers: (point: string) => boolean;
  touch(subject: string): Promise<Violation[]>;
  isCounted(day: StoredDay | undefined): boolean;
}

function dayScenarios(stack: FaultStack): Scenario[] {
  const { database } = stack;
  const { cases: table = "" } = stack.stack.endpoints.tables;

  /** A notification of the run's day, as a replay puts it into the queue, until it is worked on. */
  function replay(subject: string, other: number): Promise<Violation[]> {
    const body = encodeDelivery({
      ...{ deliveryId: randomUUID(), receivedAt: receiptOf(subject), projectId: 1 },
      body: Buffer.from(illegal(subject, { other }).text),
    });
    const isDone = (payload: string) => !payload.includes("itemIdentifier");
    return callUntilDone(stack, "StoreNotifications", queueEvent(body), isDone);
  }

  /** Earlier touches of the day must not have it counted again. */
  async function forgetMark(subject: string): Promise<void> {
    const Key = { subject: "late#1", opened: receiptOf(subject).slice(0, "YYYY-MM-DD".length) };
    await database.send(new DeleteCommand({ TableName: table, Key }));
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
        left.push(...(await night(subject, stack)));
        await forgetMark(subject);
        const counted = (await dayOf(subject))?.count.notifications.illegal;
        return [...left, ...unless(counted === 1, "miscounted", `before, the day was counted as ${counted}`)];
      },
      async act(subject) {
        const touched = await touch(subject);
        wrong.set(subject, [...touched, ...(await night(subject, stack))]);
      },
      async violations(subject) {
        const day = await dayOf(subject);
        const text = `the count of a day is stale: ${JSON.stringify(day?.count)}`;
        return [...(wrong.get(subject) ?? []), ...unless(isCounted(day), "miscounted", text)];
      },
    };
  }

  const isOfNight = (point: string) => point === "CountDays dynamodb:PutItem cases #1";
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

/** The call of a night. What it is called with names the run, and is not read. */
function night(subject: string, stack: FaultStack): Promise<Violation[]> {
  return callUntilDone(stack, "CountDays", { run: subject });
}
