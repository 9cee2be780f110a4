/** `vigia smoke`: after a deployment, one rehearsal through the whole stack, read back, and a report. */

import type { Command } from "commander";
import { addCommand, type Call } from "./command.ts";
import { examine, printFindings, worstOf } from "./doctor.ts";
import { EXIT } from "./failure.ts";
import { printLine } from "./print.ts";
import { rehearse } from "./rehearsal.ts";
import type { World } from "./world.ts";

/** Adds the command. */
export function addSmoke(program: Command, world: World): void {
  addCommand(program, world, "smoke", {
    summary: "run the doctor, then a rehearsal through every part, read it back, and report",
    examples: ["vigia smoke", "vigia smoke --stage dev"],
    action: smoke,
  });
}

async function smoke({ world, target }: Call): Promise<number> {
  const found = await target();
  await printLine(world.stdout, `Doctor of ${found.name}`);
  const examined = await examine(found, world.now());
  await printFindings(world, examined);
  await printLine(world.stdout, `\nRehearsal through ${found.adapter}`);
  const rehearsed = await rehearse(found, world.now);
  await printFindings(world, rehearsed);
  const passed = worstOf([...examined, ...rehearsed]) !== "failure";
  await printLine(world.stdout, passed ? "\nPassed." : "\nNot passed: see above what to do.");
  return passed ? EXIT.done : EXIT.failed;
}
