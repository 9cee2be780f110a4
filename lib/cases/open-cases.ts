/** Effects of a batch on cases, before its alerts: a content that officers are told of opens the case of its notification, or is a step of it. */

import { eachDelivery, type Recorded } from "../intake/batch.ts";
import type { ReadDelivery } from "../intake/delivery.ts";
import { nameOf } from "../intake/notifications/notification-keys.ts";
import type { StoredNotification } from "../intake/notifications/notification-schema.ts";
import type { DeadlineRule } from "../law/deadline-setting.ts";
import { deadlinesOf } from "../law/deadlines.ts";
import { caseOfNotification } from "./case-keys.ts";
import type { CaseOfContent, CaseStore, ContentNews } from "./cases.ts";
import { inOrder } from "./named-laws.ts";
import { bodyDigestOf, illegalLawsOf, newCase, unreadableCase } from "./new-case.ts";

/** Cases of a batch. */
interface OpenedCases {
  /** Of each content that officers are told of. */
  cases: ReadonlyMap<Recorded, CaseOfContent>;
  /** Deliveries whose case could not be written: they come again. */
  failed: ReadDelivery[];
}

/** Doing it again changes nothing. @param rules the deadlines of the settings */
export async function openCases(
  recorded: readonly Recorded[],
  store: CaseStore,
  rules: readonly DeadlineRule[],
): Promise<OpenedCases> {
  const cases = new Map<Recorded, CaseOfContent>();
  const failed: ReadDelivery[] = [];
  const ofNotifications = recorded.filter(({ stored }) => stored.kind === "notification");
  // Contents of one notification change one case, in the order in which they were received.
  for (const together of inRows(ofNotifications))
    failed.push(
      ...(await eachDelivery(together, "write a case", async (one) => {
        const { stored, mustAlert } = one;
        if (mustAlert) cases.set(one, await store.tell(newCase(stored, rules), newsOf(stored, rules)));
        else if (mayRevise(one))
          await store.revise(caseOfNotification(stored), stored.delivery, newsOf(stored, rules));
      })),
    );
  for (const ofProject of unreadableByProject(recorded))
    failed.push(...(await openForUnreadable(ofProject, store, cases)));
  return { cases, failed };
}

/** The first contents of all notifications, then the second ones, and so on. */
function inRows(recorded: readonly Recorded[]): Recorded[][] {
  const ofKeys = [...Map.groupBy(recorded, ({ stored }) => stored.key).values()];
  const longest = Math.max(0, ...ofKeys.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => ofKeys.flatMap((ofKey) => ofKey[index] ?? []));
}

/** A content that its own delivery brought, of a notification that any content called illegal. */
function mayRevise({ stored, read }: Recorded): boolean {
  return stored.risk === "illegal" && stored.delivery === read.delivery.deliveryId;
}

function newsOf(stored: StoredNotification, rules: readonly DeadlineRule[]): ContentNews {
  const laws = illegalLawsOf(stored);
  const { timestamp, contentAt: receivedAt, content, delivery } = stored;
  const deadlines = deadlinesOf({ laws, timestamp, receivedAt }, rules);
  return {
    cause: `${content}#${delivery}`,
    content: nameOf(stored),
    receivedAt,
    rawSha256: bodyDigestOf(stored),
    said: inOrder(laws, rules),
    facts: deadlines.length === 0 ? {} : { deadlines },
  };
}

function unreadableByProject(recorded: readonly Recorded[]): Iterable<Recorded[]> {
  const pending = recorded.filter(({ stored, mustAlert }) => stored.kind === "quarantined" && mustAlert);
  return Map.groupBy(pending, ({ stored }) => stored.projectId).values();
}

/** The first one of an open case is told, and one an hour after it; the others are counted in the case. */
async function openForUnreadable(
  bodies: readonly Recorded[],
  store: CaseStore,
  cases: Map<Recorded, CaseOfContent>,
): Promise<ReadDelivery[]> {
  const [first, ...others] = bodies;
  if (first === undefined) return [];
  const failed = await eachDelivery([first], "open the case of unreadable messages", async ({ stored }) => {
    const now = new Date();
    const deliveries = new Set(bodies.map(({ read }) => read.delivery.deliveryId));
    const found = unreadableCase(stored, now.toISOString().slice(0, "YYYY-MM-DDTHH".length));
    const { isTold, ...ofBodies } = await store.openForUnreadable(found, nameOf(stored), deliveries, now);
    if (isTold) for (const one of bodies) cases.set(one, ofBodies);
  });
  return failed.length === 0 ? [] : [...failed, ...others.map(({ read }) => read)];
}
