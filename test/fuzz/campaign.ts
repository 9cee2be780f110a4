/** The properties with what they need, and what a round of them finds. */

import type * as fc from "fast-check";
import { AwsStub } from "./aws-stub.ts";
import { queueConsumerProperty } from "./queue-consumer.ts";
import { SECRET_DOCUMENT } from "./signing.ts";
import { BundleSubject, bundleOf } from "./subject.ts";
import { tamperingProperty } from "./tampering.ts";
import { userLookUpProperty } from "./user-look-up.ts";
import { webhookEndpointProperty } from "./webhook-endpoint.ts";
import { startWire } from "./wire.ts";

/** A property with its part of the runs. */
export interface Target {
  name: TargetName;
  property: fc.IAsyncProperty<unknown>;
  /** The longest that a call took so far, in milliseconds. */
  slowest(): number;
  /** What can only be judged when all cases are through; it throws a Finding. */
  afterwards?(): Promise<void>;
  close(): Promise<void>;
}

/** What is fuzzed, in order. */
export const TARGETS = [
  "webhook endpoint",
  "tampering",
  "user look-up",
  "queue consumer",
  "whole stack",
] as const;
export type TargetName = (typeof TARGETS)[number];

const SHARES: Record<TargetName, number> = {
  "webhook endpoint": 0.42,
  tampering: 0.2,
  "user look-up": 0.19,
  "queue consumer": 0.14,
  "whole stack": 0.05,
};

const MAKERS = {
  "webhook endpoint": ["ReceiveWebhook", webhookEndpointProperty],
  tampering: ["ReceiveWebhook", tamperingProperty],
  "user look-up": ["GetUser", userLookUpProperty],
  "queue consumer": ["StoreNotifications", queueConsumerProperty],
} as const;

/** Starts a target: its function's bundle, and the AWS around it. */
export async function startTarget(name: TargetName): Promise<Target> {
  if (name === "whole stack") return startWire();
  const [functionName, make] = MAKERS[name];
  const aws = await AwsStub.start(SECRET_DOCUMENT);
  const subject = new BundleSubject(await bundleOf(functionName, aws));
  return {
    name,
    property: make(subject, aws),
    slowest: () => subject.slowest,
    async close() {
      await subject.close();
      aws.close();
    },
  };
}

/** How many of `runs` go to a target. */
export function shareOf(name: TargetName, runs: number): number {
  return Math.max(1, Math.round(runs * SHARES[name]));
}
