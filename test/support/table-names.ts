/** The names of a stack's tables. */

import type { TableName } from "../../lib/aws/tables/table-shapes.ts";

export const TABLE_NAMES: readonly TableName[] = [
  "users",
  "notifications",
  "wallets",
  "walletScans",
  "scanRuns",
  "chains",
  "rates",
  "alerts",
  "cases",
];
