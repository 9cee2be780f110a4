/** `vigia wallets remove`: takes wallets out of the scans, until a notification or an import names it again. */

import { Option } from "@commander-js/extra-typings";
import pMap from "p-map";
import { cleanText } from "../../../i18n/text/cleaning.ts";
import { countOf } from "../../../i18n/text/cut.ts";
import { shownId } from "../../../i18n/text/ids.ts";
import { WATCH_FROM } from "../../../screening/score.ts";
import type { WalletName } from "../../../screening/wallets/wallet-keys.ts";
import { WalletStore } from "../../../screening/wallets/wallets.ts";
import { documents } from "../../core/aws.ts";
import {
  addCommand,
  type Call,
  type CommandContext,
  type CommandGroup,
  handle,
  makeSure,
} from "../../core/command.ts";
import { CommandError, WrongUseError } from "../../core/failure.ts";
import {
  chainIn,
  checkRange,
  projectOption,
  sinceOption,
  untilOption,
  yesOption,
} from "../../core/options.ts";
import { projectsToSearch, type Target } from "../../core/target.ts";
import { walletTable } from "./wallet-table.ts";

export function addWalletRemoval(group: CommandGroup): void {
  addCommand(group, "remove [address]", {
    summary: "remove one wallet, or all wallets that a flood added, from the scans",
    details:
      "Deletes the wallet's item; its past scores stay until they expire. A notification or an import that names the wallet adds it again.\n\nWith --source and --since instead of an address, it removes every wallet that became known from this source since then. Wallets with a score of 20 or more, or with suspicious activity, stay: remove them one by one.",
    examples: [
      "vigia wallets remove 0x1111111111111111111111111111111111111111 --chain 1",
      "vigia wallets remove --source notification --since 2h --project 1",
    ],
  })
    .option("--chain <id>", "only on this chain", chainIn)
    .addOption(projectOption)
    .addOption(
      new Option("--source <source>", "only wallets that became known from this source").choices([
        "notification",
        "import",
      ] as const),
    )
    .addOption(sinceOption(group.context))
    .addOption(untilOption(group.context))
    .option("--dry-run", "list the wallets that would be removed, and remove none")
    .addOption(yesOption)
    .action(handle(group, removeWallets));
}

const CONCURRENT_REMOVALS = 10;
const REMOVING = { doing: "Removing", done: "removed" };

async function removeWallets(
  { context, chosenTarget }: Call,
  address: string | undefined,
  options: Flood & { dryRun?: boolean | undefined; yes?: boolean | undefined },
): Promise<undefined> {
  const { chain, project, source, since, until, dryRun = false, yes = false } = options;
  checkRange(since, until);
  const many = source !== undefined && since !== undefined;
  if ((address === undefined) !== many || (!many && (source ?? since ?? until) !== undefined))
    throw new WrongUseError("Name one wallet by its address, or many with both --source and --since.");
  const target = await chosenTarget();
  const { wallets, remaining } =
    address === undefined
      ? await walletsOfFlood(target, options, context)
      : { wallets: await walletsAt(target, address, { chain, project }), remaining: 0 };
  if (remaining > 0)
    await context.note(
      `${countOf(remaining, "wallet")} with a score of ${WATCH_FROM} or more, or with suspicious activity, kept: remove them one by one.`,
    );
  if (dryRun) {
    for (const wallet of wallets) await context.print(`${walletLine(wallet)}: would be removed`);
    await context.note(`${countOf(wallets.length, "wallet")} would be removed; none was.`);
    return;
  }
  if (wallets.length === 0) {
    await context.note(`No wallet of ${target.name} became known from this source since then.`);
    return;
  }
  const what = address === undefined ? countOf(wallets.length, "wallet") : wallets.map(walletLine).join(", ");
  await makeSure(context, yes, `Remove ${what} from the scans of ${target.name}?`, REMOVING);
  const store = new WalletStore(documents(target), target.tables.wallets);
  await pMap(
    wallets,
    async (wallet) => {
      await store.remove(wallet);
      await context.print(`${walletLine(wallet)}: removed from the scans`);
    },
    { concurrency: CONCURRENT_REMOVALS },
  );
}

interface Flood {
  chain?: string | undefined;
  project?: number | undefined;
  source?: "notification" | "import" | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

/** @throws {CommandError} where the wallet is not known */
async function walletsAt(
  target: Target,
  address: string,
  { chain, project }: { chain: string | undefined; project: number | undefined },
): Promise<WalletName[]> {
  const store = new WalletStore(documents(target), target.tables.wallets);
  const projects = projectsToSearch(target, project);
  const wallets = (await Promise.all(projects.map((projectId) => store.namesOf(projectId, address))))
    .flat()
    .filter(({ chainId }) => chain === undefined || chainId === chain);
  if (wallets.length > 0) return wallets;
  const where = chain === undefined ? "" : ` on chain ${chain}`;
  throw new CommandError(
    `The wallet ${cleanText(address, 100)}${where} is not known to ${target.name}: "vigia wallets list${target.flags}" shows those that are.`,
  );
}

/** The wallets that became known in a way and time; `kept`: how many of them are watched, and stay. */
async function walletsOfFlood(
  target: Target,
  { chain, project, source, since = "", until }: Flood,
  context: CommandContext,
): Promise<{ wallets: WalletName[]; remaining: number }> {
  const { store, tellUnreadable } = walletTable(target);
  const wallets: WalletName[] = [];
  let remaining = 0;
  for (const projectId of projectsToSearch(target, project))
    for await (const wallet of store.ofProject(projectId)) {
      const { firstSeenAt } = wallet;
      if (wallet.source !== source || firstSeenAt < since) continue;
      if ((until !== undefined && firstSeenAt >= until) || (chain !== undefined && wallet.chainId !== chain))
        continue;
      if ((wallet.score ?? 0) >= WATCH_FROM || wallet.suspicious === true) remaining++;
      else wallets.push(wallet);
    }
  await tellUnreadable(context);
  return { wallets, remaining };
}

/** `wallet 0x1… on chain 1, project 1`. */
export function walletLine({ address, chainId, projectId }: WalletName): string {
  return `wallet ${shownId(address)} on chain ${chainId}, project ${projectId}`;
}
