/** Under which keys the Cases table finds a case. */

import { createHash } from "node:crypto";
import { NOTIFICATION_CASE } from "../alerts/messages/desk-links.ts";
import { CASES_KEY } from "../aws/tables/keys.ts";
import { comparableAddress } from "../contract/wallet-address.ts";
import { maskedId } from "../i18n/text/masking.ts";
import {
  currentKeyOf,
  type NotificationKey,
  nameOf,
  numberIn,
} from "../intake/notifications/notification-keys.ts";
import type { WalletName } from "../screening/wallets/wallet-keys.ts";
import { walletKey } from "../screening/wallets/wallet-keys.ts";
import type { SubjectFacts } from "./case-facts.ts";

/** `opened` of a notification, which has one case, and of a month. */
export const OPENED_ONCE = NOTIFICATION_CASE.opened;

export interface CaseKey {
  subject: string;
  opened: string;
}

/** A case as a form showed it, with the number of its last event: a later one is not overruled. */
export interface ShownCase extends CaseKey {
  stepCount: number;
}

/** Key of a case's item, and of the other items in its table. */
export function keyOfCase({ subject, opened }: CaseKey) {
  return { [CASES_KEY.partition]: subject, [CASES_KEY.sort]: opened };
}

/** The numbers of events, in their order. */
export const FIRST_NUMBER = 1;
export const LAST_NUMBER = 999_999;

const EVENT = "event#";
const DIGITS = String(LAST_NUMBER).length;

/** Sorts behind the items of a wallet's cases, whose `opened` begins with a digit, and before their events. */
export const BEFORE_EVENTS = EVENT;

/** Key of an event's item. @param number of the event */
export function eventKeyOf({ subject, opened }: CaseKey, number: number): CaseKey {
  return { subject, opened: `${EVENT}${opened}#${String(number).padStart(DIGITS, "0")}` };
}

const EVENT_KEY = new RegExp(`^${EVENT}(.+)#\\d{${DIGITS}}$`, "s");

/** The case or month of an event's item; undefined of another item. */
export function caseOfEvent({ subject, opened }: CaseKey): CaseKey | undefined {
  const [, ofCase] = EVENT_KEY.exec(opened) ?? [];
  return ofCase === undefined ? undefined : { subject, opened: ofCase };
}

const PROJECT = /^(?:notification|unreadable|wallet|user|month)#(\d+)(?:#|$)/;

/** The project of a case or month, by its key alone; undefined of what is neither. */
export function projectOf({ subject }: Pick<CaseKey, "subject">): number | undefined {
  const [, projectId] = PROJECT.exec(subject) ?? [];
  return projectId === undefined ? undefined : Number(projectId);
}

/** The partition of the seals, beside the cases; the day of a seal is its sort key. */
export const SEALS = "seal";

const NOTIFICATION = `${NOTIFICATION_CASE.kind}#`;

/** The case of a notification, by the key of any of its contents. */
export function caseOfNotification(revisionKey: NotificationKey): CaseKey {
  const name = nameOf(currentKeyOf(revisionKey));
  return { subject: `${NOTIFICATION}${name}`, opened: OPENED_ONCE };
}

/** The partition of all cases about a project's unreadable messages. */
export function unreadableSubject(projectId: number): string {
  return `unreadable#${projectId}`;
}

/** The name of the notification that a case is about; undefined where it is about something else. */
export function notificationNameOf({ subject }: Pick<CaseKey, "subject">): string | undefined {
  return subject.startsWith(NOTIFICATION) ? subject.slice(NOTIFICATION.length) : undefined;
}

/**
 * Number of a case for people: that of its notification, the project and id of its wallet or user, or the key of unreadable
 * messages.
 * @param shown the id of a wallet or user as it is shown; whole if absent
 */
export function caseNumber(
  caseKey: CaseKey & Partial<Pick<SubjectFacts, "kind" | "projectId" | "address" | "userId">>,
  shown = (id: string) => id,
): string {
  const name = notificationNameOf(caseKey);
  if (name !== undefined) return numberIn(name);
  const id = caseKey.kind === "user" ? caseKey.userId : caseKey.address;
  return id === undefined ? caseKey.subject : `${caseKey.projectId}#${shown(id)}`;
}

/** Place of a case among those of its project. */
export function orderOf({ subject, opened, receivedAt }: CaseKey & { receivedAt: string }): string {
  const digest = createHash("sha256").update(`${subject}#${opened}`).digest("base64url");
  return `${receivedAt}#${digest.slice(0, 12)}`;
}

const ORDER = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z#[\w-]{12}$/;

/** Reports whether a text is one that {@link orderOf} makes. */
export function isOrder(text: string): boolean {
  return ORDER.test(text);
}

/** The partition of all cases of a wallet, in any spelling of its address. */
export function walletSubject({ projectId, address, chainId }: WalletName): string {
  return `wallet#${projectId}#${walletKey(comparableAddress(address), chainId)}`;
}

/** The partition of all cases about a user. */
export function userSubject(projectId: number, userId: string): string {
  return `user#${projectId}#${userId}`;
}

const WALLET_SUBJECT = /^wallet#(\d+)#(.+)#([^#]+)$/s;

/** The same with the address as it was written; undefined for a text that names no wallet. */
export function walletSubjectIn(text: string): string | undefined {
  const [, projectId, address, chainId] = WALLET_SUBJECT.exec(text) ?? [];
  return projectId === undefined || address === undefined || chainId === undefined
    ? undefined
    : walletSubject({ projectId: Number(projectId), address, chainId });
}

/** A case in a log: of its subject, a part that looks like personal data is masked there. */
export function loggedName({ subject, opened }: CaseKey): string {
  const parts = subject.split("#").map((part) => maskedId(part));
  return [...parts, opened].join("#");
}

const MONTH = "month#";

/** Reports whether a key of the table is a month's. */
export function isMonth({ subject }: Pick<CaseKey, "subject">): boolean {
  return subject.startsWith(MONTH);
}

/** The key of a month. @param month `YYYY-MM` */
export function monthKey(projectId: number, month: string): CaseKey {
  return { subject: `${MONTH}${projectId}#${month}`, opened: OPENED_ONCE };
}

const MONTH_SUBJECT = /^month#(\d+)#(\d{4}-\d\d)$/;

/** The project and month of a key of {@link monthKey}; undefined of a case. */
export function monthIn({
  subject,
}: Pick<CaseKey, "subject">): { projectId: number; month: string } | undefined {
  const [, projectId, month] = MONTH_SUBJECT.exec(subject) ?? [];
  return month === undefined ? undefined : { projectId: Number(projectId), month };
}
