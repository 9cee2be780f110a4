/** How cases stand in CSV. */

import { exactUnits } from "../../text/amounts.ts";
import type { CsvForm } from "../../text/csv.ts";
import type { ListedCase, UnreadableCase } from "./case.ts";

/** The cells of a case that somebody spoilt, under the names of a header: what it is, and nothing else. */
export function unreadableCells(
  header: readonly string[],
  { subject, opened, kind }: UnreadableCase,
): (string | undefined)[] {
  const known: Record<string, string> = { case: subject, subject, opened, kind };
  return header.map((name) => known[name]);
}

export const caseCsv: CsvForm<ListedCase> = {
  csvHeader: [
    "projectId",
    "subject",
    "opened",
    "kind",
    "receivedAt",
    "dueAt",
    "risk",
    "laws",
    "lawCount",
    "userId",
    "address",
    "chainId",
    "amountValue",
    "amountInTokenUnits",
    "amountUsd",
    "tokenSymbol",
    "score",
    "previousScore",
  ],
  csvCells: (one) => [
    one.projectId,
    one.subject,
    one.opened,
    one.kind,
    one.receivedAt,
    one.dueAt,
    one.risk,
    one.laws?.map(({ name, countryCode }) => `${countryCode} ${name}`).join("; "),
    one.lawCount ?? one.laws?.length,
    one.userId,
    one.address,
    one.chainId,
    one.amount?.value,
    one.amount && one.token ? exactUnits(one.amount.value, one.token.decimals) : undefined,
    one.amount?.usd,
    one.token?.symbol,
    one.score,
    one.previousScore,
  ],
};
