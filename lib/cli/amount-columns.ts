/** How the laws and the amount of a notification look in tables. */

import { tokenUnits, usd } from "../alert/amounts.ts";
import { cleanText } from "../alert/clean.ts";
import type { ListedNotification } from "../store/notification-schema.ts";
import type { Column } from "./table.ts";

/**
 * Against which laws it was, the worst first, and how much.
 * @param of the notification that a row is about; undefined where it is about something else
 */
export function amountColumns<Row>(of: (row: Row) => ListedNotification | undefined): Column<Row>[] {
  const text = (tell: (one: ListedNotification) => string) => (row: Row) => {
    const one = of(row);
    return one === undefined ? "" : tell(one);
  };
  return [
    { header: "laws", value: text(lawsText), wrap: 20, optional: true },
    { header: "amount", value: text(amountText), align: "right", wrap: 8 },
    { header: "USD", value: text(usdText), align: "right", optional: true },
  ];
}

function usdText({ amount }: ListedNotification): string {
  return amount?.usd === undefined ? "" : legibleNumber(usd(amount.usd));
}

function lawsText({ laws }: ListedNotification): string {
  return laws.map(({ name, countryCode }) => `${countryCode} ${name}`).join(", ");
}

/** Anybody can make a token and send any amount of it: a number that nobody could read is told by its size. */
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
