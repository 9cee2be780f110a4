/** Which of the stored notifications a list is asked for. */

import { comparableAddress } from "../contract/wallet-address.ts";
import { withoutMarks } from "../text/cleaning.ts";
import type { ListedNotification } from "./notification-schema.ts";

/** Which notifications are wanted; what is absent does not restrict. */
export interface NotificationFilter {
  projectIds: readonly number[];
  userId?: string | undefined;
  /** An address, on any chain. */
  wallet?: string | undefined;
  chainId?: string | undefined;
  risk?: ListedNotification["risk"] | undefined;
  /** A law's name, in any case. */
  law?: string | undefined;
  /** A country's code or name, in any case. */
  country?: string | undefined;
  kind?: ListedNotification["kind"] | undefined;
  alert?: ListedNotification["alert"]["state"] | undefined;
  /** Received at or after, ISO 8601 in UTC with milliseconds. */
  since?: string | undefined;
  /** Received before. */
  until?: string | undefined;
  /** Whether rehearsals are wanted too. */
  rehearsals?: boolean | undefined;
}

/** Whether one is wanted, as far as anything but its laws says. */
export function fits(one: ListedNotification, filter: NotificationFilter): boolean {
  const { userId, wallet, chainId, risk, kind, alert, until } = filter;
  return (
    // The notification that it became is in the list.
    (one.replayed !== true || kind === "quarantined") &&
    (until === undefined || one.receivedAt < until) &&
    (userId === undefined || isText(one.address?.userId, userId)) &&
    (wallet === undefined || isWallet(one, wallet)) &&
    (chainId === undefined || one.chainId === chainId) &&
    (risk === undefined || one.risk === risk) &&
    (kind === undefined || one.kind === kind) &&
    (alert === undefined ||
      one.alert.state === alert ||
      (alert === "pending" && one.alert.returnPending !== undefined))
  );
}

/** Whether some laws are wanted. */
export function fitsLaws(laws: ListedNotification["laws"], { law, country }: NotificationFilter): boolean {
  return (
    (law === undefined || laws.some(({ name }) => same(name, law))) &&
    (country === undefined ||
      laws.some((found) => same(found.countryCode, country) || same(found.country, country)))
  );
}

/** Whether something of a law stands whole in the raw body alone. */
export function isCut({ name, country, countryCode }: ListedNotification["laws"][number]): boolean {
  return [name, country, countryCode].some((text) => text.endsWith(CUT));
}

/** What a text ends with of which the rest stands in the raw body alone. */
const CUT = "…";

/** Whether a text that may have been cut is the wanted one. */
function isText(stored: string | undefined, wanted: string): boolean {
  return (
    stored === wanted || (stored?.endsWith(CUT) === true && wanted.startsWith(stored.slice(0, -CUT.length)))
  );
}

function isWallet({ address }: ListedNotification, wallet: string): boolean {
  return address !== undefined && isText(comparableAddress(address.address), comparableAddress(wallet));
}

/** In any case, with or without accents: `México` is `mexico`. */
function same(a: string, b: string): boolean {
  return comparable(a) === comparable(b);
}

function comparable(text: string): string {
  const lower = text.toLowerCase();
  return /^[ -~]*$/.test(lower) ? lower : withoutMarks(lower);
}
