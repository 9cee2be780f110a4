/** `vigia subscriptions`: confirms a subscription so that only the account can end it, and asks for one again. */

import {
  ConfirmSubscriptionCommand,
  InvalidParameterException,
  SubscribeCommand,
  UnsubscribeCommand,
} from "@aws-sdk/client-sns";
import * as z from "zod/mini";
import { isConfirmed, isEmail, subscriptionsOf } from "../../../alerts/subscriptions/subscribed.ts";
import { topics } from "../../core/aws.ts";
import { addCommand, addGroup, type Call, type CommandGroup } from "../../core/command.ts";
import { CommandError, WrongUseError } from "../../core/failure.ts";
import * as option from "../../core/options.ts";

/** The link in the message that asks a subscriber of a topic to confirm. */
interface Confirmation {
  topicArn: string;
  token: string;
}

/** Host of SNS's links; another host would get the token. */
const SNS_HOST = /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/;

/** @throws {CommandError} for a text that is not such a link; it is not repeated, since every reader of it can confirm */
function readConfirmationLink(link: string): Confirmation {
  const url = URL.parse(link);
  const topicArn = url?.searchParams.get("TopicArn");
  const token = url?.searchParams.get("Token");
  if (url === null || !SNS_HOST.test(url.hostname) || !topicArn || !token)
    throw new CommandError(
      "This is not a confirmation link: copy the address behind \"Confirm subscription\" from the message of AWS Notifications, and put it between ' and '.",
    );
  return { topicArn, token };
}

const TOPICS = ["alerts", "operations", "escalation"] as const;

export function addSubscriptions(program: CommandGroup): void {
  const group = addGroup(program, "subscriptions", "confirm and renew the e-mail subscriptions to alerts");
  addCommand(group, "confirm <link>", {
    summary: "confirm a subscription so that only the account can end it",
    details:
      "Copy the link from the message of AWS Notifications, and do not open it. If the link is opened, anyone who has one of the subscription's mails can end the subscription.",
    examples: ["vigia subscriptions confirm '<link>' --stage dev"],
    action: confirm,
  });
  addCommand(group, "renew <address>", {
    summary:
      "ask an address to confirm again: its subscription was lost, or any reader of its mails can end it",
    examples: ["vigia subscriptions renew officer@company.example --topic alerts --stage dev"],
    action: renew,
  })
    .option("--topic <topic>", "alerts, operations or escalation", "alerts")
    .option("--yes", "do not ask before ending a subscription in force");
}

async function confirm({ context, args: [link = ""], target }: Call): Promise<undefined> {
  const found = await target();
  const { topicArn, token } = readConfirmationLink(link);
  const topic = TOPICS.find((name) => found.topics[name] === topicArn);
  if (topic === undefined)
    throw new CommandError(
      `The link is for ${topicArn}, which is not a topic of ${found.name}: name its stage with --stage.`,
    );
  await topics(found)
    .send(
      new ConfirmSubscriptionCommand({
        TopicArn: topicArn,
        Token: token,
        AuthenticateOnUnsubscribe: "true",
      }),
    )
    .catch((error: unknown) => {
      // The topic is one of the stack: the token is what SNS refuses.
      if (!(error instanceof InvalidParameterException)) throw error;
      throw new CommandError(
        `The link is incomplete, has expired or was used: "vigia subscriptions renew <address> --topic ${topic}${found.flag}" asks for a new one.`,
      );
    });
  await context.print(`Confirmed for ${topic} of ${found.name}: only the account can end it.`);
}

async function renew({ context, args: [address = ""], options, target }: Call): Promise<undefined> {
  const { topic, yes } = options({ topic: z.enum(TOPICS), yes: option.flag });
  if (!z.email().safeParse(address).success)
    throw new WrongUseError("<address>: expected an e-mail address, such as officer@company.example.");
  const found = await target();
  const sns = topics(found);
  const topicArn = found.topics[topic];
  if (topicArn === undefined)
    throw new CommandError(
      `There is no topic ${topic} in ${found.name}: add an address to escalationEmails in the settings, and deploy.`,
    );
  const existing = (await subscriptionsOf(sns, topicArn)).find(
    (one) => isEmail(one) && isConfirmed(one) && one.Endpoint?.toLowerCase() === address.toLowerCase(),
  );
  if (existing !== undefined) {
    const question = `${address} gets ${topic} now, and will get none until it is confirmed again. End its subscription and ask again?`;
    if (!yes && !(await context.confirm(question))) throw new CommandError("Nothing was changed.");
    await sns.send(new UnsubscribeCommand({ SubscriptionArn: existing.SubscriptionArn }));
  }
  await sns.send(new SubscribeCommand({ TopicArn: topicArn, Protocol: "email", Endpoint: address }));
  await context.print(
    `AWS Notifications asks ${address} to confirm: do not open the link in its message, but run vigia subscriptions confirm '<link>'${found.flag}`,
  );
}
