/** Plan of a run: its number of notifications, its rate, its ids, and the illegal ones. */

import { randomInt } from "node:crypto";
import { notificationKey } from "../../../lib/notifications/notification-keys.ts";
import { LFPIORPI, notificationBody } from "../../support/notifications.ts";

export interface Plan {
  projectId: number;
  count: number;
  /** The rate; the sender never goes faster. */
  perSecond: number;
  /** The first of each this many is illegal. */
  illegalEvery: number;
  /** The ids begin here: no two runs meet. */
  firstId: number;
  /** Proven to be a rehearsal, as everything that is not the service's own must be in a deployed stack. */
  rehearsal: boolean;
}

/** Far above the ids that a service counts up to, and whole in a double with all that follow. */
const FIRST_ID = 1_000_000_000_000;
const LAST_ID = 9_000_000_000_000;

export function firstId(): number {
  return randomInt(FIRST_ID / 1_000_000, LAST_ID / 1_000_000) * 1_000_000;
}

/** Reports whether the notification with this number, from 0, is illegal. */
export function isIllegal(index: number, { illegalEvery }: Plan): boolean {
  return index % illegalEvery === 0;
}

/** The key under which it is stored. */
export function keyOf(index: number, { projectId, firstId: first, rehearsal }: Plan): string {
  return notificationKey(projectId, String(first + index), rehearsal);
}

/** Wallets and users repeat, as they do: each has some of the notifications. */
const WALLETS = 1_000;

/** The body of the notification with this number. */
export function bodyOf(index: number, plan: Plan): string {
  const { projectId, firstId: first } = plan;
  const wallet = index % WALLETS;
  return JSON.stringify(
    notificationBody({
      id: first + index,
      projectId,
      address: {
        id: wallet,
        userId: `load-${wallet}`,
        address: `0x${wallet.toString(16).padStart(40, "0")}`,
        description: "Invented by a load test",
      },
      txHash: `0x${(first + index).toString(16).padStart(64, "0")}`,
      timestamp: new Date().toISOString(),
      inflictedLaws: [isIllegal(index, plan) ? LFPIORPI : { ...LFPIORPI, risk: "warn" }],
    }),
  );
}
