/** `vigia wallets status`: asks the service what it says of a wallet now; nothing is stored. */

import type { WalletStatus } from "../../../contract/wallet-status.ts";
import { riskService } from "../../../risk-service/client.ts";
import { ServiceError } from "../../../risk-service/errors.ts";
import { safeJson } from "../../../text/escaping.ts";
import { addCommand, type Call, type CommandGroup } from "../../core/command.ts";
import { CommandError } from "../../core/failure.ts";
import * as option from "../../core/options.ts";
import { chosenProject, type Target } from "../../core/target.ts";
import { factTable } from "../../output/table.ts";
import { SecretStore } from "../secrets/secret-store.ts";
import { listText } from "./wallet-view.ts";

/** Of the last transactions and of the last apps, each; JSONL holds all. */
const MAX_SHOWN = 10;

export function addWalletStatus(group: CommandGroup): void {
  addCommand(group, "status <address>", {
    summary: "ask the service for the current compliance status of a wallet",
    examples: ["vigia wallets status 0x1111111111111111111111111111111111111111 --chain 1 --project 1"],
    action: showStatus,
  })
    .requiredOption("--chain <id>", "the wallet's chain")
    .option("--project <id>", "the project whose key is used (default: the only one)")
    .option("--format <format>", "table or jsonl", "table");
}

async function showStatus({ context, args: [address = ""], options, target }: Call): Promise<undefined> {
  const { chain, project, format } = options({
    chain: option.chain,
    project: option.project,
    format: option.shownFormat,
  });
  const found = await target();
  const status = await askStatus(found, chosenProject(found, project), {
    address,
    chain,
    now: context.now(),
  });
  if (format === "jsonl") {
    await context.print(safeJson({ address, chainId: chain, ...status }));
    return;
  }
  const list = (
    label: string,
    values: readonly unknown[] | null | undefined,
  ): [string, string | undefined][] =>
    (values ?? []).slice(0, MAX_SHOWN).map((value, at) => [at === 0 ? label : "", listText(value)]);
  const facts: [string, string | undefined][] = [
    ["wallet", `${address} on chain ${chain}`],
    ["status", status.status],
    ["tags", listText(status.tags)],
    ...list("last transactions", status.lastTxs),
    ...list("last apps", status.lastDapps),
  ];
  await context.print(factTable(facts, context.stdout));
}

async function askStatus(
  target: Target,
  project: number,
  { address, chain, now }: { address: string; chain: string; now: number },
): Promise<WalletStatus> {
  try {
    return await riskService({
      baseUrl: target.riskService,
      apiKey: () => new SecretStore(target).newest("api-key", project, now),
    }).walletStatus(project, address, chain);
  } catch (error) {
    throw error instanceof ServiceError ? new CommandError(error.message) : error;
  }
}
