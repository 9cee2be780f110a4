/** Filter of stored notifications for a list. */

import { comparableAddress } from "../contract/wallet-address.ts";
import { withoutMarks } from "../text/cleaning.ts";
import type { ListedNotification } from "./notification-schema.ts";

/** Wanted notifications; an absent field does not restrict. */
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
  /** True to include rehearsals. */
  rehearsals?: boolean | undefined;
}

/** Reports whether a notification fits, its laws apart. */
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

/** Reports whether some of the laws fit. */
export function fitsLaws(laws: ListedNotification["laws"], { law, country }: NotificationFilter): boolean {
  return (
    (law === undefined || laws.some(({ name }) => same(name, law))) &&
    (country === undefined ||
      laws.some((found) => same(found.countryCode, country) || same(found.country, country)))
  );
}

/** Reports whether a part of a law is whole in the raw body alone. */
export function isCut({ name, country, countryCode }: ListedNotification["laws"][number]): boolean {
  return [name, country, countryCode].some((text) => text.endsWith(CUT));
}

/** End of a text whose rest is in the raw body alone. */
const CUT = "…";

/** Reports whether a text that may have been cut is the wanted one. */
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
