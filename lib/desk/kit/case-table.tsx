/** Cases of a user, in any state. */

import type { JudgedCase } from "../../cases/urgency.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import type { ChainLookup } from "../../screening/chains.ts";
import { say } from "../frame/translator.ts";
import { About, CaseNumber, USD, UsdCell } from "./case-cells.tsx";
import { DataTable } from "./data-table.tsx";
import { ShownDue, StateBadge } from "./due-badge.tsx";
import { Day } from "./facts.tsx";
import { chainName, listNumbers, rowId } from "./links.ts";

interface CaseTableProps {
  of: readonly JudgedCase[];
  caption: string;
  chainOf: ChainLookup;
  /** ISO 8601. */
  now: string;
}

export function CaseTable({ of: cases, caption, chainOf, now }: CaseTableProps) {
  const numberIn = listNumbers(
    cases.map(({ listedCase }) => listedCase),
    chainOf,
  );
  return (
    <DataTable
      caption={caption}
      rows={cases}
      idOf={({ listedCase }) => rowId(listedCase)}
      columns={[
        {
          name: say(INBOX.number),
          cell: ({ listedCase }) => <CaseNumber of={listedCase} shown={numberIn(listedCase)} />,
        },
        {
          name: say(INBOX.what),
          cellClass: "c-what",
          cell: ({ listedCase }) => <About of={listedCase} isTerse />,
        },
        { name: say(CASE.state), cell: (judged) => <StateBadge of={judged} now={now} /> },
        { name: USD, class: "n", cell: ({ listedCase }) => <UsdCell of={listedCase} /> },
        {
          name: say(INBOX.since),
          class: "n",
          cellClass: "n muted",
          cell: ({ listedCase }) => <Day at={listedCase.receivedAt} />,
        },
        {
          name: say(CASE.due),
          class: "n wide-only",
          cellClass: "n muted wide-only",
          cell: (judged) => <ShownDue of={judged} />,
        },
        {
          name: say(FACTS.chainColumn),
          class: "wide-only",
          cellClass: "muted wide-only",
          cell: ({ listedCase }) => <bdi>{chainName(listedCase.chainId, chainOf)}</bdi>,
        },
      ]}
    />
  );
}
