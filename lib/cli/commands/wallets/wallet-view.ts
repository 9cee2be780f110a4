import { bandOf } from "../../../risk/score.ts";
import type { Wallet } from "../../../wallets/wallet.ts";
import { walletCsv } from "../../../wallets/wallet-csv.ts";
import type { Style } from "../../output/print.ts";
import { timeColumn, type View } from "../../output/table.ts";

/** An unknown score is said so: it is not 0. */
function scoreText(score: number | undefined): string {
  return score === undefined ? "unknown" : String(score);
}

/** Red above the line, yellow from where a wallet is watched. */
function scoreStyle(score: number | undefined): Style | undefined {
  const band = bandOf(score);
  return band === "investigate" ? "red" : band === "watch" ? "yellow" : undefined;
}

/** JSON text as it was received and stored; undefined without one. */
function storedJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
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

/** Value that the service gives as a list of anything, a count, or anything else. */
export function listText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const parts = Array.isArray(value) ? value : [value];
  return parts.map((part) => (typeof part === "string" ? part : JSON.stringify(part))).join(", ");
}
