/** Alerts people to what deliveries brought: grouped by project and kind, published, and only then marked as sent. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import pMap from "p-map";
import { errorOrigin } from "../aws/error-name.ts";
import { logger } from "../aws/observe.ts";
import type { Translator } from "../i18n/translator.ts";
import type { Recorded } from "../intake/batch.ts";
import type { ReadDelivery } from "../intake/delivery.ts";
import { currentKey, nameOf, partsOfRevision } from "../intake/notifications/notification-keys.ts";
import type { NotificationStore } from "../intake/notifications/notifications.ts";
import { notificationIn } from "../intake/notifications/raw-body.ts";
import { illegalKeys } from "../intake/notifications/revision-rule.ts";
import { lawKey } from "../law/laws.ts";
import { type MoneyEnvironment, type MoneyLookUp, moneyLookUp } from "../law/rates/local-money.ts";
import { ChainStore, lookUpChains } from "../screening/chains.ts";
import type { DeskUrl } from "./messages/desk-links.ts";
import { operationOf, type Transaction } from "./messages/facts.ts";
import { quarantineAlert } from "./messages/quarantine-alert.ts";
import { serviceErrorAlert } from "./messages/service-error-alert.ts";
import { transactionAlert } from "./messages/transaction-alert.ts";
import { type AlertingEnvironment, type AlertPublisher, lazyPublisher } from "./publisher.ts";

/** Means of sending alerts. */
export interface IntakeAlerting {
  publisher: () => AlertPublisher;
  notifications: Pick<NotificationStore, "markAlerted">;
  chains: ChainStore;
  money: MoneyLookUp;
  stage: string;
  /** Absent where none is deployed. */
  desk?: DeskUrl;
}

interface IntakeEnvironment extends AlertingEnvironment, MoneyEnvironment {
  STAGE: string;
  CHAINS_TABLE: string;
  DESK_URL?: DeskUrl | undefined;
}

export function intakeAlerting(
  environment: IntakeEnvironment,
  database: DynamoDBDocumentClient,
  notifications: NotificationStore,
): IntakeAlerting {
  return {
    publisher: lazyPublisher(environment, database),
    notifications,
    chains: new ChainStore(database, environment.CHAINS_TABLE),
    money: moneyLookUp(environment, database),
    stage: environment.STAGE,
    desk: environment.DESK_URL,
  };
}

/** The case of each content that has one. A transaction without one is told all the same, a body in quarantine is not. */
type ToldCases = ReadonlyMap<Recorded, NonNullable<Transaction["case"]>>;

const CONCURRENT_MARKS = 25;

/** Share of the remaining time to wait for names of chains and rates; an alert goes out without them. */
const CHAINS_SHARE_OF_TIME = 1 / 8;

/**
 * Publishes what is due: for each project one message of all notifications, one of all bodies in quarantine, one of all errors.
 * @param by when all must have been sent, in milliseconds since 1970
 * @returns the deliveries that must come again: their message was not published, or they could not be marked
 */
export async function publishAlerts(
  recorded: readonly Recorded[],
  cases: ToldCases,
  alerting: IntakeAlerting,
  by: number,
): Promise<ReadDelivery[]> {
  const toTell = recorded.filter(({ mustAlert }) => mustAlert);
  // The queue may hold a delivery twice: a message names its content once.
  const due = [...new Map(toTell.map((one) => [`${one.stored.key} ${one.stored.content}`, one])).values()];
  const failed: Recorded[] = [];
  for (const group of groupsOf(due)) {
    const sent = await send(group, cases, alerting, by);
    failed.push(...(sent === undefined ? group.recorded : await mark(group, sent.id, alerting)));
  }
  return failed.map(({ read }) => read);
}

/** @returns the id under which the message is recorded; undefined where it could not be published */
async function send(
  group: AlertGroup,
  cases: ToldCases,
  alerting: IntakeAlerting,
  by: number,
): Promise<{ id: string | undefined } | undefined> {
  const requests = requestsOf(group);
  try {
    const id = await SENDERS[group.kind](group, cases, alerting, by);
    logger.info("an alert was published", { kind: group.kind, ...requests, ...(id && { alert: id }) });
    return { id };
  } catch (error) {
    const what = "an alert could not be published; its deliveries come again";
    logger.error(what, { ...errorOrigin(error), ...requests });
    return undefined;
  }
}

type Send = (
  group: AlertGroup,
  cases: ToldCases,
  alerting: IntakeAlerting,
  by: number,
) => Promise<string | undefined>;

const SENDERS: Record<AlertGroup["kind"], Send> = {
  async notification({ projectId, recorded }, cases, { publisher, chains, money, stage, desk }, by) {
    const transactions = recorded.flatMap((one) => transactionOf(one, cases.get(one)));
    const withinMs = (by - Date.now()) * CHAINS_SHARE_OF_TIME;
    const [knownChains, knownMoney] = await Promise.all([
      lookUpChains(
        chains,
        transactions.map(({ notification }) => notification.chainId),
        withinMs,
      ),
      money(transactions.map(operationOf), withinMs),
    ]);
    const about = { stage, projectId, desk, chains: knownChains, money: knownMoney };
    const compose = (alertId: string, translator: Translator) =>
      transactionAlert(transactions, { ...about, alertId, translator });
    return publisher().alert({ projectId, subjects: subjectsOf(recorded), compose }, by);
  },
  async quarantine({ projectId, recorded }, cases, { publisher, stage, desk }, by) {
    const [first] = recorded;
    const found = first && cases.get(first);
    // The case is open, and people heard of it within the hour.
    if (found === undefined) return undefined;
    const bodies = recorded.map(({ stored }) => ({
      key: nameOf(stored),
      receivedAt: stored.receivedAt,
      issues: stored.issues ?? [],
    }));
    const about = { stage, projectId, desk };
    const compose = (alertId: string, translator: Translator) =>
      quarantineAlert(bodies, found.key, { ...about, alertId, translator });
    const id = await publisher().alert({ projectId, subjects: subjectsOf(recorded), compose }, by);
    await publisher().operations(
      (translator) => quarantineAlert(bodies, found.key, { ...about, translator }),
      by,
    );
    return id;
  },
  async error({ projectId, recorded }, _cases, { publisher, stage, desk }, by) {
    const errorsOf = (all: readonly Recorded[]) =>
      all.map(({ stored }) => ({ key: nameOf(stored), receivedAt: stored.receivedAt }));
    const about = { stage, projectId, desk };
    await publisher().operations(
      (translator) => serviceErrorAlert(errorsOf(recorded), { ...about, translator }),
      by,
    );
    const odd = recorded.filter(({ stored }) => !isPlainSentence(stored.message ?? ""));
    if (odd.length === 0) return undefined;
    const compose = (alertId: string, translator: Translator) =>
      serviceErrorAlert(errorsOf(odd), { ...about, alertId, translator });
    return publisher().alert({ projectId, subjects: subjectsOf(odd), compose }, by);
  },
};

/** Longest text of an error that is taken for a plain sentence. */
const MAX_SENTENCE = 300;

/** Words, numbers and what sentences have between them. */
const WORDS = /^[\p{L}\p{N}\s.,:;'"()!?/_-]*$/u;
const LONG_WORD = /\S{40}/;
const ABOUT_RISK = /il+egal|il[ií]cit|risk|riesgo|sanction|sanci[oó]n|ofac/i;

/** Reports whether the text of an error is a plain sentence that says nothing of a risk. Officers are told of any other text. */
export function isPlainSentence(text: string): boolean {
  const plain = text.normalize("NFKC");
  return (
    plain.length < MAX_SENTENCE && WORDS.test(plain) && !LONG_WORD.test(plain) && !ABOUT_RISK.test(plain)
  );
}

/** The most requests of a group that a line of the log names; the Notifications table has the rest. */
const MAX_REQUESTS_LOGGED = 20;

/** API Gateway's ids of the requests: one runs from its access log through the table to the alert. */
function requestsOf({ recorded }: AlertGroup) {
  return {
    notifications: recorded.length,
    requestIds: recorded.slice(0, MAX_REQUESTS_LOGGED).map(({ read }) => read.delivery.deliveryId),
  };
}

async function mark(
  { recorded }: AlertGroup,
  id: string | undefined,
  { notifications }: IntakeAlerting,
): Promise<Recorded[]> {
  const at = new Date().toISOString();
  const failed = await pMap(
    recorded,
    async (one) => {
      try {
        await notifications.markAlerted(one.stored, { at, id });
        return [];
      } catch (error) {
        const about = { key: one.stored.key, ...errorOrigin(error) };
        logger.warn("an alert was published but could not be marked; it may come twice", about);
        return [one];
      }
    },
    { concurrency: CONCURRENT_MARKS },
  );
  return failed.flat();
}

/** In the order in which people need to know. */
const KINDS = ["notification", "quarantine", "error"] as const;

/** Contents of one message. */
interface AlertGroup {
  kind: (typeof KINDS)[number];
  projectId: number;
  recorded: Recorded[];
}

function groupsOf(due: readonly Recorded[]): AlertGroup[] {
  const groups = Map.groupBy(due, ({ stored }) => `${stored.projectId} ${kindOf(stored)}`);
  return [...groups.values()]
    .flatMap((recorded) => {
      const [first] = recorded;
      return first === undefined
        ? []
        : [{ kind: kindOf(first.stored), projectId: first.stored.projectId, recorded }];
    })
    .sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

function kindOf({ kind }: Recorded["stored"]): AlertGroup["kind"] {
  return kind === "quarantined" ? "quarantine" : kind;
}

function subjectsOf(recorded: readonly Recorded[]) {
  return recorded.map(({ stored: { key, revision } }) => ({ key, revision }));
}

function transactionOf(one: Recorded, ofIt: Transaction["case"]): Transaction[] {
  const { kind, stored, before, read } = one;
  const { transaction } = partsOfRevision(stored.revision);
  const { notification } = read;
  if (notification === undefined) return [];
  const other = before && notificationIn(before.raw);
  const known = illegalKeys(other?.inflictedLaws ?? []);
  return [
    {
      key: nameOf(currentKey(stored.key, transaction)),
      notification,
      receivedAt: stored.contentAt,
      ...(before && {
        revision: {
          firstReceivedAt: stored.receivedAt,
          isOvertaken: kind === "overtaken" || kind === "known",
          before: other,
          beforeReceivedAt: before.updatedAt,
          newLaws: notification.inflictedLaws.filter(
            (law) => law.risk === "illegal" && !known.has(lawKey(law)),
          ),
        },
      }),
      ...(ofIt && { case: ofIt }),
    },
  ];
}
