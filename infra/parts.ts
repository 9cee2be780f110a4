/** The parts of a stack, as monitoring, permissions of people and outputs see them. */

import type { Backups } from "./backups.ts";
import type { Basis } from "./basis.ts";
import type { DailyBrief } from "./daily-brief.ts";
import type { ServedDesk } from "./desk.ts";
import type { UserLookup } from "./user-lookup.ts";
import type { WalletScan } from "./wallet-scan.ts";
import type { WebhookIntake } from "./webhook-intake.ts";

export interface Parts extends Basis {
  lookup: UserLookup;
  intake: WebhookIntake;
  scan: WalletScan;
  brief: DailyBrief;
  /** Metrics of the desk's pages; undefined when the desk is disabled. */
  shown: ServedDesk | undefined;
  /** Undefined where the settings ask for none. */
  backups: Backups | undefined;
}
