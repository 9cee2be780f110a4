/** A part of `npm run faults`: each scenario here without a fault, and with those that have cost most. */

import { expect, it } from "vitest";
import type { FaultKind, Point } from "./arming.ts";
import { runCampaign } from "./campaign.ts";
import { SCENARIOS } from "./scenarios.ts";

const STORE = "StoreNotifications dynamodb:PutItem notifications #1";
const RECORD = "StoreNotifications dynamodb:PutItem alerts #1";
const PUBLISH = "StoreNotifications sns:Publish alerts #1";
const QUEUE = "ReceiveWebhook sqs:SendMessage webhook #1";

const SELECTION: readonly [scenario: string, ...runs: [Point, FaultKind][]][] = [
  ["a new illegal one", [STORE, "crash after"], [PUBLISH, "crash before"], [PUBLISH, "no reply once"]],
  ["a law is added", [PUBLISH, "refused"]],
  ["a law of the same name in another country is added"],
  ["another transaction under a used id", [PUBLISH, "throttled"]],
  ["two that came for the fifth time", [PUBLISH, "refused"]],
  ["an unreadable one, twice", [STORE, "no reply"]],
  ["one with an unknown key", [RECORD, "crash after"]],
  ["an illegal one is posted", [QUEUE, "refused"], [QUEUE, "no reply"]],
  ["a night's scan"],
  ["a scan with odd answers"],
];

it.each(SELECTION)("%s", async (name, ...chosen) => {
  const scenario = SCENARIOS.find((scenario) => scenario.name === name);
  if (scenario === undefined) throw new Error(`There is no scenario "${name}".`);
  const names = chosen.map(([point, kind]) => `${name} / ${point} / ${kind}`);
  const runs = await runCampaign(scenario, {
    every: false,
    onProgress: () => undefined,
    kinds: chosen.map(([, kind]) => kind),
    wants: (run) => names.includes(run),
  });
  expect(runs.filter(({ isInjected }) => isInjected).map((run) => run.name)).toEqual([
    `${name} / without a fault`,
    ...names,
  ]);
  expect(runs.flatMap(({ findings }) => findings)).toEqual([]);
});
