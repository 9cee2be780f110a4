/** The message that somebody no longer gets what is published, to whoever is left. It names nobody. */

import { countOf } from "../../text/count-of.ts";
import { escapeForSlack, slackCode } from "../../text/slack.ts";
import { vigia } from "../commands.ts";
import { eventAbout } from "../event/event-about.ts";
import type { AlertMessage } from "../publish.ts";
import { isIncomplete, type Standing } from "./subscribed.ts";

/** How the subscriptions of both topics stand. */
export type Standings = Readonly<Record<"alerts" | "operations", Standing>>;

/** @param projectId a message needs one; this is about all */
export function subscriptionProblem(standings: Standings, stage: string, projectId: number): AlertMessage {
  const lines = (["alerts", "operations"] as const)
    .filter((topic) => isIncomplete(standings[topic]))
    .map((topic) => sentence(topic, standings[topic]));
  const headline = `Not everybody who is named in the settings of stage ${stage} gets Vigia's messages.`;
  const advice =
    "Deploying again does not bring a subscription back. The command below says whose it is and what to run.";
  const look = vigia(stage, "doctor");
  return {
    subject: `[SUBSCRIPTIONS] Somebody does not get the messages of stage ${stage}`,
    email: [headline, "", ...lines, "", advice, "", "Look closer", `  ${look}`, ""].join("\n"),
    slack: {
      title: escapeForSlack(headline),
      description: escapeForSlack([...lines, advice].join("\n")),
      nextSteps: [`Look closer: ${slackCode(look)}`],
      threadId: `subscriptions-${stage}`,
    },
    event: eventAbout({ stage }, [], () => {
      throw new Error("There is no subject.");
    }),
    attributes: { kind: "subscription-problem", projectId },
  };
}

function sentence(topic: keyof Standings, { missing, unconfirmed, slackMissing, reached }: Standing): string {
  const parts = [
    ...(missing === 0 ? [] : [`${countOf(missing, "e-mail address", "e-mail addresses")} not subscribed`]),
    ...(unconfirmed === 0 ? [] : [`${countOf(unconfirmed, "subscription")} not confirmed`]),
    ...(slackMissing ? ["the Slack channel not subscribed"] : []),
  ];
  return `${topic}: ${parts.join(", ")}; ${reached === 0 ? "nobody is reached" : `${reached} still reached`}.`;
}
