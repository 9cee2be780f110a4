/** The evidence of one case: everything that is kept of it, each in a file. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { AlertStore, type StoredAlert } from "../../alerts/alerts.ts";
import type { Language } from "../../i18n/catalogue/language.ts";
import type { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import { type WalletScan, WalletScanStore } from "../../screening/wallets/wallet-scans.ts";
import type { RawCase, StoredCase } from "../case.ts";
import type { CaseKey } from "../case-keys.ts";
import { caseIn } from "../case-reading.ts";
import {
  contentsOf,
  type EvidenceFile,
  type FoundContents,
  filesOfContent,
  jsonFile,
  type ReadContent,
  textFile,
} from "./evidence-contents.ts";
import { evidencePage } from "./evidence-page.ts";
import { type Gap, gapText, isCorrupt } from "./gap.ts";

/** Stores of evidence. */
export interface EvidenceSources {
  notifications: NotificationQueries;
  alerts: AlertStore;
  scans: WalletScanStore;
}

/** Stores of evidence, by the names of the tables. */
export function evidenceSourcesOf(
  database: DynamoDBDocumentClient,
  tables: { alerts: string; walletScans: string },
  notifications: NotificationQueries,
): EvidenceSources {
  return {
    notifications,
    alerts: new AlertStore(database, tables.alerts),
    scans: new WalletScanStore(database, tables.walletScans),
  };
}

/** A case in a pack, as the manifest names it. */
export interface PackedCase extends CaseKey {
  folder: string;
  /** Number of its events, and the digest of the last one. */
  events: number;
  last?: string | undefined;
  /** Gaps of its folder, a sentence each. */
  lacks: string[];
}

/** Nearly three years of nights. */
const MOST_SCORES = 1_000;

/** Most alerts to read for a wallet's, from the opening of its case on: its own is one of the first. */
const MOST_ALERTS = 1_000;

/** Contents of a pack for a case. */
interface CaseEvidence {
  packed: PackedCase;
  files: EvidenceFile[];
  /** True if its stored record is corrupt. */
  corrupt: boolean;
}

/** Reads all that belongs to a case; of a corrupt one, its items as stored and its messages. */
export async function evidenceOf(
  item: RawCase,
  sources: EvidenceSources,
  { folder, language }: { folder: string; language: Language },
): Promise<CaseEvidence> {
  const one = caseIn(item, item.items);
  const { contents, gaps } = await contentsOf(item, one, sources.notifications);
  if (one === undefined) gaps.push({ kind: "case unreadable" });
  const files = [
    jsonFile(`${folder}/case.json`, caseFile(item)),
    ...contents.flatMap((content, index) => filesOfContent(`${folder}/notification-${index + 1}`, content)),
    ...(one === undefined ? [] : await filesAround(one, { contents, gaps }, sources, { folder, language })),
  ];
  return { packed: await packedOf(item, folder, gaps), files, corrupt: gaps.some(isCorrupt) };
}

/** Its events, which are all that is true of it, and beside them what lists show. */
function caseFile({ subject, opened, head, items }: RawCase) {
  return { subject, opened, events: items.map(({ event }) => event ?? null), head: head ?? null };
}

/** Alerts and scores, and the page to read. */
async function filesAround(
  one: StoredCase,
  { contents, gaps }: FoundContents,
  sources: EvidenceSources,
  { folder, language }: { folder: string; language: Language },
): Promise<EvidenceFile[]> {
  const scores = await scoresOf(one, sources.scans);
  const alerts = await alertsOf(one, contents, sources.alerts);
  return [
    ...alerts.flatMap((alert, index) => filesOfAlert(`${folder}/alert-${index + 1}`, alert)),
    jsonFile(`${folder}/scores.json`, scores),
    textFile(`${folder}/page.html`, await evidencePage({ one, contents, gaps, alerts, scores, language })),
  ];
}

/** As the manifest names it. */
async function packedOf(item: RawCase, folder: string, gaps: readonly Gap[]): Promise<PackedCase> {
  const { subject, opened, items, head } = item;
  // Loaded with the first pack, not with the desk's function.
  const { textTranslator } = await import("../../i18n/translator.ts");
  const english = textTranslator("en");
  const lacks = gaps.map((gap) => gapText(gap, english));
  return {
    ...{ subject, opened, folder, lacks },
    events: items.length,
    last: typeof head?.["last"] === "string" ? head["last"] : undefined,
  };
}

function filesOfAlert(path: string, alert: StoredAlert): EvidenceFile[] {
  const { subject, email } = alert.message;
  return [jsonFile(`${path}.json`, alert), textFile(`${path}.txt`, `Subject: ${subject}\n\n${email}`)];
}

async function alertsOf(
  one: StoredCase,
  contents: readonly ReadContent[],
  alerts: AlertStore,
): Promise<StoredAlert[]> {
  if (one.kind === "wallet") return alertsOfWallet(one, alerts);
  const ids = new Set(contents.flatMap(({ stored: { alert } }) => alert.id ?? []));
  const found = await Promise.all([...ids].map((id) => alerts.find(id)));
  return found.filter((alert) => alert !== undefined);
}

async function alertsOfWallet({ projectId, address, chainId, opened }: StoredCase, alerts: AlertStore) {
  const found: StoredAlert[] = [];
  let read = 0;
  // The run's id, which is the case's too, begins with the time at which the run began.
  const since = opened.slice(0, 24);
  for await (const alert of alerts.list({ projectIds: [projectId], since }, "oldest")) {
    const isOfIt = alert.subjects.some(
      (subject) => "address" in subject && subject.address === address && subject.chainId === chainId,
    );
    if (isOfIt) found.push(alert);
    if (++read >= MOST_ALERTS) break;
  }
  return found;
}

async function scoresOf({ projectId, address, chainId }: StoredCase, scans: WalletScanStore) {
  const scores: WalletScan[] = [];
  if (address === undefined || chainId === undefined) return scores;
  for await (const scan of scans.history({ projectId, address, chainId })) {
    if (scores.push(scan) >= MOST_SCORES) break;
  }
  return scores;
}
