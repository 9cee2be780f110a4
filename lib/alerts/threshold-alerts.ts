/** Alerting officers to the wallets of a project that exceed: in one message, the highest scores first, once for each. */

import pMap from "p-map";
import { errorOrigin } from "../aws/error-name.ts";
import { logger } from "../aws/observe.ts";
import { scaled } from "../aws/scaled.ts";
import { shorten } from "../i18n/text/cut.ts";
import type { Translator } from "../i18n/translator.ts";
import { type ChainStore, lookUpChains } from "../screening/chains.ts";
import type { RiskService } from "../screening/risk-service/client.ts";
import type { PendingWallet, RunWallets } from "../screening/runs/run-wallets.ts";
import { listText, type NamedWallet } from "../screening/wallets/wallet.ts";
import { partsOfWallet, walletKey } from "../screening/wallets/wallet-keys.ts";
import { MAX_LISTED, walletAlert } from "./messages/wallet-alert.ts";
import type { WalletStatusFacts } from "./messages/wallet-facts.ts";
import type { AlertPublisher } from "./publisher.ts";
import { PUBLISH_WITHIN_MS, type Reporter } from "./run-reports.ts";

/** The publisher, the stores of wallets and chains, and the client of the service. */
export interface ThresholdAlertDeps extends Omit<Reporter, "publisher"> {
  publisher: () => Pick<AlertPublisher, "alert">;
  wallets: Pick<RunWallets, "pending" | "read" | "alerted">;
  chains: ChainStore;
  service: Pick<RiskService, "walletStatus">;
  /** The score above which a wallet is alerted. */
  threshold: number;
}

/** Most wallets that one message is about; the next one has the rest. */
const MOST_PENDING = 5_000;

/** The message goes out without the statuses that do not come by then. */
const STATUS_MS = 5_000;

const AT_ONCE = 25;

/**
 * Alerts the wallets of a project of which an alert is pending. Only publishing clears them: what fails leaves all of them
 * pending, and a function that dies between the two tells them once more.
 */
export async function alertPending(projectId: number, deps: ThresholdAlertDeps): Promise<void> {
  const pending = await deps.wallets.pending(projectId, MOST_PENDING);
  if (pending.length === 0) return;
  const highest = pending.slice(0, MAX_LISTED).map(({ key }) => key);
  // The index has scores to six decimals.
  const listed = (await deps.wallets.read(projectId, highest)).toSorted(
    (a, b) => (b.exceeded?.score ?? 0) - (a.exceeded?.score ?? 0),
  );
  const exceeding = await pMap(listed, async (wallet) => ({ wallet, status: await statusOf(wallet, deps) }), {
    concurrency: AT_ONCE,
  });
  const chains = await lookUpChains(
    deps.chains,
    listed.map(({ chainId }) => chainId),
  );
  const { stage, desk, threshold } = deps;
  const origin = { total: pending.length, projectId, stage, desk, chains, threshold };
  const alert = {
    projectId,
    subjects: pending.map(({ key }) => partsOfWallet(key)),
    compose: (alertId: string, translator: Translator) =>
      walletAlert(exceeding, { ...origin, alertId, translator }),
  };
  await deps.publisher().alert(alert, Date.now() + PUBLISH_WITHIN_MS);
  const statuses = new Map(
    exceeding.map(({ wallet: { address, chainId }, status }) => [walletKey(address, chainId), status]),
  );
  const clear = (wallet: PendingWallet) => {
    const status = statuses.get(wallet.key);
    return deps.wallets.alerted(projectId, wallet, status && { ...status, tags: listText(status.tags) });
  };
  await pMap(pending, clear, { concurrency: AT_ONCE });
}

/** The set of statuses is open, the item's size is not. */
const MAX_STATUS = 100;

/** The status as the service has it now. */
async function statusOf(
  { projectId, address, chainId }: NamedWallet,
  { service }: ThresholdAlertDeps,
): Promise<WalletStatusFacts | undefined> {
  try {
    const limits = { withinMs: scaled(STATUS_MS), tries: 1 };
    const { status, tags } = await service.walletStatus(projectId, address, chainId, limits);
    return { status: shorten(status, MAX_STATUS), tags: tags ?? [], statusAt: new Date().toISOString() };
  } catch (error) {
    const wallet = { projectId, chainId, address };
    logger.warn("a wallet's status could not be fetched; its alert goes out without it", {
      ...wallet,
      ...errorOrigin(error),
    });
    return undefined;
  }
}
