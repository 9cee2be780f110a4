/** `vigia wallets`: the known wallets and their scores, and what the service says of one now. */

import { InvalidArgumentError } from "@commander-js/extra-typings";
import { isNoAddressOf } from "../../../contract/wallet-address.ts";
import type { WalletStatus } from "../../../contract/wallet-status.ts";
import { compareTexts } from "../../../i18n/text/compare-texts.ts";
import { safeJson } from "../../../i18n/text/escaping.ts";
import { riskService } from "../../../screening/risk-service/client.ts";
import { ServiceError } from "../../../screening/risk-service/errors.ts";
import { bandOf, WATCH_FROM } from "../../../screening/score.ts";
import type { Wallet } from "../../../screening/wallets/wallet.ts";
import { walletFields } from "../../../screening/wallets/wallet-csv.ts";
import { walletsOf } from "../../../screening/wallets/wallet-lists.ts";
import type { WalletStore } from "../../../screening/wallets/wallets.ts";
import { addCommand, addGroup, type Call, type CommandGroup, handle } from "../../core/command.ts";
import { CommandError, WrongUseError } from "../../core/failure.ts";
import {
  chainIn,
  fileFormatOption,
  formatOption,
  limitOption,
  projectIn,
  projectOption,
  shownFormatOption,
  textIn,
} from "../../core/options.ts";
import { projectsToSearch, requireServedProject, type Target, unservedNote } from "../../core/target.ts";
import { type Fact, factTable } from "../../output/layout.ts";
import { type Column, type Format, fieldColumns, printList, timeColumn } from "../../output/list.ts";
import type { Style } from "../../output/print.ts";
import { SecretStore } from "../secrets/secret-store.ts";
import { importWallets } from "./wallet-import.ts";
import { addWalletRemoval } from "./wallet-removal.ts";
import { walletTable } from "./wallet-table.ts";

export function addWallets(program: CommandGroup, summary: string): void {
  const group = addGroup(program, "wallets", summary);
  addCommand(group, "list", {
    summary: "list known wallets, highest score first",
    examples: ["vigia wallets list --min-score 60", "vigia wallets list --user u-1 --format jsonl"],
  })
    .addOption(projectOption)
    .option("--user <id>", "only this user's", textIn)
    .option(
      "--min-score <score>",
      `only those with at least this score; below ${WATCH_FROM} the whole table is read`,
      scoreIn,
    )
    .addOption(limitOption)
    .addOption(formatOption)
    .action(handle(group, listWallets));
  addCommand(group, "import <file>", {
    summary: "add the wallets of a JSONL or CSV file to the scans",
    examples: [
      "vigia wallets import wallets.csv --dry-run",
      "vigia wallets import wallets.jsonl --stage dev",
    ],
    details:
      "Each line has the fields projectId, chainId and address, and optionally userId. In CSV, line 1 names the columns.",
  })
    .option("--dry-run", "check the file, and import nothing")
    .addOption(fileFormatOption)
    .action(handle(group, importWallets));
  addWalletStatus(group);
  addWalletRemoval(group);
}

/** Red above the line, yellow from where a wallet is watched. */
function scoreStyle(score: number | undefined): Style | undefined {
  const band = bandOf(score);
  return band === "investigate" ? "red" : band === "watch" ? "yellow" : undefined;
}

export const WALLET_COLUMNS: readonly Column<Wallet>[] = [
  ...fieldColumns(walletFields),
  { name: "patterns", value: ({ patterns }) => patterns },
  { header: "project", value: ({ projectId }) => projectId },
  { header: "chain", value: ({ chainId }) => chainId },
  { header: "address", value: ({ address }) => address },
  { header: "user", value: ({ userId }) => userId },
  {
    header: "score",
    value: ({ score, suspicious }) => `${score ?? "unknown"}${suspicious === true ? " suspicious" : ""}`,
    style: ({ score }) => scoreStyle(score),
    align: "right",
  },
  { ...timeColumn<Wallet>("", "scanned", ({ scannedAt }) => scannedAt), name: undefined },
];

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

function scoreIn(text: string): number {
  if (/^\d{1,3}(\.\d+)?$/.test(text) && Number(text) <= 100) return Number(text);
  throw new InvalidArgumentError("Expected a score from 0 to 100.");
}

interface ListOptions {
  project?: number | undefined;
  user?: string | undefined;
  minScore?: number | undefined;
  limit: number;
  format: Format;
}

async function listWallets(
  { context, chosenTarget }: Call,
  { project, user, minScore, limit, format }: ListOptions,
): Promise<undefined> {
  const target = await chosenTarget();
  const { store, tellUnreadable } = walletTable(target);
  const highest: Wallet[] = [];
  let fitting = 0;
  if (user === undefined && minScore !== undefined && minScore < WATCH_FROM)
    await context.note(`Reading every wallet: scores below ${WATCH_FROM} are not indexed.`);
  for (const projectId of projectsToSearch(target, project)) {
    for await (const wallet of walletsToList(store, projectId, { user, minScore })) {
      if (minScore !== undefined && (wallet.score ?? -1) < minScore) continue;
      fitting++;
      highest.push(wallet);
      // Cut now and then: a million wallets are read, but never held.
      if (highest.length >= limit * 2 + 1_000) cutToHighest(highest, limit);
    }
  }
  cutToHighest(highest, limit);
  const isOfSeveral = new Set(highest.map(({ projectId }) => projectId)).size > 1;
  const columns = WALLET_COLUMNS.filter(({ header }) => header !== "project" || isOfSeveral);
  await printList(context.stdout, { format, limit }, columns, highest);
  await tellUnreadable(context);
  if (format !== "table") return;
  if (fitting === 0)
    await context.note(
      `No wallet in ${target.name} matches; "vigia wallets import${target.flags}" adds wallets.${unservedNote(target, project)}`,
    );
  if (fitting > limit) await context.note(`These are ${limit} of ${fitting}; --limit shows more.`);
}

function cutToHighest(wallets: Wallet[], limit: number): void {
  wallets.sort((a, b) => (b.score ?? -1) - (a.score ?? -1) || compareTexts(a.address, b.address));
  wallets.length = Math.min(wallets.length, limit);
}

/** The most of the last transactions, and of the last apps, that are shown; JSONL holds all. */
const MAX_SHOWN = 10;

function addWalletStatus(group: CommandGroup): void {
  addCommand(group, "status <address>", {
    summary: "ask the service for the current compliance status of a wallet",
    examples: ["vigia wallets status 0x1111111111111111111111111111111111111111 --chain 1 --project 1"],
  })
    .requiredOption("--chain <id>", "the wallet's chain", chainIn)
    .option("--project <id>", "the project whose key is used (default: the only one)", projectIn)
    .addOption(shownFormatOption)
    .action(handle(group, showStatus));
}

async function showStatus(
  { context, chosenTarget }: Call,
  address: string,
  { chain, project, format }: { chain: string; project?: number | undefined; format: Format },
): Promise<undefined> {
  if (isNoAddressOf(chain, address))
    throw new WrongUseError(
      `<address>: expected an address of chain ${chain}: 0x and 40 hexadecimal digits.`,
    );
  const target = await chosenTarget();
  const status = await askStatus(target, requireServedProject(target, project), {
    address,
    chain,
    now: context.now(),
  });
  if (format === "jsonl") {
    await context.print(safeJson({ address, chainId: chain, ...status }));
    return;
  }
  const list = (label: string, values: readonly unknown[] | null | undefined): Fact[] =>
    (values ?? []).slice(0, MAX_SHOWN).map((value, at) => [at === 0 ? label : "", listText(value)]);
  const facts: Fact[] = [
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
      network: target.network,
      apiKey: () => new SecretStore(target).newest("api-key", project, now),
    }).walletStatus(project, address, chain);
  } catch (error) {
    throw error instanceof ServiceError ? new CommandError(error.message) : error;
  }
}

/** Value that the service gives as a list of anything, a count, or anything else. */
function listText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const parts = Array.isArray(value) ? value : [value];
  return parts.map((part) => (typeof part === "string" ? part : JSON.stringify(part))).join(", ");
}
