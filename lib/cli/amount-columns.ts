/** How the amount and the laws of a notification look in tables. */

import type { ListedNotification } from "../store/notification-schema.ts";
import { tokenUnits, usd } from "../text/amounts.ts";
import type { Column } from "./column.ts";
import { cutText } from "./text-width.ts";

/** How much it was, and against which laws. */
export const amountColumns: readonly Column<ListedNotification>[] = [
  { header: "amount", value: amountText, align: "right", keep: true, optional: true },
  { header: "USD", value: usdText, short: { value: shortUsdText }, align: "right", keep: true },
  { header: "laws", value: lawsText, short: { value: shortLawsText }, cut: "end" },
];

function usdText({ amount }: ListedNotification): string {
  return amount?.usd === undefined ? "" : legibleNumber(usd(amount.usd));
}

/** A token may be named at any length. */
const LEGIBLE_AMOUNT = 20;

/** Where the service gave no USD and there is no column for the token's units, these stand here. */
function shortUsdText(one: ListedNotification): string {
  return usdText(one) || cutText(amountText(one), LEGIBLE_AMOUNT, "end");
}

function lawsText({ laws, lawCount = laws.length }: ListedNotification): string {
  const listed = laws.map(lawText);
  return [...listed, ...(lawCount > laws.length ? [`${lawCount - laws.length} more`] : [])].join(", ");
}

/** The worst, which is the first, and how many more there are. */
function shortLawsText({ laws, lawCount = laws.length }: ListedNotification): string {
  const [worst] = laws;
  if (worst === undefined) return "";
  return lawCount === 1
    ? lawText(worst)
    : `${cutText(lawText(worst), LAW_AMONG_OTHERS, "end")} +${lawCount - 1}`;
}

function lawText({ name, countryCode }: ListedNotification["laws"][number]): string {
  return `${countryCode} ${name}`;
}

/** How much of a law's name stands beside the number of the others. */
const LAW_AMONG_OTHERS = 12;

/** Anybody can make a token and send any amount of it: a number that nobody could read is told by its size. */
const LEGIBLE_DIGITS = 40;

function legibleNumber(text: string): string {
  return text.length <= LEGIBLE_DIGITS ? text : `≈${Number(text.replaceAll(",", "")).toExponential(2)}`;
}

/** The amount in token units with its symbol: `1 ETH`. */
function amountText({ amount, token }: ListedNotification): string {
  if (amount === undefined || token === undefined) return "";
  return `${legibleNumber(tokenUnits(amount.value, token.decimals))} ${token.symbol}`;
}
