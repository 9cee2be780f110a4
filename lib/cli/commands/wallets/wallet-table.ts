/** The Wallets table of a stack, for commands that read many of its items. */

import { cleanText } from "../../../i18n/text/cleaning.ts";
import type { UnreadableWallet } from "../../../screening/wallets/wallet.ts";
import { WalletStore } from "../../../screening/wallets/wallets.ts";
import { documents } from "../../core/aws.ts";
import type { CommandContext } from "../../core/command.ts";
import type { Target } from "../../core/target.ts";

interface WalletTable {
  store: WalletStore;
  /** Says which items of those that were read are no wallets any more. */
  tellUnreadable(context: CommandContext): Promise<void>;
}

export function walletTable(target: Target): WalletTable {
  const unreadable: UnreadableWallet[] = [];
  return {
    store: new WalletStore(documents(target), target.tables.wallets, (wallet) => unreadable.push(wallet)),
    async tellUnreadable(context) {
      for (const { projectId, wallet, paths } of unreadable)
        await context.note(
          `The item ${cleanText(wallet, 200)} under ${cleanText(projectId, 100)} of ${target.tables.wallets} cannot be read (${paths.join(", ")}): run "vigia wallets remove${target.flags}", and import the wallet again.`,
        );
    },
  };
}
