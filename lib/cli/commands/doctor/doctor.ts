/** `vigia doctor`: looks at everything that has to be right, and says what to do where it is not. */

import { GetAccountSettingsCommand } from "@aws-sdk/client-lambda";
import type { Command } from "commander";
import * as z from "zod/mini";
import { countOf } from "../../../text/count-of.ts";
import { safeJson } from "../../../text/escaping.ts";
import { InvalidRecordError } from "../../../users/user-item.ts";
import { UserStore } from "../../../users/users.ts";
import { documents, lambda } from "../../core/aws.ts";
import { addCommand, type Call } from "../../core/command.ts";
import type { CommandContext } from "../../core/command-context.ts";
import { commandErrorFor, EXIT } from "../../core/failure.ts";
import { readOptions } from "../../core/options.ts";
import type { Target } from "../../core/target.ts";
import { paint, printLine, type Style } from "../../output/print.ts";
import { take } from "../../output/rows.ts";
import { tableOf } from "../../output/table.ts";
import { WarningCount } from "../users/user-warnings.ts";
import { accessChecks } from "./access-checks.ts";
import { type Check, type CheckContext, type CheckResult, ok, runChecks, warning } from "./checks.ts";
import { deployedChecks, tableChecks } from "./deployed-checks.ts";
import { moneyChecks } from "./money-checks.ts";
import { officerChecks } from "./people-checks.ts";
import { recordChecks } from "./record-checks.ts";
import { settingsChecks } from "./settings-checks.ts";

/** Enough to see that something is wrong; the command checks all. */
const MAX_USERS = 1_000;

const reportChecks: readonly Check[] = [{ about: "User records", run: userRecords }];

async function userRecords({ target, now }: CheckContext): Promise<CheckResult[]> {
  const about = "User records";
  if (!target.mexico) return [];
  const count = new WarningCount(now);
  try {
    for await (const user of take(new UserStore(documents(target), target.tables.users).all(), MAX_USERS))
      if (!(user instanceof InvalidRecordError)) count.add(user);
  } catch (error) {
    // Engineers who operate the stack need not be able to read people's records.
    if (error instanceof Error && error.name.startsWith("AccessDenied"))
      return [ok(about, "not looked at: your credentials may not read them")];
    throw error;
  }
  const looked = count.users === MAX_USERS ? ` (of the first ${MAX_USERS.toLocaleString("en-US")})` : "";
  const toDo = `have somebody who may read them run "vigia users check${target.flag}"`;
  if (count.warned > 0) return [warning(about, `${count.sentence()}${looked}`, toDo)];
  return [ok(about, `nothing in them that a Mexican report would not take${looked}`)];
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
      `${text}: a burst of calls takes them all, and webhooks wait`,
      "ask for 1,000 in the console (Service Quotas, Lambda, Concurrent executions), then set inbound.reservedConcurrency to 2",
    ),
  ];
}

export function addDoctor(program: Command, context: CommandContext): void {
  addCommand(program, context, "doctor", {
    summary: "check the whole stack, and name the next step for each problem",
    examples: ["vigia doctor", "vigia doctor --stage dev --strict"],
    action: doctor,
  })
    .option("--strict", "fail on warnings too")
    .option("--format <format>", "table or jsonl", "table");
}

const doctorOptions = z.object({
  strict: z._default(z.boolean(), false),
  format: z.enum(["table", "jsonl"]),
});

async function doctor({ context, options, target }: Call): Promise<number> {
  const { strict, format } = readOptions(doctorOptions, options);
  const results = await examine(await target(), context);
  if (format === "jsonl") for (const result of results) await printLine(context.stdout, safeJson(result));
  else await printResults(context, results);
  const worst = worstOf(results);
  return worst === "failure" || (strict && worst === "warning") ? EXIT.failed : EXIT.done;
}

/** Everything that is found of a stack. */
export async function examine(
  target: Target,
  { root, now }: Pick<CommandContext, "root" | "now">,
): Promise<CheckResult[]> {
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
  return [settings, ...settingsChecks(target, root), ...(await runChecks(checks, { target, now: now() }))];
}

/** The worst of them; `ok` without findings. */
export function worstOf(results: readonly CheckResult[]): CheckResult["state"] {
  const states = results.map(({ state }) => state);
  if (states.includes("failure")) return "failure";
  return states.includes("warning") ? "warning" : "ok";
}

const STYLES: Record<CheckResult["state"], Style> = { ok: "green", warning: "yellow", failure: "red" };

/** Prints them as a table with a last line that sums up. */
export async function printResults(
  { stdout }: CommandContext,
  results: readonly CheckResult[],
): Promise<void> {
  const table = tableOf<CheckResult>(
    [
      { header: "", value: ({ state }) => state, style: ({ state }) => STYLES[state] },
      { header: "what", value: ({ about }) => about, wrap: 16 },
      {
        header: "how it stands",
        value: ({ text, toDo }) => (toDo === undefined ? text : `${text}. To do: ${toDo}`),
        wrap: 30,
      },
    ],
    results,
    stdout,
  );
  await printLine(stdout, table);
  const count = (state: CheckResult["state"]) => results.filter((result) => result.state === state).length;
  const sum = `${count("ok")} ok, ${countOf(count("warning"), "warning")}, ${countOf(count("failure"), "failure")}.`;
  await printLine(stdout, paint(stdout, STYLES[worstOf(results)], sum));
}
