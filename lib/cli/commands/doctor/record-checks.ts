/** Whether things happen as they should: webhooks, scans, alerts, dead letters, quarantine. */

import { GetQueueAttributesCommand } from "@aws-sdk/client-sqs";
import {
  lastWebhook,
  MAX_LOOKED_AT,
  MESSAGE_COUNTS,
  messagesIn,
  openQuarantine,
  PAGE_ROWS,
  serviceErrors,
} from "../../../health/intake.ts";
import { lastScan } from "../../../health/last-scan.ts";
import { ScanRunStore } from "../../../scans/runs/scan-runs.ts";
import { coverageText, problemOf } from "../../../scans/runs/totals.ts";
import { countOf } from "../../../text/count-of.ts";
import { quoted } from "../../../text/quoting.ts";
import { documents, queues } from "../../core/aws.ts";
import { take } from "../../output/rows.ts";
import { queuePairs } from "../dlq/dlq.ts";
import { notificationsOf, notifiedProjects } from "../notifications/stored-notifications.ts";
import { ago, type Check, type CheckContext, type CheckResult, failure, ok, warning } from "./checks.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** An alert goes out within seconds; one that still waits after this is stuck. */
const PENDING_MS = 15 * 60_000;

export const recordChecks: readonly Check[] = [
  { about: "last webhook", run: lastWebhooks },
  { about: "last scan", run: lastScans },
  { about: "alerts that wait", run: pendingAlerts },
  { about: "dead letters", run: deadLetters },
  { about: "quarantine", run: quarantine },
  { about: "errors of the service", run: reportedErrors },
];

async function lastWebhooks({ target, now }: CheckContext): Promise<CheckResult[]> {
  const notifications = notificationsOf(target);
  return Promise.all(
    target.projectIds.map(async (project) => {
      const about = `last webhook of project ${project}`;
      const last = await lastWebhook(notifications, project, now);
      const toDo = `check the webhook's address in the service's dashboard; "vigia trigger warn --project ${project}${target.flag}" tests the way in`;
      if (last.kind === "none") return warning(about, "none was received yet", toDo);
      const text = `${ago(last.at, now)}, at ${last.at}`;
      return last.kind === "quiet" ? warning(about, text, toDo) : ok(about, text);
    }),
  );
}

async function lastScans({ target, now }: CheckContext): Promise<CheckResult[]> {
  const store = new ScanRunStore(documents(target), target.tables.scanRuns, () => undefined);
  return Promise.all(
    target.projectIds.map(async (project) => {
      const about = `last scan of project ${project}`;
      const run = `run "vigia scan run --project ${project}${target.flag} --wait"`;
      const last = await lastScan(store.ofProject(project), now);
      if (last.kind === "none") return warning(about, "there was none yet", run);
      if (last.kind === "stuck") {
        const toDo = `see "vigia dlq list${target.flag}", remove the cause, then "vigia dlq redrive${target.flag}"; or end it with "vigia scan stop --project ${project}${target.flag}" and ${run}`;
        return failure(about, `stuck since ${last.stuck.since}: ${last.stuck.why}`, toDo);
      }
      const text = [
        `${last.run.status} ${ago(last.run.endedAt ?? last.run.startedAt, now)}`,
        coverageText(last.run),
        ...(last.nights === undefined
          ? []
          : [`a round of all wallets takes ${last.nights} nights at the present speed`]),
      ].join(", ");
      const problem = problemOf(last.run);
      switch (last.kind) {
        case "fine":
          return ok(about, text);
        case "unfinished":
          return failure(about, text, problem ?? run);
        case "old":
          return warning(about, text, `${run}; see that the schedule is on`);
        case "poor":
          return warning(about, text, problem ?? run);
        case "slow":
          return warning(
            about,
            text,
            "raise scan.parallelRequests or scan.maximumConcurrency in cdk.json and deploy",
          );
      }
    }),
  );
}

async function pendingAlerts({ target, now }: CheckContext): Promise<CheckResult[]> {
  const about = "alerts that wait";
  const until = new Date(now - PENDING_MS).toISOString();
  const projectIds = await notifiedProjects(target, undefined);
  const filter = { projectIds, alert: "pending" as const, until, since: since(now) };
  const stuck = await Array.fromAsync(take(notificationsOf(target).list(filter, PAGE_ROWS), MAX_LOOKED_AT));
  if (stuck.length === 0) return [ok(about, "none for longer than 15 minutes")];
  const toDo = `show the officer "vigia notifications list --alert pending${target.flag}", then look into the webhook dead letters and the log of StoreNotifications`;
  const more = stuck.length === MAX_LOOKED_AT ? " or more" : "";
  return [failure(about, `${countOf(stuck.length, "alert")}${more} not published yet`, toDo)];
}

async function deadLetters({ target }: CheckContext): Promise<CheckResult[]> {
  const sqs = queues(target);
  return Promise.all(
    queuePairs(target).map(async ({ name, deadUrl }) => {
      const about = `${name} dead letters`;
      const { Attributes } = await sqs.send(
        new GetQueueAttributesCommand({ QueueUrl: deadUrl, AttributeNames: [...MESSAGE_COUNTS] }),
      );
      const count = messagesIn(Attributes);
      if (count === 0) return ok(about, "none");
      const toDo = `see "vigia dlq list${target.flag}", remove the cause, then "vigia dlq redrive${target.flag}"`;
      return failure(about, `${countOf(count, "message")}, kept for at least 12 days`, toDo);
    }),
  );
}

async function reportedErrors({ target, now }: CheckContext): Promise<CheckResult[]> {
  const about = "errors of the service";
  const { count, texts, isCut } = await serviceErrors(notificationsOf(target), {
    projectIds: await notifiedProjects(target, undefined),
    since: new Date(now - DAY_MS).toISOString(),
  });
  if (count === 0) return [ok(about, "none was reported in the last 24 hours")];
  const toDo = `see "vigia notifications list --kind error${target.flag}" and ask the service's support`;
  return [
    warning(
      about,
      `${countOf(count, "error")}${isCut ? " or more" : ""} reported in the last 24 hours, the newest ${quoted(texts[0] ?? "", 200)}`,
      toDo,
    ),
  ];
}

async function quarantine({ target, now }: CheckContext): Promise<CheckResult[]> {
  const about = "quarantine";
  const projects = { recorded: await notifiedProjects(target, undefined), projectIds: target.projectIds };
  const { open, readSoFar } = await openQuarantine(notificationsOf(target), projects, now);
  if (open === 0)
    return [
      ok(
        about,
        `nothing of the ${readSoFar === undefined ? "last 30 days" : `newest ${MAX_LOOKED_AT}`} waits in it`,
      ),
    ];
  const toDo = `see "vigia quarantine list${target.flag}"; report it to the service, or update vigia and replay`;
  return [
    warning(
      about,
      `${countOf(open, "body", "bodies")}${readSoFar === undefined ? "" : " or more"} of the last 30 days not understood`,
      toDo,
    ),
  ];
}

function since(now: number): string {
  return new Date(now - 30 * DAY_MS).toISOString();
}
