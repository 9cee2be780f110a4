/** `vigia doctor`: looks at everything that has to be right, and says what to do where it is not. */

import type { Command } from "commander";
import * as z from "zod/mini";
import { accessChecks } from "./access-checks.ts";
import { type Finding, ok, runChecks } from "./checks.ts";
import { addCommand, type Call } from "./command.ts";
import { counted } from "./counting.ts";
import { deployedChecks } from "./deployed-checks.ts";
import { safeJson } from "./escaping.ts";
import { EXIT } from "./failure.ts";
import { readOptions } from "./options.ts";
import { paint, printLine, type Style } from "./print.ts";
import { recordChecks } from "./record-checks.ts";
import { tableOf } from "./table.ts";
import type { Target } from "./target.ts";
import type { World } from "./world.ts";

/** Adds the command. */
export function addDoctor(program: Command, world: World): void {
  addCommand(program, world, "doctor", {
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

async function doctor({ world, options, target }: Call): Promise<number> {
  const { strict, format } = readOptions(doctorOptions, options);
  const findings = await examine(await target(), world.now());
  if (format === "jsonl") for (const finding of findings) await printLine(world.stdout, safeJson(finding));
  else await printFindings(world, findings);
  const worst = worstOf(findings);
  return worst === "failure" || (strict && worst === "warning") ? EXIT.failed : EXIT.done;
}

/** Everything that is found of a stack. @param now milliseconds since 1970 */
export async function examine(target: Target, now: number): Promise<Finding[]> {
  const projects = target.projectIds.join(", ");
  const settings = ok("settings", `project ${projects}; service ${target.riskService}`);
  return [
    settings,
    ...(await runChecks([...accessChecks, ...deployedChecks, ...recordChecks], { target, now })),
  ];
}

/** The worst of them; `ok` where there are none. */
export function worstOf(findings: readonly Finding[]): Finding["state"] {
  const states = findings.map(({ state }) => state);
  if (states.includes("failure")) return "failure";
  return states.includes("warning") ? "warning" : "ok";
}

const STYLES: Record<Finding["state"], Style> = { ok: "green", warning: "yellow", failure: "red" };

/** Prints them as a table with a last line that sums up. */
export async function printFindings({ stdout }: World, findings: readonly Finding[]): Promise<void> {
  const table = tableOf<Finding>(
    [
      { header: "", value: ({ state }) => state, style: ({ state }) => STYLES[state], keep: true },
      { header: "what", value: ({ about }) => about },
      {
        header: "how it stands",
        value: ({ text, toDo }) => (toDo === undefined ? text : `${text}. To do: ${toDo}`),
      },
    ],
    findings,
    stdout,
  );
  await printLine(stdout, table);
  const count = (state: Finding["state"]) => findings.filter((finding) => finding.state === state).length;
  const sum = `${count("ok")} ok, ${counted(count("warning"), "warning")}, ${counted(count("failure"), "failure")}.`;
  await printLine(stdout, paint(stdout, STYLES[worstOf(findings)], sum));
}
