import { walletLink } from "../../../alerts/desk-links.ts";
import { ChainStore, chainFacts } from "../../../chains/chains.ts";
import { bandOf } from "../../../risk/score.ts";
import { csvForm } from "../../../text/csv.ts";
import type { Wallet } from "../../../wallets/wallet.ts";
import { walletCsv } from "../../../wallets/wallet-csv.ts";
import type { WalletScan } from "../../../wallets/wallet-scans.ts";
import { documents } from "../../core/aws.ts";
import type { Output } from "../../core/command-context.ts";
import { deskFact, type Target } from "../../core/target.ts";
import type { Style } from "../../output/print.ts";
import { factTable, timeColumn, type View } from "../../output/table.ts";

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

/** All that is known of a wallet, for a person. */
export async function walletDetails(target: Target, wallet: Wallet, output: Output): Promise<string> {
  const chain = await new ChainStore(documents(target), target.tables.chains).get(wallet.chainId);
  const link = chain === undefined ? undefined : chainFacts(chain).addressUrl(wallet.address);
  return factTable(
    [
      ["wallet", wallet.address],
      ["score", scoreText(wallet.score), scoreStyle(wallet.score)],
      ["project", String(wallet.projectId)],
      ["chain", chain === undefined ? wallet.chainId : `${chain.name} ${wallet.chainId}`],
      ["", link],
      deskFact(target, walletLink(wallet)),
      ["user", wallet.userId],
      ["all users", usersText(wallet)],
      ["note", wallet.description],
      ["band", bandOf(wallet.score)],
      ["level", wallet.level],
      ["reason", wallet.reason],
      ["suspicious", wallet.suspicious === undefined ? "unknown" : wallet.suspicious ? "yes" : "no"],
      ["patterns", listText(storedJson(wallet.patterns))],
      ["previous score", wallet.previousScore === undefined ? undefined : String(wallet.previousScore)],
      ["scanned", wallet.scannedAt ?? "not yet"],
      [
        "last run",
        wallet.lastRun === undefined ? undefined : `${wallet.lastRun}: ${wallet.lastOutcome ?? "?"}`,
      ],
      ["", wallet.lastReason],
      ["alert", wallet.alert],
      [
        "status",
        wallet.status === undefined ? undefined : `${wallet.status}, asked at ${wallet.statusAt ?? "?"}`,
      ],
      ["tags", listText(storedJson(wallet.tags))],
      [
        "known since",
        `${wallet.firstSeenAt}, from ${wallet.source === "import" ? "an import" : "a notification"}`,
      ],
    ],
    output,
  );
}

function usersText({ owners, moreOwners }: Wallet): string | undefined {
  if (owners.length < 2) return undefined;
  return `${owners.join(", ")}${moreOwners === true ? ", and more that are not kept" : ""}`;
}

/** Value that the service gives as a list of anything, a count, or anything else. */
export function listText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const parts = Array.isArray(value) ? value : [value];
  return parts.map((part) => (typeof part === "string" ? part : JSON.stringify(part))).join(", ");
}
