/** The budgets. A change that exceeds one raises it here and says why. */

import { DESK_PAGES } from "./desk-pages.ts";
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

  // The reference runs in one hot loop, the handler in many short turns: of one commit one machine prints 3.4, another 2.2.
  ratio("cpu.1434B", 4),
  ratio("cpu.200KiB", 2),
  ratio("cpu.unsigned4900KB", 0.05),

  // Attributes of an item are flat and named as in the contract; four indexes find it. `signedAt`, 32 bytes, orders revisions by the service's clock.
  value("item.oneLaw.bytes", 1_570),
  value("item.oneLaw.writeUnits", 6),
  value("item.mix.writeUnits", 5.8),
  value("item.fiveLaws.bytes", 2_240),
  value("item.fiveLaws.writeUnits", 7),

  value("webhook.sqsSends", 1),
  // One more than its item: the wallet was seen.
  value("webhook.writeUnits", 8),
  value("webhook.readUnits", 0.1),
  value("webhook.logBytes", 40),

  // More stored records cost a page nothing. Ids of 100,000 have more digits than those of 1,000, and the bar counts one more open case.
  ...Object.keys(DESK_PAGES)
    .filter((page) => page !== "search")
    .flatMap((page) => [ratio(`desk.${page}.readUnits`, 1.05), ratio(`desk.${page}.time`, 1.2)]),
  // What is not found by its whole name is looked for in the newest 5,000 cases, notifications and events: the reference has 1,000 of each.
  ratio("desk.search.readUnits", 6),
  ratio("desk.search.time", 6),
];
