/** The properties with what they need, and their parts of the runs. */

import type * as fc from "fast-check";
import type { FunctionName } from "../../../infra/bundles.ts";
import { AwsStub } from "./aws-stub.ts";
import { CountedBundle, type CountedSubject } from "./counted-subject.ts";
import { EmulatedStack, type StackOptions, WITH_DESK } from "./emulated-stack.ts";
import { SECRET_DOCUMENT } from "./inputs/signing.ts";
import { checkAllAreTried, commandsProperty } from "./properties/commands.ts";
import { deskProperty } from "./properties/desk.ts";
import { queueConsumerProperty } from "./properties/queue-consumer.ts";
import { rehearsalBatchesProperty } from "./properties/rehearsal-batches.ts";
import { rehearsalProofsProperty } from "./properties/rehearsal-proofs.ts";
import { scanRunsProperty } from "./properties/scan-runs.ts";
import { shownAlertsProperty } from "./properties/shown-alerts.ts";
import {
  filteredListsProperty,
  sizedAnswersProperty,
  sizedFilesProperty,
  sizedMessagesProperty,
  sizedRequestsProperty,
  sizedWebhooksProperty,
} from "./properties/sized-inputs.ts";
import { tamperingProperty } from "./properties/tampering.ts";
import { lookUpBodiesProperty, unreadBodiesProperty } from "./properties/unread-bodies.ts";
import { userLookUpProperty } from "./properties/user-look-up.ts";
import { webhookEndpointProperty } from "./properties/webhook-endpoint.ts";
import { startWire } from "./properties/wire.ts";
import { BundleSubject, bundleOf, type Subject, type Target } from "./subject.ts";

type Property<Of> = (subject: Of, aws: AwsStub) => fc.IAsyncProperty<unknown>;

/** A function's bundle, and the AWS around it. */
async function calling(name: FunctionName, property: Property<Subject>): Promise<Target> {
  const aws = await AwsStub.start(SECRET_DOCUMENT);
  return started(new BundleSubject(await bundleOf(name, aws)), property, aws);
}

/** The same, where it counts how much the function reads. */
async function counting(name: FunctionName, property: Property<CountedSubject>): Promise<Target> {
  const aws = await AwsStub.start(SECRET_DOCUMENT);
  return started(new CountedBundle(await bundleOf(name, aws)), property, aws);
}

function started<Of extends BundleSubject | CountedBundle>(
  subject: Of,
  property: Property<Of>,
  aws: AwsStub,
): Target {
  return {
    property: property(subject, aws),
    slowest: () => subject.slowest,
    async close() {
      await subject.close();
      aws.close();
    },
  };
}

/** A whole stack on emulators. */
async function emulating(
  property: (stack: EmulatedStack) => fc.IAsyncProperty<unknown>,
  options: StackOptions = {},
): Promise<Target> {
  const stack = await EmulatedStack.start(options);
  return {
    property: property(stack),
    isSlow: true,
    slowest: () => stack.slowest,
    close: () => stack.close(),
  };
}

/** Every command on such a stack. */
async function startCommands(): Promise<Target> {
  let ran = 0;
  let afterwards = async (): Promise<void> => {};
  const target = await emulating((stack) => {
    afterwards = () => checkAllAreTried(stack);
    return commandsProperty(stack, () => ran++);
  });
  return {
    ...target,
    afterwards: () => afterwards(),
    note: () => `${ran} command lines, each to a file and to a terminal`,
  };
}

/** What is fuzzed, in order, each with its part of the runs: what is slow runs less often. */
const PLAN = {
  "webhook endpoint": { share: 0.445, start: () => calling("ReceiveWebhook", webhookEndpointProperty) },
  tampering: { share: 0.2, start: () => calling("ReceiveWebhook", tamperingProperty) },
  "user look-up": { share: 0.19, start: () => calling("GetUser", userLookUpProperty) },
  "queue consumer": { share: 0.045, start: () => calling("StoreNotifications", queueConsumerProperty) },
  "rehearsal proofs": { share: 0.06, start: () => calling("ReceiveWebhook", rehearsalProofsProperty) },
  "rehearsal batches": { share: 0.008, start: () => calling("StoreNotifications", rehearsalBatchesProperty) },
  "shown alerts": { share: 0.012, start: () => calling("StoreNotifications", shownAlertsProperty) },
  "unread bodies": { share: 0.005, start: () => counting("ReceiveWebhook", unreadBodiesProperty) },
  "sized webhooks": { share: 0.005, start: () => calling("ReceiveWebhook", sizedWebhooksProperty) },
  "sized messages": { share: 0.005, start: () => calling("StoreNotifications", sizedMessagesProperty) },
  "sized requests": { share: 0.001, start: () => emulating(sizedRequestsProperty, WITH_DESK) },
  // On the clock of AWS: a busy machine reads so much too slowly for another.
  "filtered lists": {
    share: 0.00001,
    start: () => emulating(filteredListsProperty, { ...WITH_DESK, timeScale: 1 }),
  },
  "sized answers": { share: 0.001, start: () => emulating(sizedAnswersProperty) },
  "sized files": { share: 0.001, start: () => emulating(sizedFilesProperty) },
  "look-ups with bodies": { share: 0.0025, start: () => counting("GetUser", lookUpBodiesProperty) },
  commands: { share: 0.0003, start: startCommands },
  desk: { share: 0.002, start: () => emulating((stack) => deskProperty(stack), WITH_DESK) },
  "scan runs": { share: 0.0008, start: () => emulating(scanRunsProperty) },
  "whole stack": { share: 0.0164, start: startWire },
} satisfies Record<string, { share: number; start(): Promise<Target> }>;

export type TargetName = keyof typeof PLAN;

/** The names of what is fuzzed, in order. */
export const TARGETS = Object.keys(PLAN).filter(isTargetName);

function isTargetName(name: string): name is TargetName {
  return name in PLAN;
}

/** Starts a target. */
export function startTarget(name: TargetName): Promise<Target> {
  return PLAN[name].start();
}

/** How many of `runs` go to a target. */
export function shareOf(name: TargetName, runs: number): number {
  return Math.max(1, Math.round(runs * PLAN[name].share));
}
