/** `vigia cases`: whether the records of cases are intact, and all that is kept of them in one file. */

import { addGroup, type CommandGroup } from "../../core/command.ts";
import { addEvidence } from "./evidence.ts";
import { addVerify } from "./verify.ts";

export function addCases(program: CommandGroup, summary: string): void {
  const group = addGroup(program, "cases", summary);
  addVerify(group);
  addEvidence(group);
}
