/** `vigia doctor`: looks at everything that has to be right, and says what to do where it is not. */

import { CloudWatchClient } from "@aws-sdk/client-cloudwatch";
import { GetScheduleCommand, SchedulerClient } from "@aws-sdk/client-scheduler";
import { commandConfig } from "../../../aws/clients.ts";
import { isSchemaError } from "../../../contract/lazy-schema.ts";
import { countOf } from "../../../i18n/text/cut.ts";
import { safeJson } from "../../../i18n/text/escaping.ts";
import { translatorOf } from "../../../i18n/translator.ts";
import { type Finding, type HealthView, healthChecks } from "../../../reports/health/checks.ts";
import { MAX_LOOKED_AT, PAGE_ROWS } from "../../../reports/health/intake.ts";
import { ScanRunStore } from "../../../screening/runs/runs.ts";
import { WalletStore } from "../../../screening/wallets/wallets.ts";
import { documents, queues } from "../../core/aws.ts";
import { addCommand, type CommandContext, type CommandGroup, handle } from "../../core/command.ts";
import { commandErrorFor, EXIT } from "../../core/failure.ts";
import { shownFormatOption } from "../../core/options.ts";
import { deployedName, logOf, stageOf, type Target } from "../../core/target.ts";
import { printList } from "../../output/list.ts";
import { paint, type Style } from "../../output/print.ts";
import { notificationsOf } from "../notifications/stored-notifications.ts";
import { accessChecks } from "./access-checks.ts";
import { backupChecks } from "./backup-checks.ts";
import { type Check, type CheckContext, failure, ok, runChecks } from "./checks.ts";
import { sendTest } from "./sent-test.ts";
import { subscriptionChecks } from "./subscription-checks.ts";

export function addDoctor(program: CommandGroup, summary: string): void {
  addCommand(program, "doctor", {
    summary,
    details:
      "--send also sends an invented illegal notification through the stack, and reads it back: its mail begins with [TEST].",
    examples: ["vigia doctor", "vigia doctor --send --stage dev"],
  })
    .option("--send", "send a test through the stack too")
    .addOption(shownFormatOption)
    .action(
      handle(program, async ({ context, chosenTarget }, { send, format }) => {
        const target = await chosenTarget();
        const checks = [...accessChecks, ...subscriptionChecks, ...stackChecks(target), ...backupChecks];
        const results = await runChecks(checks, { target, now: context.now() });
        if (send) results.push(...(await sendTest(target, context)));
        if (format === "jsonl") for (const result of results) await context.print(safeJson(result));
        else await printResults(context, results);
        return results.some(({ state }) => state === "failure") ? EXIT.failed : EXIT.done;
      }),
    );
}

const STYLES: Record<Finding["state"], Style> = {
  ok: "green",
  none: "dim",
  warning: "yellow",
  failure: "red",
};

/** Prints them as a table with a last line that sums up. */
async function printResults(context: CommandContext, results: readonly Finding[]): Promise<void> {
  await printList<Finding>(
    context.stdout,
    { format: "table", limit: results.length },
    [
      { header: "", value: ({ state }) => state, style: ({ state }) => STYLES[state] },
      { header: "what", value: ({ about }) => about },
      {
        header: "finding",
        value: ({ text, toDo }) => (toDo === undefined ? text : `${text}. To do: ${toDo}`),
      },
    ],
    results,
  );
  const count = (state: Finding["state"]) => results.filter((result) => result.state === state).length;
  const worst = count("failure") > 0 ? "failure" : count("warning") > 0 ? "warning" : "ok";
  const absent = count("none") === 0 ? "" : `${count("none")} not there, `;
  const sum = `${count("ok")} ok, ${absent}${countOf(count("warning"), "warning")}, ${countOf(count("failure"), "failure")}.`;
  await context.print(paint(context.stdout, STYLES[worst], sum));
}

/** Most wallets of a project that are counted. */
const MAX_COUNTED = 100_000;

/** Checks of the stack's work: those of the desk's page System, its schedules, and alerts that wait. */
export function stackChecks(target: Target): Check[] {
  const runs = new ScanRunStore(documents(target), target.tables.scanRuns, () => undefined);
  const wallets = new WalletStore(documents(target), target.tables.wallets);
  const shared = healthChecks({
    notifications: notificationsOf(target),
    mostRead: Number.POSITIVE_INFINITY,
    runsOf: (projectId) => runs.ofProject(projectId),
    walletsOf: (projectId) => wallets.ofProject(projectId),
    mostCounted: MAX_COUNTED,
    sqs: queues(target),
    deadLetters: { webhook: target.queues.webhookDlq, scan: target.queues.scanDlq },
    cloudwatch: new CloudWatchClient(commandConfig(target.network)),
    operationsTopicArn: target.topics.operations,
    createdAt: target.kind === "local" ? undefined : target.deployment.createdAt,
  });
  return [
    { about: "schedules", run: schedules },
    ...shared.map(({ about, run }) => ({
      about: about.en,
      run: (context: CheckContext) => run(viewOf(context)),
    })),
    { about: "stored notifications", run: storedNotifications },
    { about: "pending alerts", run: pendingAlerts },
  ];
}

function viewOf({ target, now }: CheckContext): HealthView {
  return {
    stage: stageOf(target),
    isLocal: target.kind === "local",
    projectIds: target.projectIds,
    servedIds: target.servedIds,
    translator: translatorOf("en", "UTC"),
    now,
  };
}

async function schedules({ target }: CheckContext): Promise<Finding[]> {
  // The local stack runs its schedules itself.
  if (target.kind === "local") return [];
  const scheduler = new SchedulerClient(commandConfig(target.network));
  return Promise.all(
    target.schedules.map(async (Name) => {
      const about = `schedule ${Name}`;
      const {
        State,
        ScheduleExpression,
        ScheduleExpressionTimezone = "UTC",
      } = await scheduler.send(new GetScheduleCommand({ Name }));
      const text = `${ScheduleExpression} in ${ScheduleExpressionTimezone}`;
      return State === "ENABLED"
        ? ok(about, `is on: ${text}`)
        : failure(about, `is off: ${text}`, "enable it in EventBridge Scheduler, or deploy the stack again");
    }),
  );
}

/** Lists read copies of a few attributes: the newest notification is read whole, as another version may have written the table. */
async function storedNotifications({ target }: CheckContext): Promise<Finding[]> {
  const about = "stored notifications";
  const notifications = notificationsOf(target);
  try {
    for await (const newest of notifications.list({ projectIds: target.projectIds }, 1)) {
      await notifications.get(newest);
      return [ok(about, "can be read")];
    }
    return [];
  } catch (error) {
    if (!isSchemaError(error)) throw error;
    const { message } = commandErrorFor(error, deployedName(target));
    return [failure(about, "the newest one cannot be read", message)];
  }
}

/** An alert goes out within seconds; one that still waits after this is stuck. */
const PENDING_MS = 15 * 60_000;

/** Days of alerts that are checked. */
const LOOK_BACK_MS = 30 * 86_400_000;

async function pendingAlerts({ target, now }: CheckContext): Promise<Finding[]> {
  const about = "pending alerts";
  const filter = {
    projectIds: target.projectIds,
    alert: "pending",
    since: new Date(now - LOOK_BACK_MS).toISOString(),
    until: new Date(now - PENDING_MS).toISOString(),
  } as const;
  let [read, stuck] = [0, 0];
  for await (const { alert } of notificationsOf(target).list(filter, PAGE_ROWS)) {
    read++;
    // A new content of an old notification may be pending since just now.
    if ((alert.at ?? "") < filter.until) stuck++;
    if (read === MAX_LOOKED_AT) break;
  }
  if (stuck === 0) return [ok(about, "none for longer than 15 minutes")];
  const toDo = `show the officer "vigia notifications list --alert pending${target.flags}", then check the webhook dead-letter messages and ${logOf(target, "StoreNotifications")}`;
  const more = read === MAX_LOOKED_AT ? " or more" : "";
  return [failure(about, `${countOf(stuck, "alert")}${more} not published yet`, toDo)];
}
