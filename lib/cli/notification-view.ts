/** How a notification looks in lists: a table's row, a line of JSONL, a line of CSV. */

import { tokenUnits } from "../alert/amounts.ts";
import type { ListedNotification } from "../store/notification-schema.ts";
import { amountColumns } from "./amount-columns.ts";
import type { Style } from "./print.ts";
import type { View } from "./rows.ts";
import { timeColumn } from "./time-column.ts";

const DIGITS = /^\d+$/;

/** Digits as a JSON number that no reader of the line rounds before it must; any other id as text. */
export function exactNumber(text: string | undefined): unknown {
  if (text === undefined) return null;
  return DIGITS.test(text) ? JSON.rawJSON(text) : text;
}

/** What it is and how bad: `illegal`, `error`, `quarantined, illegal`. */
export function riskText({ kind, risk, rehearsal }: ListedNotification): string {
  const words = [
    ...(kind === "notification" ? [] : [kind]),
    ...(kind !== "notification" && risk === "none" ? [] : [risk]),
  ];
  return [...words, ...(rehearsal === true ? ["rehearsal"] : [])].join(", ");
}

/** As {@link riskText}, without the kind that the key says too, and with an alert that is still pending. */
export function shortRiskText({ kind, risk, rehearsal, alert }: ListedNotification): string {
  const words: string[] = [kind === "notification" || risk !== "none" ? risk : kind];
  if (rehearsal === true) words.push("test");
  if (alert.state === "pending") words.push("pending");
  return words.join(", ");
}

/** Red for what an officer must see, yellow for what somebody should look into. */
export function riskStyle({ kind, risk }: ListedNotification): Style | undefined {
  if (risk === "illegal") return "red";
  return risk === "warn" || kind !== "notification" ? "yellow" : undefined;
}

export const notificationView: View<ListedNotification> = {
  columns: [
    timeColumn("received", ({ receivedAt }) => receivedAt),
    { header: "risk", value: riskText, short: { value: shortRiskText }, style: riskStyle, keep: true },
    { header: "user", value: ({ address }) => address?.userId ?? "", cut: "middle" },
    { header: "key", value: ({ key }) => key, whole: 20 },
    ...amountColumns((one: ListedNotification) => one),
    {
      header: "alert",
      value: ({ alert }) => (alert.state === "none" ? "" : alert.state),
      // Where there is no room, the risk says of an alert that it is pending.
      short: { value: () => "" },
    },
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
    amount:
      one.amount === undefined
        ? null
        : {
            value: one.amount.value,
            usd: one.amount.usd === undefined ? null : JSON.rawJSON(one.amount.usd),
          },
    token: one.token ?? null,
    laws: one.laws,
    alert: one.alert,
    change: one.changeOf ?? null,
    rehearsal: one.rehearsal ?? false,
    key: one.key,
  }),
  csvHeader: [
    "projectId",
    "id",
    "kind",
    "risk",
    "chainId",
    "userId",
    "address",
    "description",
    "txHash",
    "occurredAt",
    "receivedAt",
    "repeats",
    "amountValue",
    "amountInTokenUnits",
    "amountUsd",
    "tokenSymbol",
    "tokenName",
    "tokenDecimals",
    "tokenAddress",
    "laws",
    "alertState",
    "alertAt",
    "change",
    "rehearsal",
    "key",
  ],
  csvCells: (one) => [
    one.projectId,
    one.id,
    one.kind,
    one.risk,
    one.chainId,
    one.address?.userId,
    one.address?.address,
    one.address?.description,
    one.txHash,
    one.timestamp,
    one.receivedAt,
    one.repeats,
    one.amount?.value,
    one.amount && one.token
      ? tokenUnits(one.amount.value, one.token.decimals).replaceAll(",", "")
      : undefined,
    one.amount?.usd,
    one.token?.symbol,
    one.token?.name,
    one.token?.decimals,
    one.token?.address ?? undefined,
    one.laws.map(({ name, countryCode, risk }) => `${countryCode} ${name} (${risk})`).join("; "),
    one.alert.state,
    one.alert.at,
    one.changeOf ?? "",
    one.rehearsal ?? false,
    one.key,
  ],
};
