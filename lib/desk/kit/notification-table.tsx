/** Notifications in rows, with what each leads to. */

import { caseLink, notificationLink, walletLink } from "../../alerts/messages/desk-links.ts";
import type { JudgedCase } from "../../cases/urgency.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import { nameOf } from "../../intake/notifications/notification-keys.ts";
import type { ListedNotification } from "../../intake/notifications/notification-schema.ts";
import type { ChainLookup } from "../../screening/chains.ts";
import { say } from "../frame/translator.ts";
import { Units, USD, UsdCell, UserLink } from "./case-cells.tsx";
import { DataTable } from "./data-table.tsx";
import { LawBadge, StateBadge } from "./due-badge.tsx";
import { RiskOfRecord, ShortId, When } from "./facts.tsx";
import { chainName } from "./links.ts";

interface NotificationTableProps {
  of: readonly ListedNotification[];
  caption: string;
  chainOf: ChainLookup;
  /** The case of a notification; undefined where it has none. */
  caseOf: (notification: ListedNotification) => JudgedCase | undefined;
  /** ISO 8601. */
  now: string;
}

export function NotificationTable({ of, caption, chainOf, caseOf, now }: NotificationTableProps) {
  return (
    <DataTable
      caption={caption}
      rows={of}
      columns={[
        {
          name: say(FACTS.notification),
          cellClass: "c-name",
          cell: (notification) => (
            <a class="open" href={notificationLink(nameOf(notification))} title={nameOf(notification)}>
              <bdi>{notification.key}</bdi>
            </a>
          ),
        },
        { name: say(FACTS.risk), cell: (notification) => <RiskOfRecord of={notification} /> },
        { name: say(FACTS.laws), cell: ({ laws, lawCount }) => <LawBadge laws={laws} count={lawCount} /> },
        { name: USD, class: "n", cell: (notification) => <UsdCell of={notification} /> },
        {
          name: say(FACTS.amount),
          class: "n wide-only mid",
          cellClass: "n muted wide-only mid",
          cell: (notification) => <Units of={notification} />,
        },
        {
          name: say(FACTS.user),
          cellClass: "c-user",
          cell: ({ userId }) => userId && <UserLink of={userId} />,
        },
        {
          name: say(FACTS.wallet),
          cellClass: "c-wallet",
          cell: (notification) =>
            notification.address && (
              <ShortId of={notification.address.address} href={linkOf(notification)}>
                <small>{chainName(notification.chainId, chainOf)}</small>
              </ShortId>
            ),
        },
        {
          name: say(INBOX.number),
          cell: (notification) => <StateOfCase of={caseOf(notification)} now={now} />,
        },
        {
          name: say(FACTS.received),
          class: "n",
          cellClass: "n muted",
          cell: ({ receivedAt }) => <When at={receivedAt} />,
        },
      ]}
    />
  );
}

function StateOfCase({ of: judged, now }: { of: JudgedCase | undefined; now: string }) {
  if (judged === undefined) return undefined;
  return (
    <a href={caseLink(judged.listedCase)}>
      <StateBadge of={judged} now={now} />
    </a>
  );
}

/** A body in quarantine makes no wallet known. */
function linkOf({ kind, projectId, address }: ListedNotification): string | undefined {
  return kind !== "notification" || address === undefined
    ? undefined
    : walletLink({ projectId, address: address.address });
}
