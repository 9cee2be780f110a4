/** The tables that more than one part of the picture uses. */

import type { Construct } from "constructs";
import type { Settings } from "../lib/settings/settings.ts";
import { TABLE_SHAPES, type TableName } from "../lib/tables/table-shapes.ts";
import { AdapterTable, takenOver, type UsedTable } from "./constructs/table.ts";

/** Tables that grow for years; the others are small, and read or written all the time. */
const GROWING: ReadonlySet<TableName> = new Set(["notifications", "walletScans", "alerts"]);

export class Records {
  readonly notifications: UsedTable;
  readonly wallets: UsedTable;
  readonly walletScans: UsedTable;
  readonly scanRuns: UsedTable;
  readonly chains: UsedTable;
  readonly alerts: UsedTable;
  readonly rates: UsedTable;
  readonly cases: UsedTable;
  readonly holds: UsedTable;

  constructor(scope: Construct, { tables, table: { class: tableClass } }: Settings) {
    const table = (id: string, name: TableName): UsedTable =>
      takenOver(scope, id, tables[name]) ??
      new AdapterTable(scope, id, {
        shape: TABLE_SHAPES[name],
        infrequentAccess: tableClass === "infrequent-access" && GROWING.has(name),
      });
    this.notifications = table("Notifications", "notifications");
    this.wallets = table("Wallets", "wallets");
    this.walletScans = table("WalletScans", "walletScans");
    this.scanRuns = table("ScanRuns", "scanRuns");
    this.chains = table("Chains", "chains");
    this.rates = table("Rates", "rates");
    this.alerts = table("Alerts", "alerts");
    this.cases = table("Cases", "cases");
    this.holds = table("Holds", "holds");
  }
}
