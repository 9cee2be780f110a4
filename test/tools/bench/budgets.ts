/** What may be spent. A change that spends more has to raise a number here, and say why. */

import { FUNCTIONS } from "../../../infra/bundles.ts";

/** A bound for a figure: for its value, or for its ratio to the reference measured in the same run. */
export interface Budget {
  figure: string;
  by: "value" | "ratio";
  most?: number;
  least?: number;
}

/** The two that answer the service while it waits start from smaller bundles, and load less beside their clients. */
const SMALL = new Set(["ReceiveWebhook", "GetUser"]);

/** The clock calls them once a day or an hour: what they take to start is in nobody's way, and in no bill. */
const CALLED_BY_CLOCK = new Set(["SendBrief", "SendReminders", "CountDays", "ApplyHolds"]);

/** The desk has all its pages beside its clients. */
function loadRatio(name: string): number {
  if (name === "ServeDesk") return 1.6;
  return SMALL.has(name) ? 1.35 : 1.45;
}

export const BUDGETS: readonly Budget[] = [
  ...Object.keys(FUNCTIONS).flatMap((name): Budget[] => [
    { figure: `bundle.${name}.size`, by: "value", most: SMALL.has(name) ? 400 : 2_048 },
    ...(CALLED_BY_CLOCK.has(name)
      ? []
      : [{ figure: `load.${name}.cpu`, by: "ratio" as const, most: loadRatio(name) }]),
    ...(SMALL.has(name)
      ? [{ figure: `load.${name}.firstInvocation`, by: "ratio" as const, most: 0.45 }]
      : []),
  ]),

  { figure: "webhook.1434B.cpu", by: "ratio", most: 2.2 },
  { figure: "webhook.200KiB.cpu", by: "ratio", most: 2 },
  { figure: "webhook.unsigned4900KB.cpu", by: "ratio", most: 0.05 },

  { figure: "item.oneLaw.bytes", by: "value", most: 930 },
  { figure: "item.oneLaw.writeUnits", by: "value", most: 3 },
  { figure: "item.mix.writeUnits", by: "value", most: 3.6 },
  { figure: "item.fiveLaws.bytes", by: "value", most: 1_340 },
  { figure: "item.fiveLaws.writeUnits", by: "value", most: 4 },

  { figure: "pipeline.sustained.rate", by: "ratio", least: 0.5 },
  { figure: "pipeline.notification.sqsSends", by: "value", most: 1 },
  { figure: "pipeline.notification.otherSqsCalls", by: "value", most: 0.25 },
  { figure: "pipeline.notification.writeUnits", by: "value", most: 4 },
  { figure: "pipeline.notification.readUnits", by: "value", most: 0.1 },
  { figure: "pipeline.notification.logBytes", by: "value", most: 10 },

  { figure: "scan.growth.time", by: "value", least: 9, most: 11 },
  { figure: "scan.growth.calls", by: "value", least: 9, most: 11 },
  { figure: "scan.growth.memory", by: "value", least: 0.85, most: 1.15 },

  { figure: "query.firstPage.readUnits", by: "ratio", least: 1, most: 1 },
  { figure: "query.firstPage.time", by: "ratio", most: 1.2 },
  { figure: "query.export.memory", by: "ratio", most: 1.15 },

  { figure: "desk.inbox.readUnits", by: "ratio", least: 1, most: 1 },
  { figure: "desk.inbox.time", by: "ratio", most: 1.2 },
  { figure: "desk.wallets.readUnits", by: "ratio", least: 1, most: 1 },
  { figure: "desk.wallets.time", by: "ratio", most: 1.2 },
  // One invocation has 300 s; each case is read once.
  { figure: "desk.reminders.readUnits", by: "ratio", most: 110 },
  { figure: "desk.reminders.time", by: "value", most: 60_000 },
  { figure: "desk.remindersSent.readUnits", by: "ratio", least: 1, most: 1 },
  { figure: "desk.inbox.server", by: "ratio", most: 5 },
  { figure: "desk.inbox.bytes", by: "value", most: 10 },
  { figure: "desk.notifications.bytes", by: "value", most: 10 },
  { figure: "desk.wallets.bytes", by: "value", most: 10 },
  { figure: "desk.overview.bytes", by: "value", most: 10 },
  { figure: "desk.warn.moreWriteUnits", by: "value", most: 0 },
  { figure: "desk.illegal.moreWriteUnits", by: "value", most: 4 },

  { figure: "cost.webhooks.mix", by: "value", most: 4.1 },
  { figure: "cost.webhooks.fiveLaws", by: "value", most: 4.4 },
  { figure: "cost.scans.perMillion", by: "value", most: 20 },
  { figure: "cost.idle.perMonth", by: "value", most: 8.85 },
  { figure: "cost.idle.withDesk", by: "value", most: 10.5 },
];
