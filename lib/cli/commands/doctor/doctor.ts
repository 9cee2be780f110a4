/** `vigia doctor`: looks at everything that has to be right, and says what to do where it is not. */

import { CloudWatchClient } from "@aws-sdk/client-cloudwatch";
import { GetAccountSettingsCommand } from "@aws-sdk/client-lambda";
import { LOCAL_STAGE } from "../../../alerts/messages/closing.ts";
import { type HealthView, healthChecks } from "../../../health/checks.ts";
import { MAX_LOOKED_AT, PAGE_ROWS } from "../../../health/intake.ts";
import { translatorOf } from "../../../i18n/translator.ts";
import { clientConfig, FROM_COMMAND } from "../../../platform/clients.ts";
import { RateStore } from "../../../rates/rates.ts";
import { missingUma } from "../../../rates/uma.ts";
import { ScanRunStore } from "../../../scans/runs/scan-runs.ts";
import { cleanText } from "../../../text/cleaning.ts";
import { countOf } from "../../../text/cut.ts";
import { safeJson } from "../../../text/escaping.ts";
import { InvalidRecordError } from "../../../users/user-item.ts";
import { UserStore } from "../../../users/users.ts";
import { WalletStore } from "../../../wallets/wallets.ts";
import { documents, lambda, queues } from "../../core/aws.ts";
import { addCommand, type Call, type CommandContext, type CommandGroup } from "../../core/command.ts";
import { commandErrorFor, EXIT } from "../../core/failure.ts";
import * as option from "../../core/options.ts";
import { logOf, type Target } from "../../core/target.ts";
import { paint, type Style } from "../../output/print.ts";
import { tableOf, take } from "../../output/table.ts";
import { notificationsOf, notifiedProjects } from "../notifications/stored-notifications.ts";
import { WarningCount } from "../users/check.ts";
import { accessChecks } from "./access-checks.ts";
import {
  type Check,
  type CheckContext,
  type CheckResult,
  failure,
  ok,
  runChecks,
  warning,
} from "./checks.ts";
import { deployedChecks, tableChecks } from "./deployed-checks.ts";
import { officerChecks } from "./people-checks.ts";

/** Enough to see that something is wrong; the command checks all. */
const MAX_USERS = 1_000;

const reportChecks: readonly Check[] = [{ about: "User records", run: userRecords }];

/** Most ids that are named. */
const MAX_NAMED = 10;

async function userRecords({ target, now }: CheckContext): Promise<CheckResult[]> {
  const about = "User records";
  const count = new WarningCount(now);
  const invalid: string[] = [];
  let read = 0;
  try {
    for await (const user of take(new UserStore(documents(target), target.tables.users).all(), MAX_USERS)) {
      read++;
      if (user instanceof InvalidRecordError) invalid.push(cleanText(user.userId ?? "", 100));
      else count.add(user);
    }
  } catch (error) {
    // Engineers who operate the stack need not be able to read people's records.
    if (error instanceof Error && error.name.startsWith("AccessDenied"))
      return [ok(about, "not checked: your credentials cannot read them")];
    throw error;
  }
  const looked = read === MAX_USERS ? ` (of the first ${MAX_USERS.toLocaleString("en-US")})` : "";
  const toDo = `ask a person who may read them to run "vigia users check${target.flag}"`;
  const [first, others] = [invalid.slice(0, MAX_NAMED), invalid.length - MAX_NAMED];
  const unread: CheckResult[] =
    invalid.length === 0
      ? []
      : [
          failure(
            about,
            `${countOf(invalid.length, "record")} not valid, whose look-ups are answered with 500: ${first.join(", ")}${others > 0 ? ` and ${others.toLocaleString("en-US")} more` : ""}${looked}`,
            `see what is wrong with "vigia users check${target.flag}", and import these users again`,
          ),
        ];
  if (target.mexico && count.warned > 0)
    return [...unread, warning(about, `${count.sentence()}${looked}`, toDo)];
  if (unread.length > 0 || !target.mexico) return unread;
  return [ok(about, `nothing that a Mexican report would reject${looked}`)];
}

/** Limits of the account, which all of its functions share. */
export const accountChecks: readonly Check[] = [{ about: "concurrent executions", run: executions }];

/** A new account has ten; with fewer than this a burst of calls takes them all. */
const FEW = 100;

async function executions({ target }: CheckContext): Promise<CheckResult[]> {
  const about = "concurrent executions";
  if (target.stage === undefined) return [];
  let limit: number | undefined;
  try {
    const { AccountLimit } = await lambda(target).send(new GetAccountSettingsCommand({}));
    limit = AccountLimit?.ConcurrentExecutions;
  } catch (error) {
    // A limit of the account is no fault of the stack, and not every caller may read it.
    const { message } = commandErrorFor(error, target.name);
    return [warning(about, "of the account could not be read", message)];
  }
  if (limit === undefined) return [warning(about, "of the account are not known", "see Service Quotas")];
  const text = `${limit.toLocaleString("en-US")} for all functions of the account`;
  if (limit >= FEW) return [ok(about, text)];
  return [
    warning(
      about,
      `${text}: a burst of calls uses them all, and webhooks wait`,
      "ask for 1,000 in the console (Service Quotas, Lambda, Concurrent executions)",
    ),
  ];
}

export function addDoctor(program: CommandGroup): void {
  addCommand(program, "doctor", {
    summary: "check the whole stack, and name the next step for each problem",
    examples: ["vigia doctor", "vigia doctor --stage dev --strict"],
    action: doctor,
  })
    .option("--strict", "fail on warnings too")
    .option("--format <format>", "table or jsonl", "table");
}

async function doctor({ context, options, target }: Call): Promise<number> {
  const { strict, format } = options({ strict: option.flag, format: option.shownFormat });
  const results = await examine(await target(), context);
  if (format === "jsonl") for (const result of results) await context.print(safeJson(result));
  else await printResults(context, results);
  const worst = worstOf(results);
  return worst === "failure" || (strict && worst === "warning") ? EXIT.failed : EXIT.done;
}

/** Everything that is found of a stack. */
export async function examine(target: Target, { now }: Pick<CommandContext, "now">): Promise<CheckResult[]> {
  const checks = [
    ...accessChecks,
    ...deployedChecks,
    ...officerChecks,
    ...accountChecks,
    ...tableChecks,
    ...recordChecks(target),
    ...reportChecks,
    ...moneyChecks,
  ];
  const projects = target.projectIds.join(", ");
  const settings = ok("settings", `project ${projects}; service ${target.riskService}`);
  return [settings, ...(await runChecks(checks, { target, now: now() }))];
}

/** The worst of them; `ok` without findings. */
export function worstOf(results: readonly CheckResult[]): CheckResult["state"] {
  const states = results.map(({ state }) => state);
  if (states.includes("failure")) return "failure";
  return states.includes("warning") ? "warning" : "ok";
}

const STYLES: Record<CheckResult["state"], Style> = { ok: "green", warning: "yellow", failure: "red" };

/** Prints them as a table with a last line that sums up. */
export async function printResults(context: CommandContext, results: readonly CheckResult[]): Promise<void> {
  const table = tableOf<CheckResult>(
    [
      { header: "", value: ({ state }) => state, style: ({ state }) => STYLES[state] },
      { header: "what", value: ({ about }) => about, wrap: 16 },
      {
        header: "finding",
        value: ({ text, toDo }) => (toDo === undefined ? text : `${text}. To do: ${toDo}`),
        wrap: 30,
      },
    ],
    results,
    context.stdout,
  );
  await context.print(table);
  const count = (state: CheckResult["state"]) => results.filter((result) => result.state === state).length;
  const sum = `${count("ok")} ok, ${countOf(count("warning"), "warning")}, ${countOf(count("failure"), "failure")}.`;
  await context.print(paint(context.stdout, STYLES[worstOf(results)], sum));
}

const DAY_MS = 86_400_000;

/** An amount is shown with a rate of its day or of the seven before. */
const OLDEST_DAYS = 7;

const moneyChecks: readonly Check[] = [
  { about: "rates", run: rates },
  { about: "UMA", run: async (context) => uma(context) },
];

async function rates({ target, now }: CheckContext): Promise<CheckResult[]> {
  const store = new RateStore(documents(target), target.tables.rates);
  return Promise.all(
    target.money.currencies.map(async (currency) => {
      const about = `rates of ${currency}`;
      const toDo = `run "vigia rates set ${currency} <rate> --on <day>${target.flag}"`;
      const [last] = await Array.fromAsync(take(store.list(currency), 1));
      if (last === undefined) return ok(about, "none is set: amounts are shown in dollars only");
      const oldest = new Date(now - OLDEST_DAYS * DAY_MS).toISOString().slice(0, 10);
      const text = `the last is ${last.rate}, of ${last.day}`;
      return last.day < oldest
        ? warning(about, `${text}: new amounts are shown in dollars only`, toDo)
        : ok(about, text);
    }),
  );
}

/** INEGI publishes the UMA of a year in its first days; it holds from 1 February. */
function uma({ target, now }: CheckContext): CheckResult[] {
  if (!target.money.currencies.includes("MXN")) return [];
  const missing = missingUma(new Date(now).toISOString().slice(0, 10));
  return [
    missing === undefined
      ? ok("UMA", "of this year is known")
      : warning(
          "UMA",
          `of ${missing}, which holds from 1 February ${missing}, is not known: amounts are then shown without it`,
          "update vigia and deploy",
        ),
  ];
}

/** Most wallets of a project that are counted. */
const MAX_COUNTED = 100_000;

export function recordChecks(target: Target): Check[] {
  const runs = new ScanRunStore(documents(target), target.tables.scanRuns, () => undefined);
  const wallets = new WalletStore(documents(target), target.tables.wallets);
  const shared = healthChecks({
    notifications: notificationsOf(target),
    mostRead: Number.POSITIVE_INFINITY,
    served: target.projectIds,
    runsOf: (projectId) => runs.ofProject(projectId),
    walletsOf: (projectId) => wallets.ofProject(projectId),
    mostCounted: MAX_COUNTED,
    sqs: queues(target),
    deadLetters: { webhook: target.queues.webhookDlq, scan: target.queues.scanDlq },
    cloudwatch: new CloudWatchClient(clientConfig(FROM_COMMAND)),
    operationsTopicArn: target.topics.operations,
    createdAt: target.deployment?.createdAt,
  });
  return [
    ...shared.map(({ about, run }) => ({
      about: about.en,
      // A terminal follows no link to a page of the desk, and not every stack has one.
      run: async (context: CheckContext) =>
        (await run(viewOf(context))).map(({ pages: _, ...found }) => found),
    })),
    { about: "pending alerts", run: pendingAlerts },
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
  const about = "pending alerts";
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
  const toDo = `show the officer "vigia notifications list --alert pending${target.flag}", then check the webhook dead letters and ${logOf(target, "StoreNotifications")}`;
  const more = stuck.length === MAX_LOOKED_AT ? " or more" : "";
  return [failure(about, `${countOf(stuck.length, "alert")}${more} not published yet`, toDo)];
}
