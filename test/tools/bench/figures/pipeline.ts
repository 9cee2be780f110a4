/** The way of a webhook: how many a second, how soon it is told, and what it takes of AWS. */

import { sourceOf } from "../costs/template-facts.ts";
import { type Figure, figure } from "../figure.ts";
import { notificationCost } from "./pipeline-calls.ts";
import { measureLatency } from "./pipeline-latency.ts";
import { measureRate } from "./pipeline-rate.ts";

export async function measurePipeline(): Promise<Figure[]> {
  const { windowSeconds } = await sourceOf("StoreNotifications");
  return [...(await measureRate()), await measureLatency(windowSeconds), ...(await callFigures())];
}

async function callFigures(): Promise<Figure[]> {
  const { spent, count, pollerCalls, itemBytes, storedBytes, log } = await notificationCost();
  const { SendMessage = 0, ...others } = spent.calls;
  const otherSqs = Object.entries(others).filter(([name]) => name.includes("Message"));
  const ofFunctions = otherSqs.reduce((sum, [, calls]) => sum + calls, 0);
  const each = (what: string, value: number, unit: string, note?: string) =>
    figure(`pipeline.notification.${what}`, value, unit, note);
  return [
    each("sqsSends", SendMessage / count, "calls"),
    each("otherSqsCalls", pollerCalls + ofFunctions / count, "calls", "the poller's, ten messages a call"),
    each(
      "writeUnits",
      spent.writeUnits / count,
      "units",
      "of the table and both indexes, 1.4 KiB, known wallet",
    ),
    each("readUnits", spent.readUnits / count, "units"),
    each("itemBytes", itemBytes, "bytes"),
    each("storedBytes", storedBytes, "bytes", "with indexes and DynamoDB's own 100 bytes an item"),
    each("logBytes", log.bytes, "bytes"),
    each("logLines", log.lines, "lines"),
  ];
}
