/**
 * What follows the alerts of a batch, which wait for none of it: cases are opened, late days marked, wallets remembered. What
 * fails, or has no time left, is delivered again.
 */

import pMap from "p-map";
import { type CaseKey, caseOfNotification } from "../cases/case-keys.ts";
import type { CaseStore, NewCase } from "../cases/cases.ts";
import { deadlinesOf } from "../cases/deadlines.ts";
import { newCase } from "../cases/new-case.ts";
import type { CaseEvent, ChangedFacts } from "../cases/step.ts";
import { isNoEvmAddress } from "../contract/wallet-address.ts";
import type { Notification } from "../contract/webhook.ts";
import { isLate, type TouchedDays } from "../daily-counts/touched-days.ts";
import { casesOf, type Graver, transactionDigest } from "../notifications/change.ts";
import { FIRST_VERSION, NO_PROJECT, nameOf } from "../notifications/notification-keys.ts";
import type { StoredNotification } from "../notifications/notification-schema.ts";
import type { NotificationStore } from "../notifications/notifications.ts";
import { replayDeliveryId } from "../notifications/quarantined-body.ts";
import type { Turn } from "../notifications/turns.ts";
import { errorOrigin } from "../platform/error-name.ts";
import { logger } from "../platform/observe.ts";
import type { DeadlineRule } from "../settings/deadline-rule.ts";
import { shorten } from "../text/cut.ts";
import type { KnownWallets } from "../wallets/known-wallets.ts";
import { byWallet, type WalletSight } from "../wallets/wallet-sights.ts";
import type { ReadDelivery } from "./delivery.ts";
import { type Recorded, replayedKeys } from "./recording.ts";

/** The SDK's own pool of connections holds 50. */
const CONCURRENT_WRITES = 40;

interface InTime<T> {
  /** As the log says it: `open a case`. */
  what: string;
  /** What has not begun by then is delivered again, in milliseconds since 1970. */
  by: number;
  /** The deliveries for which it is done. */
  readsOf(one: T): readonly ReadDelivery[];
}

/** @returns the deliveries for which it was not done */
async function eachInTime<T>(
  all: Iterable<T>,
  { what, by, readsOf }: InTime<T>,
  work: (one: T) => Promise<unknown>,
): Promise<ReadDelivery[]> {
  const failed = await pMap(
    all,
    async (one) => {
      try {
        if (Date.now() <= by) {
          await work(one);
          return [];
        }
        logger.warn(`no time was left to ${what}; its deliveries come again`);
      } catch (error) {
        logger.error(`could not ${what}; its deliveries come again`, {
          requestIds: readsOf(one).map(({ delivery }) => delivery.deliveryId),
          ...errorOrigin(error),
        });
      }
      return readsOf(one);
    },
    { concurrency: CONCURRENT_WRITES },
  );
  return failed.flat();
}

/** What cases are opened with. */
export interface CaseTools {
  cases: CaseStore;
  notifications: Pick<NotificationStore, "get">;
}

/**
 * Makes how a transaction turned since a content called it illegal steps of that content's case. What withdraws it may have come
 * while its case was not there yet; doing it again changes nothing.
 */
export async function noteCourse(
  { key, version, receivedAt }: StoredNotification,
  notification: Notification | undefined,
  { cases, notifications }: CaseTools,
): Promise<void> {
  if (notification === undefined) return;
  const first = await notifications.get({ key, version: FIRST_VERSION });
  const { withdrawn, returned } = first?.courses?.[transactionDigest(notification)] ?? {};
  if (withdrawn === undefined || withdrawn.at <= receivedAt) return;
  const subject = caseOfNotification({ key, version });
  const said = ({ by: cause, at, version }: Omit<typeof withdrawn, "risk">) => ({
    ...{ cause, content: nameOf({ key, version }), receivedAt: at },
  });
  await cases.append(subject, { kind: "withdrawal", ...said(withdrawn), risk: withdrawn.risk });
  if (returned !== undefined && returned.at > withdrawn.at)
    await cases.append(subject, { kind: "return", ...said(returned) });
}

/**
 * Opens the cases of what officers were alerted to; doing it again changes nothing.
 * @param rules the deadlines of the settings
 * @param by what has not begun by then is delivered again, in milliseconds since 1970
 * @returns the deliveries whose case is not there
 */
export async function openCases(
  recorded: readonly Recorded[],
  { cases, notifications }: CaseTools,
  rules: readonly DeadlineRule[],
  by: number,
): Promise<ReadDelivery[]> {
  const readsOf = ({ reads }: Recorded) => reads;
  const opened = recorded.filter((one) => wasAlerted(one) && !isGraver(one));
  const notOpened = await eachInTime(opened, { what: "open a case", by, readsOf }, async (one) => {
    const continues = await quarantineCaseOf(one, cases);
    await cases.open({ ...caseOf(one, rules), continues });
  });
  // What is said of a case later finds it open, each behind what was received before it.
  const later = recorded.filter(
    (one) =>
      one.stored.rehearsal !== true &&
      (isGraver(one) || one.turns.length > 0 || replayedKeys(one).length > 0),
  );
  const ofIds = Map.groupBy(later, ({ stored }) => stored.key).values();
  const how = {
    what: "note in a case what is said later",
    by,
    readsOf: (ofId: readonly Recorded[]) => ofId.flatMap(readsOf),
  };
  const notNoted = await eachInTime(ofIds, how, async (ofId) => {
    for (const one of ofId) await noteInCases(one, cases, rules);
  });
  const turned = { what: "note in a case that it was withdrawn before it was there", by, readsOf };
  const notTurned = await eachInTime(recorded.filter(wasAlerted), turned, ({ stored, reads }) =>
    noteCourse(stored, reads[0].notification, { cases, notifications }),
  );
  return [...notOpened, ...notNoted, ...notTurned];
}

async function noteInCases(one: Recorded, cases: CaseStore, rules: readonly DeadlineRule[]): Promise<void> {
  if (isGraver(one)) {
    const { change, stored, reads } = one;
    const [{ notification }] = reads;
    const { graver } = change ?? {};
    const isNoted =
      graver !== undefined &&
      notification !== undefined &&
      (await noteGraver({ graver, stored, notification }, cases, rules)) === "noted";
    // An open case says what is graver; a further law, and what an officer has decided, has a case of its own.
    const needsCase = !isNoted || (one.change?.newLaws ?? []).length > 0;
    if (needsCase) await cases.open(caseOf(one, rules));
  }
  await continueCase(one, cases);
  for (const turn of one.turns) {
    const isNoted = await noteTurn(turn, cases);
    if (turn.kind === "return" && !isNoted)
      await cases.open(newCase(turn.said, turn.said === turn.first ? "notification" : "change", rules));
  }
}

/**
 * Ends the case of a body that was in quarantine: it continues as that of the notification that it became. What is not illegal
 * has none: then the officer decides where the case is.
 */
async function continueCase(one: Recorded, cases: CaseStore): Promise<void> {
  const { stored, change, reads } = one;
  const [{ notification }] = reads;
  if (notification === undefined || stored.risk !== "illegal") return;
  const from = await quarantineCaseOf(one, cases);
  if (from === undefined) return;
  const ofTransaction = casesOf(change?.first ?? stored, notification);
  for (const key of [stored, ...ofTransaction]) {
    const as = caseOfNotification(key);
    if ((await cases.standing(as)) === "none") continue;
    await cases.append(from, { kind: "continuation", cause: nameOf(stored), as });
    return;
  }
}

/** The case of a body that comes out of quarantine; undefined where there is none. */
async function quarantineCaseOf(one: Recorded, cases: CaseStore): Promise<CaseKey | undefined> {
  for (const key of replayedKeys(one)) {
    const found = caseOfNotification(key);
    if ((await cases.standing(found)) !== "none") return found;
  }
  return undefined;
}

/** Makes a turn a step of the cases of its transaction; a return opens those that were decided. @returns whether one has it */
async function noteTurn({ kind, at, by, said, cases: keys }: Turn, cases: CaseStore): Promise<boolean> {
  const step = { cause: by, content: nameOf(said), receivedAt: at };
  const risk = said.risk === "warn" ? "warn" : "none";
  const event: CaseEvent = kind === "return" ? { kind, ...step } : { kind, ...step, risk };
  let isNoted = false;
  for (const key of keys.map(caseOfNotification)) {
    if ((await cases.append(key, event)).startsWith("made") && (await cases.standing(key)) === "open")
      isNoted = true;
  }
  return isNoted;
}

/** Whether these deliveries say something graver of a transaction than officers were told, alerted or not. */
function isGraver(one: Recorded): boolean {
  return (
    one.change?.graver !== undefined &&
    one.stored.rehearsal !== true &&
    (one.alertDue || isOfItsDelivery(one))
  );
}

/** A content that is graver than what officers were told of its transaction. */
interface GraverContent {
  graver: Graver;
  stored: StoredNotification;
  notification: Notification;
}

/**
 * Makes the change a step of the cases of its transaction.
 * @returns whether one that is open has it; `ended`: where all are decided, and had it before
 */
export async function noteGraver(
  { graver, stored, notification }: GraverContent,
  cases: CaseStore,
  rules: readonly DeadlineRule[],
): Promise<"noted" | "ended" | "not noted"> {
  const { receivedAt, content } = stored;
  const event: CaseEvent = {
    kind: "change",
    cause: content,
    content: nameOf(stored),
    receivedAt,
    facts: graverFacts(graver, notification, receivedAt, rules),
  };
  let noted: "noted" | "ended" | "not noted" = "not noted";
  for (const key of graver.cases.map(caseOfNotification)) {
    const outcome = await cases.append(key, event);
    if (!outcome.startsWith("made")) continue;
    if ((await cases.standing(key)) === "open") noted = "noted";
    else if (outcome === "made before" && noted === "not noted") noted = "ended";
  }
  return noted;
}

/** A symbol and a time are of any length. */
const MAX_FACT = 100;

function graverFacts(
  { facts }: Graver,
  { amount, token, timestamp, inflictedLaws }: Notification,
  receivedAt: string,
  rules: readonly DeadlineRule[],
): ChangedFacts {
  const laws = inflictedLaws.filter(({ risk }) => risk === "illegal");
  return {
    ...(facts.includes("usd") ? { usd: amount.usd ?? null } : {}),
    ...(facts.includes("symbol") ? { tokenSymbol: shorten(token.symbol, MAX_FACT) } : {}),
    ...(facts.includes("time")
      ? {
          timestamp: shorten(timestamp, MAX_FACT),
          deadlines: deadlinesOf({ laws, timestamp, receivedAt }, rules),
        }
      : {}),
  };
}

/**
 * Whether officers hear of it by these deliveries, but for a return; a repeat of what they heard of has its case, and costs no
 * write.
 */
function wasAlerted(one: Recorded): boolean {
  const { risk, alert, rehearsal } = one.stored;
  if (risk !== "illegal" || alert.state === "none" || rehearsal === true) return false;
  if (alert.returned !== undefined) return false;
  return one.alertDue || isOfItsDelivery(one);
}

/** Whether the delivery that made the content is among these: it may have ended before all was done. */
function isOfItsDelivery({ stored, reads }: Recorded): boolean {
  return reads.some(({ delivery }) => delivery.deliveryId === stored.delivery);
}

function caseOf({ stored, change }: Recorded, rules: readonly DeadlineRule[]): NewCase {
  return newCase(stored, change === undefined ? "notification" : "change", rules);
}

/**
 * Marks the days that something came late for, so that they are counted again: replays, a year later too. One write a day and
 * project; doing it again changes nothing but the time.
 * @param by what has not begun by then is delivered again, in milliseconds since 1970
 * @returns the deliveries whose day is not marked
 */
export function markLateDays(
  recorded: readonly Recorded[],
  days: Pick<TouchedDays, "mark">,
  now: Date,
  by: number,
): Promise<ReadDelivery[]> {
  const late = recorded.flatMap(countedOn).filter(({ receivedAt }) => isLate(receivedAt, now));
  const byDay = Map.groupBy(late, ({ projectId, receivedAt }) => `${projectId}#${receivedAt.slice(0, 10)}`);
  const readsOf = (ofDay: readonly Counted[]) => ofDay.flatMap(({ reads }) => reads);
  const how = { what: "mark a day to be counted again", by, readsOf };
  return eachInTime(
    byDay.values(),
    how,
    async ([first]) => first && days.mark(first.projectId, first.receivedAt, now),
  );
}

/** What is counted on a day, or is not any more. */
interface Counted {
  projectId: number;
  receivedAt: string;
  reads: readonly ReadDelivery[];
}

function countedOn(one: Recorded): Counted[] {
  const { stored, reads } = one;
  const { projectId, receivedAt } = stored;
  // A replay is delivered with the receipt of the body in quarantine, which is not counted any more.
  const replayedAt = reads.find(({ delivery }) => delivery.deliveryId === replayDeliveryId(stored));
  return [
    ...(changesItsDay(one) ? [{ projectId, receivedAt, reads }] : []),
    ...(replayedAt === undefined || stored.rehearsal === true
      ? []
      : [projectId, NO_PROJECT].map((id) => ({
          projectId: id,
          receivedAt: replayedAt.item.receivedAt,
          reads,
        }))),
  ];
}

/** A repeat changes nothing that is counted; the delivery that made an item may have ended before its day was marked. */
function changesItsDay(one: Recorded): boolean {
  if (one.stored.rehearsal === true) return false;
  return one.outcome !== "known" || one.alertDue || isOfItsDelivery(one);
}

/**
 * Remembers the wallets of what was recorded, so that scans find them; doing it again changes nothing.
 * @param by what has not begun by then is delivered again, in milliseconds since 1970
 * @param onNew is told the project of each wallet that was not known
 * @returns the deliveries whose wallet is not remembered
 */
export function rememberWallets(
  recorded: readonly Recorded[],
  wallets: KnownWallets,
  by: number,
  onNew: (projectId: number) => void = () => {},
): Promise<ReadDelivery[]> {
  const seen = recorded.flatMap(({ reads }) => reads.flatMap(sightIn));
  for (const sight of seen) warnOfAddress(sight);
  const readsOf = (sights: readonly DeliveredSight[]) => sights.map(({ read }) => read);
  const how = { what: "remember a wallet", by, readsOf };
  // One read for all sights of a wallet: a busy one is in most notifications of a batch.
  return eachInTime(byWallet(seen), how, async (sights) => {
    const [first] = sights;
    if ((await wallets.rememberAll(sights)) === "new" && first !== undefined) onNew(first.projectId);
  });
}

/** A sight, and the delivery that it is from. */
type DeliveredSight = WalletSight & { read: ReadDelivery };

/** The service is asked for it all the same: only it knows its chains. */
function warnOfAddress({ address, projectId, chainId, read }: DeliveredSight): void {
  if (!isNoEvmAddress(address)) return;
  logger.warn("a wallet's address begins with 0x and is none of an EVM chain; it is kept as it came", {
    requestId: read.delivery.deliveryId,
    projectId,
    chainId,
  });
}

function sightIn(read: ReadDelivery): DeliveredSight[] {
  const { notification, item } = read;
  // A rehearsal's wallet is invented: scanning it every night would cost money and say nothing.
  if (notification === undefined || item.rehearsal === true) return [];
  return [
    {
      read,
      projectId: item.projectId,
      chainId: notification.chainId,
      address: notification.address.address,
      userId: notification.address.userId ?? undefined,
      description: notification.address.description ?? undefined,
      source: "notification",
      seenAt: item.receivedAt,
    },
  ];
}
