/** Whether things happen as they should: webhooks, scans, alerts, dead letters, quarantine. */

import { GetQueueAttributesCommand } from "@aws-sdk/client-sqs";
import { ScanRunStore } from "../../../store/scan-runs/scan-runs.ts";
import { problemOf, totals } from "../../../store/scan-runs/totals.ts";
import { countOf } from "../../../text/count-of.ts";
import { documents, queues } from "../../core/aws.ts";
import { recordedProjects } from "../../core/project.ts";
import { all, take } from "../../output/rows.ts";
import { queuePairs } from "../dlq/dlq.ts";
import { notificationsOf } from "../notifications/stored-notifications.ts";
import { standingOf } from "../quarantine/quarantined-body.ts";
import { coverageOf } from "../scan/scan-view.ts";
import { ago, type Check, type CheckResult, failure, ok, type Patient, warning } from "./checks.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Quiet for longer is worth a question. */
const QUIET_MS = 7 * DAY_MS;

/** A nightly scan is never older than this. */
const SCAN_AGE_MS = 36 * HOUR_MS;

/** Of known wallets, in percent. */
const GOOD_COVERAGE = 95;

/** An alert goes out within seconds; one that still waits after this is stuck. */
const PENDING_MS = 15 * 60_000;

/** So many are looked at; more are said to be "more". */
const MAX_LOOKED_AT = 200;

export const recordChecks: readonly Check[] = [
  { about: "last webhook", run: lastWebhook },
  { about: "last scan", run: lastScans },
  { about: "alerts that wait", run: pendingAlerts },
  { about: "dead letters", run: deadLetters },
  { about: "quarantine", run: quarantine },
];

async function lastWebhook({ target, now }: Patient): Promise<CheckResult[]> {
  const notifications = notificationsOf(target);
  return Promise.all(
    target.projectIds.map(async (project) => {
      const about = `last webhook of project ${project}`;
      const [last] = await all(take(notifications.list({ projectIds: [project] }, 10), 1));
      const toDo = `check the webhook's address in the service's dashboard; "vigia trigger warn --project ${project}${target.flag}" tests the way in`;
      if (last === undefined) return warning(about, "none was received yet", toDo);
      const text = `${ago(last.receivedAt, now)}, at ${last.receivedAt}`;
      return now - Date.parse(last.receivedAt) > QUIET_MS ? warning(about, text, toDo) : ok(about, text);
    }),
  );
}

async function lastScans({ target, now }: Patient): Promise<CheckResult[]> {
  const store = new ScanRunStore(documents(target), target.tables.scanRuns);
  return Promise.all(
    target.projectIds.map(async (project) => {
      const about = `last scan of project ${project}`;
      const run = `run "vigia scan run --project ${project}${target.flag} --wait"`;
      // The one that is running says nothing yet; the one before does.
      const [last] = (await all(take(store.ofProject(project), 2))).filter(
        ({ status }) => status !== "running",
      );
      if (last === undefined) return warning(about, "there was none yet", run);
      const coverage = coverageOf(last);
      const text = `${last.status} ${ago(last.endedAt ?? last.startedAt, now)}, ${
        coverage === undefined ? "no wallet is known" : `${coverage} % of ${totals(last).known} known wallets`
      }`;
      const problem = problemOf(last);
      if (last.status !== "completed") return failure(about, text, problem ?? run);
      if (now - Date.parse(last.startedAt) > SCAN_AGE_MS)
        return warning(about, text, `${run}; see that the schedule is on`);
      if (problem !== undefined || (coverage ?? 100) < GOOD_COVERAGE)
        return warning(about, text, problem ?? run);
      return ok(about, text);
    }),
  );
}

async function pendingAlerts({ target, now }: Patient): Promise<CheckResult[]> {
  const about = "alerts that wait";
  const until = new Date(now - PENDING_MS).toISOString();
  const projectIds = recordedProjects(target, undefined);
  const filter = { projectIds, alert: "pending" as const, until, since: since(now) };
  const stuck = await all(take(notificationsOf(target).list(filter), MAX_LOOKED_AT));
  if (stuck.length === 0) return [ok(about, "none for longer than 15 minutes")];
  const toDo = `show the officer "vigia notifications list --alert pending${target.flag}", then look into the webhook dead letters and the log of StoreNotifications`;
  return [failure(about, `${many(stuck.length, "alert")} not published yet`, toDo)];
}

async function deadLetters({ target }: Patient): Promise<CheckResult[]> {
  const sqs = queues(target);
  return Promise.all(
    queuePairs(target).map(async ({ name, deadUrl }) => {
      const about = `${name} dead letters`;
      const { Attributes } = await sqs.send(
        new GetQueueAttributesCommand({
          QueueUrl: deadUrl,
          AttributeNames: ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"],
        }),
      );
      const count =
        Number(Attributes?.ApproximateNumberOfMessages ?? 0) +
        Number(Attributes?.ApproximateNumberOfMessagesNotVisible ?? 0);
      if (count === 0) return ok(about, "none");
      const toDo = `see "vigia dlq list${target.flag}", remove the cause, then "vigia dlq redrive${target.flag}"`;
      return failure(about, `${countOf(count, "message")}, kept for 14 days`, toDo);
    }),
  );
}

async function quarantine({ target, now }: Patient): Promise<CheckResult[]> {
  const about = "quarantine";
  const notifications = notificationsOf(target);
  const projectIds = recordedProjects(target, undefined);
  const filter = { projectIds, kind: "quarantined" as const, since: since(now) };
  let open = 0;
  for await (const { key } of take(notifications.list(filter), MAX_LOOKED_AT)) {
    const known = await notifications.find(key);
    if (
      known !== undefined &&
      (await standingOf(target, notifications, known.notification)).state !== "replayed"
    )
      open++;
  }
  if (open === 0) return [ok(about, "nothing of the last 30 days waits in it")];
  const toDo = `see "vigia quarantine list${target.flag}"; tell the service, or update vigia and replay`;
  return [warning(about, `${many(open, "body", "bodies")} of the last 30 days not understood`, toDo)];
}

function since(now: number): string {
  return new Date(now - 30 * DAY_MS).toISOString();
}

/** As {@link countOf}, where so many are there that not all were looked at. */
function many(count: number, ...words: [singular: string, plural?: string]): string {
  return `${countOf(count, ...words)}${count >= MAX_LOOKED_AT ? " or more" : ""}`;
}
