/** How cases stand in CSV. */

import { exactUnits } from "../../text/amounts.ts";
import type { CsvForm } from "../../text/csv.ts";
import type { ListedCase } from "./case.ts";

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
