import type { ListedNotification } from "../../notifications/notification-schema.ts";
import { tokenUnits, usd } from "../../text/amounts.ts";
import { cleanText } from "../../text/cleaning.ts";
import type { Column } from "./table.ts";

/** Against which laws it was, the worst first, and how much. */
export const amountColumns: readonly Column<ListedNotification>[] = [
  { header: "laws", value: lawsText, wrap: 20, optional: true },
  { header: "amount", value: amountText, align: "right", wrap: 8 },
  { header: "USD", value: usdText, align: "right", optional: true },
];

function usdText({ amount }: ListedNotification): string {
  return amount?.usd === undefined ? "" : legibleNumber(usd(amount.usd));
}

/** A notification may name hundreds; the others are in `show` and in JSONL. */
const LISTED_LAWS = 3;

function lawsText({ laws, lawCount = laws.length }: ListedNotification): string {
  const listed = laws.slice(0, LISTED_LAWS).map(({ name, countryCode }) => `${countryCode} ${name}`);
  return [...listed, ...(lawCount > listed.length ? [`${lawCount - listed.length} more`] : [])].join(", ");
}

/** Anybody can make a token and send any amount of it: of a number that nobody could read its size is shown. */
const LEGIBLE_DIGITS = 40;

function legibleNumber(text: string): string {
  return text.length <= LEGIBLE_DIGITS ? text : `≈${Number(text.replaceAll(",", "")).toExponential(2)}`;
}

/** Anybody can give a token a symbol of any length. */
const LEGIBLE_SYMBOL = 20;

/** The amount in token units with its symbol: `1 ETH`. */
function amountText({ amount, token }: ListedNotification): string {
  if (amount === undefined || token === undefined) return "";
  return `${legibleNumber(tokenUnits(amount.value, token.decimals))} ${cleanText(token.symbol, LEGIBLE_SYMBOL)}`;
}
