/** Webhooks, quarantine, scans and dead letters, by the rules that `vigia doctor` judges them by. */

import { GetQueueAttributesCommand, type SQSClient } from "@aws-sdk/client-sqs";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { caseLink } from "../../alerts/desk-links.ts";
import { vigia } from "../../alerts/messages/commands.ts";
import { noticeDueAt } from "../../cases/notices.ts";
import { type SuspectedCase, UndecidedCases } from "../../cases/undecided-cases.ts";
import {
  lastWebhook,
  MESSAGE_COUNTS,
  messagesIn,
  openQuarantine,
  serviceErrors,
} from "../../health/intake.ts";
import { type LastScan, lastScan } from "../../health/last-scan.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { HEALTH } from "../../i18n/catalogue/desk/health.ts";
import { RUN_STATES } from "../../i18n/catalogue/desk/scans.ts";
import { PROBLEMS } from "../../i18n/catalogue/problems.ts";
import type { NotificationQueries } from "../../notifications/notification-queries.ts";
import { problemIn, stuckIn } from "../../scans/run-problem.ts";
import { runsOfProject } from "../../scans/runs/scan-runs-of-project.ts";
import { totals } from "../../scans/runs/totals.ts";
import { quoted } from "../../text/quoting.ts";
import type { Finding, HealthCheck, HealthView } from "./finding.ts";

export interface RecordTools {
  notifications: NotificationQueries;
  database: DynamoDBDocumentClient;
  sqs: SQSClient;
}

export function recordChecks({ notifications, database, sqs }: RecordTools): HealthCheck[] {
  return [
    {
      about: FRAME.notifications,
      run: (view) => Promise.all(view.projectIds.map((id) => webhook(notifications, id, view))),
    },
    {
      about: FRAME.scans,
      run: (view) => Promise.all(view.projectIds.map((id) => scan(database, id, view))),
    },
    {
      about: HEALTH.notices,
      run: async (view) => [await notices(new UndecidedCases(database, view.environment.CASES_TABLE), view)],
    },
    { about: HEALTH.quarantine, run: async (view) => [await quarantine(notifications, view)] },
    { about: HEALTH.errors, run: async (view) => [await errors(notifications, view)] },
    {
      about: HEALTH.webhookDeadLetters,
      run: (view) =>
        Promise.all([
          deadLetters(sqs, HEALTH.webhookDeadLetters, view.environment.WEBHOOK_DLQ_URL, view),
          deadLetters(sqs, HEALTH.scanDeadLetters, view.environment.SCAN_DLQ_URL, view),
        ]),
    },
  ];
}

/** More take longer than a page may. */
const MOST_READ = 20_000;

async function webhook(
  notifications: NotificationQueries,
  projectId: number,
  { speaker: { say, moment }, environment, now }: HealthView,
): Promise<Finding> {
  const last = await lastWebhook(notifications, projectId, now);
  const about = say(HEALTH.lastWebhook, { project: String(projectId) });
  const text = last.kind === "none" ? say(HEALTH.noWebhook) : moment(last.at);
  if (last.kind === "recent") return { about, state: "ok", text };
  const command = vigia(environment.STAGE, "trigger", "warn", "--project", String(projectId));
  return { about, state: "warning", text, toDo: say(HEALTH.checkWebhook, { command }) };
}

async function scan(
  database: DynamoDBDocumentClient,
  projectId: number,
  { speaker, environment, now }: HealthView,
): Promise<Finding> {
  const { say } = speaker;
  const about = say(HEALTH.lastScan, { project: String(projectId) });
  const last = await lastScan(runsOfProject(projectId, database, environment.SCAN_RUNS_TABLE), now);
  if (last.kind === "none")
    return { about, state: "warning", text: say(HEALTH.noScan), toDo: say(HEALTH.startScan) };
  if (last.kind === "stuck") {
    const text = stuckIn(last.stuck.cause, { stage: environment.STAGE, ...speaker });
    const list = vigia(environment.STAGE, "dlq", "list");
    const stop = vigia(environment.STAGE, "scan", "stop", "--project", String(projectId));
    return { about, state: "failure", text, toDo: say(HEALTH.endStuck, { list, stop }) };
  }
  const text = scanText(last, speaker);
  if (last.kind === "fine") return { about, state: "ok", text };
  const problem = problemIn(last.run, { stage: environment.STAGE, ...speaker });
  if (last.kind === "slow") return { about, state: "warning", text, toDo: say(PROBLEMS.raiseParallel) };
  const toDo = last.kind === "old" || problem === "" ? say(HEALTH.startScan) : problem;
  return { about, state: last.kind === "unfinished" ? "failure" : "warning", text, toDo };
}

function scanText(
  { run, coverage, nights }: Exclude<LastScan, { kind: "none" }>,
  { say, moment, count }: HealthView["speaker"],
): string {
  const at = run.endedAt ?? run.startedAt;
  const { known } = totals(run);
  const unknown =
    run.status === "completed" ? say(HEALTH.noWallet) : say(HEALTH.reachedWallets, { count: known });
  const text = say(HEALTH.scan, {
    status: say(RUN_STATES[run.status]),
    time: moment(at),
    coverage:
      coverage === undefined
        ? unknown
        : say(HEALTH.covered, { percent: String(coverage), known: count(known) }),
  });
  return nights === undefined ? text : `${text}; ${say(HEALTH.roundNights, { count: nights })}`;
}

/** How long reading may take, in milliseconds, and how many of the cases are named. */
const NOTICES_MS = 5_000;
const MOST_NAMED = 10;

/** The 24-hour notices that are owed, also of decided cases, which no list of open ones has. */
async function notices(
  cases: UndecidedCases,
  { sees, speaker: { say, moment }, now }: HealthView,
): Promise<Finding> {
  const owed: SuspectedCase[] = [];
  const reading = { take: (one: SuspectedCase) => owed.push(one), until: Date.now() + NOTICES_MS };
  const nowIso = new Date(now).toISOString();
  const ends = await Promise.all(sees.map((id) => cases.suspectedBefore(id, nowIso, reading)));
  const about = say(HEALTH.notices);
  const cut = ends.every((one) => one) ? "" : ` ${say(HEALTH.noticesCut)}`;
  if (owed.length === 0)
    return { about, state: cut === "" ? "ok" : "warning", text: `${say(HEALTH.noNotice)}${cut}` };
  const dues = owed
    .map((one) => ({ href: caseLink(one), dueAt: noticeDueAt(one.knownSince) }))
    .toSorted((a, b) => (a.dueAt < b.dueAt ? -1 : 1));
  const overdue = dues.filter(({ dueAt }) => dueAt <= nowIso).length;
  return {
    about,
    state: overdue === 0 ? "warning" : "failure",
    text: `${say(HEALTH.noticesOwed, { count: owed.length, overdue })}${cut}`,
    toDo: say(HEALTH.recordNotices),
    pages: dues
      .slice(0, MOST_NAMED)
      .map(({ href, dueAt }) => ({ href, title: say(HEALTH.noticeDue, { due: moment(dueAt) }) })),
  };
}

async function quarantine(
  notifications: NotificationQueries,
  { sees, speaker: { say }, environment: { PROJECTS, STAGE }, now }: HealthView,
): Promise<Finding> {
  const of = { recorded: sees, projectIds: PROJECTS.map(({ id }) => id) };
  const found = await openQuarantine(notifications, of, now, MOST_READ);
  const { open, readSoFar } = found;
  const about = say(HEALTH.quarantine);
  const cut = readSoFar === undefined ? "" : ` ${say(HEALTH.readSoFar, { count: readSoFar })}`;
  if (open === 0) return { about, state: "ok", text: `${say(HEALTH.emptyQuarantine)}${cut}` };
  const toDo = say(HEALTH.replay, { command: vigia(STAGE, "quarantine", "list") });
  return { about, state: "warning", text: `${say(HEALTH.quarantined, { count: open })}${cut}`, toDo };
}

const DAY_MS = 86_400_000;

/** How much of an error's text is quoted. */
const MAX_ERROR = 200;

/** What the service reported of itself, in its own words, with what looks like personal data masked. */
async function errors(
  notifications: NotificationQueries,
  { sees, speaker: { say }, environment: { STAGE }, now }: HealthView,
): Promise<Finding> {
  const about = say(HEALTH.errors);
  const since = new Date(now - DAY_MS).toISOString();
  const { count, texts } = await serviceErrors(notifications, { projectIds: sees, since });
  if (count === 0) return { about, state: "ok", text: say(HEALTH.noError) };
  const said = texts.map((text) => quoted(text, MAX_ERROR)).join(", ");
  const toDo = say(HEALTH.askService, { command: vigia(STAGE, "notifications", "list", "--kind", "error") });
  return { about, state: "warning", text: say(HEALTH.errorsReported, { count, said }), toDo };
}

async function deadLetters(
  sqs: SQSClient,
  about: typeof HEALTH.webhookDeadLetters | typeof HEALTH.scanDeadLetters,
  url: string,
  { speaker: { say }, environment: { STAGE } }: HealthView,
): Promise<Finding> {
  const asked = new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: [...MESSAGE_COUNTS] });
  const { Attributes = {} } = await sqs.send(asked);
  const count = messagesIn(Attributes);
  if (count === 0) return { about: say(about), state: "ok", text: say(HEALTH.noDeadLetter) };
  const toDo = say(HEALTH.redrive, { command: vigia(STAGE, "dlq", "redrive") });
  return { about: say(about), state: "failure", text: say(HEALTH.deadLetters, { count }), toDo };
}
