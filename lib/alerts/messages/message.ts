/** A message as its kinds of subscribers read it. */

import { COMMON } from "../../i18n/catalogue/common.ts";
import type { Translator } from "../../i18n/translator.ts";
import { TEST_PROJECT } from "../../settings/env.ts";
import type { AlertKind, EventSubject } from "../event/event-schema.ts";

/** Slack shows about 3,000 characters of a description. */
export const MAX_LISTED_IN_SLACK = 5;

/** Value for subjects that are not listed: a subscriber that filters by one of many also gets messages that may contain it. */
export const AND_OTHERS = "*";

/** Message for Slack: Amazon Q Developer's custom notification. Its texts are Slack markdown, escaped. */
interface SlackForm {
  title: string;
  description: string;
  nextSteps: string[];
  /** Messages with the same id are in one thread. */
  threadId: string;
}

/** By what subscribers can filter: SNS filter policies match these. */
export interface AlertAttributes {
  /** Topic of the message. */
  kind: AlertKind;
  /** The worst risk in the message. */
  risk?: "none" | "warn" | "illegal";
  projectId: number;
  /** All projects of a message that is not about one. */
  projectIds?: readonly number[];
  /** All chains in the message. */
  chainId?: readonly string[];
  /** The country codes of all laws in the message. */
  countries?: readonly string[];
}

/** Message for programs. */
export interface AlertEventContent {
  stage: string;
  subjectCount: number;
  /** All that the message speaks of, in its order; each is made when it is asked for, since few may have room. */
  subjects: () => Iterable<EventSubject>;
}

/** A message for people and programs. */
export interface AlertMessage {
  /** Shown as it is where it is ASCII and short; otherwise transliterated and cut, as SNS demands. */
  subject: string;
  email: string;
  slack: SlackForm;
  event: AlertEventContent;
  attributes: AlertAttributes;
}

/** Message for people. */
export type MessageForm = Omit<AlertMessage, "attributes" | "event">;

/** A message as it is; one about the test project begins with `[TEST]` in every form, and says that nothing happened. */
export function testOrReal(message: AlertMessage, { t }: Translator): AlertMessage {
  const { subject, email, slack, attributes } = message;
  if (attributes.projectId !== TEST_PROJECT) return message;
  const nothing = t(COMMON.nothingHappened);
  return {
    ...message,
    subject: t(COMMON.test, { text: subject }),
    email: [t(COMMON.test, { text: nothing }), "", email].join("\n"),
    slack: {
      ...slack,
      title: t(COMMON.test, { text: slack.title }),
      description: [nothing, slack.description].join("\n"),
    },
  };
}
