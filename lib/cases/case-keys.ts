/** Under which keys the Cases table finds a case. */

import { createHash } from "node:crypto";
import { CASES_KEY } from "../aws/tables/keys.ts";
import { comparableAddress } from "../contract/wallet-address.ts";
import {
  currentKey,
  type NotificationKey,
  nameOf,
  partsOfRevision,
} from "../intake/notifications/notification-keys.ts";
import type { WalletName } from "../screening/wallets/wallet-keys.ts";
import { walletKey } from "../screening/wallets/wallet-keys.ts";

/** A notification has one case. */
export const OPENED_ONCE = "once";

export interface CaseKey {
  subject: string;
  opened: string;
}

/** Key of a case's item, and of the other items in its table. */
export function keyOfCase({ subject, opened }: CaseKey) {
  return { [CASES_KEY.partition]: subject, [CASES_KEY.sort]: opened };
}

/** The partition of the anchors of days, beside the cases; an anchor's day is its sort key. */
export const ANCHORS = "anchor";

const NOTIFICATION = "notification#";

/** The case of a notification, by the key of any of its contents. */
export function caseOfNotification({ key, revision }: NotificationKey): CaseKey {
  const name = nameOf(currentKey(key, partsOfRevision(revision).transaction));
  return { subject: `${NOTIFICATION}${name}`, opened: OPENED_ONCE };
}

/** The partition of all cases about a project's unreadable messages. */
export function unreadableSubject(projectId: number): string {
  return `unreadable#${projectId}`;
}

/** The name of the notification that a case is about; undefined where it is about a wallet, or unreadable messages. */
export function notificationNameOf({ subject }: Pick<CaseKey, "subject">): string | undefined {
  return subject.startsWith(NOTIFICATION) ? subject.slice(NOTIFICATION.length) : undefined;
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

const WALLET_SUBJECT = /^wallet#(\d+)#(.+)#([^#]+)$/s;

/** The same with the address as it was written; undefined for a text that names no wallet. */
export function walletSubjectIn(text: string): string | undefined {
  const [, projectId, address, chainId] = WALLET_SUBJECT.exec(text) ?? [];
  return projectId === undefined || address === undefined || chainId === undefined
    ? undefined
    : walletSubject({ projectId: Number(projectId), address, chainId });
}
