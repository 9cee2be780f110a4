/** `vigia doctor`: looks at everything that has to be right, and says what to do where it is not. */

import type { Command } from "commander";
import * as z from "zod/mini";
import { countOf } from "../../../text/count-of.ts";
import { safeJson } from "../../../text/escaping.ts";
import { addCommand, type Call } from "../../core/command.ts";
import type { CommandContext } from "../../core/command-context.ts";
import { EXIT } from "../../core/failure.ts";
import { readOptions } from "../../core/options.ts";
import type { Target } from "../../core/target.ts";
import { paint, printLine, type Style } from "../../output/print.ts";
import { tableOf } from "../../output/table.ts";
import { accessChecks } from "./access-checks.ts";
import { accountChecks } from "./account-checks.ts";
import { type CheckResult, ok, runChecks } from "./checks.ts";
import { deployedChecks } from "./deployed-checks.ts";
import { moneyChecks } from "./money-checks.ts";
import { officerChecks } from "./officer-checks.ts";
import { recordChecks } from "./record-checks.ts";
import { reportChecks } from "./report-checks.ts";
import { settingsChecks } from "./settings-checks.ts";
import { tableChecks } from "./table-checks.ts";

export function addDoctor(program: Command, context: CommandContext): void {
  addCommand(program, context, "doctor", {
    summary: "check everything that has to be right, and say what to do where it is not",
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
    ...recordChecks,
    ...reportChecks,
    ...moneyChecks,
  ];
  const projects = target.projectIds.join(", ");
  const settings = ok("settings", `project ${projects}; service ${target.riskService}`);
  return [settings, ...settingsChecks(target, root), ...(await runChecks(checks, { target, now: now() }))];
}

/** The worst of them; `ok` where there are none. */
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
