/** The parts of a stack, as the monitoring sees them. */

import type { Settings } from "../lib/settings/settings.ts";
import type { Alerting } from "./alerting.ts";
import type { DailyBrief } from "./daily-brief.ts";
import type { DayCounting } from "./desk/days.ts";
import type { DeskCounts } from "./desk/desk.ts";
import type { Reminders } from "./desk/reminders.ts";
import type { Holds } from "./holds.ts";
import type { AdapterApi } from "./http-api.ts";
import type { UserLookup } from "./user-lookup.ts";
import type { WalletScan } from "./wallet-scan.ts";
import type { WebhookIntake } from "./webhook-intake.ts";

export interface Parts {
  settings: Settings;
  api: AdapterApi;
  alerting: Alerting;
  lookup: UserLookup;
  intake: WebhookIntake;
  scan: WalletScan;
  /** Metrics of the desk's pages; undefined when the desk is disabled. */
  shown: DeskCounts | undefined;
  /** Absent where no desk is deployed. */
  counting: DayCounting | undefined;
  holds: Holds;
  /** Absent where no desk is. */
  reminders: Reminders | undefined;
  brief: DailyBrief;
}
