/** The budgets. A change that exceeds one raises it here and says why. */

import type { Budget } from "./figures.ts";

/** The functions that answer a caller who waits. */
export const ANSWERING = ["ReceiveWebhook", "GetUser"] as const;

const value = (figure: string, most: number): Budget => ({ figure, by: "value", most });
const ratio = (figure: string, most: number): Budget => ({ figure, by: "ratio", most });

export const BUDGETS: readonly Budget[] = [
  ...ANSWERING.flatMap((name) => [
    ratio(`load.${name}.firstInvocation`, 0.5),
    ratio(`load.${name}.cpu`, 1.5),
  ]),

  ratio("cpu.1434B", 2.5),
  ratio("cpu.200KiB", 2),
  ratio("cpu.unsigned4900KB", 0.05),

  // Attributes of an item are flat and named as in the contract; four indexes find it.
  value("item.oneLaw.bytes", 1_530),
  value("item.oneLaw.writeUnits", 6),
  value("item.mix.writeUnits", 5.8),
  value("item.fiveLaws.bytes", 2_200),
  value("item.fiveLaws.writeUnits", 7),

  value("webhook.sqsSends", 1),
  // One more than its item: the wallet was seen.
  value("webhook.writeUnits", 8),
  value("webhook.readUnits", 0.1),
  value("webhook.logBytes", 40),

  // More stored records cost a page nothing.
  ...["inbox", "wallets", "notifications"].flatMap((page) => [
    // The inbox reads the first 1,000 cases with a deadline and as many without one: the reference has 1,000 in all.
    // Ids of 100,000 have more digits than those of 1,000.
    ratio(`desk.${page}.readUnits`, page === "inbox" ? 1.7 : 1.02),
    ratio(`desk.${page}.time`, page === "inbox" ? 1.4 : 1.2),
  ]),
];
