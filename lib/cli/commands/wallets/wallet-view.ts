import { bandOf } from "../../../risk/score.ts";
import { csvForm } from "../../../text/csv.ts";
import type { Wallet } from "../../../wallets/wallet.ts";
import { walletCsv } from "../../../wallets/wallet-csv.ts";
import type { WalletScan } from "../../../wallets/wallet-scans.ts";
import type { Style } from "../../output/print.ts";
import type { View } from "../../output/rows.ts";
import { timeColumn } from "../../output/table.ts";

/** An unknown score is said so: it is not 0. */
export function scoreText(score: number | undefined): string {
  return score === undefined ? "unknown" : String(score);
}

/** Red above the line, yellow from where a wallet is watched. */
export function scoreStyle(score: number | undefined): Style | undefined {
  const band = bandOf(score);
  return band === "investigate" ? "red" : band === "watch" ? "yellow" : undefined;
}

/** JSON text as it was received and stored; undefined without one. */
export function storedJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function reasonText({ reason, odd }: WalletScan): string {
  return [reason, odd === undefined ? undefined : `(${odd})`].filter((part) => part !== undefined).join(" ");
}

export const walletView: View<Wallet> = {
  columns: [
    { header: "project", value: ({ projectId }) => String(projectId), optional: true },
    { header: "chain", value: ({ chainId }) => chainId },
    { header: "address", value: ({ address }) => address },
    { header: "user", value: ({ userId }) => userId ?? "" },
    {
      header: "score",
      value: ({ score, suspicious }) => `${scoreText(score)}${suspicious === true ? " suspicious" : ""}`,
      style: ({ score }) => scoreStyle(score),
      align: "right",
      wrap: 10,
    },
    { header: "level", value: ({ level }) => level ?? "", optional: true },
    timeColumn("scanned", ({ scannedAt }) => scannedAt),
    { header: "status", value: ({ status }) => status ?? "", optional: true },
  ],
  json: (one) => ({
    projectId: one.projectId,
    chainId: one.chainId,
    address: one.address,
    userId: one.userId ?? null,
    score: one.score ?? null,
    level: one.level ?? null,
    suspicious: one.suspicious ?? null,
    scannedAt: one.scannedAt ?? null,
    status: one.status ?? null,
    reason: one.reason ?? null,
    patterns: storedJson(one.patterns) ?? null,
    previousScore: one.previousScore ?? null,
    band: bandOf(one.score),
    lastOutcome: one.lastOutcome ?? null,
    lastReason: one.lastReason ?? null,
    owners: one.owners,
    moreOwners: one.moreOwners ?? false,
    source: one.source,
    description: one.description ?? null,
    firstSeenAt: one.firstSeenAt,
  }),
  ...walletCsv,
};

export const historyView: View<WalletScan> = {
  columns: [
    timeColumn("scanned", ({ scannedAt }) => scannedAt),
    { header: "chain", value: ({ chainId }) => chainId },
    { header: "outcome", value: ({ outcome }) => outcome },
    {
      header: "score",
      value: ({ score }) => scoreText(score),
      style: ({ score }) => scoreStyle(score),
      align: "right",
    },
    {
      header: "before",
      value: ({ previousScore }) => (previousScore === undefined ? "" : String(previousScore)),
      align: "right",
      optional: true,
    },
    {
      header: "level",
      value: ({ level = "", suspicious }) =>
        [level, suspicious === true ? "suspicious" : ""].filter(Boolean).join(", "),
      wrap: 10,
    },
    { header: "alert", value: ({ alert }) => alert ?? "" },
    { header: "reason", value: reasonText, wrap: 20, optional: true },
  ],
  json: ({ result: _, ...one }) => ({
    ...one,
    score: one.score ?? null,
    level: one.level ?? null,
    suspicious: one.suspicious ?? null,
  }),
  ...csvForm<WalletScan>({
    projectId: (one) => one.projectId,
    chainId: (one) => one.chainId,
    address: (one) => one.address,
    runId: (one) => one.runId,
    scannedAt: (one) => one.scannedAt,
    outcome: (one) => one.outcome,
    score: (one) => one.score,
    previousScore: (one) => one.previousScore,
    level: (one) => one.level,
    suspicious: (one) => one.suspicious,
    reason: (one) => one.reason,
    status: (one) => one.status,
    alert: (one) => one.alert,
    alertedAt: (one) => one.alertedAt,
    odd: (one) => one.odd,
  }),
};
