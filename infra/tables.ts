/** The tables that more than one part of the picture uses. */

import { ProjectionType } from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";
import {
  ALERTS_KEY,
  CHAINS_KEY,
  EXPIRES_AT,
  NOTIFICATION_LIST_ATTRIBUTES,
  NOTIFICATIONS_BY_TIME,
  NOTIFICATIONS_BY_USER,
  NOTIFICATIONS_KEY,
  SCAN_RUNS_KEY,
  WALLET_SCANS_KEY,
  WALLETS_BY_USER,
  WALLETS_KEY,
} from "../lib/store/keys.ts";
import { AdapterTable, keyAttributes } from "./constructs/table.ts";

export class Records {
  readonly notifications: AdapterTable;
  readonly wallets: AdapterTable;
  readonly walletScans: AdapterTable;
  readonly scanRuns: AdapterTable;
  readonly chains: AdapterTable;
  readonly alerts: AdapterTable;

  constructor(scope: Construct) {
    this.notifications = new AdapterTable(scope, "Notifications", {
      key: NOTIFICATIONS_KEY,
      expires: EXPIRES_AT,
    });
    // What lists show, and no more: the raw body would double the price of storing a notification.
    for (const key of [NOTIFICATIONS_BY_TIME, NOTIFICATIONS_BY_USER]) {
      this.notifications.addGlobalSecondaryIndex({
        indexName: key.index,
        ...keyAttributes(key),
        projectionType: ProjectionType.INCLUDE,
        nonKeyAttributes: NOTIFICATION_LIST_ATTRIBUTES.filter((name) => name !== key.partition),
      });
    }
    this.wallets = new AdapterTable(scope, "Wallets", { key: WALLETS_KEY });
    // Keys alone: a scan that changes a score then writes the table and not the index.
    this.wallets.addGlobalSecondaryIndex({
      indexName: WALLETS_BY_USER.index,
      ...keyAttributes(WALLETS_BY_USER),
      projectionType: ProjectionType.KEYS_ONLY,
    });
    this.walletScans = new AdapterTable(scope, "WalletScans", { key: WALLET_SCANS_KEY, expires: EXPIRES_AT });
    this.scanRuns = new AdapterTable(scope, "ScanRuns", { key: SCAN_RUNS_KEY, expires: EXPIRES_AT });
    this.chains = new AdapterTable(scope, "Chains", { key: CHAINS_KEY });
    this.alerts = new AdapterTable(scope, "Alerts", { key: ALERTS_KEY, expires: EXPIRES_AT });
  }
}
