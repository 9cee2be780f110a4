/** `vigia brief`: the brief of the day that ended, now. */

import * as z from "zod/mini";
import { addCommand, addGroup, type Call, type CommandGroup } from "../../core/command.ts";
import { CommandError } from "../../core/failure.ts";
import { callFunction } from "../../core/function-call.ts";
import type { Target } from "../../core/target.ts";

export function addBrief(program: CommandGroup): void {
  const group = addGroup(program, "brief", "send the brief that officers get each morning");
  addCommand(group, "send", {
    summary: "send the last day's brief now, and every brief that was missed",
    details:
      "Briefs go out by themselves at 08:00 in the setting timeZone. A brief that was sent is not sent again.",
    examples: ["vigia brief send", "vigia brief send --stage dev"],
    action: send,
  });
}

const answered = z.object({
  briefs: z.array(
    z.object({
      day: z.string(),
      alertId: z.string(),
      outcome: z.enum(["sent", "sent before", "never"]),
    }),
  ),
});

async function send({ context, target }: Call): Promise<undefined> {
  const found = await target();
  const briefs = await briefsOf(found);
  const never = briefs.filter(({ outcome }) => outcome === "never");
  const [first, last] = [never[0], never.at(-1)];
  if (first !== undefined && last !== undefined)
    await context.note(
      `No brief is sent for ${first.day}${first === last ? "" : ` to ${last.day}`}: only the last seven days are caught up. List what was received with "vigia notifications list --since ${first.day}${found.flag}".`,
    );
  for (const { day, alertId, outcome } of briefs) {
    if (outcome === "never") continue;
    const what = outcome === "sent" ? "was sent" : "was sent before";
    await context.print(`The brief of ${day} ${what}; vigia alerts show ${alertId}`);
  }
}

async function briefsOf(target: Target) {
  const { sendBrief } = target.functions;
  if (sendBrief === undefined)
    throw new CommandError(`${target.name} sends no briefs: deploy it again with this version.`);
  const called = { name: sendBrief, what: "The function that sends briefs" };
  return (await callFunction(target, called, {}, answered)).briefs;
}
