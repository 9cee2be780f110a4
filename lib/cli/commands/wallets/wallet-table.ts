/** The Wallets table of a stack, for commands that read many of its items. */

import { cleanText } from "../../../text/cleaning.ts";
import type { SpoiltWallet } from "../../../wallets/wallet.ts";
import { WalletStore } from "../../../wallets/wallets.ts";
import { documents } from "../../core/aws.ts";
import type { CommandContext } from "../../core/command-context.ts";
import type { Target } from "../../core/target.ts";
import { printLine } from "../../output/print.ts";

export interface WalletTable {
  store: WalletStore;
  /** Says which items of those that were read are no wallets any more. */
  tellSpoilt(output: CommandContext["stderr"]): Promise<void>;
}

export function walletTable(target: Target): WalletTable {
  const spoilt: SpoiltWallet[] = [];
  return {
    store: new WalletStore(documents(target), target.tables.wallets, (one) => spoilt.push(one)),
    async tellSpoilt(output) {
      for (const { shardKey, walletKey, paths } of spoilt)
        await printLine(
          output,
          `The item ${cleanText(walletKey, 200)} under ${cleanText(shardKey, 100)} of ${target.tables.wallets} cannot be read (${paths.join(", ")}), and no run scans it: delete it, and import the wallet again.`,
        );
    },
  };
}
