/** The CPU that an input may take: ten times what its size explains on the machine that measures. */

import { createHash } from "node:crypto";
import type { FunctionName } from "../../../../infra/bundles.ts";
import { notificationBody } from "../../../support/notifications.ts";

/** What work grows with: `callMs` for a call of no size, and `perMib` for each MiB of what it is sent, in milliseconds. */
interface Linear {
  callMs: number;
  perMib: number;
}

/** On the machine that {@link REFERENCE_MS} is of; ten times as much is the bound that SECURITY.md gives. */
const EXPECTED: Partial<Record<FunctionName | "vigia", Linear>> = {
  ReceiveWebhook: { callMs: 10, perMib: 50 },
  GetUser: { callMs: 10, perMib: 0 },
  StoreNotifications: { callMs: 40, perMib: 200 },
  ServeDesk: { callMs: 150, perMib: 20 },
  ScanWallets: { callMs: 30, perMib: 100 },
  vigia: { callMs: 100, perMib: 400 },
};

/** A call that took more CPU than its input explains. */
export class CpuError extends Error {
  override name = "CpuError";
}

/** More than this is not explained by the size. */
const TIMES = 10;

/** Reading, printing and hashing {@link SAMPLE} once. */
const REFERENCE_MS = 3;

const SAMPLE = JSON.stringify(
  Array.from({ length: 300 }, (_, id) => notificationBody({ id, txHash: `0x${"1".repeat(64)}` })),
);

/** How many times as long the same work takes here and now. */
function slownessNow(): number {
  const rounds = Array.from({ length: 9 }, () => {
    const before = process.threadCpuUsage();
    createHash("sha256")
      .update(JSON.stringify(JSON.parse(SAMPLE)))
      .digest();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.max(1, Math.min(...rounds) / REFERENCE_MS);
}

/**
 * @param bytes what the function was sent and read
 * @throws {CpuError} where a call took more CPU than its input explains
 */
export function checkCpu(name: FunctionName | "vigia", bytes: number, cpuMs: number): void {
  const expected = EXPECTED[name];
  if (expected === undefined) return;
  const usual = TIMES * (expected.callMs + (expected.perMib * bytes) / 1_048_576);
  if (cpuMs <= usual) return;
  const most = usual * slownessNow();
  if (cpuMs > most)
    throw new CpuError(
      `${name} took ${cpuMs.toFixed(0)} ms of CPU for ${bytes} bytes, and ${most.toFixed(0)} ms are the most`,
    );
}
