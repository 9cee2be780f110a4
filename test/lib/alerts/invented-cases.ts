/** Invented cases that are undecided, on the morning of 2026-03-10 in Mexico City. */

import type { Undecided, UndecidedCase } from "../../../lib/cases/undecided.ts";

function notification(id: number, receivedAt: string, dueAt: string): UndecidedCase {
  return { subject: `notification#1#${id}`, opened: "once", projectId: 1, receivedAt, dueAt };
}

function wallet(address: string, at: string): UndecidedCase {
  const name = { projectId: 1, address, chainId: "42161" };
  return { ...name, subject: `wallet#1#${address}#42161`, opened: at, receivedAt: at, dueAt: "none" };
}

export const DUE_CASE = notification(42, "2026-03-10T01:00:00.000Z", "2026-03-11T02:00:00.000Z");

/** Subject of a reminder of one case that is due within 48 hours. */
export function oneDue(one: UndecidedCase): Undecided {
  const none = { count: 0, named: [] };
  return { due: { count: 1, named: [one] }, passed: none, old: none, taken: 0, whole: true };
}

export const UNDECIDED: Undecided = {
  due: {
    count: 2,
    named: [DUE_CASE, notification(44, "2026-03-09T16:00:00.000Z", "2026-03-12T05:59:59.999Z")],
  },
  passed: { count: 1, named: [notification(43, "2026-03-08T09:00:00.000Z", "2026-03-09T05:59:59.999Z")] },
  old: {
    count: 324,
    named: [
      wallet("0x1111111111111111111111111111111111111111", "2026-03-01T08:00:00.000Z"),
      wallet("ana.invented@example.com", "2026-03-02T08:00:00.000Z"),
    ],
  },
  taken: 0,
  whole: true,
};
