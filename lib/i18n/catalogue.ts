/** Every text that people read by mail or Slack, in every language. What the service wrote is never translated. */

import { BRIEF } from "./catalogue/brief.ts";
import { CHANGES } from "./catalogue/changes.ts";
import { COMMON } from "./catalogue/common.ts";
import { MONEY } from "./catalogue/money.ts";
import { QUARANTINE } from "./catalogue/quarantine.ts";
import { REMINDERS } from "./catalogue/reminders.ts";
import { SCANS } from "./catalogue/scans.ts";
import { SUBSCRIPTIONS } from "./catalogue/subscriptions.ts";
import { TRANSACTIONS } from "./catalogue/transactions.ts";
import { WALLETS } from "./catalogue/wallets.ts";

export const CATALOGUE = {
  common: COMMON,
  transaction: TRANSACTIONS,
  change: CHANGES,
  quarantine: QUARANTINE,
  wallet: WALLETS,
  scan: SCANS,
  money: MONEY,
  subscription: SUBSCRIPTIONS,
  brief: BRIEF,
  reminder: REMINDERS,
};
export type Catalogue = typeof CATALOGUE;
