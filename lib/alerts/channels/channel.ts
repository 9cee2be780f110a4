/** The interface of every channel of messages; each knows its own form and limits. */

import type { AlertMessage } from "../messages/message.ts";

/** Record of a message, and when the message was made. */
export interface Made {
  /** Key of its record; null without one. */
  alertId: string | null;
  at: Date;
}

export interface Channel {
  /** Name of its text in the record of the message. */
  readonly name: string;
  /**
   * The protocol of the subscriptions that read it, or `default` for all that have no form of their own:
   * https://docs.aws.amazon.com/sns/latest/api/API_Publish.html
   */
  readonly protocol: "default" | "email" | "https" | "sms";
  /** @param room bytes that the forms before it have left, for its text as a string in JSON */
  render(message: AlertMessage, published: Made, room: number): string;
}

/** Bytes of a text as a string in JSON. */
export function sizeInJson(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}
