/** Cases as CSV. */

import { exactUnits } from "../i18n/text/amounts.ts";
import { csvForm } from "../i18n/text/csv.ts";
import type { ListedCase, UnreadableCase } from "./case.ts";
import { shownDue } from "./due.ts";

/** The cells of a case that is corrupt, under the names of a header: what it is, and nothing else. */
export function unreadableCells(
  header: readonly string[],
  { subject, opened, kind }: Pick<UnreadableCase, "subject" | "opened" | "kind">,
): (string | undefined)[] {
  const attributes: Record<string, string> = { case: subject, subject, opened, kind };
  return header.map((name) => attributes[name]);
}

export const caseCsv = csvForm<ListedCase>({
  projectId: (listedCase) => listedCase.projectId,
  subject: (listedCase) => listedCase.subject,
  opened: (listedCase) => listedCase.opened,
  kind: (listedCase) => listedCase.kind,
  receivedAt: (listedCase) => listedCase.receivedAt,
  dueAt: shownDue,
  risk: (listedCase) => listedCase.risk,
  laws: (listedCase) => listedCase.laws?.map(({ name, countryCode }) => `${countryCode} ${name}`).join("; "),
  lawCount: (listedCase) => listedCase.lawCount ?? listedCase.laws?.length,
  userId: (listedCase) => listedCase.userId,
  address: (listedCase) => listedCase.address,
  chainId: (listedCase) => listedCase.chainId,
  amount: (listedCase) => listedCase.amount?.value,
  units: ({ amount, token }) => (amount && token ? exactUnits(amount.value, token.decimals) : undefined),
  usd: (listedCase) => listedCase.amount?.usd,
  symbol: (listedCase) => listedCase.token?.symbol,
  score: (listedCase) => listedCase.score,
  previousScore: (listedCase) => listedCase.previousScore,
  outcome: (listedCase) => listedCase.outcome ?? "open",
  isRevisedSince: (listedCase) => (listedCase.isRevisedSince ? "true" : undefined),
});
