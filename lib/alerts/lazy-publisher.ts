/** The one publisher of a function, made for its first alert: most cold starts have none. */

import { SNSClient } from "@aws-sdk/client-sns";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Language } from "../i18n/language.ts";
import type { Speaker } from "../i18n/speaker.ts";
import { BEHIND_QUEUE, clientConfig } from "../platform/clients.ts";
import { lazy, lazyRead } from "../platform/lazy.ts";
import { AlertStore } from "./alerts.ts";
import { AlertPublisher } from "./publisher.ts";

/** The part of a function's environment that says where alerts go. */
export interface AlertingEnvironment {
  ALERTS_TOPIC_ARN: string;
  OPERATIONS_TOPIC_ARN: string;
  ALERTS_TABLE: string;
  RETENTION_YEARS: number;
  LANGUAGE: Language;
  TIME_ZONE: string;
  TIME_SCALE: number;
  ALERT_SENDERS: number;
}

/** @returns gives the publisher, always the same one: its pace is that of the process */
export function lazyPublisher(
  environment: AlertingEnvironment,
  database: DynamoDBDocumentClient,
): () => AlertPublisher {
  return lazy(
    () =>
      new AlertPublisher({
        sns: new SNSClient(clientConfig(BEHIND_QUEUE)),
        alertsTopicArn: environment.ALERTS_TOPIC_ARN,
        operationsTopicArn: environment.OPERATIONS_TOPIC_ARN,
        alerts: new AlertStore(database, environment.ALERTS_TABLE),
        speaker: lazySpeaker(environment),
        retentionYears: environment.RETENTION_YEARS,
        senders: environment.ALERT_SENDERS,
        timeScale: environment.TIME_SCALE,
      }),
  );
}

/** @returns gives who says it, loaded for the first message */
export function lazySpeaker({
  LANGUAGE,
  TIME_ZONE,
}: Pick<AlertingEnvironment, "LANGUAGE" | "TIME_ZONE">): () => Promise<Speaker> {
  return lazyRead(async () => {
    const { speakerOf } = await import("../i18n/speaker.ts");
    return speakerOf(LANGUAGE, TIME_ZONE);
  });
}
