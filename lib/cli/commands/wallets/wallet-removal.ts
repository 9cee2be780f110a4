/** `vigia wallets remove`: takes a wallet out of the scans, until a notification or an import names it again. */

import type { Command } from "commander";
import * as z from "zod/mini";
import { shownId } from "../../../text/ids.ts";
import type { Wallet } from "../../../wallets/wallet.ts";
import { WalletStore } from "../../../wallets/wallets.ts";
import { documents } from "../../core/aws.ts";
import { addCommand, type Call } from "../../core/command.ts";
import type { CommandContext } from "../../core/command-context.ts";
import { CommandError, WrongUseError } from "../../core/failure.ts";
import { chainOption, projectOption, readOptions } from "../../core/options.ts";
import { printLine } from "../../output/print.ts";
import { walletsAt } from "./wallet-table.ts";

export function addWalletRemoval(group: Command, context: CommandContext): void {
  addCommand(group, context, "remove <address>", {
    summary: "take a wallet out of the scans, on every chain unless one is named",
    details:
      "Its item is deleted; its scores of the past stay until they expire. A notification or an import that names it makes it known again.",
    examples: ["vigia wallets remove 0x1111111111111111111111111111111111111111 --chain 1"],
    action: removeWallets,
  })
    .option("--chain <id>", "only on this chain")
    .option("--project <id>", "only in this project")
    .option("--yes", "do not ask");
}

const removeOptions = z.object({
  chain: z.optional(chainOption),
  project: z.optional(projectOption),
  yes: z._default(z.boolean(), false),
});

async function removeWallets({ context, args: [address = ""], options, target }: Call): Promise<undefined> {
  const { chain, project, yes } = readOptions(removeOptions, options);
  const found = await target();
  const wallets = await walletsAt(found, address, { chain, project }, context);
  const names = wallets.map(walletLine);
  if (!yes) {
    if (context.stdin.isTTY !== true)
      throw new WrongUseError(
        "Removing asks first, and there is no terminal to ask on: add --yes if you are sure.",
      );
    if (!(await context.confirm(`Remove ${names.join(", ")} from the scans of ${found.name}?`)))
      throw new CommandError("Nothing was removed.");
  }
  const store = new WalletStore(documents(found), found.tables.wallets);
  for (const wallet of wallets) {
    await store.remove(wallet);
    await printLine(context.stdout, `${walletLine(wallet)}: removed from the scans`);
  }
}

/** `wallet 0x1… on chain 1, project 1`. */
export function walletLine({ address, chainId, projectId }: Wallet): string {
  return `wallet ${shownId(address)} on chain ${chainId}, project ${projectId}`;
}
