/** What is read of the items that a hold keeps from expiring, and where each of them stands. */

import * as z from "zod/mini";
import { type CaseKey, keyOfCase } from "../cases/case-keys.ts";
import { lazySchema } from "../contract/lazy-schema.ts";
import { isHeld } from "../tables/expiry.ts";
import { ALERTS_KEY, NOTIFICATIONS_KEY } from "../tables/keys.ts";
import { keyOfScan, type WalletName } from "../wallets/wallet-keys.ts";

const text = z.string();
const expiring = { expiresAt: z.number() };
const alertId = z.optional(z.object({ id: z.optional(text) }));

/** What the index by user says of a notification. */
export const indexed = lazySchema(() =>
  z.object({
    key: text,
    chainId: z.optional(text),
    address: z.optional(z.object({ address: text })),
    alert: alertId,
  }),
);
export type IndexedNotification = z.infer<typeof indexed>;

export const content = lazySchema(() =>
  z.object({
    ...{ key: text, version: text, risk: z.optional(text), alert: alertId },
    courses: z.optional(
      z.record(text, z.object({ returnAlerts: z.optional(z.array(z.object({ id: text, version: text }))) })),
    ),
    ...expiring,
  }),
);
export type HeldContent = z.infer<typeof content>;

export const score = lazySchema(() => z.object({ runId: text, alertedAt: z.optional(text), ...expiring }));
export type HeldScore = z.infer<typeof score>;

export const alert = lazySchema(() =>
  z.object({
    projectId: text,
    id: text,
    subjects: z.array(
      z.union([z.object({ key: text, version: text }), z.object({ address: text, chainId: text })]),
    ),
    subjectCount: z.optional(z.number()),
    ...expiring,
  }),
);
export type HeldAlert = z.infer<typeof alert>;

export const caseItem = lazySchema(() => z.object({ subject: text, opened: text, ...expiring }));
export type HeldCase = z.infer<typeof caseItem>;

/** Whether an item is as it shall be. */
export function isAsOrdered({ expiresAt }: { expiresAt: number }, holds: boolean): boolean {
  return isHeld(expiresAt) === holds;
}

/** Where each item stands. */
export const placeOf = {
  content: ({ key, version }: HeldContent) => ({
    table: "notifications" as const,
    key: { [NOTIFICATIONS_KEY.partition]: key, [NOTIFICATIONS_KEY.sort]: version },
  }),
  score: (wallet: WalletName, { runId }: HeldScore) => ({
    table: "walletScans" as const,
    key: keyOfScan(wallet, runId),
  }),
  alert: ({ projectId, id }: HeldAlert) => ({
    table: "alerts" as const,
    key: { [ALERTS_KEY.partition]: projectId, [ALERTS_KEY.sort]: id },
  }),
  case: (one: CaseKey) => ({ table: "cases" as const, key: keyOfCase(one) }),
};
