/** Cases of a user or a wallet, in any state. */

import type { JudgedCase } from "../../cases/urgency.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import type { ChainLookup } from "../../screening/chains.ts";
import { useTranslator } from "../frame/translator.ts";
import { About, USD, UsdCell } from "./case-cells.tsx";
import { StateBadge } from "./due-badge.tsx";
import { Day } from "./facts.tsx";
import { FlowTable } from "./flow-table.tsx";
import { chainName, numberOf, rowId, useCaseLink } from "./links.ts";

interface CaseTableProps {
  of: readonly JudgedCase[];
  caption: string;
  /** Undefined where all are of one chain. */
  chainOf?: ChainLookup;
  /** ISO 8601. */
  now: string;
}

export function CaseTable({ of: cases, caption, chainOf, now }: CaseTableProps) {
  const { t } = useTranslator();
  const caseLink = useCaseLink();
  return (
    <FlowTable
      caption={caption}
      columns={[
        { name: t(INBOX.number) },
        { name: t(INBOX.what) },
        { name: t(CASE.state) },
        { name: USD, class: "n" },
        { name: t(FACTS.received), class: "n" },
        { name: t(CASE.due), class: "n wide-only" },
        ...(chainOf === undefined ? [] : [{ name: t(FACTS.chainColumn), class: "wide-only" }]),
      ]}
    >
      {cases.map((judged) => {
        const { due } = judged;
        return (
          <tr id={rowId(judged.one)}>
            <th scope="row">
              <a class="open" href={caseLink(judged.one)}>
                <bdi>{numberOf(judged.one)}</bdi>
              </a>
            </th>
            <td class="c-what">
              <About of={judged.one} isTerse />
            </td>
            <td>
              <StateBadge of={judged} now={now} />
            </td>
            <td class="n">
              <UsdCell of={judged.one} />
            </td>
            <td class="n muted">
              <Day at={judged.one.receivedAt} />
            </td>
            <td class="n muted wide-only">{due === undefined ? undefined : <Day at={due} />}</td>
            {chainOf === undefined ? undefined : (
              <td class="muted wide-only">
                <bdi>{chainName(judged.one.chainId, chainOf, t)}</bdi>
              </td>
            )}
          </tr>
        );
      })}
    </FlowTable>
  );
}
