/** The parts of a stack, as monitoring, permissions of people and outputs see them. */

import type { Backups } from "./backups.ts";
import type { Core } from "./core.ts";
import type { DailyBrief } from "./daily-brief.ts";
import type { ServedDesk } from "./desk.ts";
import type { UserLookup } from "./user-lookup.ts";
import type { WalletScan } from "./wallet-scan.ts";
import type { WebhookIntake } from "./webhook-intake.ts";

export interface Parts extends Core {
  lookup: UserLookup;
  intake: WebhookIntake;
  scan: WalletScan;
  brief: DailyBrief;
  /** The desk's function and its API; undefined when the desk is disabled. */
  deskServer: ServedDesk | undefined;
  /** The backups of the tables; undefined where the settings ask for none. */
  backups: Backups | undefined;
}
