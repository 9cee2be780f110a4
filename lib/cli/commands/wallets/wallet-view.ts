/** The columns of wallets in lists. */

import { bandOf } from "../../../risk/score.ts";
import type { Wallet } from "../../../wallets/wallet.ts";
import { walletFields } from "../../../wallets/wallet-csv.ts";
import { type Column, fieldColumns, timeColumn } from "../../output/list.ts";
import type { Style } from "../../output/print.ts";

/** Red above the line, yellow from where a wallet is watched. */
function scoreStyle(score: number | undefined): Style | undefined {
  const band = bandOf(score);
  return band === "investigate" ? "red" : band === "watch" ? "yellow" : undefined;
}

export const WALLET_COLUMNS: readonly Column<Wallet>[] = [
  ...fieldColumns(walletFields),
  { name: "patterns", value: ({ patterns }) => patterns },
  { name: "owners", value: ({ owners, moreOwners }) => owners.concat(moreOwners ? "…" : []).join(" ") },
  { header: "project", value: ({ projectId }) => projectId },
  { header: "chain", value: ({ chainId }) => chainId },
  { header: "address", value: ({ address }) => address },
  { header: "user", value: ({ userId }) => userId },
  {
    header: "score",
    value: ({ score, suspicious }) => `${score ?? "unknown"}${suspicious === true ? " suspicious" : ""}`,
    style: ({ score }) => scoreStyle(score),
    align: "right",
  },
  { ...timeColumn<Wallet>("", "scanned", ({ scannedAt }) => scannedAt), name: undefined },
];

/** Value that the service gives as a list of anything, a count, or anything else. */
export function listText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const parts = Array.isArray(value) ? value : [value];
  return parts.map((part) => (typeof part === "string" ? part : JSON.stringify(part))).join(", ");
}
