import type { DeskUrl } from "../../alerts/messages/desk-links.ts";
import type { AlertPublisher } from "../../alerts/publisher.ts";
import type { CaseStore } from "../../cases/cases.ts";
import type { ApiKeys } from "../../settings/secrets/api-keys.ts";
import type { ChainStore } from "../chains.ts";
import type { RiskService } from "../risk-service/client.ts";
import type { ScannedWallets } from "../wallets/scanned-wallets.ts";
import type { WalletScanStore } from "../wallets/wallet-scans.ts";
import type { ScanQueue } from "./message.ts";
import type { ScanRunStore } from "./runs/scan-runs.ts";

/** Means of alerting people. */
export interface ScanAlerting {
  stage: string;
  /** Absent where none is deployed. */
  desk?: DeskUrl;
  /** The score above which a wallet is alerted. */
  line: number;
  /** Records what goes to officers, and keeps the pace; for operations it is not recorded. */
  publisher: () => AlertPublisher;
}

/** Concurrent requests of one worker. */
export const PARALLEL_REQUESTS = 4;

/** Parameters of scans. */
export interface ScanSettings {
  maxDepth: number;
  addressesPerRequest: number;
  parallelRequests: number;
  retentionYears: number;
}

/** Everything that a worker needs. */
export interface ScanTools {
  wallets: ScannedWallets;
  scans: WalletScanStore;
  runs: ScanRunStore;
  chains: ChainStore;
  cases: CaseStore;
  service: RiskService;
  keys: Pick<ApiKeys, "isReplaced">;
  queue: Pick<ScanQueue, "send">;
  alerting: ScanAlerting;
  settings: ScanSettings;
}
