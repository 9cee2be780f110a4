/** What meets the deadline of a law: receipts of the case's own filings, and of the notices of months that it names. */

import * as z from "zod/mini";
import { earliest } from "../i18n/time/earliest.ts";
import { instant } from "../i18n/time/instant.ts";
import type { Deadline } from "../law/deadlines.ts";
import type { CaseState } from "./case-state.ts";
import type { Due } from "./due.ts";
import { type Filing, filing, noticeName } from "./step.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A notice of a month that a case names, and once it was read its receipt, which is absent where the month cannot be read. */
export const readNotice = z.extend(noticeName, {
  filing: z.optional(filing),
  /** When an officer corrected the receipt last; absent where it is as it was recorded. */
  correctedAt: z.optional(instant()),
});
export type ReadNotice = z.infer<typeof readNotice>;

/** The last millisecond of the minute of a receipt, or where it has no hour of its day, where the officers are. */
export function endOfReceipt({
  receivedAt,
  receivedTime,
}: Pick<Filing, "receivedAt" | "receivedTime">): string {
  const lasts = receivedTime === undefined ? DAY_MS : MINUTE_MS;
  return new Date(Date.parse(receivedAt) + lasts - 1).toISOString();
}

/**
 * A law's deadline is met by the first receipt of a decision's filings, or by the decision that no notice is due, of what was recorded after
 * the law was said. A receipt from before the transaction, by the time that was said last, meets none, nor does an amendment, or a 24-hour notice of an open case.
 * @param deadline with `saidIn`, the number of the event that said the law first
 * @param happenedAt time of the transaction, ISO 8601
 */
export function lawDue(
  { dueAt: at, law, countryCode, saidIn }: Deadline & { saidIn: number },
  { decision, filings }: CaseState,
  happenedAt: string | undefined,
): Due {
  const recordedSince = filings.filter(({ standsAlone, step }) => !standsAlone && step.number > saidIn);
  const notices = recordedSince.flatMap(({ notice }) => notice?.id ?? []);
  const metAt = firstReceipt(
    recordedSince.flatMap(({ filing }) => filing ?? []).filter(({ kind }) => kind !== "amendment"),
    happenedAt,
  );
  const due = { kind: "law", at, law, countryCode } as const;
  if (notices.length > 0) return { ...due, notices, metAt, metBy: "filing" };
  if (metAt !== undefined) return { ...due, metAt, metBy: "filing" };
  if (decision === undefined || recordedSince.length > 0) return due;
  return { ...due, metAt: decision.at, metBy: "decision" };
}

/** The first receipt that is not from before the transaction. ISO 8601. */
function firstReceipt(filings: readonly Filing[], happenedAt = ""): string | undefined {
  const counting = filings.filter((filing) => endOfReceipt(filing) >= happenedAt);
  return earliest(counting.map(({ receivedAt }) => receivedAt));
}

/** A case as it is by the receipts of the notices that it names. */
export function withReceipts<T extends { dues: Due[]; happenedAt?: string | undefined }>(
  storedCase: T,
  notices: readonly ReadNotice[],
): T & { notices: ReadNotice[] } {
  const { dues, happenedAt } = storedCase;
  return {
    ...storedCase,
    notices: [...notices],
    dues: dues.map((due) => dueWithReceipts(due, notices, happenedAt)),
  };
}

function dueWithReceipts(due: Due, read: readonly ReadNotice[], happenedAt: string | undefined): Due {
  if (due.kind !== "law" || due.notices === undefined) return due;
  const { notices, metAt: ownReceipt, metBy: _, ...unmet } = due;
  const covering = read.filter(({ id }) => notices.includes(id));
  const receipt = firstReceipt(
    covering.flatMap(({ filing }) => filing ?? []),
    happenedAt,
  );
  const metAt = earliest([ownReceipt, receipt]);
  if (metAt !== undefined) return { ...unmet, metAt, metBy: "filing" };
  // A receipt that cannot be read is no proof that nothing was filed.
  return covering.every(({ filing }) => filing !== undefined) ? unmet : { ...unmet, metBy: "filing" };
}
