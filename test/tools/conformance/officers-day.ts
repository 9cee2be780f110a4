/** The day after the alerts: cases in a chain that holds, the hour's call and the morning's. */

import * as z from "zod/mini";
import { CaseQueries } from "../../../lib/cases/case-queries.ts";
import { documents } from "../../../lib/cli/core/aws.ts";
import { callFunction } from "../../../lib/cli/core/function-call.ts";
import type { Target } from "../../../lib/cli/core/target.ts";
import type { Commands } from "./commands.ts";
import { expectSame } from "./expect.ts";
import type { Resource } from "./stack.ts";
import type { SentWebhook } from "./webhooks.ts";

/** Called by the clock alone, which an endpoint's day is too short for. */
const CALLED_BY_CLOCK = [
  ["the reminders of the hour", { send: "reminders" }],
  ["the brief", { send: "brief" }],
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
  const cases = await casesIn(target);
  // The scan's cases are of wallets.
  const ofNotifications = cases.filter(({ subject }) => !subject.startsWith("wallet#"));
  expectSame("cases of notifications", ofNotifications.length, illegal);
  const open = cases.filter(({ outcome }) => outcome === undefined);
  expectSame("open cases", open.length, cases.length - decided);
  const senders = resources.filter(
    ({ type, id = "" }) => type === "AWS::Lambda::Function" && /^SendBrief(?!.*Role)/.test(id),
  );
  expectSame("functions for briefs", senders.length, 1);
  for (const { name } of senders)
    for (const [what, input] of CALLED_BY_CLOCK)
      await callFunction(target, { name, what: `The function of ${what}` }, input, z.unknown());
  const verified = await commands.vigia("cases verify");
  expectSame("chains hold", /every chain is intact/.test(verified), true);
}

/** All cases of a stage. */
export async function casesIn(target: Target) {
  const { tables, projectIds } = target;
  const cases = new CaseQueries(documents(target), tables.cases ?? "");
  return Array.fromAsync(cases.list({ projectIds }));
}
