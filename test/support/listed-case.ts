import type { ListedCase } from "../../lib/cases/case.ts";

/** A case as lists show it: open, and without a deadline. */
export function listedCase(subject: string, changes: Partial<ListedCase> = {}): ListedCase {
  const { receivedAt = "2026-11-20T12:00:00.000Z" } = changes;
  return {
    subject,
    opened: "once",
    kind: "notification",
    projectId: 1,
    dueAt: "none",
    dues: [],
    deadlines: [],
    filingCount: 0,
    notices: [],
    stepCount: 1,
    receivedAt,
    order: `${receivedAt}#${subject}`,
    ...changes,
  };
}
