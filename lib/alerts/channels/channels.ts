/** Every channel of messages. */

import type { Channel } from "./channel.ts";
import { email } from "./email.ts";
import { event } from "./event.ts";
import { slack } from "./slack.ts";

/** A text message has room for the subject. */
const sms: Channel = { name: "sms", protocol: "sms", render: ({ subject }) => subject };

/** The event comes last: it fills the room that the others leave. */
export const CHANNELS: readonly Channel[] = [email, slack, sms, event];
