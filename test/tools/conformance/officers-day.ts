/** The day after the alerts: cases in a chain that holds, the hour's and the night's calls. */

import * as z from "zod/mini";
import { callFunction } from "../../../lib/cli/core/function-call.ts";
import type { Target } from "../../../lib/cli/core/target.ts";
import type { Commands } from "./commands.ts";
import { expectSame } from "./expect.ts";
import type { Resource } from "./stack.ts";
import type { SentWebhook } from "./webhooks.ts";

/** Called by the clock alone, which an endpoint's day is too short for; by their names in the template. */
const CALLED_BY_CLOCK = [
  ["the reminders of the hour", /^SendReminders(?!.*Role)/],
  ["the count of the days", /^CountDays(?!.*Role)/],
] as const;

interface OfficersDay {
  commands: Commands;
  target: Target;
  resources: readonly Resource[];
  /** All that was sent; each illegal one has a case. */
  sent: readonly SentWebhook[];
  /** Number of cases that were decided at the desk. */
  decided: number;
}

export async function followDay({ commands, target, resources, sent, decided }: OfficersDay): Promise<void> {
  const illegal = sent.filter((one) => one.illegal).length;
  const list = async (line: string) => (await commands.rows(line)).length;
  const cases = await commands.rows("cases list --all --limit 10000");
  // The scan's cases are of wallets.
  const ofNotifications = cases.filter((one) => !/^wallet#/.test(String(one["case"])));
  expectSame("cases of notifications", ofNotifications.length, illegal);
  expectSame("open cases", await list("cases list --limit 10000"), cases.length - decided);
  for (const [what, id] of CALLED_BY_CLOCK) {
    const found = resources.filter((one) => one.type === "AWS::Lambda::Function" && id.test(one.id ?? ""));
    expectSame(`functions for ${what}`, found.length, 1);
    for (const { name } of found)
      await callFunction(target, { name, what: `The function of ${what}` }, {}, z.null());
  }
  expectSame("briefs sent", (await commands.vigia("brief send")).trim().split("\n").length, 1);
  const verified = await commands.vigia("cases verify");
  expectSame("chains hold", /every chain is intact/.test(verified), true);
}
