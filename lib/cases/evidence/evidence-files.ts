/** The evidence of one case: everything that is kept of it, each in a file. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { AlertStore } from "../../alerts/alerts.ts";
import type { Translator } from "../../i18n/translator.ts";
import type { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import { localUnder } from "../../law/rates/local-amount.ts";
import type { MoneyLookUp } from "../../law/rates/local-money.ts";
import { ChainStore, lookUpChains } from "../../screening/chains.ts";
import { type WalletScan, WalletScanStore } from "../../screening/wallets/wallet-scans.ts";
import type { RawCase, StoredCase } from "../case.ts";
import type { CaseKey } from "../case-keys.ts";
import type { CaseQueries } from "../case-queries.ts";
import { caseIn } from "../case-reading.ts";
import { alertsOf, filesOfAlert } from "./evidence-alerts.ts";
import { type IndexedCase, indexed, unreadableIndexed } from "./evidence-index.ts";
import {
  type EvidenceFile,
  type FoundMessages,
  filesOfMessage,
  jsonFile,
  messagesOf,
  textFile,
} from "./evidence-messages.ts";
import type { CaseNotice, EvidenceMonths } from "./evidence-months.ts";
import { evidencePage } from "./evidence-page.ts";
import { type Gap, isCorrupt } from "./gap.ts";

/** Stores of evidence. */
export interface EvidenceSources {
  /** Reads months beside the cases. */
  cases: Pick<CaseQueries, "raw">;
  notifications: NotificationQueries;
  alerts: AlertStore;
  scans: WalletScanStore;
  chains: ChainStore;
  money: MoneyLookUp;
}

/** Stores of evidence, by the names of the tables. */
export function evidenceSourcesOf(
  database: DynamoDBDocumentClient,
  tables: { alerts: string; walletScans: string; chains: string },
  others: Pick<EvidenceSources, "cases" | "notifications" | "money">,
): EvidenceSources {
  return {
    ...others,
    alerts: new AlertStore(database, tables.alerts),
    scans: new WalletScanStore(database, tables.walletScans),
    chains: new ChainStore(database, tables.chains),
  };
}

/** A case in a pack, as the manifest names it. */
export interface PackedCase extends CaseKey {
  folder: string;
  /** Number of its events, and the digest of the last one. */
  events: number;
  last?: string | undefined;
  /** Parts that a reader could look for in its folder and does not find. */
  lacks: Gap[];
}

/** Nearly three years of nights. */
const MOST_SCORES = 1_000;

/** Contents of a pack for a case. */
interface CaseEvidence {
  packed: PackedCase;
  files: EvidenceFile[];
  listed: IndexedCase;
  /** True if its stored record is corrupt. */
  corrupt: boolean;
}

interface CaseFolder {
  folder: string;
  /** The months of the whole pack. */
  months: EvidenceMonths;
  translator: Translator;
  now: Date;
}

/** Reads all that belongs to a case; of a corrupt one, its items as stored and its messages. */
export async function evidenceOf(
  item: RawCase,
  sources: EvidenceSources,
  { folder, months, translator, now }: CaseFolder,
): Promise<CaseEvidence> {
  const readCase = caseIn(item, item.items);
  const completed = readCase && (await months.complete(readCase));
  const storedCase = completed?.storedCase;
  const { messages, operations, gaps } = await messagesOf(item, storedCase, sources.notifications, now);
  if (completed === undefined) gaps.push({ kind: "case unreadable" });
  else gaps.push(...completed.gaps);
  const files = [
    jsonFile(`${folder}/case.json`, caseFile(item)),
    ...messages.flatMap((message, index) => filesOfMessage(`${folder}/notification-${index + 1}`, message)),
    ...operations.flatMap((message, index) => filesOfMessage(`${folder}/operation-${index + 1}`, message)),
    ...(completed === undefined
      ? []
      : await filesAround(completed, { messages, operations, gaps }, sources, { folder, translator })),
  ];
  return {
    packed: packedOf(item, folder, gaps),
    files,
    listed:
      storedCase === undefined
        ? unreadableIndexed(item, folder, translator)
        : indexed(storedCase, folder, translator),
    corrupt: gaps.some(isCorrupt),
  };
}

/** The file of a case: its events, which are all that is true of it, and beside them what lists show. */
function caseFile({ subject, opened, head, items }: RawCase) {
  return { subject, opened, events: items.map(({ event }) => event ?? null), head: head ?? null };
}

/** Alerts and scores, and the page to read. */
async function filesAround(
  { storedCase, notices }: { storedCase: StoredCase; notices: readonly CaseNotice[] },
  { messages, operations, gaps }: FoundMessages,
  sources: EvidenceSources,
  { folder, translator }: { folder: string; translator: Translator },
): Promise<EvidenceFile[]> {
  const { chainId = "" } = storedCase;
  const [scores, alerts, chains, money] = await Promise.all([
    scoresOf(storedCase, sources.scans),
    alertsOf(storedCase, messages, sources.alerts),
    chainId === "" ? undefined : lookUpChains(sources.chains, [chainId]),
    sources.money([storedCase]),
  ]);
  const pageFacts = {
    storedCase,
    notices,
    messages,
    operations,
    gaps,
    alerts,
    scores,
    chain: chains?.(chainId),
    local: localUnder(storedCase.laws, money(storedCase)),
  };
  return [
    ...alerts.flatMap((alert, index) => filesOfAlert(`${folder}/alert-${index + 1}`, alert)),
    jsonFile(`${folder}/scores.json`, scores),
    textFile(`${folder}/page.html`, await evidencePage(pageFacts, translator)),
  ];
}

/** The entry of a case in the manifest. */
function packedOf({ subject, opened, items, head }: RawCase, folder: string, lacks: Gap[]): PackedCase {
  return {
    subject,
    opened,
    folder,
    lacks,
    events: items.length,
    last: typeof head?.["last"] === "string" ? head["last"] : undefined,
  };
}

async function scoresOf({ projectId, address, chainId }: StoredCase, scans: WalletScanStore) {
  const scores: WalletScan[] = [];
  if (address === undefined || chainId === undefined) return scores;
  for await (const scan of scans.history({ projectId, address, chainId })) {
    if (scores.push(scan) >= MOST_SCORES) break;
  }
  return scores;
}
