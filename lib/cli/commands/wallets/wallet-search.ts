/** The known wallets of an address. */

import { cleanText } from "../../../text/cleaning.ts";
import type { Wallet } from "../../../wallets/wallet.ts";
import type { CommandContext } from "../../core/command-context.ts";
import { CommandError } from "../../core/failure.ts";
import { recordedProjects } from "../../core/project.ts";
import type { Target } from "../../core/target.ts";
import { walletTable } from "./wallet-table.ts";

/** @throws {CommandError} where the wallet is not known */
export async function walletsAt(
  target: Target,
  address: string,
  { chain, project }: { chain: string | undefined; project: number | undefined },
  { stderr }: Pick<CommandContext, "stderr">,
): Promise<Wallet[]> {
  const { store, tellSpoilt } = walletTable(target);
  const projects = recordedProjects(target, project);
  const wallets = (await Promise.all(projects.map((projectId) => store.ofAddress(projectId, address))))
    .flat()
    .filter(({ chainId }) => chain === undefined || chainId === chain);
  await tellSpoilt(stderr);
  if (wallets.length > 0) return wallets;
  const where = chain === undefined ? "" : ` on chain ${chain}`;
  throw new CommandError(
    `The wallet ${cleanText(address, 100)}${where} is not known to ${target.name}: "vigia wallets list${target.flag}" shows those that are.`,
  );
}
