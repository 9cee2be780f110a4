/** The link in the message that asks a subscriber of a topic to confirm. */

import { CommandError } from "../../core/failure.ts";

export interface Confirmation {
  topicArn: string;
  token: string;
}

/** Where SNS has its links; another host would get the token. */
const SNS_HOST = /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/;

/** @throws {CommandError} where the text is no such link; it is not repeated, since whoever has it can confirm */
export function readConfirmationLink(link: string): Confirmation {
  const url = URL.parse(link);
  const topicArn = url?.searchParams.get("TopicArn");
  const token = url?.searchParams.get("Token");
  if (url === null || !SNS_HOST.test(url.hostname) || !topicArn || !token)
    throw new CommandError(
      "That is not the link of a confirmation: copy the address behind \"Confirm subscription\" from the message of AWS Notifications, between ' and '.",
    );
  return { topicArn, token };
}
