/** What a function publishes messages with that go out once, made of its environment. */

import { SNSClient } from "@aws-sdk/client-sns";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { BEHIND_QUEUE, clientConfig } from "../platform/clients.ts";
import { lazy } from "../platform/lazy.ts";
import { type AlertingEnvironment, lazySpeaker } from "./lazy-publisher.ts";
import { OnceAlertStore } from "./once-alerts.ts";
import { OncePublisher } from "./once-publisher.ts";

/** What fails is tried again when it is asked for again: where SNS's answer is lost, another try is another message. */
const ONCE = { ...BEHIND_QUEUE, attempts: 1 };

export interface OncePublishing {
  alerts: OnceAlertStore;
  /** Always the same one: its pace is that of the process. */
  publisher: () => OncePublisher;
}

export function oncePublishing(
  environment: Omit<AlertingEnvironment, "ALERTS_TOPIC_ARN" | "OPERATIONS_TOPIC_ARN" | "ALERT_SENDERS">,
  database: DynamoDBDocumentClient,
): OncePublishing {
  const alerts = new OnceAlertStore(database, environment.ALERTS_TABLE);
  const publisher = lazy(
    () =>
      new OncePublisher({
        sns: new SNSClient(clientConfig(ONCE)),
        alerts,
        speaker: lazySpeaker(environment),
        retentionYears: environment.RETENTION_YEARS,
        timeScale: environment.TIME_SCALE,
      }),
  );
  return { alerts, publisher };
}
