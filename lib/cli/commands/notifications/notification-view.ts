/** Notifications in lists: a table's row, a line of JSONL, a line of CSV. */

import { notificationCsv } from "../../../notifications/notification-csv.ts";
import { nameOf } from "../../../notifications/notification-keys.ts";
import type { ListedNotification } from "../../../notifications/notification-schema.ts";
import { tokenUnits, usd } from "../../../text/amounts.ts";
import { cleanText } from "../../../text/cleaning.ts";
import type { Style } from "../../output/print.ts";
import { type Column, timeColumn, type View } from "../../output/table.ts";

/** Against which laws it was, the worst first, and how much. */
const amountColumns: readonly Column<ListedNotification>[] = [
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

/** Anyone can make a token and send any amount of it: a number that is too long to read is shown by its size. */
const LEGIBLE_DIGITS = 40;

function legibleNumber(text: string): string {
  return text.length <= LEGIBLE_DIGITS ? text : `≈${Number(text.replaceAll(",", "")).toExponential(2)}`;
}

/** Anyone can give a token a symbol of any length. */
const LEGIBLE_SYMBOL = 20;

/** The amount in token units with its symbol: `1 ETH`. */
function amountText({ amount, token }: ListedNotification): string {
  if (amount === undefined || token === undefined) return "";
  return `${legibleNumber(tokenUnits(amount.value, token.decimals))} ${cleanText(token.symbol, LEGIBLE_SYMBOL)}`;
}

const DIGITS = /^\d+$/;

/** Digits as a JSON number that no reader of the line rounds before it must; any other id as text. */
function exactNumber(text: string | undefined): unknown {
  if (text === undefined) return null;
  return DIGITS.test(text) ? JSON.rawJSON(text) : text;
}

/** Kind and risk: `illegal`, `error`, `quarantined, illegal`, `warn, change of 1#42`. */
export function riskText({ kind, risk, rehearsal, originalKey }: ListedNotification): string {
  const words = [
    ...(kind === "notification" ? [] : [kind]),
    ...(kind !== "notification" && risk === "none" ? [] : [risk]),
  ];
  return [
    ...words,
    ...(originalKey === undefined ? [] : [`change of ${originalKey}`]),
    ...(rehearsal === true ? ["rehearsal"] : []),
  ].join(", ");
}

/** Red for findings of an officer, yellow for those of an operator. */
export function riskStyle({ kind, risk }: ListedNotification): Style | undefined {
  if (risk === "illegal") return "red";
  return risk === "warn" || kind !== "notification" ? "yellow" : undefined;
}

function alertStateText({ alert: { state, returnPending } }: ListedNotification): string {
  return [
    ...(state === "none" ? [] : [state]),
    ...(returnPending === undefined ? [] : ["return pending"]),
  ].join(", ");
}

export const notificationView: View<ListedNotification> = {
  columns: [
    timeColumn("received", ({ receivedAt }) => receivedAt),
    { header: "risk", value: riskText, style: riskStyle, wrap: 12 },
    { header: "alert", value: alertStateText, wrap: 12, optional: true },
    { header: "user", value: ({ address }) => address?.userId ?? "" },
    { header: "key", value: nameOf },
    { header: "message", value: ({ message }) => message ?? "", wrap: 20, optional: true },
    ...amountColumns,
  ],
  json: (one) => ({
    projectId: one.projectId,
    id: exactNumber(one.id),
    kind: one.kind,
    risk: one.risk,
    chainId: exactNumber(one.chainId),
    userId: one.address?.userId ?? null,
    address: one.address?.address ?? null,
    description: one.address?.description ?? null,
    txHash: one.txHash ?? null,
    occurredAt: one.timestamp ?? null,
    receivedAt: one.receivedAt,
    repeats: one.repeats,
    repeatsAtLeast: one.repeatsAtLeast ?? false,
    amount:
      one.amount === undefined
        ? null
        : {
            value: one.amount.value,
            usd: one.amount.usd === undefined ? null : JSON.rawJSON(one.amount.usd),
          },
    token: one.token ?? null,
    laws: one.laws,
    lawCount: one.lawCount ?? one.laws.length,
    message: one.message ?? null,
    alert: one.alert,
    change: one.originalKey ?? null,
    rehearsal: one.rehearsal ?? false,
    key: nameOf(one),
  }),
  ...notificationCsv,
};
