/** Checks of the work: those of the desk's page Health, and alerts that wait. */

import { CloudWatchClient } from "@aws-sdk/client-cloudwatch";
import { LOCAL_STAGE } from "../../../alerts/messages/commands.ts";
import { type HealthView, healthChecks } from "../../../health/checks.ts";
import { MAX_LOOKED_AT, PAGE_ROWS } from "../../../health/intake.ts";
import { translatorOf } from "../../../i18n/translator.ts";
import { clientConfig, FROM_COMMAND } from "../../../platform/clients.ts";
import { ScanRunStore } from "../../../scans/runs/scan-runs.ts";
import { countOf } from "../../../text/count-of.ts";
import { documents, queues } from "../../core/aws.ts";
import type { Target } from "../../core/target.ts";
import { take } from "../../output/rows.ts";
import { notificationsOf, notifiedProjects } from "../notifications/stored-notifications.ts";
import { type Check, type CheckContext, type CheckResult, failure, ok } from "./checks.ts";

export function recordChecks(target: Target): Check[] {
  const runs = new ScanRunStore(documents(target), target.tables.scanRuns, () => undefined);
  const shared = healthChecks({
    notifications: notificationsOf(target),
    mostRead: Number.POSITIVE_INFINITY,
    served: target.projectIds,
    runsOf: (projectId) => runs.ofProject(projectId),
    sqs: queues(target),
    deadLetters: { webhook: target.queues.webhookDlq, scan: target.queues.scanDlq },
    cloudwatch: new CloudWatchClient(clientConfig(FROM_COMMAND)),
    operationsTopicArn: target.topics.operations,
    createdAt: target.deployment?.createdAt,
  });
  return [
    ...shared.map(({ about, run }) => ({
      about: about.en,
      run: (context: CheckContext) => run(viewOf(context)),
    })),
    { about: "alerts that wait", run: pendingAlerts },
  ];
}

function viewOf({ target, now }: CheckContext): HealthView {
  return {
    stage: target.stage ?? LOCAL_STAGE,
    isLocal: target.local !== undefined,
    projectIds: target.projectIds,
    sees: () => notifiedProjects(target, undefined),
    translator: translatorOf("en", "UTC"),
    now,
  };
}

/** An alert goes out within seconds; one that still waits after this is stuck. */
const PENDING_MS = 15 * 60_000;

/** Days of alerts that are checked. */
const LOOK_BACK_MS = 30 * 86_400_000;

async function pendingAlerts({ target, now }: CheckContext): Promise<CheckResult[]> {
  const about = "alerts that wait";
  const filter = {
    projectIds: await notifiedProjects(target, undefined),
    alert: "pending",
    since: new Date(now - LOOK_BACK_MS).toISOString(),
    until: new Date(now - PENDING_MS).toISOString(),
  } as const;
  const pending = await Array.fromAsync(take(notificationsOf(target).list(filter, PAGE_ROWS), MAX_LOOKED_AT));
  // A transaction that returned just now was received long ago.
  const stuck = pending.filter(
    ({ alert: { state, returnPending = "" } }) => state === "pending" || returnPending < filter.until,
  );
  if (stuck.length === 0) return [ok(about, "none for longer than 15 minutes")];
  const toDo = `show the officer "vigia notifications list --alert pending${target.flag}", then look into the webhook dead letters and the log of StoreNotifications`;
  const more = stuck.length === MAX_LOOKED_AT ? " or more" : "";
  return [failure(about, `${countOf(stuck.length, "alert")}${more} not published yet`, toDo)];
}
