import { walletLink } from "../../../alerts/desk-links.ts";
import { ChainStore } from "../../../chains/chains.ts";
import { chainFacts } from "../../../chains/explorer.ts";
import { bandOf } from "../../../risk/score.ts";
import type { Wallet } from "../../../wallets/wallet.ts";
import { documents } from "../../core/aws.ts";
import type { Output } from "../../core/command-context.ts";
import { deskFact, type Target } from "../../core/target.ts";
import { factTable } from "../../output/table.ts";
import { scoreStyle, scoreText, storedJson } from "./wallet-view.ts";

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
