/** `vigia wallets`: the known wallets and their scores, and what the service says of one now. */

import * as z from "zod/mini";
import type { WalletStatus } from "../../../contract/wallet-status.ts";
import { WATCH_FROM } from "../../../risk/score.ts";
import { riskService } from "../../../risk-service/client.ts";
import { ServiceError } from "../../../risk-service/errors.ts";
import { safeJson } from "../../../text/escaping.ts";
import type { Wallet } from "../../../wallets/wallet.ts";
import { walletsOf } from "../../../wallets/wallet-lists.ts";
import type { WalletStore } from "../../../wallets/wallets.ts";
import { addCommand, addGroup, type Call, type CommandGroup } from "../../core/command.ts";
import { CommandError } from "../../core/failure.ts";
import * as option from "../../core/options.ts";
import { chosenProject, recordedProjects, type Target, unservedNote } from "../../core/target.ts";
import { factTable, printRows } from "../../output/table.ts";
import { SecretStore } from "../secrets/secret-store.ts";
import { importWallets } from "./wallet-import.ts";
import { addWalletRemoval } from "./wallet-removal.ts";
import { walletTable } from "./wallet-table.ts";
import { listText, walletView } from "./wallet-view.ts";

export function addWallets(program: CommandGroup): void {
  const group = addGroup(program, "wallets", "list, import and remove wallets, and ask for their status");
  addCommand(group, "list", {
    summary: "list known wallets, highest score first",
    examples: ["vigia wallets list --min-score 60", "vigia wallets list --user u-1 --format jsonl"],
    action: listWallets,
  })
    .option("--project <id>", "only this project (default: all)")
    .option("--user <id>", "only this user's")
    .option(
      "--min-score <score>",
      `only those with at least this score; below ${WATCH_FROM} the whole table is read`,
    )
    .option("--limit <count>", "maximum number to list", "50")
    .option("--format <format>", "table, jsonl or csv", "table");
  addCommand(group, "import <file>", {
    summary: "add the wallets of a JSONL or CSV file to the scans",
    examples: ["vigia wallets import wallets.csv", "vigia wallets import wallets.jsonl --stage dev"],
    details:
      "Each line has the fields projectId, chainId and address, and optionally userId and description. In CSV, line 1 names the columns.",
    action: importWallets,
  }).option("--format <format>", "jsonl or csv (default: by the file's name)");
  addWalletStatus(group);
  addWalletRemoval(group);
}

/** Wallets that are read of the index by score at a time. */
const PAGE = 100;

/** Scores of the index are rounded: those close to the alert score are read too, and judged by their wallets. */
const ROUNDING = 1e-6;

/** The wallets among which a list looks: of a user, from a score up, or all of a project. */
function walletsToList(
  store: WalletStore,
  projectId: number,
  { user, minScore }: { user: string | undefined; minScore: number | undefined },
): AsyncIterable<Wallet> {
  if (user !== undefined) return store.ofUser(projectId, user);
  if (minScore === undefined || minScore < WATCH_FROM) return store.ofProject(projectId);
  return walletsOf(store, projectId, { kind: "score", above: minScore - ROUNDING }, PAGE);
}

async function listWallets({ context, options, target }: Call): Promise<undefined> {
  const { project, user, minScore, limit, format } = options({
    project: option.project,
    user: z.optional(option.text),
    minScore: z.optional(
      z.pipe(
        z.string().check(z.regex(/^\d{1,3}(\.\d+)?$/, { error: "expected a score from 0 to 100" })),
        z.transform((text) => Number(text)),
      ),
    ),
    limit: option.limit,
    format: option.format,
  });
  const found = await target();
  const { store, tellCorrupt } = walletTable(found);
  const highest: Wallet[] = [];
  let fitting = 0;
  if (user === undefined && minScore !== undefined && minScore < WATCH_FROM)
    await context.note(`Reading every wallet: scores below ${WATCH_FROM} are not indexed.`);
  for (const projectId of recordedProjects(found, project)) {
    for await (const wallet of walletsToList(store, projectId, { user, minScore })) {
      if (minScore !== undefined && (wallet.score ?? -1) < minScore) continue;
      fitting++;
      highest.push(wallet);
      // Cut now and then: a million wallets are read, but never held.
      if (highest.length >= limit * 2 + 1_000) cutToHighest(highest, limit);
    }
  }
  cutToHighest(highest, limit);
  await printRows(context.stdout, format, walletView, highest);
  await tellCorrupt(context);
  if (format !== "table") return;
  if (fitting === 0)
    await context.note(
      `No wallet in ${found.name} matches; "vigia wallets import${found.flag}" adds wallets.${unservedNote(found, project)}`,
    );
  if (fitting > limit) await context.note(`These are ${limit} of ${fitting}; --limit shows more.`);
}

function cutToHighest(wallets: Wallet[], limit: number): void {
  wallets.sort((a, b) => (b.score ?? -1) - (a.score ?? -1) || (a.address < b.address ? -1 : 1));
  wallets.length = Math.min(wallets.length, limit);
}

/** Of the last transactions and of the last apps, each; JSONL holds all. */
const MAX_SHOWN = 10;

function addWalletStatus(group: CommandGroup): void {
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
