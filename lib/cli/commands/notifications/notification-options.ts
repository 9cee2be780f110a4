/** The options by which notifications are chosen, the same for every command that lists them. */

import Big from "big.js";
import type { Command } from "commander";
import * as z from "zod/mini";
import type { NotificationFilter } from "../../../notifications/notification-filter.ts";
import { chainOption, checkRange, projectOption, textOption, timeOption } from "../../core/options.ts";
import { recordedProjects } from "../../core/project.ts";
import type { Target } from "../../core/target.ts";

export function withFilterOptions(command: Command): Command {
  return command
    .option("--project <id>", "only this project (default: all)")
    .option("--user <id>", "only this user, by the id in your system")
    .option("--wallet <address>", "only this wallet, on any chain")
    .option("--chain <id>", "only this chain")
    .option("--risk <risk>", "only illegal, warn or none")
    .option("--law <name>", "only those that inflict this law")
    .option("--country <code>", "only those that inflict a law of this country, by code or name")
    .option("--min-usd <amount>", "only those of at least so many US dollars, such as 10000")
    .option("--since <time>", "received at or after: 2026-03-01, 2026-03-01T12:00:00Z, or 7d ago")
    .option("--until <time>", "received before this moment (UTC without a zone)")
    .option("--kind <kind>", "only notification, error or quarantined")
    .option("--alert <state>", "only none, pending or sent")
    .option("--rehearsals", "rehearsals too, which are left out otherwise");
}

/** Their schema. @param now milliseconds since 1970, from which `7d` is counted back */
export function filterOptions(now: number) {
  return {
    project: z.optional(projectOption),
    user: z.optional(textOption),
    wallet: z.optional(textOption),
    chain: z.optional(chainOption),
    risk: z.optional(z.enum(["illegal", "warn", "none"])),
    law: z.optional(textOption),
    country: z.optional(textOption),
    minUsd: z.optional(
      z.string().check(z.regex(/^\d{1,100}(\.\d{1,100})?$/, { error: "expected an amount, such as 10000" })),
    ),
    since: z.optional(timeOption(now)),
    until: z.optional(timeOption(now)),
    kind: z.optional(z.enum(["notification", "error", "quarantined"])),
    alert: z.optional(z.enum(["none", "pending", "sent"])),
    rehearsals: z._default(z.boolean(), false),
  };
}

type FilterOptions = z.output<z.ZodMiniObject<ReturnType<typeof filterOptions>>>;

/** What the parsed options ask of a stack. @throws {WrongUseError} where nothing can fit them */
export function filterOf(target: Target, options: FilterOptions): NotificationFilter {
  const { project, user, wallet, chain, risk, law, country, minUsd, since, until, kind, alert, rehearsals } =
    options;
  checkRange(since, until);
  return {
    projectIds: recordedProjects(target, project),
    userId: user,
    wallet,
    chainId: chain,
    risk,
    law,
    country,
    usd: minUsd === undefined ? undefined : (amount) => new Big(amount).gte(minUsd),
    since,
    until,
    kind,
    alert,
    rehearsals,
  };
}
