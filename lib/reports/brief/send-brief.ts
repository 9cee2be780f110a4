/** Sends the brief of each morning, to those it is escalated to as well where something is overdue. */

import type { AlertStore } from "../../alerts/alerts.ts";
import type { DeskUrl } from "../../alerts/messages/desk-links.ts";
import type { OnceOutcome, OncePublisher } from "../../alerts/publisher.ts";
import { count, logger } from "../../aws/observe.ts";
import { briefDays } from "./brief-days.ts";
import { type BriefSources, briefFacts, isOverdue } from "./brief-facts.ts";
import { dailyBrief } from "./daily-brief.ts";

/** Another call is sending the brief, and may still fail; called again, the function looks. */
export class BriefError extends Error {
  override name = "BriefError";
  constructor(day: string) {
    super(`The brief of ${day} is being sent by another call.`);
  }
}

interface BriefDeps extends BriefSources {
  stage: string;
  desk: DeskUrl;
  alerts: Pick<AlertStore, "standing">;
  publisher: Pick<OncePublisher, "send">;
  topics: { alerts: string; escalation: string | undefined };
  /** Longest time for a message and its note, in milliseconds. */
  messageMs: number;
}

/** Outcome for the brief of a day, the last of those that it is about. */
export interface SentBrief {
  day: string;
  alertId: string;
  outcome: OnceOutcome;
}

/**
 * Each message goes out once under the key of the brief's last day. What fails is sent by calling again; on another
 * day, the brief of that day covers this one.
 * @param call.endsAt when it must be over, in milliseconds since 1970
 * @throws {BriefError} while another call sends it; and what DynamoDB, SNS or SQS throws
 */
export async function sendDailyBrief(
  deps: BriefDeps,
  { now, endsAt }: { now: Date; endsAt: number },
): Promise<SentBrief> {
  const { stage, desk, topics, publisher } = deps;
  const days = await briefDays(now, deps.timeZone, deps.alerts);
  const facts = await briefFacts(deps, days, now);
  const send = async (id: string, topicArn: string) => {
    const outcome = await publisher.send(
      {
        id,
        projectId: "all",
        topicArn,
        subjects: [],
        compose: (alertId, translator) => dailyBrief(facts, { stage, alertId, translator, desk }),
      },
      Math.min(endsAt, Date.now() + deps.messageMs),
    );
    logger.info("the brief of a day was looked after", { day: days.day, alert: id, outcome });
    if (outcome === "claimed-elsewhere") throw new BriefError(days.day);
    return outcome;
  };
  const outcome = await send(days.id, topics.alerts);
  if (topics.escalation !== undefined && isOverdue(facts.undecided))
    await send(days.escalationId, topics.escalation);
  count("BriefSent");
  return { day: days.day, alertId: days.id, outcome };
}
