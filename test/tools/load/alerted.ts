/** Counts what the local stack's alerts speak of: one message can be about many notifications. */

import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type LocalEndpoints, localAlert } from "../../../lib/settings/local-endpoints.ts";

export interface Alerted {
  messages: number;
  /** Number of notifications in the messages; one that was alerted twice counts twice. */
  notifications: number;
}

/** Alerts since a time, in ISO 8601. @param root the folder that the endpoints' paths are relative to */
export function alertedSince(since: string, root: string, { alerts }: LocalEndpoints): Alerted {
  const file = resolve(root, alerts);
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  const alerted = lines
    .filter((line) => line !== "")
    .map((line) => localAlert.parse(JSON.parse(line)))
    .filter(({ at, attributes }) => at >= since && attributes["kind"] === "notification");
  return {
    messages: alerted.length,
    notifications: alerted.reduce((sum, { text }) => sum + transactionsIn(text), 0),
  };
}

function transactionsIn(text: string): number {
  const [, count = "1"] = /^The service flagged ([\d,]+) transactions/.exec(text) ?? [];
  return Number(count.replaceAll(",", ""));
}
