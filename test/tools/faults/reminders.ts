/** Reminders of what is undecided: each goes out once; twice only where SNS had it and the function died before noting it. */

import { AlertStore } from "../../../lib/alerts/alerts.ts";
import type { StepRequest } from "../../../lib/cases/step.ts";
import type { LocalAlert } from "../../../lib/settings/local-endpoints.ts";
import { newStep, REPORTED } from "../../support/case-steps.ts";
import { StoredCases } from "../../support/stored-cases.ts";
import { zoneAtNoon } from "../../support/zone-at-noon.ts";
import { callUntilDone, mayBeDoubled } from "./calls.ts";
import type { FaultStack } from "./injection/fault-stack.ts";
import { FIRST_SUBJECT } from "./injection/subjects.ts";
import { opening, type Scenario } from "./scenario.ts";
import { unless, type Violation } from "./violation.ts";

const HOUR_MS = 3_600_000;

/** Text of a note, which is nowhere else. */
const CANARY = "canary-of-the-reminders";

/** So many runs can be made: each takes a project. */
const PROJECTS = 400;

/** The function has a minute, and a message nine seconds: on a busy machine too SNS's answer comes within them. */
export const openReminders = opening({
  name: "reminders",
  stack: {
    timeScale: 5,
    maximumWorkers: 8,
    projectIds: Array.from({ length: PROJECTS }, (_, index) => FIRST_SUBJECT + index),
    context: { timeZone: zoneAtNoon(), escalationEmails: ["head@company.example"] },
  },
  patienceMs: 60_000,
  concurrency: 8,
  scenarios: reminderScenarios,
});

function reminderScenarios(stack: FaultStack): Scenario[] {
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
      const hour = () => callUntilDone(stack, "SendReminders", { projectIds: [Number(subject)] });
      await Promise.all(Array.from({ length: callers }, hour));
    },
    violations: (subject) => violationsOf(subject, stack),
  };
}

/** An untouched case, one with a suspicion of thirteen hours, one on hold, and one that is decided. */
async function leaveUndecided(subject: string, { database, stack }: FaultStack): Promise<void> {
  const cases = new StoredCases(database, stack.endpoints.tables.cases);
  const at = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();
  const open = (id: number, ...wishes: StepRequest[]) => {
    const steps = wishes.map((wish) => newStep(`step-${id}`, at(12), wish));
    return cases.open(`${subject}${id}`, { projectId: Number(subject), receivedAt: at(72) }, ...steps);
  };
  await open(1);
  await open(2, { kind: "suspect", knownSince: at(13), note: CANARY });
  await open(3, { kind: "take" });
  await open(4, { ...REPORTED, note: CANARY });
}

/** Expected messages, each with its content. */
const OWED = {
  "the reminder of the day": ({ topic, subject, text }: LocalAlert) =>
    topic === "alerts" &&
    /^\[DUE\] .*2 cases in project /.test(subject) &&
    text.includes("Due within 48 hours: 1\n") &&
    text.includes("Undecided for more than 24 hours: 1\n"),
  "the escalation": ({ topic, subject }: LocalAlert) =>
    topic === "escalation" && subject.startsWith("[UNDECIDED] 2 cases in project "),
  "the reminder of the suspicion": ({ topic, subject }: LocalAlert) =>
    topic === "alerts" && /^\[DUE\] .*1 case in project /.test(subject),
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
