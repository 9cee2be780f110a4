/** What starts, ends and looks after runs works with, made of its function's environment. */

import { SNSClient } from "@aws-sdk/client-sns";
import type * as z from "zod/mini";
import type { SubscriptionTools } from "../alerts/subscriptions/watch.ts";
import { BEHIND_QUEUE, clientConfig } from "../platform/clients.ts";
import { documentClient } from "../platform/document-client.ts";
import { lazy } from "../platform/lazy.ts";
import type { startScanEnv } from "../settings/env.ts";
import { CHAINS_MS } from "./refresh-chains.ts";
import { sharedTools } from "./shared-tools.ts";
import { STUCK_AFTER_MS } from "./stuck.ts";

/** A start takes seconds; a run that nobody works on after this has lost its messages. */
const STARTING_MS = 15 * 60_000;

export function startTools(environment: z.infer<ReturnType<typeof startScanEnv>>) {
  const { TIME_SCALE: timeScale, STAGE: stage } = environment;
  const shared = sharedTools(environment, documentClient());
  const subscriptions: SubscriptionTools = {
    stage,
    projectId: environment.PROJECTS[0]?.id ?? 0,
    sns: lazy(() => new SNSClient(clientConfig(BEHIND_QUEUE))),
    topics: {
      alerts: environment.ALERTS_TOPIC_ARN,
      operations: environment.OPERATIONS_TOPIC_ARN,
      escalation: environment.ESCALATION_TOPIC_ARN,
    },
    subscribers: environment.SUBSCRIBERS,
    publisher: shared.alerting.publisher,
  };
  return {
    ...shared,
    subscriptions,
    intervalMs: (environment.SCAN_INTERVAL_SECONDS * 1_000) / timeScale,
    startingMs: STARTING_MS / timeScale,
    stuckAfterMs: STUCK_AFTER_MS / timeScale,
    chainsMs: CHAINS_MS / timeScale,
    retentionYears: environment.RETENTION_YEARS,
  };
}
