/** The tables that more than one part of the picture uses; keys and indexes of each are in `lib/aws/tables/table-shapes.ts`. */

import type { Construct } from "constructs";
import { TABLE_SHAPES, type TableName } from "../lib/aws/tables/table-shapes.ts";
import type { Settings } from "../lib/settings/settings.ts";
import { AdapterTable, takenOver, type UsedTable } from "./constructs/table.ts";

export type Records = Readonly<Record<Exclude<TableName, "users">, UsedTable>>;

export function makeRecords(scope: Construct, { tables }: Settings): Records {
  const table = (id: string, name: TableName): UsedTable =>
    takenOver(scope, id, tables[name]) ?? new AdapterTable(scope, id, { shape: TABLE_SHAPES[name] });
  return {
    notifications: table("Notifications", "notifications"),
    wallets: table("Wallets", "wallets"),
    walletScans: table("WalletScans", "walletScans"),
    scanRuns: table("ScanRuns", "scanRuns"),
    chains: table("Chains", "chains"),
    rates: table("Rates", "rates"),
    alerts: table("Alerts", "alerts"),
    cases: table("Cases", "cases"),
  };
}
