/** Cases of a user, in any state. */

import type { JudgedCase } from "../../cases/urgency.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import type { ChainLookup } from "../../screening/chains.ts";
import { say } from "../frame/translator.ts";
import { About, CaseNumber, USD, UsdCell } from "./case-cells.tsx";
import { DataTable } from "./data-table.tsx";
import { StateBadge } from "./due-badge.tsx";
import { Day } from "./facts.tsx";
import { chainName, rowId } from "./links.ts";

interface CaseTableProps {
  of: readonly JudgedCase[];
  caption: string;
  chainOf: ChainLookup;
  /** ISO 8601. */
  now: string;
}

export function CaseTable({ of: cases, caption, chainOf, now }: CaseTableProps) {
  return (
    <DataTable
      caption={caption}
      rows={cases}
      idOf={({ one }) => rowId(one)}
      columns={[
        {
          name: say(INBOX.number),
          cell: ({ one }) => <CaseNumber of={one} />,
        },
        { name: say(INBOX.what), cellClass: "c-what", cell: ({ one }) => <About of={one} isTerse /> },
        { name: say(CASE.state), cell: (judged) => <StateBadge of={judged} now={now} /> },
        { name: USD, class: "n", cell: ({ one }) => <UsdCell of={one} /> },
        {
          ...{ name: say(INBOX.since), class: "n", cellClass: "n muted" },
          cell: ({ one }) => <Day at={one.receivedAt} />,
        },
        {
          ...{ name: say(CASE.due), class: "n wide-only", cellClass: "n muted wide-only" },
          cell: ({ due }) => due && <Day at={due} />,
        },
        {
          ...{ name: say(FACTS.chainColumn), class: "wide-only", cellClass: "muted wide-only" },
          cell: ({ one }) => <bdi>{chainName(one.chainId, chainOf)}</bdi>,
        },
      ]}
    />
  );
}
