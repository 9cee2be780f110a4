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
  const ofNotifications = recorded.filter(({ delivered }) => delivered.kind === "notification");
  // Revisions of one notification change one case, in the order in which they were recorded.
  for (const row of inRows(ofNotifications))
    failed.push(
      ...(await eachDelivery(row, "write a case", async (revision) => {
        const news = newsOf(revision.delivered, rules);
        const others = otherRevisionsOf(revision).map((stored) => newsOf(stored, rules));
        if (revision.mustAlert) {
          const opening = newCase(openingBy(revision), rules);
          cases.set(revision, await store.tell(opening, news, others));
        } else if (mayRevise(revision)) await revise(revision, [news, ...others], store);
      })),
    );
  for (const ofProject of unreadableByProject(recorded))
    failed.push(...(await openForUnreadable(ofProject, store, cases)));
  return { cases, failed };
}

/** The first revisions of all notifications, then the second ones, and so on. */
function inRows(recorded: readonly RecordedDelivery[]): RecordedDelivery[][] {
  const ofKeys = [...Map.groupBy(recorded, ({ delivered }) => delivered.key).values()];
  const longest = Math.max(0, ...ofKeys.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => ofKeys.flatMap((ofKey) => ofKey[index] ?? []));
}

/** A current revision that is said again changes nothing, nor does one that a later call repeats. */
function mayRevise(recorded: RecordedDelivery): boolean {
  const { delivered, current, delivery } = recorded;
  if (current.risk !== "illegal" && current.revisions === 0) return false;
  return isPast(recorded)
    ? delivered.signedAt === delivery.webhook.signedAt
    : delivered.delivery === delivery.webhook.deliveryId;
}

function isPast({ delivered, current }: RecordedDelivery): boolean {
  return delivered.digest !== current.digest;
}

/** A notification that any content called illegal has a case, or another delivery is about to open it. */
async function revise(
  { delivered, current }: RecordedDelivery,
  news: readonly ContentNews[],
  store: CaseStore,
): Promise<void> {
  const key = caseOfNotification(delivered);
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

function openingBy({ delivered, otherPast, current }: RecordedDelivery): OpeningRevision {
  return { stored: delivered, earlier: otherPast, firstReceivedAt: current.receivedAt };
}

/** All other revisions of a notification, if this one came late: the service may have said them again since it signed this one. */
function otherRevisionsOf(recorded: RecordedDelivery): StoredNotification[] {
  return isPast(recorded) ? [...recorded.otherPast, recorded.current] : [];
}

function newsOf(stored: StoredNotification, rules: readonly DeadlineRule[]): ContentNews {
  const laws = illegalLawsOf(stored);
  const { revisionReceivedAt: receivedAt, signedAt, amount, timestamp } = stored;
  return {
    content: nameOf(stored),
    signedAt,
    receivedAt,
    digest: stored.digest,
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
  const pending = recorded.filter(
    ({ delivered, mustAlert }) => delivered.kind === "quarantined" && mustAlert,
  );
  return Map.groupBy(pending, ({ delivered }) => delivered.projectId).values();
}

/** The first one of an open case is told, and one an hour after it; the others are counted in the case. */
async function openForUnreadable(
  bodies: readonly RecordedDelivery[],
  store: CaseStore,
  cases: Map<RecordedDelivery, CaseOfContent>,
): Promise<ReadDelivery[]> {
  const [first, ...others] = bodies;
  if (first === undefined) return [];
  const failed = await eachDelivery(
    [first],
    "open the case of unreadable messages",
    async ({ delivered }) => {
      const now = new Date();
      const deliveries = new Set(bodies.map(({ delivery }) => delivery.webhook.deliveryId));
      const opening = unreadableCase(delivered, now.toISOString().slice(0, "YYYY-MM-DDTHH".length));
      const { isTold, ...ofBodies } = await store.openForUnreadable(
        opening,
        nameOf(delivered),
        deliveries,
        now,
      );
      if (isTold) for (const delivery of bodies) cases.set(delivery, ofBodies);
    },
  );
  return failed.length === 0 ? [] : [...failed, ...others.map(({ delivery }) => delivery)];
}
