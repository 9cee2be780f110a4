/** Reminders of what is undecided: each goes out once; twice only where SNS had it and the function died before noting it. */

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { LocalAlert } from "../../../../lib/stack/local-endpoints.ts";
import { AlertStore } from "../../../../lib/store/alerts.ts";
import { caseOfNotification } from "../../../../lib/store/cases/case-keys.ts";
import { CaseSteps } from "../../../../lib/store/cases/case-steps.ts";
import { CaseStore } from "../../../../lib/store/cases/cases.ts";
import { newStep, REPORTED } from "../../../support/case-steps.ts";
import type { FaultStack } from "../injection/fault-stack.ts";
import type { Scenario } from "../scenario.ts";
import { unless, type Violation } from "../violation.ts";

/** What Lambda, and then the next hour's call, waits before it calls again, and how long it goes on. In milliseconds. */
const CALL_AGAIN_MS = 200;
const GIVE_UP_MS = 60_000;

const HOUR_MS = 3_600_000;
const EXPIRES_AT = 2_000_000_000;

/** Stands in a note, and nowhere else. */
const CANARY = "canary-of-the-reminders";

export function reminderScenarios(stack: FaultStack): Scenario[] {
  return [
    scenario("reminders of an hour", stack, 1),
    scenario("reminders of an hour, asked for by three at once", stack, 3),
  ];
}

function scenario(name: string, stack: FaultStack, callers: number): Scenario {
  return {
    name,
    // The queries of each partition are alike; and which of several callers makes a later call, chance decides.
    covers: (point) =>
      point.startsWith("SendReminders ") &&
      ((callers === 1 && !point.includes(":Query ")) || point.endsWith(" #1")),
    async prepare(subject) {
      await leaveUndecided(subject, stack);
      return [];
    },
    async act(subject) {
      await Promise.all(Array.from({ length: callers }, () => hour(subject, stack)));
    },
    violations: (subject) => violationsOf(subject, stack),
  };
}

/** A case that nobody looks at, one with a suspicion of thirteen hours, one that is held, and one that is decided. */
async function leaveUndecided(subject: string, { database, stack }: FaultStack): Promise<void> {
  const { cases: table = "" } = stack.endpoints.tables;
  const [cases, steps] = [new CaseStore(database, table), new CaseSteps(database, table, 10)];
  const at = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();
  const keys = [1, 2, 3, 4].map((id) =>
    caseOfNotification({ key: `${subject}#${subject}${id}`, version: "first" }),
  );
  for (const key of keys) {
    const found = { kind: "notification", projectId: Number(subject), receivedAt: at(72) } as const;
    await cases.open({ ...key, ...found, dueAt: "none", expiresAt: EXPIRES_AT });
  }
  const wishes = [
    undefined,
    { kind: "suspect", knownSince: at(13), note: CANARY },
    { kind: "acknowledge" },
    { ...REPORTED, note: CANARY },
  ] as const;
  for (const [index, wish] of wishes.entries()) {
    const seen = keys[index] && (await steps.read(keys[index]));
    if (wish !== undefined && seen !== undefined)
      await steps.add(seen, newStep(`step-${index}`, at(12), wish));
  }
}

/** The call of an hour: where it fails Lambda makes it again, and then the next hour does. */
async function hour(subject: string, { stack }: FaultStack): Promise<void> {
  const event = JSON.stringify({ projectIds: [Number(subject)] });
  const end = performance.now() + GIVE_UP_MS;
  while (performance.now() < end) {
    const { ok } = await stack.functions.get("SendReminders").invoke(event, randomUUID());
    if (ok) return;
    await sleep(CALL_AGAIN_MS);
  }
}

/** The messages that there are to be, each with what stands in it. */
const OWED = {
  "the reminder of the day": ({ topic, subject, text }: LocalAlert) =>
    topic === "alerts" &&
    subject.startsWith("[DUE] 2 undecided cases in project ") &&
    text.includes("Due within 48 hours: 1\n") &&
    text.includes("Undecided for more than 24 hours: 1\n"),
  "the escalation": ({ topic, subject }: LocalAlert) =>
    topic === "escalation" && subject.startsWith("[UNDECIDED] 2 cases in project "),
  "the reminder of the suspicion": ({ topic, subject }: LocalAlert) =>
    topic === "alerts" && subject.startsWith("[DUE] 1 undecided case in project "),
};

async function violationsOf(subject: string, stack: FaultStack): Promise<Violation[]> {
  const published = stack.published.of(subject);
  const most = mayBeDoubled(subject, stack) ? 2 : 1;
  const counted = Object.entries(OWED).map(([name, isIt]) => ({
    name,
    count: published.filter(isIt).length,
  }));
  const doubled = counted.filter(({ count }) => count > 1);
  const alerts = new AlertStore(stack.database, stack.stack.endpoints.tables.alerts);
  const records = await Array.fromAsync(alerts.list({ projectIds: [Number(subject)] }));
  const told = JSON.stringify([published, records]);
  return [
    ...counted.flatMap(({ name, count }) => unless(count > 0, "unalerted", `${name} was not sent`)),
    ...counted.flatMap(({ name, count }) =>
      unless(count <= most, "doubled", `${name} was sent ${count} times`),
    ),
    ...unless(doubled.length <= 1, "doubled", "one fault made more than one message come twice"),
    ...unless(
      published.every((one) => Object.values(OWED).some((isIt) => isIt(one))),
      "wrong",
      `another message was sent: ${published.map((one) => one.subject).join(", ")}`,
    ),
    ...unless(
      records.length === counted.length && records.every(({ state }) => state === "sent"),
      "wrong",
      `the records are ${records.map(({ kind, state }) => `${kind} ${state}`).join(", ")}`,
    ),
    ...unless(!/canary|reported|olga/.test(told), "wrong", "a message says what was done"),
  ];
}

/** The one place: SNS had the message, and the function does not know it, or died before noting it. */
const UNHEARD = new Set(["no reply", "no reply once", "late", "crash after"]);

function mayBeDoubled(subject: string, { arming }: FaultStack): boolean {
  return arming
    .hitsOf(subject)
    .some(
      ({ what, kind }) =>
        (what.includes("sns:Publish") && UNHEARD.has(kind)) ||
        (what.includes("UpdateItem alerts") && kind === "crash before"),
    );
}
