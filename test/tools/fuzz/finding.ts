/** Findings of a run: a rule that is broken, or more CPU than the size of an input explains. */

import { createHash } from "node:crypto";
import type { FunctionName } from "../../../infra/constructs/bundles.ts";
import { notificationBody } from "../../support/notifications.ts";

/** Something that must never happen. */
export class FuzzError extends Error {
  override name = "FuzzError";
}

/** Says with what it was that something was found. */
export async function within<T>(what: string, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof FuzzError ? new FuzzError(`${what}: ${error.message}`) : error;
  }
}

/** Measured calls: functions, and commands. */
export type Measured = FunctionName | "vigia";

/** Milliseconds for a call of no size and for each MiB of what it is sent, on the machine of {@link REFERENCE_MS}. */
const EXPECTED: Partial<Record<Measured, { callMs: number; perMib: number }>> = {
  ReceiveWebhook: { callMs: 10, perMib: 50 },
  GetUser: { callMs: 10, perMib: 0 },
  StoreNotifications: { callMs: 40, perMib: 200 },
  ServeDesk: { callMs: 150, perMib: 20 },
  // The first alert of a process reads the texts of both languages.
  ScanWallets: { callMs: 45, perMib: 100 },
  vigia: { callMs: 100, perMib: 400 },
};

/** More than this is not explained by the size: the bound that SECURITY.md gives. */
const TIMES = 10;

/** Reading, printing and hashing {@link SAMPLE} once. */
const REFERENCE_MS = 3;

const SAMPLE = JSON.stringify(
  Array.from({ length: 300 }, (_, id) => notificationBody({ id, txHash: `0x${"1".repeat(64)}` })),
);

/** The CPU that this thread takes for some work, in milliseconds. */
export async function cpuOf(work: () => Promise<unknown> | unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** Present time of the same work beside its usual time. */
async function slownessNow(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 9; round++) {
    const took = await cpuOf(() =>
      createHash("sha256")
        .update(JSON.stringify(JSON.parse(SAMPLE)))
        .digest(),
    );
    least = Math.min(least, took);
  }
  return Math.max(1, least / REFERENCE_MS);
}

/**
 * @param bytes what was sent and read
 * @throws {FuzzError} where a call took more CPU than its input explains
 */
export async function checkCpu(name: Measured, bytes: number, cpuMs: number): Promise<void> {
  const expected = EXPECTED[name];
  if (expected === undefined) return;
  const usual = TIMES * (expected.callMs + (expected.perMib * bytes) / 1_048_576);
  if (cpuMs <= usual) return;
  const most = usual * (await slownessNow());
  if (cpuMs > most)
    throw new FuzzError(
      `${name} took ${cpuMs.toFixed(0)} ms of CPU for ${bytes} bytes, and ${most.toFixed(0)} ms are the most`,
    );
}
