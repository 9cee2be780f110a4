/** The known wallets of an address. */

import type { Wallet } from "../../../store/wallets/wallet.ts";
import { WalletStore } from "../../../store/wallets/wallets.ts";
import { cleanText } from "../../../text/cleaning.ts";
import { documents } from "../../core/aws.ts";
import { CommandError } from "../../core/failure.ts";
import { recordedProjects } from "../../core/project.ts";
import type { Target } from "../../core/target.ts";

/** @throws {CommandError} where the wallet is not known */
export async function walletsAt(
  target: Target,
  address: string,
  { chain, project }: { chain: string | undefined; project: number | undefined },
): Promise<Wallet[]> {
  const store = new WalletStore(documents(target), target.tables.wallets);
  const projects = recordedProjects(target, project);
  const wallets = (await Promise.all(projects.map((projectId) => store.ofAddress(projectId, address))))
    .flat()
    .filter(({ chainId }) => chain === undefined || chainId === chain);
  if (wallets.length > 0) return wallets;
  const where = chain === undefined ? "" : ` on chain ${chain}`;
  throw new CommandError(
    `The wallet ${cleanText(address, 100)}${where} is not known to ${target.name}: "vigia wallets list${target.flag}" shows those that are.`,
  );
}
