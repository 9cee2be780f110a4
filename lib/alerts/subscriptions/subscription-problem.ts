/** Message to the subscribers that they are not those of the settings. It names no person. */

import { SUBSCRIPTIONS } from "../../i18n/catalogue/subscriptions.ts";
import { vigia } from "../../i18n/text/own-command.ts";
import type { Translator } from "../../i18n/translator.ts";
import { eventAbout } from "../messages/event-fields.ts";
import type { AlertOrigin } from "../messages/facts.ts";
import type { AlertMessage } from "../messages/message.ts";
import { differs, type TopicStanding } from "./subscribed.ts";

/** State of the topics' subscriptions; there may be none for escalations. */
export type TopicStandings = Readonly<
  Record<"alerts" | "operations", TopicStanding> & { escalation?: TopicStanding | undefined }
>;

/** @param projectId a message needs one; this is about all */
export function subscriptionProblem(
  standings: TopicStandings,
  { stage, projectId, translator }: Pick<AlertOrigin, "stage" | "projectId" | "translator">,
): AlertMessage {
  const { t } = translator;
  const lines = (["alerts", "escalation", "operations"] as const).flatMap((topic) => {
    const standing = standings[topic];
    return standing !== undefined && differs(standing) ? [sentence(topic, standing, translator)] : [];
  });
  const headline = t(SUBSCRIPTIONS.headline, { stage });
  const advice = t(SUBSCRIPTIONS.advice);
  const look = { command: vigia(stage, "doctor") };
  return {
    translator,
    subject: t(SUBSCRIPTIONS.subject, { stage }),
    headline,
    blocks: [
      { kind: "lines", lines },
      { kind: "lines", lines: [advice] },
      { kind: "look", look },
    ],
    threadId: `subscriptions-${stage}`,
    event: eventAbout(stage, [], () => {
      throw new Error("There is no subject.");
    }),
    attributes: { kind: "subscription-problem", projectId },
  };
}

function sentence(
  topic: keyof TopicStandings,
  { missing, unconfirmed, unnamed, slackMissing, reached }: TopicStanding,
  { t }: Translator,
): string {
  const parts = [
    ...(missing === 0 ? [] : [t(SUBSCRIPTIONS.notSubscribed, { count: missing })]),
    ...(unconfirmed === 0 ? [] : [t(SUBSCRIPTIONS.notConfirmed, { count: unconfirmed })]),
    ...(unnamed === 0 ? [] : [t(SUBSCRIPTIONS.unnamed, { count: unnamed })]),
    ...(slackMissing ? [t(SUBSCRIPTIONS.slackNotSubscribed)] : []),
  ];
  const reachedText = t(SUBSCRIPTIONS.reached, { count: reached });
  return `${t(SUBSCRIPTIONS[topic])}: ${parts.join(", ")}; ${reachedText}.`;
}
