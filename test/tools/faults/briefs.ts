/**
 * The brief of the day that ended: it goes out once; twice only where SNS had it and the function died before noting it. One run
 * comes after the other, since a brief is of all projects, and there is one a day.
 */

import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { AlertStore, type StoredAlert } from "../../../lib/alerts/alerts.ts";
import { AnchorStore, type StoredAnchor } from "../../../lib/cases/integrity/anchors.ts";
import { zonedTimes } from "../../../lib/i18n/zoned-time.ts";
import { NO_PROJECT } from "../../../lib/notifications/notification-keys.ts";
import type { LocalAlert } from "../../../lib/settings/local-endpoints.ts";
import { NOT_REPORTABLE, newStep } from "../../support/case-steps.ts";
import { StoredCases } from "../../support/stored-cases.ts";
import { callUntilDone, mayBeDoubled } from "./calls.ts";
import type { FaultStack } from "./injection/fault-stack.ts";
import { opening, type Scenario } from "./scenario.ts";
import { unless, type Violation } from "./violation.ts";

const HOUR_MS = 3_600_000;
const ZONE = "America/Mexico_City";

/** Text of a note, which is nowhere else. */
const CANARY = "canary-of-the-brief";

/** Remains of a run before the next one began. */
interface Left {
  published: LocalAlert[];
  records: StoredAlert[];
  anchors: StoredAnchor[];
}

/** The function has 15 s, and a message 1.5 s. */
export const openBriefs = opening({
  name: "briefs",
  stack: { timeScale: 20 },
  patienceMs: 60_000,
  concurrency: 1,
  scenarios: (stack) => [briefScenario(stack)],
});

function briefScenario(stack: FaultStack): Scenario {
  const left = new Map<string, Left>();
  return {
    name: "the brief of a day",
    // The queries of each partition are alike.
    covers: (point) =>
      point.startsWith("SendBrief ") && (!/:(Query|GetItem) /.test(point) || point.endsWith(" #1")),
    async prepare(subject) {
      await forget(stack);
      await decideOne(subject, stack);
      return [];
    },
    async act(subject) {
      const before = stack.alerts().length;
      // The input names the run, and is not read.
      await callUntilDone(stack, "SendBrief", { run: subject });
      left.set(subject, { ...(await recorded(stack)), published: stack.alerts().slice(before) });
    },
    violations: async (subject) => violationsOf(subject, left.get(subject), stack),
  };
}

function anchorsOf({ database, stack }: FaultStack): AnchorStore {
  const { cases: table = "" } = stack.endpoints.tables;
  return new AnchorStore(database, table);
}

async function recorded(stack: FaultStack): Promise<Omit<Left, "published">> {
  const alerts = new AlertStore(stack.database, stack.stack.endpoints.tables.alerts);
  return {
    records: await Array.fromAsync(alerts.list({ projectIds: [NO_PROJECT] })),
    anchors: (await anchorsOf(stack).all()).kept,
  };
}

/** As before the first brief. */
async function forget(stack: FaultStack): Promise<void> {
  const { alerts, cases } = stack.stack.endpoints.tables;
  const { records, anchors } = await recorded(stack);
  for (const { projectId, id } of records)
    await stack.database.send(new DeleteCommand({ TableName: alerts, Key: { projectId, id } }));
  for (const { day: opened } of anchors)
    await stack.database.send(new DeleteCommand({ TableName: cases, Key: { subject: "anchor", opened } }));
}

/** A case of yesterday, and what was decided about it. */
async function decideOne(subject: string, { database, stack }: FaultStack): Promise<void> {
  const zone = zonedTimes("en", ZONE);
  const midnight = Date.parse(zone.startOf(zone.day(new Date().toISOString()) ?? ""));
  const at = (hours: number) => new Date(midnight - hours * HOUR_MS).toISOString();
  const cases = new StoredCases(database, stack.endpoints.tables.cases);
  const decided = newStep("a", at(11), { ...NOT_REPORTABLE, note: CANARY });
  await cases.open(subject, { receivedAt: at(12) }, decided);
}

function violationsOf(subject: string, left: Left | undefined, stack: FaultStack): Violation[] {
  const { published = [], records = [], anchors = [] } = left ?? {};
  const briefs = published.filter(({ attributes }) => attributes["kind"] === "daily-brief");
  const most = mayBeDoubled(subject, stack) ? 2 : 1;
  const digest = anchors[0]?.digest ?? "";
  const told = JSON.stringify([published, records]);
  return [
    ...unless(briefs.length > 0, "unalerted", "no brief went out"),
    ...unless(briefs.length <= most, "doubled", `the brief went out ${briefs.length} times`),
    ...unless(briefs.length === published.length, "wrong", "another message was sent"),
    ...unless(anchors.length === 1, "doubled", `${anchors.length} days are anchored`),
    ...unless(
      digest !== "" && briefs.every(({ text }) => text.includes(digest)),
      "wrong",
      "a brief carries another anchor than the one that is kept",
    ),
    ...unless(
      records.length === 1 && records[0]?.state === "sent",
      "wrong",
      `the records are ${records.map(({ kind, state }) => `${kind} ${state}`).join(", ")}`,
    ),
    ...unless(!/canary|reportable|olga/.test(told), "wrong", "a message says what was decided"),
  ];
}
