import type { ApiKeys } from "../../settings/secrets/api-keys.ts";
import type { RiskService } from "../risk-service/client.ts";
import type { ScannedWallets } from "../wallets/scanned-wallets.ts";
import type { Wallet } from "../wallets/wallet.ts";
import type { WalletScanStore } from "../wallets/wallet-scans.ts";
import type { ScanQueue } from "./message.ts";
import type { StuckCause } from "./runs/run-cause.ts";
import type { ScanRun } from "./runs/scan-run.ts";
import type { ScanRunStore } from "./runs/scan-runs.ts";

/** How operations hear of a run. The function brings it along: screening knows no messages. */
export interface RunReports {
  /** What went wrong with a run that has ended. */
  problem(run: ScanRun): Promise<void>;
  /** That nothing goes on with an open run. */
  stuck(run: ScanRun, cause: StuckCause): Promise<void>;
}

/** Concurrent requests of one worker. */
export const PARALLEL_REQUESTS = 4;

/** Parameters of scans. */
export interface ScanSettings {
  maxDepth: number;
  addressesPerRequest: number;
  parallelRequests: number;
  retentionYears: number;
  /** The score above which a wallet is alerted. */
  line: number;
}

/** Everything that a worker needs. */
export interface ScanTools {
  wallets: ScannedWallets;
  scans: WalletScanStore;
  runs: ScanRunStore;
  service: RiskService;
  keys: Pick<ApiKeys, "isReplaced">;
  queue: Pick<ScanQueue, "send">;
  reports: RunReports;
  /**
   * Alerts officers to those of a run's wallets of which an alert is pending, opens their cases, and marks them.
   * @param statusesBy until when the service is asked for their statuses, in milliseconds since 1970
   */
  alertWallets(run: ScanRun, wallets: readonly Wallet[], statusesBy: number): Promise<void>;
  settings: ScanSettings;
}
