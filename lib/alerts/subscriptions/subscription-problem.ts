/** The message that somebody no longer gets what is published, to whoever is left. It names nobody. */

import { SUBSCRIPTIONS } from "../../i18n/catalogue/subscriptions.ts";
import type { Speaker } from "../../i18n/speaker.ts";
import { escapeForSlack } from "../../text/slack.ts";
import type { AlertMessage } from "../message.ts";
import { lookLines, lookSteps } from "../messages/closing.ts";
import { vigia } from "../messages/commands.ts";
import { eventAbout } from "../messages/event-fields.ts";
import type { AlertOrigin } from "../messages/facts.ts";
import { isIncomplete, type TopicStanding } from "./subscribed.ts";

/** How the subscriptions of the topics stand; there may be none for escalations. */
export type TopicStandings = Readonly<
  Record<"alerts" | "operations", TopicStanding> & { escalation?: TopicStanding | undefined }
>;

/** @param projectId a message needs one; this is about all */
export function subscriptionProblem(
  standings: TopicStandings,
  { stage, projectId, speaker }: Pick<AlertOrigin, "stage" | "projectId" | "speaker">,
): AlertMessage {
  const { say } = speaker;
  const lines = (["alerts", "escalation", "operations"] as const).flatMap((topic) => {
    const standing = standings[topic];
    return standing !== undefined && isIncomplete(standing) ? [sentence(topic, standing, speaker)] : [];
  });
  const headline = say(SUBSCRIPTIONS.headline, { stage });
  const advice = say(SUBSCRIPTIONS.advice);
  const look = { command: vigia(stage, "doctor"), page: undefined };
  return {
    subject: say(SUBSCRIPTIONS.subject, { stage }),
    email: [headline, "", ...lines, "", advice, ...lookLines(speaker, look)].join("\n"),
    slack: {
      title: escapeForSlack(headline),
      description: escapeForSlack([...lines, advice].join("\n")),
      nextSteps: lookSteps(speaker, look),
      threadId: `subscriptions-${stage}`,
    },
    event: eventAbout({ stage }, [], () => {
      throw new Error("There is no subject.");
    }),
    attributes: { kind: "subscription-problem", projectId },
  };
}

function sentence(
  topic: keyof TopicStandings,
  { missing, unconfirmed, slackMissing, reached }: TopicStanding,
  { say }: Speaker,
): string {
  const parts = [
    ...(missing === 0 ? [] : [say(SUBSCRIPTIONS.notSubscribed, { count: missing })]),
    ...(unconfirmed === 0 ? [] : [say(SUBSCRIPTIONS.notConfirmed, { count: unconfirmed })]),
    ...(slackMissing ? [say(SUBSCRIPTIONS.slackNotSubscribed)] : []),
  ];
  const left = say(SUBSCRIPTIONS.reached, { count: reached });
  return `${say(SUBSCRIPTIONS[topic])}: ${parts.join(", ")}; ${left}.`;
}
