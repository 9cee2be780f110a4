/** `vigia subscriptions`: confirms a subscription so that only the account can end it, and ends those that no setting names. */

import {
  ConfirmSubscriptionCommand,
  InvalidParameterException,
  UnsubscribeCommand,
} from "@aws-sdk/client-sns";
import {
  isConfirmed,
  isEmail,
  isWaiting,
  subscriptionsOf,
} from "../../../alerts/subscriptions/subscribed.ts";
import { addressDigest } from "../../../aws/address-digest.ts";
import { topics } from "../../core/aws.ts";
import { addCommand, addGroup, type Call, type CommandGroup, handle, makeSure } from "../../core/command.ts";
import { CommandError } from "../../core/failure.ts";
import { yesOption } from "../../core/options.ts";
import { decoded } from "../../core/percent-encoding.ts";
import type { Target } from "../../core/target.ts";

const TOPICS = ["alerts", "operations", "escalation"] as const;

/** A link of SNS, up to what ends it in a mail or in the link of a gateway around it. */
const SNS_LINK = /https:\/\/sns\.[a-z0-9-]+\.amazonaws\.com(?:\.cn)?\/[^\s<>"']*?(?=__;|[\s<>"']|$)/i;

/** Encodings of a link within links that are looked through. */
const MOST_WRAPPINGS = 4;

/**
 * The link of SNS in a text: alone, in angle brackets, broken over lines, as HTML has it, or within the link that a mail gateway
 * made of it, where that one holds it.
 */
function confirmationLink(text: string): URL | undefined {
  let unwrapped = text.replace(/\s+/g, "").replaceAll("&amp;", "&");
  // A gateway that writes - for % and _ for / has them encoded within the link.
  if (/^https:\/\/urldefense\.proofpoint\.com\/v2\//i.test(unwrapped))
    unwrapped = unwrapped.replace(/-(?=[0-9A-F]{2})/gi, "%").replaceAll("_", "/");
  for (let depth = 0; depth < MOST_WRAPPINGS; depth++) {
    const link = SNS_LINK.exec(unwrapped)?.[0];
    if (link !== undefined) return URL.parse(link) ?? undefined;
    unwrapped = decoded(unwrapped);
  }
  return undefined;
}

export function addSubscriptions(program: CommandGroup, summary: string): void {
  const group = addGroup(program, "subscriptions", summary);
  addCommand(group, "confirm <link>", {
    summary: "confirm a subscription so that only the account can end it",
    details:
      "Copy the link from the message of AWS Notifications, and do not open it. If the link is opened, anyone who has one of the subscription's mails can end the subscription.",
    examples: ["vigia subscriptions confirm '<link>' --stage dev"],
  }).action(handle(group, confirm));
  addCommand(group, "end <address>", {
    summary: "end the subscriptions of an address that no setting names",
    details:
      "A deployment ends the subscription of an address that you take out of alertEmails, operationsEmails or escalationEmails. This command ends one that was made in another way.",
    examples: ["vigia subscriptions end former@company.example --stage dev"],
  })
    .addOption(yesOption)
    .action(handle(group, end));
}

async function confirm({ context, chosenTarget }: Call, link: string): Promise<undefined> {
  const target = await chosenTarget();
  const url = confirmationLink(link);
  const TopicArn = url?.searchParams.get("TopicArn");
  const Token = url?.searchParams.get("Token");
  // The link is not repeated: every reader of it can confirm.
  if (!TopicArn || !Token)
    throw new CommandError(
      "This is not a confirmation link: copy the address behind \"Confirm subscription\" from the message of AWS Notifications, and put it between ' and '. If a mail gateway replaced it, ask the gateway's administrators for the original.",
    );
  const topic = TOPICS.find((name) => target.topics[name] === TopicArn);
  if (topic === undefined)
    throw new CommandError(
      `The link is for ${TopicArn}, which is not a topic of ${target.name}: name its stage with --stage.`,
    );
  await topics(target)
    .send(new ConfirmSubscriptionCommand({ TopicArn, Token, AuthenticateOnUnsubscribe: "true" }))
    .catch((error: unknown) => {
      // The topic is one of the stack: the token is what SNS refuses.
      if (!(error instanceof InvalidParameterException)) throw error;
      throw new CommandError(
        "The link is incomplete, has expired or was used: for another one, take the address out of the settings and deploy, then add it again and deploy.",
      );
    });
  await context.print(`Confirmed for ${topic} of ${target.name}: only the account can end it.`);
}

/** Reports whether the settings name an address for a topic. Those of the local stack name none. */
function isNamed(target: Target, topic: (typeof TOPICS)[number], address: string): boolean {
  if (target.kind === "local") return false;
  return target.subscribers[topic].emails.includes(addressDigest(target.stage, address));
}

async function end(
  { context, chosenTarget }: Call,
  address: string,
  { yes = false }: { yes?: boolean | undefined },
): Promise<undefined> {
  const target = await chosenTarget();
  const sns = topics(target);
  const ended: string[] = [];
  let waits = false;
  for (const topic of TOPICS) {
    const topicArn = target.topics[topic];
    // A deployment ends what a setting names, and CloudFormation would not know of it here.
    if (topicArn === undefined || isNamed(target, topic, address)) continue;
    const own = (await subscriptionsOf(sns, topicArn)).filter(
      (subscription) =>
        isEmail(subscription) && subscription.Endpoint?.toLowerCase() === address.toLowerCase(),
    );
    waits ||= own.some(isWaiting);
    for (const { SubscriptionArn } of own.filter(isConfirmed)) {
      await makeSure(
        context,
        yes,
        `End the subscription of ${address} to ${topic} of ${target.name}?`,
        ENDING,
      );
      await sns.send(new UnsubscribeCommand({ SubscriptionArn }));
      ended.push(topic);
    }
  }
  if (ended.length === 0 && waits)
    throw new CommandError(
      `The subscription of ${address} is not confirmed, so it gets no message, and AWS ends it within two days: no command can.`,
    );
  if (ended.length === 0)
    throw new CommandError(
      `${address} has no subscription in ${target.name} that its settings do not name: take the address out of the settings and deploy, which ends one that they name.`,
    );
  await context.print(`${address} gets no more messages of ${target.name}: ${ended.join(", ")}.`);
}

const ENDING = { doing: "Ending a subscription", done: "ended" };
