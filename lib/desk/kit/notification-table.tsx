/** Notifications in rows, with what each leads to. */

import { caseLink, notificationLink, userLink, walletLink } from "../../alerts/messages/desk-links.ts";
import type { ListedCase } from "../../cases/case.ts";
import type { JudgedCase } from "../../cases/urgency.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import { cutDecimals, tokenUnits, usd } from "../../i18n/text/amounts.ts";
import { nameOf } from "../../intake/notifications/notification-keys.ts";
import type { ListedNotification } from "../../intake/notifications/notification-schema.ts";
import type { ChainLookup } from "../../screening/chains.ts";
import { useTranslator } from "../frame/translator.ts";
import { USD } from "./case-cells.tsx";
import { LawBadge, StateBadge } from "./due-badge.tsx";
import { Day, RiskOfRecord, ShortId, When } from "./facts.tsx";
import { FlowTable } from "./flow-table.tsx";
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
  const { t } = useTranslator();
  return (
    <FlowTable
      caption={caption}
      columns={[
        { name: t(FACTS.notification) },
        { name: t(FACTS.risk) },
        { name: t(FACTS.laws) },
        { name: USD, class: "n" },
        ...(pageOf === undefined ? [{ name: t(FACTS.amount), class: "n wide-only mid" }] : []),
        ...(pageOf === "user" ? [] : [{ name: t(FACTS.user) }]),
        ...(pageOf === "wallet" ? [] : [{ name: t(FACTS.wallet) }]),
        { name: t(INBOX.number) },
        { name: t(FACTS.received), class: "n" },
      ]}
    >
      {of.map((one) => (
        <Row
          of={one}
          judged={caseOf(one)}
          {...{ chainOf, now }}
          {...(pageOf === undefined ? {} : { pageOf })}
        />
      ))}
    </FlowTable>
  );
}

interface RowProps extends Pick<NotificationTableProps, "chainOf" | "now" | "pageOf"> {
  of: ListedNotification;
  judged: JudgedCase | undefined;
}

function Row({ of: one, judged, chainOf, now, pageOf }: RowProps) {
  const { t } = useTranslator();
  const name = nameOf(one);
  const { address, userId } = one;
  return (
    <tr>
      <th scope="row" class="c-name">
        <a class="open" href={notificationLink(name)} title={name}>
          <bdi>{one.key}</bdi>
        </a>
      </th>
      <td>
        <RiskOfRecord of={one} />
      </td>
      <td>
        <LawBadge laws={one.laws} count={one.lawCount} />
      </td>
      <td class="n">
        <Dollars of={one} />
      </td>
      {pageOf === undefined ? (
        <td class="n muted wide-only mid">
          <Units of={one} />
        </td>
      ) : undefined}
      {pageOf === "user" ? undefined : (
        <td class="c-user">
          {userId === undefined ? undefined : (
            <a href={userLink(userId)}>
              <bdi>{userId}</bdi>
            </a>
          )}
        </td>
      )}
      {pageOf === "wallet" ? undefined : (
        <td class="c-wallet">
          {address === undefined ? undefined : (
            <ShortId of={address.address} href={linkOf(one)}>
              {pageOf === undefined ? <small>{chainName(one.chainId, chainOf, t)}</small> : undefined}
            </ShortId>
          )}
        </td>
      )}
      <td>
        {judged === undefined ? undefined : (
          <a href={caseLink(judged.one)}>
            <StateBadge of={judged} now={now} />
          </a>
        )}
      </td>
      <td class="n muted">
        {pageOf !== undefined ? <Day at={one.receivedAt} /> : <When at={one.receivedAt} />}
      </td>
    </tr>
  );
}

/** A body in quarantine makes no wallet known. */
function linkOf({ kind, projectId, address, chainId }: ListedNotification): string | undefined {
  return kind !== "notification" || address === undefined || chainId === undefined
    ? undefined
    : walletLink({ projectId, chainId, address: address.address });
}

/** Dollars, cut to cents; the title has all of them. */
export function Dollars({ of: { amount } }: { of: ListedNotification }) {
  const { t } = useTranslator();
  if (amount === undefined) return undefined;
  if (amount.usd === undefined) return <span class="muted">{t(FACTS.unknown)}</span>;
  const exact = usd(amount.usd);
  return (
    <span title={exact}>
      <span class="unit">{USD} </span>
      {cutDecimals(exact, 2)}
    </span>
  );
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
