/** Columns of tables of operations that a notice covers, or can cover. */

import { caseLink } from "../../alerts/messages/desk-links.ts";
import type { ListedCase } from "../../cases/case.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import { NOTICE_SHEET } from "../../i18n/catalogue/desk/month.ts";
import { say } from "../frame/translator.ts";
import { CaseNumber, Local, USD, UsdCell, UserCell } from "../kit/case-cells.tsx";
import type { Column } from "../kit/data-table.tsx";
import { Day } from "../kit/facts.tsx";
import type { RowFacts } from "../kit/row-facts.ts";

/** Number of the case, day, user, and the amount in dollars and in the company's currency. */
export function coveredColumns({ local }: Pick<RowFacts, "local">): (Column<ListedCase> | undefined)[] {
  return [
    {
      name: say(INBOX.number),
      cell: (listedCase) => <CaseNumber of={listedCase} href={caseLink(listedCase)} />,
    },
    {
      name: say(NOTICE_SHEET.operation),
      class: "n",
      cellClass: "n muted",
      cell: ({ happenedAt, receivedAt }) => <Day at={happenedAt ?? receivedAt} />,
    },
    {
      name: say(FACTS.user),
      cellClass: "c-user",
      cell: (listedCase) => <UserCell of={listedCase} />,
    },
    {
      name: USD,
      class: "n",
      cell: (listedCase) => <UsdCell of={listedCase} />,
    },
    local && {
      name: `${local.currency} ≈`,
      class: "n wide-only",
      cellClass: "n muted wide-only",
      cell: (listedCase) => <Local of={listedCase} column={local} />,
    },
  ];
}
