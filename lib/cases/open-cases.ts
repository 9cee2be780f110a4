/**
 * Effects of a batch on cases, before its alerts: a content that officers are told of opens the case of its notification, or is a step
 * of it. Any other is a step of a case that is there.
 */

import { eachDelivery, type RecordedDelivery } from "../intake/batch.ts";
import type { ReadDelivery } from "../intake/delivery.ts";
import { nameOf } from "../intake/notifications/notification-keys.ts";
import type { StoredNotification } from "../intake/notifications/notification-schema.ts";
import type { DeadlineRule } from "../law/deadline-setting.ts";
import { rulesFor } from "../law/deadlines.ts";
import { caseOfNotification } from "./case-keys.ts";
import type { CaseOfContent, CaseStore } from "./cases.ts";
import { inOrder } from "./named-laws.ts";
import { bodyDigestOf, illegalLawsOf, newCase, type OpeningRevision, unreadableCase } from "./new-case.ts";
import type { ContentNews } from "./revision.ts";

/** Cases of a batch. */
interface OpenedCases {
  /** The case of each revision that officers are told of. */
  cases: ReadonlyMap<RecordedDelivery, CaseOfContent>;
  /** Deliveries whose case could not be written: they come again. */
  failed: ReadDelivery[];
}

/** Doing it again changes nothing. @param rules the deadlines of the settings */
export async function openCases(
  recorded: readonly RecordedDelivery[],
  store: CaseStore,
  rules: readonly DeadlineRule[],
): Promise<OpenedCases> {
  const cases = new Map<RecordedDelivery, CaseOfContent>();
  const failed: ReadDelivery[] = [];
  const ofNotifications = recorded.filter(({ stored }) => stored.kind === "notification");
  // Contents of one notification change one case, in the order in which they were received.
  for (const together of inRows(ofNotifications))
    failed.push(
      ...(await eachDelivery(together, "write a case", async (delivery) => {
        const news = newsOf(delivery.stored, rules);
        const others = saidBeside(delivery).map((stored) => newsOf(stored, rules));
        if (delivery.mustAlert) {
          const opening = newCase(openingBy(delivery), rules);
          cases.set(delivery, await store.tell(opening, news, others));
        } else if (mayRevise(delivery)) await revise(delivery, [news, ...others], store);
      })),
    );
  for (const ofProject of unreadableByProject(recorded))
    failed.push(...(await openForUnreadable(ofProject, store, cases)));
  return { cases, failed };
}

/** The first contents of all notifications, then the second ones, and so on. */
function inRows(recorded: readonly RecordedDelivery[]): RecordedDelivery[][] {
  const ofKeys = [...Map.groupBy(recorded, ({ stored }) => stored.key).values()];
  const longest = Math.max(0, ...ofKeys.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => ofKeys.flatMap((ofKey) => ofKey[index] ?? []));
}

/** A current revision that is said again changes nothing, nor does one that a later call repeats. */
function mayRevise(recorded: RecordedDelivery): boolean {
  const { stored, current, read } = recorded;
  if (current.risk !== "illegal" && current.revisions === 0) return false;
  return isPast(recorded)
    ? stored.signedAt === read.delivery.signedAt
    : stored.delivery === read.delivery.deliveryId;
}

function isPast({ stored, current }: RecordedDelivery): boolean {
  return stored.digest !== current.digest;
}

/** A notification that any content called illegal has a case, or another delivery is about to open it. */
async function revise(
  { stored, current }: RecordedDelivery,
  news: readonly ContentNews[],
  store: CaseStore,
): Promise<void> {
  const key = caseOfNotification(stored);
  const hasCase = await store.revise(key, news);
  if (!hasCase && current.risk === "illegal") throw new NoCaseYetError(key.subject);
}

/** A revision was recorded before its notification's case was opened, which another delivery is about to do. */
class NoCaseYetError extends Error {
  override name = "NoCaseYetError";
  constructor(subject: string) {
    super(`${subject} has no case yet; the delivery comes again.`);
  }
}

function openingBy({ stored, earlier, current }: RecordedDelivery): OpeningRevision {
  return { stored, earlier, firstReceivedAt: current.receivedAt };
}

/** All other revisions where one comes late: the service may have said them again after it signed that one. */
function saidBeside(recorded: RecordedDelivery): StoredNotification[] {
  return isPast(recorded) ? [...recorded.earlier, recorded.current] : [];
}

function newsOf(stored: StoredNotification, rules: readonly DeadlineRule[]): ContentNews {
  const laws = illegalLawsOf(stored);
  const { revisionReceivedAt: receivedAt, signedAt, amount, timestamp } = stored;
  return {
    content: nameOf(stored),
    signedAt,
    receivedAt,
    rawSha256: bodyDigestOf(stored),
    statement: {
      laws: inOrder(laws, rules),
      rules: rulesFor(laws, rules),
      timestamp,
      usd: amount?.usd,
    },
  };
}

function unreadableByProject(recorded: readonly RecordedDelivery[]): Iterable<RecordedDelivery[]> {
  const pending = recorded.filter(({ stored, mustAlert }) => stored.kind === "quarantined" && mustAlert);
  return Map.groupBy(pending, ({ stored }) => stored.projectId).values();
}

/** The first one of an open case is told, and one an hour after it; the others are counted in the case. */
async function openForUnreadable(
  bodies: readonly RecordedDelivery[],
  store: CaseStore,
  cases: Map<RecordedDelivery, CaseOfContent>,
): Promise<ReadDelivery[]> {
  const [first, ...others] = bodies;
  if (first === undefined) return [];
  const failed = await eachDelivery([first], "open the case of unreadable messages", async ({ stored }) => {
    const now = new Date();
    const deliveries = new Set(bodies.map(({ read }) => read.delivery.deliveryId));
    const opening = unreadableCase(stored, now.toISOString().slice(0, "YYYY-MM-DDTHH".length));
    const { isTold, ...ofBodies } = await store.openForUnreadable(opening, nameOf(stored), deliveries, now);
    if (isTold) for (const delivery of bodies) cases.set(delivery, ofBodies);
  });
  return failed.length === 0 ? [] : [...failed, ...others.map(({ read }) => read)];
}
