/** Cases as CSV. */

import { exactUnits } from "../i18n/text/amounts.ts";
import { csvForm } from "../i18n/text/csv.ts";
import type { ListedCase, UnreadableCase } from "./case.ts";
import { shownDue } from "./view.ts";

/** The cells of a case that is corrupt, under the names of a header: what it is, and nothing else. */
export function unreadableCells(
  header: readonly string[],
  { subject, opened, kind }: Pick<UnreadableCase, "subject" | "opened" | "kind">,
): (string | undefined)[] {
  const known: Record<string, string> = { case: subject, subject, opened, kind };
  return header.map((name) => known[name]);
}

export const caseCsv = csvForm<ListedCase>({
  projectId: (one) => one.projectId,
  subject: (one) => one.subject,
  opened: (one) => one.opened,
  kind: (one) => one.kind,
  receivedAt: (one) => one.receivedAt,
  dueAt: shownDue,
  risk: (one) => one.risk,
  laws: (one) => one.laws?.map(({ name, countryCode }) => `${countryCode} ${name}`).join("; "),
  lawCount: (one) => one.lawCount ?? one.laws?.length,
  userId: (one) => one.userId,
  address: (one) => one.address,
  chainId: (one) => one.chainId,
  amount: (one) => one.amount?.value,
  units: ({ amount, token }) => (amount && token ? exactUnits(amount.value, token.decimals) : undefined),
  usd: (one) => one.amount?.usd,
  symbol: (one) => one.token?.symbol,
  score: (one) => one.score,
  previousScore: (one) => one.previousScore,
  outcome: (one) => one.outcome ?? "open",
  isRevisedSince: (one) => (one.isRevisedSince ? "true" : undefined),
});
