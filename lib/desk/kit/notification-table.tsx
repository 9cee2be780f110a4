/** Notifications in rows, with what each leads to. */

import { caseLink, notificationLink, walletLink } from "../../alerts/messages/desk-links.ts";
import type { ListedCase } from "../../cases/case.ts";
import type { JudgedCase } from "../../cases/urgency.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import { cutDecimals, tokenUnits } from "../../i18n/text/amounts.ts";
import { nameOf } from "../../intake/notifications/notification-keys.ts";
import type { ListedNotification } from "../../intake/notifications/notification-schema.ts";
import type { ChainLookup } from "../../screening/chains.ts";
import { say } from "../frame/translator.ts";
import { USD, UsdCell, UserLink } from "./case-cells.tsx";
import { DataTable } from "./data-table.tsx";
import { LawBadge, StateBadge } from "./due-badge.tsx";
import { Day, RiskOfRecord, ShortId, When } from "./facts.tsx";
import { chainName } from "./links.ts";

interface NotificationTableProps {
  of: readonly ListedNotification[];
  caption: string;
  chainOf: ChainLookup;
  /** The case of a notification; undefined where it has none. */
  caseOf: (one: ListedNotification) => JudgedCase | undefined;
  /** ISO 8601. */
  now: string;
  /** Subject of the page, which needs no column; the amount in tokens has no room there. */
  pageOf?: "user" | "wallet";
}

export function NotificationTable({ of, caption, chainOf, caseOf, now, pageOf }: NotificationTableProps) {
  return (
    <DataTable
      caption={caption}
      rows={of}
      columns={[
        {
          ...{ name: say(FACTS.notification), cellClass: "c-name" },
          cell: (one) => (
            <a class="open" href={notificationLink(nameOf(one))} title={nameOf(one)}>
              <bdi>{one.key}</bdi>
            </a>
          ),
        },
        { name: say(FACTS.risk), cell: (one) => <RiskOfRecord of={one} /> },
        { name: say(FACTS.laws), cell: ({ laws, lawCount }) => <LawBadge laws={laws} count={lawCount} /> },
        { name: USD, class: "n", cell: (one) => <UsdCell of={one} /> },
        pageOf === undefined
          ? {
              ...{ name: say(FACTS.amount), class: "n wide-only mid", cellClass: "n muted wide-only mid" },
              cell: (one) => <Units of={one} />,
            }
          : undefined,
        pageOf === "user"
          ? undefined
          : {
              ...{ name: say(FACTS.user), cellClass: "c-user" },
              cell: ({ userId }) => userId && <UserLink of={userId} />,
            },
        pageOf === "wallet"
          ? undefined
          : {
              ...{ name: say(FACTS.wallet), cellClass: "c-wallet" },
              cell: (one) =>
                one.address && (
                  <ShortId of={one.address.address} href={linkOf(one)}>
                    {pageOf === undefined ? <small>{chainName(one.chainId, chainOf)}</small> : undefined}
                  </ShortId>
                ),
            },
        { name: say(INBOX.number), cell: (one) => <StateOfCase of={caseOf(one)} now={now} /> },
        {
          ...{ name: say(FACTS.received), class: "n", cellClass: "n muted" },
          cell: ({ receivedAt: at }) => (pageOf === undefined ? <When at={at} /> : <Day at={at} />),
        },
      ]}
    />
  );
}

function StateOfCase({ of: judged, now }: { of: JudgedCase | undefined; now: string }) {
  if (judged === undefined) return undefined;
  return (
    <a href={caseLink(judged.one)}>
      <StateBadge of={judged} now={now} />
    </a>
  );
}

/** A body in quarantine makes no wallet known. */
function linkOf({ kind, projectId, address, chainId }: ListedNotification): string | undefined {
  return kind !== "notification" || address === undefined || chainId === undefined
    ? undefined
    : walletLink({ projectId, chainId, address: address.address });
}

/** Decimals of a token's amount in a row. */
const MOST_DECIMALS = 4;

function Units({ of: { amount, token } }: { of: Pick<ListedCase, "amount" | "token"> }) {
  if (amount === undefined || token === undefined) return undefined;
  const units = tokenUnits(amount.value, token.decimals);
  return (
    <bdi title={`${units} ${token.symbol}`}>{`${cutDecimals(units, MOST_DECIMALS)} ${token.symbol}`}</bdi>
  );
}
