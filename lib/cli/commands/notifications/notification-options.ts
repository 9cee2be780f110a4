/** The options by which notifications are chosen, the same for every command that lists them. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import Big from "big.js";
import * as z from "zod/mini";
import {
  type NotificationFilter,
  TEXT_FILTER_NAMES,
  TEXT_FILTERS,
  textFilters,
} from "../../../notifications/notification-filter.ts";
import type { ListedNotification } from "../../../notifications/notification-schema.ts";
import { countOf } from "../../../text/cut.ts";
import * as option from "../../core/options.ts";
import { recordedProjects, type Target } from "../../core/target.ts";

export function withFilterOptions(command: CommandUnknownOpts): CommandUnknownOpts {
  command
    .option("--project <id>", "only this project (default: all)")
    .option("--user <id>", "only this user, by the id in your system")
    .option("--chain <id>", "only this chain");
  for (const name of TEXT_FILTER_NAMES) {
    const [value, help] = TEXT_FILTERS[name].option;
    command.option(`--${name} <${value}>`, help);
  }
  return command
    .option("--risk <risk>", "only illegal, warn or none")
    .option(
      "--min-usd <amount>",
      "only amounts of at least this many US dollars, such as 10000; unknown amounts are left out",
    )
    .option("--since <time>", "received at or after: 2026-03-01, 2026-03-01T12:00:00Z, or 7d ago")
    .option("--until <time>", "received before this moment (UTC without a zone)")
    .option("--kind <kind>", "only notification, error or quarantined")
    .option("--alert <state>", "only none, pending or sent")
    .option("--rehearsals", "include rehearsals");
}

/** Their schema. @param now milliseconds since 1970, from which `7d` is counted back */
export function filterOptions(now: number) {
  return {
    project: option.project,
    user: z.optional(option.text),
    chain: z.optional(option.chain),
    ...textFilters(z.optional(option.text)),
    risk: z.optional(z.enum(["illegal", "warn", "none"])),
    minUsd: z.optional(
      z.string().check(z.regex(/^\d{1,100}(\.\d{1,100})?$/, { error: "expected an amount, such as 10000" })),
    ),
    since: z.optional(option.time(now)),
    until: z.optional(option.time(now)),
    kind: z.optional(z.enum(["notification", "error", "quarantined"])),
    alert: z.optional(z.enum(["none", "pending", "sent"])),
    rehearsals: option.flag,
  };
}

type FilterOptions = z.output<z.ZodMiniObject<ReturnType<typeof filterOptions>>>;

/** Filter of the parsed options for a stack. @throws {WrongUseError} if nothing can fit them */
export function filterOf(target: Target, options: FilterOptions): NotificationFilter {
  const { project, user: userId, chain: chainId, minUsd: _, ...filter } = options;
  option.checkRange(filter.since, filter.until);
  return { ...filter, projectIds: recordedProjects(target, project), userId, chainId };
}

/** Notifications that `--min-usd` leaves out because their amount cannot be compared. */
export class UnknownAmounts {
  #count = 0;

  /** The notifications of at least `minUsd` US dollars; all where it is undefined. */
  async *without(
    listed: AsyncIterable<ListedNotification>,
    minUsd: string | undefined,
  ): AsyncGenerator<ListedNotification> {
    for await (const one of listed) {
      const amount = one.amount?.usd;
      if (minUsd === undefined || (amount !== undefined && new Big(amount).gte(minUsd))) yield one;
      // An error that the service reports is about no transaction.
      else if (amount === undefined && one.kind !== "error") this.#count++;
    }
  }

  /** Says how many were left out; empty where none was. */
  note(): string {
    if (this.#count === 0) return "";
    return `Left out by --min-usd: ${countOf(this.#count, "notification")} whose amount in USD is unknown. Run without --min-usd to see them.`;
  }
}
