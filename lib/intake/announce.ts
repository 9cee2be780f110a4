/** Tells people what deliveries owe them: grouped by project, published, and only then marked as sent. */

import type { SNSClient } from "@aws-sdk/client-sns";
import pMap from "p-map";
import { changeAlert } from "../alert/change-alert.ts";
import { lookUpChains } from "../alert/explorer.ts";
import type { AlertOrigin, Transaction } from "../alert/facts.ts";
import { type AlertMessage, publish } from "../alert/publish.ts";
import { illegalQuarantineAlert, quarantineAlert } from "../alert/quarantine-alert.ts";
import { transactionAlert } from "../alert/transaction-alert.ts";
import { count, logger } from "../observe.ts";
import type { ChainStore } from "../store/chains.ts";
import type { NotificationStore } from "../store/notifications.ts";
import type { Recorded } from "./record-delivery.ts";

/** Where alerts go, and what they need. */
export interface Announcer {
  sns: SNSClient;
  alertsTopicArn: string;
  operationsTopicArn: string;
  notifications: NotificationStore;
  chains: ChainStore;
  stage: string;
}

/** One message and the deliveries that it speaks for. */
interface Announcement {
  messages: { topicArn: string; message: AlertMessage }[];
  speaksFor: Recorded[];
}

/** So many items are marked at once. */
const MARKED_AT_ONCE = 25;

/**
 * Publishes what is due. SNS suspends an e-mail subscription past ten messages a second, so there is one message for
 * all transactions of a project.
 * @returns the deliveries that must be delivered again: their message was not published, or they could not be marked
 */
export async function announce(due: readonly Recorded[], announcer: Announcer): Promise<Recorded[]> {
  if (due.length === 0) return [];
  const chains = await lookUpChains(
    announcer.chains,
    due.flatMap(({ read }) => read.notification?.chainId ?? []),
  );
  const failed: Recorded[] = [];
  for (const announcement of group(due, announcer, chains)) {
    failed.push(...(await carryOut(announcement, announcer)));
  }
  return failed;
}

function group(
  due: readonly Recorded[],
  announcer: Announcer,
  chains: AlertOrigin["chains"],
): Announcement[] {
  const groups = Map.groupBy(due, ({ stored, first }) =>
    // A contradiction is told by itself: what changed does not fit into a list.
    [stored.projectId, stored.kind, stored.rehearsal === true, first === undefined ? "" : stored.key].join(
      " ",
    ),
  );
  return [...groups.values()].flatMap((group) => {
    const [head] = group;
    return head === undefined ? [] : [announcementOf(head, group, announcer, chains)];
  });
}

function announcementOf(
  { stored: { projectId, kind } }: Recorded,
  speaksFor: Recorded[],
  { stage, alertsTopicArn, operationsTopicArn }: Announcer,
  chains: AlertOrigin["chains"],
): Announcement {
  const origin: AlertOrigin = { stage, projectId, chains };
  const toOfficer = (message: AlertMessage) => ({ topicArn: alertsTopicArn, message });
  const toOperations = (message: AlertMessage) => ({ topicArn: operationsTopicArn, message });
  // SQS may deliver one message twice in a batch; its item is told of once.
  const told = [...new Map(speaksFor.map((recorded) => [recorded.stored.key, recorded])).values()];

  if (kind === "quarantined") {
    const items = told.map(({ stored }) => stored);
    const illegal = items.filter(({ risk }) => risk === "illegal");
    const forOfficer = illegal.length > 0 ? [toOfficer(illegalQuarantineAlert(illegal, origin))] : [];
    return { messages: [...forOfficer, toOperations(quarantineAlert(items, origin))], speaksFor };
  }
  const changes = told.flatMap((recorded) =>
    transactionOf(recorded).flatMap((changed) =>
      recorded.first === undefined ? [] : [{ first: recorded.first, changed }],
    ),
  );
  const message =
    changes.length > 0 ? changeAlert(changes, origin) : transactionAlert(told.flatMap(transactionOf), origin);
  return { messages: [toOfficer(message)], speaksFor };
}

function transactionOf({ read: { notification }, stored }: Recorded): Transaction[] {
  if (notification === undefined) return [];
  const { key, receivedAt, rehearsal } = stored;
  return [{ key, notification, receivedAt, rehearsal: rehearsal === true }];
}

async function carryOut({ messages, speaksFor }: Announcement, announcer: Announcer): Promise<Recorded[]> {
  try {
    for (const { topicArn, message } of messages) {
      await publish(announcer.sns, topicArn, message);
      count("AlertPublished");
      logger.info("an alert was published", { subject: message.subject, ...requestsOf(speaksFor) });
    }
  } catch (error) {
    count("AlertFailed");
    logger.error("an alert could not be published; its notifications will be delivered again", {
      error: error instanceof Error ? error.name : "unknown",
      ...requestsOf(speaksFor),
    });
    return speaksFor;
  }
  return mark(speaksFor, announcer);
}

/** A line of the log names so many requests of a group; the Notifications table has the rest. */
const MAX_REQUESTS_LOGGED = 20;

/** API Gateway's ids of the requests: one runs from its access log through the table to the alert. */
function requestsOf(speaksFor: readonly Recorded[]) {
  return {
    notifications: speaksFor.length,
    requestIds: speaksFor.slice(0, MAX_REQUESTS_LOGGED).map(({ read }) => read.delivery.deliveryId),
  };
}

async function mark(speaksFor: readonly Recorded[], { notifications }: Announcer): Promise<Recorded[]> {
  const at = new Date().toISOString();
  const failed = await pMap(
    speaksFor,
    async (recorded) => {
      try {
        await notifications.markAlerted(recorded.stored.key, at);
        return [];
      } catch (error) {
        logger.warn("an alert was published but could not be marked; it may come twice", {
          key: recorded.stored.key,
          error: error instanceof Error ? error.name : "unknown",
        });
        return [recorded];
      }
    },
    { concurrency: MARKED_AT_ONCE },
  );
  return failed.flat();
}
