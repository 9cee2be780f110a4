/** Filter of stored notifications for a list: the same for commands and the desk. */

import { comparableAddress } from "../../contract/wallet-address.ts";
import { withoutMarks } from "../../i18n/text/cleaning.ts";
import type { ListedLaw, ListedNotification } from "./notification-schema.ts";

interface TextFilter {
  /** Value and help of the command's option. */
  option: readonly [value: string, help: string];
  fits?(notification: ListedNotification, wanted: string): boolean;
  /** Reports whether a law fits, where some law has to. */
  fitsLaw?(law: ListedLaw, wanted: string): boolean;
}

/** The filters by text beside user and chain, which have ids: each as an option, as a field at the desk, and as a rule. */
export const TEXT_FILTERS: Readonly<Record<TextFilterName, TextFilter>> = {
  wallet: {
    option: ["address", "only this wallet, on any chain"],
    fits: ({ address }, wanted) =>
      address !== undefined && isText(comparableAddress(address.address), comparableAddress(wanted)),
  },
  law: {
    option: ["name", "only notifications flagged under this law"],
    fitsLaw: ({ name }, wanted) => same(name, wanted),
  },
  country: {
    option: ["code", "only notifications flagged under a law of this country, by code or name"],
    fitsLaw: ({ countryCode, country }, wanted) => same(countryCode, wanted) || same(country, wanted),
  },
};

/** The same for each filter by text, such as its schema. */
export function textFilters<Each>(each: Each) {
  return { wallet: each, law: each, country: each };
}
export type TextFilterName = keyof ReturnType<typeof textFilters>;

export const TEXT_FILTER_NAMES = Object.keys(TEXT_FILTERS).filter(
  (name): name is TextFilterName => name in TEXT_FILTERS,
);

/** Wanted notifications; an absent field does not restrict. */
export interface NotificationFilter extends Partial<Record<TextFilterName, string | undefined>> {
  projectIds: readonly number[];
  userId?: string | undefined;
  chainId?: string | undefined;
  risk?: ListedNotification["risk"] | undefined;
  kind?: ListedNotification["kind"] | undefined;
  alert?: ListedNotification["alert"]["state"] | undefined;
  /** Received at or after, ISO 8601 in UTC with milliseconds. */
  since?: string | undefined;
  /** Received before. */
  until?: string | undefined;
  /** A transaction's hash, in any spelling. */
  txHash?: string | undefined;
}

/** Reports whether a notification fits, its laws apart. */
export function fits(notification: ListedNotification, filter: NotificationFilter): boolean {
  const { userId, chainId, risk, kind, alert, until } = filter;
  return (
    (until === undefined || notification.receivedAt < until) &&
    (userId === undefined || isText(notification.userId, userId)) &&
    fitTexts(filter, (name, wanted) => TEXT_FILTERS[name].fits?.(notification, wanted)) &&
    (chainId === undefined || notification.chainId === chainId) &&
    (risk === undefined || notification.risk === risk) &&
    (kind === undefined || notification.kind === kind) &&
    (alert === undefined || notification.alert.state === alert)
  );
}

/** Reports whether some of the laws fit. */
export function fitsLaws(laws: readonly ListedLaw[], filter: NotificationFilter): boolean {
  return fitTexts(filter, (name, wanted) => {
    const { fitsLaw } = TEXT_FILTERS[name];
    return fitsLaw && laws.some((law) => fitsLaw(law, wanted));
  });
}

/** @param fits undefined where a filter is about something else */
function fitTexts(
  filter: NotificationFilter,
  fits: (name: TextFilterName, wanted: string) => boolean | undefined,
): boolean {
  return TEXT_FILTER_NAMES.every((name) => {
    const wanted = filter[name];
    return wanted === undefined || (fits(name, wanted) ?? true);
  });
}

/** Reports whether a part of a law is whole in the raw body alone. */
export function isCut({ name, country, countryCode }: ListedLaw): boolean {
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

/** Compares in any case, with or without accents: `México` is `mexico`. */
function same(a: string, b: string): boolean {
  return comparable(a) === comparable(b);
}

function comparable(text: string): string {
  const lower = text.toLowerCase();
  return /^[ -~]*$/.test(lower) ? lower : withoutMarks(lower);
}
