/** The columns of notifications in lists. */

import { tokenUnits, usd } from "../../../i18n/text/amounts.ts";
import { cleanText } from "../../../i18n/text/cleaning.ts";
import { notificationFields } from "../../../intake/notifications/notification-csv.ts";
import type { ListedNotification } from "../../../intake/notifications/notification-schema.ts";
import { type Column, fieldColumns, timeColumn } from "../../output/list.ts";
import type { Style } from "../../output/print.ts";

/** A notification may name hundreds of laws; `show` and JSON have the others. */
const LISTED_LAWS = 3;

/** Anyone can make a token, with any symbol, and send any amount of it. */
const LEGIBLE_DIGITS = 40;
const LEGIBLE_SYMBOL = 20;

export const NOTIFICATION_COLUMNS: readonly Column<ListedNotification>[] = [
  ...fieldColumns(notificationFields),
  { ...timeColumn<ListedNotification>("", "received", ({ receivedAt }) => receivedAt), name: undefined },
  { header: "risk", value: riskText, style: riskStyle },
  { header: "alert", value: ({ alert: { state } }) => (state === "none" ? "" : state) },
  { header: "user", value: ({ userId }) => userId },
  { header: "key", value: ({ key }) => key },
  { header: "message", value: ({ message }) => message },
  { header: "laws", value: lawsText },
  { header: "amount", value: amountText, align: "right" },
  { header: "USD", value: ({ amount }) => amount?.usd && legible(usd(amount.usd)), align: "right" },
];

function lawsText({ laws, lawCount = laws.length }: ListedNotification): string {
  const listed = laws.slice(0, LISTED_LAWS).map(({ name, countryCode }) => `${countryCode} ${name}`);
  return [...listed, ...(lawCount > listed.length ? [`${lawCount - listed.length} more`] : [])].join(", ");
}

/** A number that is too long to read is shown by its size. */
function legible(text: string): string {
  return text.length <= LEGIBLE_DIGITS ? text : `≈${Number(text.replaceAll(",", "")).toExponential(2)}`;
}

/** The amount in token units with its symbol: `1 ETH`. */
function amountText({ amount, token }: ListedNotification): string {
  if (amount === undefined || token === undefined) return "";
  return `${legible(tokenUnits(amount.value, token.decimals))} ${cleanText(token.symbol, LEGIBLE_SYMBOL)}`;
}

/** Kind and risk: `illegal`, `error`, `quarantined`, `illegal, now warn`. */
export function riskText({ kind, risk, riskNow }: ListedNotification): string {
  if (kind !== "notification") return kind;
  return riskNow === risk ? risk : `${risk}, now ${riskNow}`;
}

/** Red for findings of an officer, yellow for those of an operator. */
export function riskStyle({ kind, risk }: ListedNotification): Style | undefined {
  if (risk === "illegal") return "red";
  return risk === "warn" || kind !== "notification" ? "yellow" : undefined;
}
