/** The most memory that this process has ever had, in MiB. */

import { readFileSync } from "node:fs";

/** On Linux a process begins with its parent's peak in `resourceUsage`; its own stands elsewhere. */
export function peakMib(): number {
  try {
    const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
    if (kib !== undefined) return Number(kib) / 1_024;
  } catch {
    // Not Linux.
  }
  return process.resourceUsage().maxRSS / 1_024;
}
