/** The Wallets table of a stack, for commands that read many of its items. */

import { cleanText } from "../../../text/cleaning.ts";
import type { CorruptWallet, Wallet } from "../../../wallets/wallet.ts";
import { WalletStore } from "../../../wallets/wallets.ts";
import { documents } from "../../core/aws.ts";
import type { CommandContext } from "../../core/command.ts";
import { CommandError } from "../../core/failure.ts";
import { recordedProjects, type Target } from "../../core/target.ts";

type Notes = Pick<CommandContext, "note">;

interface WalletTable {
  store: WalletStore;
  /** Says which items of those that were read are no wallets any more. */
  tellCorrupt(context: Notes): Promise<void>;
}

export function walletTable(target: Target): WalletTable {
  const corrupt: CorruptWallet[] = [];
  return {
    store: new WalletStore(documents(target), target.tables.wallets, (one) => corrupt.push(one)),
    async tellCorrupt(context) {
      for (const { shardKey, walletKey, paths } of corrupt)
        await context.note(
          `The item ${cleanText(walletKey, 200)} under ${cleanText(shardKey, 100)} of ${target.tables.wallets} cannot be read (${paths.join(", ")}), and no run scans it: delete it, and import the wallet again.`,
        );
    },
  };
}

/** @throws {CommandError} where the wallet is not known */
export async function walletsAt(
  target: Target,
  address: string,
  { chain, project }: { chain: string | undefined; project: number | undefined },
  context: Notes,
): Promise<Wallet[]> {
  const { store, tellCorrupt } = walletTable(target);
  const projects = recordedProjects(target, project);
  const wallets = (await Promise.all(projects.map((projectId) => store.ofAddress(projectId, address))))
    .flat()
    .filter(({ chainId }) => chain === undefined || chainId === chain);
  await tellCorrupt(context);
  if (wallets.length > 0) return wallets;
  const where = chain === undefined ? "" : ` on chain ${chain}`;
  throw new CommandError(
    `The wallet ${cleanText(address, 100)}${where} is not known to ${target.name}: "vigia wallets list${target.flag}" shows those that are.`,
  );
}
