/** The Wallets table of a stack, for commands that read many of its items. */

import { cleanText } from "../../../i18n/text/cleaning.ts";
import type { CorruptWallet } from "../../../screening/wallets/wallet.ts";
import { WalletStore } from "../../../screening/wallets/wallets.ts";
import { documents } from "../../core/aws.ts";
import type { CommandContext } from "../../core/command.ts";
import type { Target } from "../../core/target.ts";

interface WalletTable {
  store: WalletStore;
  /** Says which items of those that were read are no wallets any more. */
  tellCorrupt(context: CommandContext): Promise<void>;
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
