/** The deadlines of a case: what each is for, what met it, and which of them lists show. */

import * as z from "zod/mini";
import { instant } from "../i18n/time/instant.ts";

const met = () => ({
  /** When it was met: receipt of the filing, or time of the decision or of the withdrawal. ISO 8601, UTC; absent where that cannot be read. */
  metAt: z.optional(instant()),
  /** By a filing, by a decision that no notice is due, or because the suspicion was withdrawn; absent while it is not met. */
  metBy: z.optional(z.enum(["filing", "decision", "withdrawal"])),
});

/** A deadline of a case: that of a law's notice, or the 24 hours from a suspicion. `at` is ISO 8601, UTC. */
export const due = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("law"),
    at: instant(),
    law: z.string(),
    countryCode: z.string(),
    /** Ids of the notices of months that were recorded after the law was said: what their receipts say decides. */
    notices: z.optional(z.array(z.string())),
    ...met(),
  }),
  /** `since` is the earliest suspicion since the notice before: no later one gives more time. */
  z.object({ kind: z.literal("suspicion"), at: instant(), since: instant(), ...met() }),
]);
export type Due = z.infer<typeof due>;

/** The 24-hour notice that a suspicion needs. */
export type SuspicionNotice = Extract<Due, { kind: "suspicion" }>;

/** The 24-hour notices of a case, the first one first. */
export function noticesIn({ dues }: { dues: readonly Due[] }): SuspicionNotice[] {
  return dues.flatMap((due) => (due.kind === "suspicion" ? [due] : []));
}

/**
 * The 24-hour notices of a case that are filed. The law asks for such a notice because of a suspicion, of any amount, and for that of the
 * month because of an amount, without a suspicion; it says of neither that it takes the place of the other. So it alone meets no deadline of
 * a law: the operation of an undecided case is still to be filed with the month, and every form, file and count of the month says that it
 * has one. An officer who decides the case with this receipt says that it was enough. A notice too many is the lesser mistake. Counsel must confirm it.
 */
export function filedUrgently(listed: { dues: readonly Due[] }): SuspicionNotice[] {
  return noticesIn(listed).filter(({ metBy }) => metBy === "filing");
}

/** The deadlines that are not met yet, the first one first. */
export function pendingOf({ dues }: { dues: readonly Due[] }): Due[] {
  return dues.filter(({ metBy }) => metBy === undefined);
}

/** The 24-hour notice that is pending: no case is decided while it is. */
export function pendingNotice({ dues }: { dues: readonly Due[] }): SuspicionNotice | undefined {
  return noticesIn({ dues }).find(({ metBy }) => metBy === undefined);
}

/** Reports whether a deadline was missed: never one of which no notice was due. @param now ISO 8601: what is due later is not missing yet */
export function isLate({ at, metAt, metBy }: Due, now: string): boolean {
  if (metBy === undefined) return at <= now;
  // A receipt that cannot be read does not say it.
  return metBy !== "decision" && metAt !== undefined && metAt > at;
}

/** The deadlines of notices that are filed, or to be filed: none that a decision or a withdrawal ended, since nothing is due then. */
export function filingDues({ dues }: { dues: readonly Due[] }): Due[] {
  return dues.filter(({ metBy }) => metBy === undefined || metBy === "filing");
}

/**
 * The deadline that lists and pages show: the first that is not met; where all that remain are met by filings, the first of a law, or the
 * last 24-hour notice. Undefined where nothing is due, nor was filed: {@link nothingDue} says why.
 */
export function dueInLists({ dues }: { dues: readonly Due[] }): Due | undefined {
  const remaining = filingDues({ dues });
  return pendingOf({ dues })[0] ?? remaining.find(({ kind }) => kind === "law") ?? remaining.at(-1);
}

/** When that is due. ISO 8601. */
export function shownDue(listed: { dues: readonly Due[] }): string | undefined {
  return dueInLists(listed)?.at;
}

/** Why nothing of a case is pending: its notice is filed, a decision says that none is due, the suspicion was withdrawn, or no deadline is known. */
export function nothingDue(listed: {
  dues: readonly Due[];
}): "filing" | "decision" | "withdrawal" | "unknown" {
  const due = dueInLists(listed);
  if (due !== undefined) return "filing";
  const ends = listed.dues.map(({ metBy }) => metBy);
  if (ends.includes("decision")) return "decision";
  return ends.includes("withdrawal") ? "withdrawal" : "unknown";
}
