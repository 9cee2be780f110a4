/** Alerting officers to the wallets of a page with a crossing: once, in one message, with a case for each. */

import pMap from "p-map";
import { MAX_LISTED, walletAlert } from "../alerts/messages/wallet-alert.ts";
import type { WalletStatusFacts } from "../alerts/messages/wallet-facts.ts";
import type { Reporter } from "../alerts/run-reports.ts";
import { errorOrigin } from "../aws/error-name.ts";
import { logger } from "../aws/observe.ts";
import { shorten } from "../i18n/text/cut.ts";
import type { Translator } from "../i18n/translator.ts";
import { type ChainStore, lookUpChains } from "../screening/chains.ts";
import type { RiskService } from "../screening/risk-service/client.ts";
import type { ScanRun } from "../screening/scans/runs/scan-run.ts";
import { PUBLISH_WITHIN_MS } from "../screening/scans/time.ts";
import type { ScanSettings } from "../screening/scans/tools.ts";
import { crossingsOf } from "../screening/scans/wallet-outcome.ts";
import type { ScannedWallets } from "../screening/wallets/scanned-wallets.ts";
import type { Wallet } from "../screening/wallets/wallet.ts";
import type { WalletScanStore } from "../screening/wallets/wallet-scans.ts";
import type { CaseStore } from "./cases.ts";
import { walletCase } from "./new-case.ts";

const CONCURRENT_WRITES = 25;

/** The set of statuses is open, the item's size is not. */
const MAX_STATUS = 100;
const MAX_TAGS = 1_000;

/** Who sends, where wallets and cases are, and what the service is asked with. */
export interface AlertedWalletTools extends Reporter {
  wallets: Pick<ScannedWallets, "markAlerted">;
  scans: Pick<WalletScanStore, "markAlerted">;
  chains: ChainStore;
  cases: CaseStore;
  service: Pick<RiskService, "walletStatus">;
  settings: Pick<ScanSettings, "line" | "parallelRequests" | "retentionYears">;
}

/**
 * Alerts the wallets of which an alert is pending, opens their cases, and then marks them. A worker that is cut off before
 * the marks leaves the alert pending: it goes out again, and finds the cases there.
 */
export async function alertWallets(
  run: ScanRun,
  wallets: readonly Wallet[],
  statusesBy: number,
  tools: AlertedWalletTools,
): Promise<void> {
  const { settings } = tools;
  const { line } = settings;
  const due = wallets
    // The line may have been raised since: then there is nothing to say of a wallet below it.
    .filter((wallet) => wallet.alert === "pending" && crossingsOf(wallet, line).length > 0)
    .toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0));
  if (due.length === 0) return;
  const withStatus = await pMap(
    due.slice(0, MAX_LISTED),
    async (wallet) => ({ wallet, status: await statusOf(wallet, statusesBy, tools) }),
    { concurrency: settings.parallelRequests },
  );
  const chains = await lookUpChains(
    tools.chains,
    due.map(({ chainId }) => chainId),
  );
  const statuses = new Map(withStatus.map(({ wallet, status }) => [wallet, status]));
  const crossed = due.map((wallet) => ({
    wallet,
    crossings: crossingsOf(wallet, line),
    status: statuses.get(wallet),
  }));
  const { stage, desk } = tools;
  const origin = { total: due.length, projectId: run.projectId, stage, desk, chains, line };
  const subjects = due.map(({ address, chainId }) => ({ address, chainId }));
  const compose = (alertId: string, translator: Translator) =>
    walletAlert(crossed, { ...origin, alertId, translator });
  await tools
    .publisher()
    .alert({ projectId: run.projectId, subjects, compose }, Date.now() + PUBLISH_WITHIN_MS);
  await openCases(run, due, tools);
  await mark(run, due, statuses, tools);
}

/**
 * Opens a case for each wallet that was alerted, or notes the crossing in the one that is open. The run that found the
 * crossing names the case, so a second alert of the same crossing opens no second one.
 */
async function openCases(
  { runId }: ScanRun,
  alerted: readonly Wallet[],
  { cases, settings: { retentionYears, line } }: AlertedWalletTools,
): Promise<void> {
  const now = new Date();
  await pMap(
    alerted,
    (wallet) => {
      const how = { retentionYears, crossings: crossingsOf(wallet, line) };
      return cases.openForWallet(walletCase(wallet, wallet.crossedRun ?? runId, now, how));
    },
    { concurrency: CONCURRENT_WRITES },
  );
}

/** The status as the service has it now; an alert goes out without one that cannot be had in time. */
async function statusOf(
  { projectId, address, chainId }: Wallet,
  stopAt: number,
  { service }: AlertedWalletTools,
): Promise<WalletStatusFacts | undefined> {
  try {
    const { status, tags } = await service.walletStatus(projectId, address, chainId, { stopAt });
    return { status: shorten(status, MAX_STATUS), tags: tags ?? [], statusAt: new Date().toISOString() };
  } catch (error) {
    logger.warn("a wallet's status could not be fetched; its alert goes out without it", {
      projectId,
      chainId,
      address,
      ...errorOrigin(error),
    });
    return undefined;
  }
}

async function mark(
  { runId }: ScanRun,
  wallets: readonly Wallet[],
  statuses: ReadonlyMap<Wallet, WalletStatusFacts | undefined>,
  tools: AlertedWalletTools,
): Promise<void> {
  const at = new Date().toISOString();
  await pMap(
    wallets,
    async (wallet) => {
      const status = statuses.get(wallet);
      await tools.scans.markAlerted(wallet, wallet.crossedRun ?? runId, at, status?.status);
      await tools.wallets.markAlerted(wallet, runId, status && { ...status, tags: tagsText(status.tags) });
    },
    { concurrency: CONCURRENT_WRITES },
  );
}

/** JSON text; where it would be too long to read, how many there are. */
function tagsText(tags: readonly unknown[]): string {
  const text = JSON.stringify(tags);
  return text.length <= MAX_TAGS ? text : String(tags.length);
}
