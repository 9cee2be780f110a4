/** The evidence of one case: everything that is kept of it, each in a file. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Language } from "../language/language.ts";
import { AlertStore, type StoredAlert } from "../store/alerts.ts";
import { type ChainedItem, type StoredCase, storedCase } from "../store/cases/case.ts";
import type { CaseKey } from "../store/cases/case-keys.ts";
import { type HeldSince, heldSinceIn } from "../store/holds/held-since.ts";
import type { NotificationQueries } from "../store/notifications/notification-queries.ts";
import type { StoredNotification } from "../store/notifications/notification-schema.ts";
import { type WalletScan, WalletScanStore } from "../store/wallets/wallet-scans.ts";
import { contentsOf, filesOfContent } from "./evidence-contents.ts";
import { type EvidenceFile, jsonFile, textFile } from "./evidence-file.ts";
import { evidencePage } from "./evidence-page.ts";
import { gapText } from "./gap.ts";

/** Where evidence is read from. */
export interface EvidenceSources {
  notifications: NotificationQueries;
  alerts: AlertStore;
  scans: WalletScanStore;
  heldSince: HeldSince;
}

/** Where evidence is read from, by the names of the tables. */
export function evidenceSourcesOf(
  database: DynamoDBDocumentClient,
  tables: { alerts: string; walletScans: string; holds?: string | undefined },
  notifications: NotificationQueries,
): EvidenceSources {
  return {
    notifications,
    alerts: new AlertStore(database, tables.alerts),
    scans: new WalletScanStore(database, tables.walletScans),
    heldSince: heldSinceIn(database, tables.holds),
  };
}

/** A case in a pack, as the manifest names it. */
export interface PackedCase extends CaseKey {
  folder: string;
  /** How many steps it has, and the digest of the last one. */
  steps: number;
  head?: string | undefined;
  /** What its folder does not hold, each in a sentence. */
  lacks: string[];
}

/** Nearly three years of nights. */
const MOST_SCORES = 1_000;

/** How many alerts from the opening of its case on are looked at for a wallet's: its own is one of the first. */
const MOST_ALERTS = 1_000;

/** Reads all that belongs to a case. */
export async function evidenceOf(
  item: ChainedItem,
  sources: EvidenceSources,
  { folder, language }: { folder: string; language: Language },
): Promise<{ packed: PackedCase; files: EvidenceFile[] }> {
  const one = storedCase.parse(item);
  const [{ contents, gaps }, scores] = await Promise.all([
    contentsOf(one, sources.notifications),
    scoresOf(one, sources.scans),
  ]);
  const [alerts, held] = await Promise.all([alertsOf(one, contents, sources.alerts), sources.heldSince(one)]);
  const files = [
    jsonFile(`${folder}/case.json`, item),
    ...contents.flatMap((content, index) => filesOfContent(`${folder}/notification-${index + 1}`, content)),
    ...alerts.flatMap((alert, index) => filesOfAlert(`${folder}/alert-${index + 1}`, alert)),
    jsonFile(`${folder}/scores.json`, scores),
    textFile(
      `${folder}/page.html`,
      await evidencePage({ one, held, contents, gaps, alerts, scores, language }),
    ),
  ];
  const { subject, opened } = one;
  // Loaded with the first pack, not with the desk's function.
  const { textSpeaker } = await import("../language/formatting.ts");
  const english = textSpeaker("en");
  const lacks = gaps.map((gap) => gapText(gap, english));
  return { packed: { subject, opened, folder, steps: one.steps?.length ?? 0, head: one.head, lacks }, files };
}

function filesOfAlert(path: string, alert: StoredAlert): EvidenceFile[] {
  const { subject, email } = alert.message;
  return [jsonFile(`${path}.json`, alert), textFile(`${path}.txt`, `Subject: ${subject}\n\n${email}`)];
}

async function alertsOf(
  one: StoredCase,
  contents: readonly StoredNotification[],
  alerts: AlertStore,
): Promise<StoredAlert[]> {
  if (one.kind === "wallet") return alertsOfWallet(one, alerts);
  const ids = new Set(contents.flatMap(({ alert }) => alert.id ?? []));
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
