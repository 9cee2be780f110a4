/** What the desk's pages read and write: each store is made once. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type * as z from "zod/mini";
import { AlertStore } from "../../alerts/alerts.ts";
import { CaseQueries } from "../../cases/case-queries.ts";
import { CaseStore } from "../../cases/cases.ts";
import { MonthStore } from "../../cases/months.ts";
import { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import { moneyLookUp } from "../../law/rates/local-money.ts";
import { ChainStore } from "../../screening/chains.ts";
import { ScanRunStore } from "../../screening/runs/runs.ts";
import { WalletScanStore } from "../../screening/wallets/wallet-scans.ts";
import { WalletStore } from "../../screening/wallets/wallets.ts";
import type { serveDeskEnv } from "../../settings/env.ts";
import { DeskSessionStore } from "./desk-sessions.ts";

export type DeskStores = ReturnType<typeof deskStores>;

export function deskStores(
  environment: z.infer<ReturnType<typeof serveDeskEnv>>,
  database: DynamoDBDocumentClient,
) {
  const { CASES_TABLE: cases, RETENTION_YEARS: years } = environment;
  return {
    cases: new CaseQueries(database, cases),
    /** Writes cases. */
    steps: new CaseStore(database, cases, years),
    sessions: new DeskSessionStore(database, environment.DESK_SESSIONS_TABLE),
    months: new MonthStore(database, cases, years),
    notifications: new NotificationQueries(database, environment.NOTIFICATIONS_TABLE),
    alerts: new AlertStore(database, environment.ALERTS_TABLE),
    wallets: new WalletStore(database, environment.WALLETS_TABLE),
    scans: new WalletScanStore(database, environment.WALLET_SCANS_TABLE),
    runs: new ScanRunStore(database, environment.SCAN_RUNS_TABLE),
    chains: new ChainStore(database, environment.CHAINS_TABLE),
    money: moneyLookUp(environment, database),
  };
}
