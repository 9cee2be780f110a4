/** The checks that `vigia doctor` and the desk's page System share: webhooks, scans, notices, quarantine, dead-letter queues, alarms. */

import { type CloudWatchClient, type MetricAlarm, paginateDescribeAlarms } from "@aws-sdk/client-cloudwatch";
import { GetQueueAttributesCommand, type SQSClient } from "@aws-sdk/client-sqs";
import { caseLink, notificationsLink, scansPlace } from "../../alerts/messages/desk-links.ts";
import { problemOf } from "../../alerts/messages/run-problem.ts";
import { CountLimit } from "../../aws/tables/count-limit.ts";
import { caseNumber } from "../../cases/case-keys.ts";
import type { CaseQueries, SuspectedCase } from "../../cases/case-queries.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { NOTIFICATION_KINDS } from "../../i18n/catalogue/desk/notifications.ts";
import { RUN_STATES, SYSTEM } from "../../i18n/catalogue/desk/system.ts";
import { HEALTH } from "../../i18n/catalogue/health.ts";
import type { Text } from "../../i18n/catalogue/texts.ts";
import { compareTexts } from "../../i18n/text/compare-texts.ts";
import { vigia } from "../../i18n/text/own-command.ts";
import { quoted } from "../../i18n/text/quoting.ts";
import type { Translator } from "../../i18n/translator.ts";
import type { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import { type ScanRun, totalsOf } from "../../screening/runs/run.ts";
import { lastWebhook, MESSAGE_COUNTS, messagesIn, openQuarantine, serviceErrors } from "./intake.ts";
import { type LastScan, lastScan } from "./last-scan.ts";

/** State of one thing, in the reader's language. */
export interface Finding {
  about: string;
  /** `ok` and `none` need no action; `none` is of what is not there, or not yet, and so cannot be said to work. */
  state: "ok" | "none" | "warning" | "failure";
  text: string;
  /** The remedy for those who run Vigía; it may name a command. */
  toDo?: string | undefined;
  /** The remedy for officers at the desk; where it is missing, it takes an engineer. */
  byOfficer?: string | undefined;
  /** Set where it also needs an engineer after officers did their part. */
  alsoNeeds?: "engineer" | undefined;
  /** Pages to do it on, each with what it is called. */
  pages?: readonly { href: string; title: string }[] | undefined;
}

/** The stack that is checked, and what the reader sees of it. */
export interface HealthView {
  stage: string;
  /** True for the local stack, which has no alarms, and prints its messages. */
  isLocal: boolean;
  /** The projects that the reader sees, also those that left. */
  projectIds: readonly number[];
  /** Those of them that have not left. */
  servedIds: readonly number[];
  translator: Pick<Translator, "t" | "moment" | "time" | "count" | "short" | "inWords">;
  /** Milliseconds since 1970. */
  now: number;
  /** When a scan of a project was started whose run is not stored yet, ISO 8601: undefined of any other project. */
  awaitedSince?: ((projectId: number) => string | undefined) | undefined;
}

/** Looks at one thing. */
export interface HealthCheck {
  about: Text;
  run(view: HealthView): Promise<Finding[]>;
}

/** Sources of the checks. */
interface HealthSources {
  notifications: NotificationQueries;
  /** Most notifications to read for quarantined ones. */
  mostRead: number;
  /** The runs of a project, the newest first. */
  runsOf(projectId: number): AsyncIterable<ScanRun>;
  /** The wallets of a project that are known now. */
  walletsOf(projectId: number): AsyncIterable<unknown>;
  /** Most wallets of a project to count. */
  mostCounted: number;
  /** Undefined where the reader may not see cases. */
  cases?: CaseQueries | undefined;
  sqs: SQSClient;
  deadLetters: { webhook: string; scan: string };
  cloudwatch: CloudWatchClient;
  /** Topic that the stack's alarms publish to, under any name. */
  operationsTopicArn: string;
  /** Creation of the stack, in milliseconds since 1970; if unknown, an alarm counts from its last change. */
  createdAt?: number | undefined;
}

export function healthChecks(sources: HealthSources): HealthCheck[] {
  const { cases } = sources;
  return [
    {
      about: FRAME.notifications,
      run: (view) => Promise.all(view.servedIds.map((id) => webhook(sources, id, view))),
    },
    { about: SYSTEM.scans, run: (view) => Promise.all(view.servedIds.map((id) => scan(sources, id, view))) },
    ...(cases === undefined
      ? []
      : [{ about: HEALTH.notices, run: async (view: HealthView) => [await notices(cases, view)] }]),
    { about: HEALTH.quarantine, run: async (view) => [await quarantine(sources, view)] },
    { about: HEALTH.errors, run: async (view) => [await errors(sources, view)] },
    {
      about: HEALTH.webhookDeadLetters,
      run: (view) =>
        Promise.all([
          deadLetters(sources.sqs, HEALTH.webhookDeadLetters, sources.deadLetters.webhook, view),
          deadLetters(sources.sqs, HEALTH.scanDeadLetters, sources.deadLetters.scan, view),
        ]),
    },
    { about: HEALTH.alarms, run: (view) => alarms(sources, view) },
  ];
}

async function webhook(
  { notifications }: HealthSources,
  projectId: number,
  { translator: { t, moment }, stage, now }: HealthView,
): Promise<Finding> {
  const last = await lastWebhook(notifications, projectId, now);
  const about = t(HEALTH.lastWebhook, { project: String(projectId) });
  const text = last.kind === "none" ? t(HEALTH.noWebhook) : moment(last.at);
  if (last.kind === "recent") return { about, state: "ok", text };
  const command = vigia(stage, "trigger", "warn");
  return { about, state: "warning", text, toDo: t(HEALTH.checkWebhook, { command }) };
}

async function scan(
  sources: HealthSources,
  projectId: number,
  { translator, stage, now, awaitedSince }: HealthView,
): Promise<Finding> {
  const { t, moment } = translator;
  const about = t(HEALTH.lastScan, { project: String(projectId) });
  const last = await lastScan(sources.runsOf(projectId), now);
  const command = (what: "run" | "stop" | "status") =>
    vigia(stage, "scan", what, "--project", String(projectId));
  const start = {
    toDo: t(HEALTH.startScan, { run: command("run") }),
    byOfficer: t(HEALTH.officerStarts),
    pages: [{ href: scansPlace(projectId), title: t(SYSTEM.scansOf, { project: projectId }) }],
  };
  const awaited = awaitedSince?.(projectId);
  const isAwaited = last.kind === "none" || (awaited !== undefined && last.run.startedAt < awaited);
  const runningSince = last.running?.startedAt ?? (isAwaited ? awaited : undefined);
  const time = runningSince && moment(runningSince);
  if (last.kind === "none")
    return time === undefined
      ? { about, state: "warning", text: t(HEALTH.noScan), ...start }
      : { about, state: "none", text: t(HEALTH.firstScan, { time }) };
  const problem = problemOf(last.run, { stage, t });
  const text = [
    scanText(last, translator),
    ...(await newWallets(sources, projectId, last.run, translator)),
    ...(time === undefined ? [] : [t(HEALTH.scanRunning, { time })]),
    ...(problem.cause === "" ? [] : [problem.cause.replace(/\.$/, "")]),
  ].join("; ");
  if (last.kind === "fine") return { about, state: "ok", text };
  if (last.kind === "late") {
    const commands = { status: command("status"), stop: command("stop") };
    return { about, state: "warning", text, toDo: t(HEALTH.lateScan, commands) };
  }
  // A scan that ended has done what it can: another one asks the same service for the same wallets.
  if (last.kind === "poor" && problem.toDo === "") {
    const list = vigia(stage, "wallets", "list", "--project", String(projectId), "--format", "csv");
    const next = { toDo: t(HEALTH.noScore, { list }), byOfficer: t(HEALTH.readNoScores) };
    return { about, state: "warning", text, ...next, pages: start.pages };
  }
  const isStartAdvised = last.kind === "old" || problem.toDo === "";
  // The scan that is to be started runs already: its end tells more.
  if (isStartAdvised && time !== undefined) return { about, state: "none", text };
  const next = isStartAdvised ? start : { toDo: problem.toDo };
  return { about, state: last.kind === "unfinished" ? "failure" : "warning", text, ...next };
}

function scanText(
  { run, coverage }: Exclude<LastScan, { kind: "none" }>,
  { t, moment, count }: HealthView["translator"],
): string {
  return t(HEALTH.scan, {
    status: t(RUN_STATES[run.status]),
    time: moment(run.endedAt ?? run.startedAt),
    coverage:
      coverage === undefined
        ? t(HEALTH.noWallet)
        : t(HEALTH.covered, { percent: String(coverage), known: count(totalsOf(run).known) }),
  });
}

/** Says how many wallets are known now that a completed run did not know. */
async function newWallets(
  { walletsOf, mostCounted }: HealthSources,
  projectId: number,
  run: ScanRun,
  { t, count }: HealthView["translator"],
): Promise<string[]> {
  if (run.status !== "completed") return [];
  const { known } = totalsOf(run);
  if (known >= mostCounted) return [];
  let counted = 0;
  for await (const _ of walletsOf(projectId)) if (++counted > mostCounted) break;
  if (counted <= known) return [];
  const more = count(Math.min(counted, mostCounted) - known);
  return [t(HEALTH.newWallets, { more: counted > mostCounted ? `${more}+` : more })];
}

/** Most cases that are named. */
const MOST_NAMED = 10;

/** The pending 24-hour notices, also of decided cases, which no list of open ones has. */
async function notices(
  cases: CaseQueries,
  { projectIds, translator: { t, moment, short }, now }: HealthView,
): Promise<Finding> {
  const pending: SuspectedCase[] = [];
  const nowIso = new Date(now).toISOString();
  const limit = new CountLimit();
  for (const projectId of projectIds)
    for await (const suspectedCase of limit.of(cases.suspected(projectId))) pending.push(suspectedCase);
  const about = t(HEALTH.notices);
  const cut = limit.isReached ? ` ${t(HEALTH.noticesCut)}` : "";
  if (pending.length === 0)
    return { about, state: cut === "" ? "ok" : "warning", text: `${t(HEALTH.noNotice)}${cut}` };
  const dues = pending
    .map(({ listedCase, notice }) => ({
      href: caseLink(listedCase),
      number: caseNumber(listedCase),
      dueAt: notice.at,
    }))
    .toSorted((a, b) => compareTexts(a.dueAt, b.dueAt));
  const overdue = dues.filter(({ dueAt }) => dueAt <= nowIso).length;
  return {
    about,
    state: overdue === 0 ? "warning" : "failure",
    text: `${t(HEALTH.noticesPending, { count: pending.length, overdue })}${cut}`,
    byOfficer: t(HEALTH.recordNotices),
    pages: dues.slice(0, MOST_NAMED).map(({ href, number, dueAt }) => {
      const due = short(dueAt) ?? moment(dueAt);
      return { href, title: t(dueAt <= nowIso ? HEALTH.noticeOverdue : HEALTH.noticeDue, { number, due }) };
    }),
  };
}

async function quarantine(
  { notifications, mostRead }: HealthSources,
  { projectIds, translator: { t }, stage, now }: HealthView,
): Promise<Finding> {
  const { open, readSoFar } = await openQuarantine(notifications, projectIds, now, mostRead);
  const about = t(HEALTH.quarantine);
  const cut = readSoFar === undefined ? "" : ` ${t(HEALTH.readSoFar, { count: readSoFar })}`;
  if (open === 0) return { about, state: "ok", text: `${t(HEALTH.emptyQuarantine)}${cut}` };
  const toDo = t(HEALTH.replay, { command: vigia(stage, "notifications", "replay", "--all") });
  const text = `${t(HEALTH.quarantined, { count: open })}${cut}`;
  return {
    about,
    state: "warning",
    text,
    toDo,
    byOfficer: t(HEALTH.decideUnread),
    alsoNeeds: "engineer",
    ...received("quarantined", t),
  };
}

const DAY_MS = 86_400_000;

/** Most characters of an error's text that are quoted. */
const MAX_ERROR = 200;

/** Errors that the service reported, in its own words, with masks over what looks like personal data. */
async function errors(
  { notifications }: HealthSources,
  { projectIds, translator: { t }, stage, now }: HealthView,
): Promise<Finding> {
  const about = t(HEALTH.errors);
  const since = new Date(now - DAY_MS).toISOString();
  const { count, texts, readSoFar } = await serviceErrors(notifications, { projectIds, since });
  const cut = readSoFar === undefined ? "" : ` ${t(HEALTH.readSoFar, { count: readSoFar })}`;
  if (count === 0) return { about, state: "ok", text: `${t(HEALTH.noError)}${cut}` };
  const quotes = texts.map((text) => quoted(text, MAX_ERROR)).join(", ");
  const toDo = t(HEALTH.askService, { command: vigia(stage, "notifications", "list", "--kind", "error") });
  const text = `${t(HEALTH.errorsReported, { count, said: quotes })}${cut}`;
  return { about, state: "warning", text, toDo, byOfficer: t(HEALTH.readErrors), ...received("error", t) };
}

/** The list of what the service sent of one kind. */
function received(kind: "quarantined" | "error", t: Translator["t"]): Pick<Finding, "pages"> {
  const title = `${t(FRAME.notifications)}: ${t(NOTIFICATION_KINDS[kind])}`;
  return { pages: [{ href: notificationsLink({ kind }), title }] };
}

async function deadLetters(
  sqs: SQSClient,
  about: typeof HEALTH.webhookDeadLetters | typeof HEALTH.scanDeadLetters,
  QueueUrl: string,
  { translator: { t }, stage }: HealthView,
): Promise<Finding> {
  const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...MESSAGE_COUNTS] });
  const count = messagesIn((await sqs.send(command)).Attributes);
  if (count === 0) return { about: t(about), state: "ok", text: t(HEALTH.noDeadLetter) };
  const commands = { list: vigia(stage, "dlq", "list"), redrive: vigia(stage, "dlq", "redrive") };
  const [text, toDo] = [t(HEALTH.deadLetters, { count }), t(HEALTH.redrive, commands)];
  return { about: t(about), state: "failure", text, toDo };
}

async function alarms(
  { cloudwatch: client, operationsTopicArn, createdAt }: HealthSources,
  view: HealthView,
): Promise<Finding[]> {
  const { t } = view.translator;
  const about = t(HEALTH.alarms);
  if (view.isLocal) return [{ about, state: "none", text: t(HEALTH.localAlarms) }];
  const pages = paginateDescribeAlarms({ client, pageSize: 100 }, { ActionPrefix: operationsTopicArn });
  const alarms = (await Array.fromAsync(pages)).flatMap(({ MetricAlarms = [] }) => MetricAlarms);
  if (alarms.length === 0)
    return [{ about, state: "failure", text: t(HEALTH.noAlarms), toDo: t(HEALTH.deployAgain) }];
  const on = alarms.flatMap((alarm) => alarmOf(alarm, createdAt, view));
  if (on.length === 0) on.push({ about, state: "ok", text: t(HEALTH.noneFires, { count: alarms.length }) });
  const count = alarms.filter(({ ActionsEnabled }) => ActionsEnabled === false).length;
  if (count > 0)
    on.push({ about, state: "warning", text: t(HEALTH.silenced, { count }), toDo: t(HEALTH.switchOn) });
  return on;
}

function alarmOf(
  alarm: MetricAlarm,
  createdAt: number | undefined,
  { translator, now }: HealthView,
): Finding[] {
  const { t } = translator;
  if (alarm.StateValue !== "ALARM" && !isOverdue(alarm, createdAt, now)) return [];
  const about = t(HEALTH.alarm, { name: alarm.AlarmName ?? "" });
  return [{ about, state: "failure", text: t(HEALTH.firing), toDo: alarm.AlarmDescription }];
}

/** Reports whether an alarm that waits for data has none, though it can have come since the stack was created. */
function isOverdue(alarm: MetricAlarm, createdAt: number | undefined, now: number): boolean {
  const { StateValue, InsufficientDataActions = [], EvaluationPeriods = 0, Period = 0 } = alarm;
  if (StateValue !== "INSUFFICIENT_DATA" || InsufficientDataActions.length === 0) return false;
  const since = createdAt ?? alarm.AlarmConfigurationUpdatedTimestamp?.getTime() ?? Number.NEGATIVE_INFINITY;
  return now >= since + EvaluationPeriods * Period * 1_000;
}
