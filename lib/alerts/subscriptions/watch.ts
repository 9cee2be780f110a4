/** Nightly check that the subscribers are those of the settings: otherwise one that is lost, or left, goes unnoticed. */

import type { SNSClient } from "@aws-sdk/client-sns";
import { errorOrigin } from "../../aws/error-name.ts";
import { logger } from "../../aws/observe.ts";
import type { Translator } from "../../i18n/translator.ts";
import type { AlertPublisher } from "../publisher.ts";
import { PUBLISH_WITHIN_MS } from "../run-reports.ts";
import type { Subscribers } from "./subscribed.ts";
import { differs, subscriptionsOf, topicStanding } from "./subscribed.ts";
import { subscriptionProblem, type TopicStandings } from "./subscription-problem.ts";

export interface SubscriptionTools {
  stage: string;
  /** The project under which the message goes out, which is about all. */
  projectId: number;
  sns(): SNSClient;
  /** ARNs. */
  topics: Readonly<Record<"alerts" | "operations", string> & { escalation: string | undefined }>;
  subscribers: Readonly<Record<"alerts" | "operations" | "escalation", Subscribers>>;
  publisher(): Pick<AlertPublisher, "alert" | "operations">;
}

/**
 * Tells the subscribers if they are not those of the settings: operations, or the officers if operations has none. A failure is logged and holds up no scan.
 */
export async function watchSubscriptions(tools: SubscriptionTools): Promise<void> {
  const { stage, projectId, publisher } = tools;
  try {
    const standings = await standingsOf(tools);
    if (!Object.values(standings).some((standing) => standing !== undefined && differs(standing))) return;
    const { missing, unconfirmed } = standings.alerts;
    logger.warn("the subscribers are not those of the settings", {
      missingFromAlerts: missing,
      unconfirmedForAlerts: unconfirmed,
      missingFromOperations: standings.operations.missing,
      unconfirmedForOperations: standings.operations.unconfirmed,
      missingFromEscalation: standings.escalation?.missing,
      unconfirmedForEscalation: standings.escalation?.unconfirmed,
    });
    const compose = (translator: Translator) =>
      subscriptionProblem(standings, { stage, projectId, translator });
    const endsAt = Date.now() + PUBLISH_WITHIN_MS;
    if (standings.operations.reached > 0) await publisher().operations(compose, endsAt);
    else
      await publisher().alert(
        { projectId, subjects: [], compose: (_, translator) => compose(translator) },
        endsAt,
      );
  } catch (error) {
    logger.warn("who is subscribed could not be asked or reported", { ...errorOrigin(error) });
  }
}

async function standingsOf({ stage, sns, topics, subscribers }: SubscriptionTools): Promise<TopicStandings> {
  const standing = async (topic: keyof typeof topics, arn: string) =>
    topicStanding(stage, subscribers[topic], await subscriptionsOf(sns(), arn));
  const [alerts, operations, escalation] = await Promise.all([
    standing("alerts", topics.alerts),
    standing("operations", topics.operations),
    topics.escalation === undefined ? undefined : standing("escalation", topics.escalation),
  ]);
  return { alerts, operations, escalation };
}
