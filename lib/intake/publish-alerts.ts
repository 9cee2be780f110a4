/** Alerts people to what deliveries owe them: grouped by project and kind, published, and only then marked as sent. */

import pMap from "p-map";
import type { DeskUrl } from "../alerts/messages/desk-pages.ts";
import type { AlertPublisher } from "../alerts/publisher.ts";
import type { ChainStore } from "../chains/chains.ts";
import { type ChainLookup, lookUpChains } from "../chains/explorer.ts";
import type { Translator } from "../i18n/translator.ts";
import type { NotificationStore } from "../notifications/notifications.ts";
import { errorOrigin } from "../platform/error-name.ts";
import { logger } from "../platform/observe.ts";
import type { MoneyLookUp } from "../rates/lazy-money.ts";
import type { LocalMoney } from "../rates/local-amount.ts";
import {
  type AlertGroup,
  forOfficers,
  groupsOf,
  isForOperations,
  messageOf,
  operationsMessageOf,
  subjectsOf,
} from "./alert-groups.ts";
import type { ReadDelivery } from "./delivery.ts";
import { notificationOf, type Recorded, returnOwed, returnTold } from "./recording.ts";

/** Means of sending alerts. */
export interface IntakeAlerting {
  publisher: () => AlertPublisher;
  notifications: NotificationStore;
  chains: ChainStore;
  money: MoneyLookUp;
  stage: string;
  /** Absent where none is deployed. */
  desk?: DeskUrl;
}

const CONCURRENT_MARKS = 25;

/** Share of the remaining time to wait for names of chains and rates; an alert goes out without them. */
const CHAINS_SHARE_OF_TIME = 1 / 8;

/**
 * Publishes what is due: one message for all notifications of a project, one for all changes, one for all bodies in
 * quarantine.
 * @param by when all must have been sent, in milliseconds since 1970
 * @returns the deliveries that must come again: their message was not published, or they could not be marked
 */
export async function publishAlerts(
  recorded: readonly Recorded[],
  alerting: IntakeAlerting,
  by: number,
): Promise<ReadDelivery[]> {
  // A transaction that turned more than once is told in its present state.
  const returns = new Map(
    recorded.flatMap(returnTold).map((one) => [`${one.stored.key} ${one.returned?.transaction}`, one]),
  );
  const due = [...recorded.filter(({ alertDue }) => alertDue), ...returns.values()];
  if (due.length === 0) return [];
  const chainIds = due.flatMap((one) => notificationOf(one)?.chainId ?? []);
  const moments = due.flatMap((one) => notificationOf(one)?.timestamp ?? []);
  const withinMs = (by - Date.now()) * CHAINS_SHARE_OF_TIME;
  const [chains, money] = await Promise.all([
    lookUpChains(alerting.chains, chainIds, withinMs),
    alerting.money(moments, withinMs),
  ]);
  const failed: Recorded[] = [];
  for (const group of groupsOf(due)) {
    const id = await send(group, alerting, { chains, money }, by);
    failed.push(...(id.sent ? await mark(group, id.alertId, alerting) : group.recorded));
  }
  return failed.flatMap(({ reads }) => reads);
}

type Sent = { sent: false } | { sent: true; alertId: string | undefined };

async function send(
  group: AlertGroup,
  { publisher, stage, desk }: IntakeAlerting,
  known: { chains: ChainLookup; money: LocalMoney },
  by: number,
): Promise<Sent> {
  const { projectId, rehearsal } = group;
  try {
    const subjects = subjectsOf(group);
    const compose = (alertId: string, translator: Translator) =>
      messageOf(group, { stage, desk, projectId, ...known, alertId, translator });
    const alertId =
      subjects.length === 0
        ? undefined
        : await publisher().alert({ projectId, rehearsal, subjects, compose }, by);
    if (isForOperations(group))
      await publisher().operations(
        (translator) => operationsMessageOf(group, { stage, desk, projectId, translator }),
        by,
      );
    logger.info("an alert was published", {
      kind: group.kind,
      ...(alertId === undefined ? {} : { alert: alertId }),
      ...requestsOf(group),
    });
    return { sent: true, alertId };
  } catch (error) {
    logger.error("an alert could not be published; its notifications will be delivered again", {
      ...errorOrigin(error),
      ...requestsOf(group),
    });
    return { sent: false };
  }
}

/** The most requests of a group that a line of the log names; the Notifications table has the rest. */
const MAX_REQUESTS_LOGGED = 20;

/** API Gateway's ids of the requests: one runs from its access log through the table to the alert. */
function requestsOf({ recorded }: AlertGroup) {
  return {
    notifications: recorded.length,
    requestIds: recorded
      .slice(0, MAX_REQUESTS_LOGGED)
      .map(({ reads: [{ delivery }] }) => delivery.deliveryId),
  };
}

/** Only what the officers' message speaks of is marked with its id. */
async function mark(
  group: AlertGroup,
  alertId: string | undefined,
  { notifications }: IntakeAlerting,
): Promise<Recorded[]> {
  const at = new Date().toISOString();
  const inMessage = new Set(forOfficers(group));
  const failed = await pMap(
    group.recorded,
    async (one) => {
      try {
        const id = inMessage.has(one) ? alertId : undefined;
        const carries = carriesAlert(one);
        if (carries) await notifications.markAlerted(one.stored, at, id, one.returned?.at);
        const told = returnOwed(one);
        if (told !== undefined) await notifications.markReturnAlerted(told, carries ? undefined : id);
        return [];
      } catch (error) {
        logger.warn("an alert was published but could not be marked; it may come twice", {
          key: one.stored.key,
          ...errorOrigin(error),
        });
        return [one];
      }
    },
    { concurrency: CONCURRENT_MARKS },
  );
  return failed.flat();
}

/** Reports whether a content carries its alert: a return of a content that was alerted itself is noted at the id's first content. */
function carriesAlert({ stored: { alert }, returned }: Recorded): boolean {
  return returned === undefined || alert.state === "none" || alert.returned === returned.at;
}
