/** `vigia users delete`: the record of a user, and with `--wallets` the user's wallets too. */

import { cleanText } from "../../../text/cleaning.ts";
import { countOf } from "../../../text/cut.ts";
import { UserStore } from "../../../users/users.ts";
import type { Wallet } from "../../../wallets/wallet.ts";
import type { WalletStore } from "../../../wallets/wallets.ts";
import { documents } from "../../core/aws.ts";
import { addCommand, type Call, type CommandGroup, makeSure } from "../../core/command.ts";
import { CommandError } from "../../core/failure.ts";
import * as option from "../../core/options.ts";
import { recordedProjects, type Target } from "../../core/target.ts";
import { walletLine } from "../wallets/wallet-removal.ts";
import { walletTable } from "../wallets/wallet-table.ts";

export function addUserDelete(group: CommandGroup): void {
  addCommand(group, "delete <id>", {
    summary: "delete the record of a user permanently",
    details:
      "Lists the user's wallets. With --wallets it also removes from the scans those that no other user has or had. Notifications stay for as long as the law requires: docs/guides/users.md lists what remains, where and for how long.",
    examples: ["vigia users delete u-1", "vigia users delete u-1 --wallets --yes"],
    action: deleteUser,
  })
    .option("--wallets", "also remove the user's wallets from the scans")
    .option("--yes", "do not ask for confirmation");
}

async function deleteUser({ context, args: [id = ""], options, target }: Call): Promise<undefined> {
  const { wallets: alsoWallets, yes } = options({ wallets: option.flag, yes: option.flag });
  const found = await target();
  await makeSure(context, yes, `Delete the record of this user from ${found.name}, permanently?`);
  const { store, tellCorrupt } = walletTable(found);
  const wallets = await walletsOf(id, found, store);
  await tellCorrupt(context);
  const deleted = await new UserStore(documents(found), found.tables.users).deleteUser(id);
  // A run that was cut off between the two can be repeated.
  if (!deleted && !(alsoWallets && wallets.length > 0)) throw noSuchUser(id, found);
  if (deleted) await context.print(`The user was deleted from ${found.name}.`);
  for (const wallet of wallets) {
    const others = await othersOf(id, wallet, store);
    const removes = alsoWallets && others === undefined;
    if (removes) await store.remove(wallet);
    const what = removes
      ? "removed from the scans"
      : others === undefined
        ? "is still scanned"
        : `stays: ${others}`;
    await context.print(`${walletLine(wallet)}: ${what}`);
  }
  if (!alsoWallets && wallets.length > 0)
    await context.note(
      `${countOf(wallets.length, "wallet")} of the user: "vigia wallets remove <address>${found.flag}" removes one from the scans.`,
    );
}

/** Says that others have a wallet too: a removal forgets none of them. Undefined where it is the user's alone. */
async function othersOf(id: string, wallet: Wallet, store: WalletStore): Promise<string | undefined> {
  const isOthers = ({
    owners,
    moreOwners,
  }: {
    owners: readonly string[];
    moreOwners?: boolean | undefined;
  }) => owners.some((owner) => owner !== id) || moreOwners === true;
  if (isOthers(wallet)) return "others have it too";
  const before = await store.usersBeforeRemoval(wallet);
  return isOthers(before) ? "others had it before it was removed from the scans" : undefined;
}

/** The wallets that the user was ever seen with: the index by user knows a wallet's last owner alone. */
async function walletsOf(id: string, found: Target, store: WalletStore): Promise<Wallet[]> {
  const wallets: Wallet[] = [];
  for (const projectId of recordedProjects(found, undefined))
    for await (const wallet of store.ofProject(projectId))
      if (wallet.userId === id || wallet.owners.includes(id)) wallets.push(wallet);
  return wallets;
}

export function noSuchUser(id: string, { name, flag }: Target): CommandError {
  return new CommandError(
    `There is no user ${cleanText(id, 100)} in ${name}: check the id, including upper and lower case, or load it with "vigia users import${flag}".`,
  );
}
