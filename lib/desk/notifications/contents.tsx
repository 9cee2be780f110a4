/** Contents of one notification, side by side; what differs from the first is marked, and not by colour. */

import { linkTo, notificationLink } from "../../alerts/messages/desk-links.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { ALERT_STATES, NOTIFICATION } from "../../i18n/catalogue/desk/notification.ts";
import { tokenUnits, usd } from "../../i18n/text/amounts.ts";
import type { Translate } from "../../i18n/translator.ts";
import { nameOf } from "../../intake/notifications/notification-keys.ts";
import type { FoundNotification } from "../../intake/notifications/notification-queries.ts";
import type { StoredNotification } from "../../intake/notifications/notification-schema.ts";
import { type DeskTranslator, useTranslator } from "../frame/translator.ts";
import { RISKS, Table } from "../kit/facts.tsx";

/** More do not fit beside each other on a screen; later ones have pages of their own. */
const MAX_BESIDE = 8;

interface ContentsProps {
  of: FoundNotification;
  isFirstPage: boolean;
}

export function Contents({ of: { notification, revisions, more, others }, isFirstPage }: ContentsProps) {
  const translator = useTranslator();
  const { t, moment } = translator;
  if (revisions.length === 0 && others.length === 0 && isFirstPage) return undefined;
  const name = nameOf(notification);
  const contents = [notification, ...revisions];
  const beside = contents.slice(0, MAX_BESIDE);
  return (
    <section class="panel">
      <h2>{t(NOTIFICATION.contents)}</h2>
      <Table caption={t(NOTIFICATION.differences)}>
        <thead>
          <tr>
            <td />
            {beside.map((one) => (
              <th scope="col">
                <a href={notificationLink(nameOf(one))}>{moment(one.updatedAt)}</a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsOf(beside, translator).map(({ name, cells: [first, ...others] }) => (
            <tr>
              <th scope="row">{name}</th>
              <td dir="auto">{first}</td>
              {others.map((cell) => (
                <td dir="auto">{cell === first ? cell : <strong>{`≠ ${cell || t(FACTS.none)}`}</strong>}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <ul>
        {contents.slice(MAX_BESIDE).map((one) => (
          <li>
            <a href={notificationLink(nameOf(one))}>{moment(one.updatedAt)}</a>
          </li>
        ))}
        {others.map((one) => (
          <li>
            {t(NOTIFICATION.anotherTransaction)}{" "}
            <a href={notificationLink(nameOf(one))}>{one.txHash ?? one.key}</a>
          </li>
        ))}
      </ul>
      <p>
        {isFirstPage ? undefined : <a href={notificationLink(name)}>{t(NOTIFICATION.firstContents)}</a>}{" "}
        {more === undefined ? undefined : (
          <a href={linkTo("/notification", { name, after: more })}>{t(NOTIFICATION.moreContents)}</a>
        )}
      </p>
    </section>
  );
}

function rowsOf(contents: readonly StoredNotification[], { t, moment }: DeskTranslator) {
  const row = (name: string, cellOf: (one: StoredNotification) => string | undefined) => ({
    name,
    cells: contents.map((one) => cellOf(one) ?? ""),
  });
  return [
    row(t(FACTS.received), ({ contentAt }) => moment(contentAt)),
    row(t(FACTS.risk), ({ riskNow }) => t(RISKS[riskNow])),
    row(t(FACTS.laws), (one) => lawsText(one, t)),
    row(t(FACTS.amount), (one) => amountText(one, t)),
    row(t(NOTIFICATION.happened), ({ timestamp }) => timestamp && moment(timestamp)),
    row(t(NOTIFICATION.alert), ({ alert }) => t(ALERT_STATES[alert.state])),
  ];
}

function lawsText({ laws, lawCount }: StoredNotification, t: Translate): string {
  const named = laws
    .map(({ name, countryCode, risk }) => `${name} (${countryCode}, ${t(RISKS[risk])})`)
    .join("; ");
  return lawCount === undefined ? named : `${named} (${lawCount})`;
}

function amountText({ amount, token }: StoredNotification, t: Translate): string | undefined {
  if (amount === undefined || token === undefined) return undefined;
  const inUsd = amount.usd === undefined ? "" : ` ${t(FACTS.inUsd, { usd: usd(amount.usd) })}`;
  return `${tokenUnits(amount.value, token.decimals)} ${token.symbol}${inUsd}`;
}
