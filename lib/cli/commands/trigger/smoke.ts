/** `vigia smoke`: after a deployment, one rehearsal through the whole stack, read back, and a report. */

import type { Command } from "commander";
import { addCommand, type Call } from "../../core/command.ts";
import type { CommandContext } from "../../core/command-context.ts";
import { EXIT } from "../../core/failure.ts";
import { printLine } from "../../output/print.ts";
import { examine, printResults, worstOf } from "../doctor/doctor.ts";
import { runRehearsal } from "./rehearsal.ts";

export function addSmoke(program: Command, context: CommandContext): void {
  addCommand(program, context, "smoke", {
    summary: "run the doctor, then a rehearsal through every part, read it back, and report",
    examples: ["vigia smoke", "vigia smoke --stage dev"],
    action: smoke,
  });
}

async function smoke({ context, target }: Call): Promise<number> {
  const found = await target();
  await printLine(context.stdout, `Doctor of ${found.name}`);
  const examined = await examine(found, context);
  await printResults(context, examined);
  await printLine(context.stdout, `\nRehearsal through ${found.adapter}`);
  const rehearsal = await runRehearsal(found, context.now);
  await printResults(context, rehearsal);
  const passed = worstOf([...examined, ...rehearsal]) !== "failure";
  await printLine(context.stdout, passed ? "\nPassed." : "\nNot passed: see above what to do.");
  return passed ? EXIT.done : EXIT.failed;
}
