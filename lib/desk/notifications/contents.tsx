/** Contents of one notification, side by side; what differs from the first is marked, and not by colour. */

import { linkTo, notificationLink } from "../../alerts/messages/desk-links.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { ALERT_STATES, NOTIFICATION } from "../../i18n/catalogue/desk/notification.ts";
import { tokenUnits, usd } from "../../i18n/text/amounts.ts";
import { nameOf } from "../../intake/notifications/notification-keys.ts";
import type { FoundNotification } from "../../intake/notifications/notification-queries.ts";
import type { StoredNotification } from "../../intake/notifications/notification-schema.ts";
import { type DeskTranslator, say, useTranslator } from "../frame/translator.ts";
import { RISKS, Table } from "../kit/facts.tsx";

/** More do not fit beside each other on a screen; later ones have pages of their own. */
const MAX_BESIDE = 8;

interface ContentsProps {
  of: FoundNotification;
  isFirstPage: boolean;
}

export function Contents({ of: { notification, revisions, more, others }, isFirstPage }: ContentsProps) {
  const translator = useTranslator();
  const { moment } = translator;
  if (revisions.length === 0 && others.length === 0 && isFirstPage) return undefined;
  const name = nameOf(notification);
  const contents = [notification, ...revisions];
  const beside = contents.slice(0, MAX_BESIDE);
  return (
    <section class="panel">
      <h2>{say(NOTIFICATION.contents)}</h2>
      <Table caption={say(NOTIFICATION.differences)}>
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
                <td dir="auto">
                  {cell === first ? cell : <strong>{`≠ ${cell || say(FACTS.none)}`}</strong>}
                </td>
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
            {say(NOTIFICATION.anotherTransaction)}{" "}
            <a href={notificationLink(nameOf(one))}>{one.txHash ?? one.key}</a>
          </li>
        ))}
      </ul>
      <p>
        {isFirstPage ? undefined : <a href={notificationLink(name)}>{say(NOTIFICATION.firstContents)}</a>}{" "}
        {more === undefined ? undefined : (
          <a href={linkTo("/notification", { name, after: more })}>{say(NOTIFICATION.moreContents)}</a>
        )}
      </p>
    </section>
  );
}

function rowsOf(contents: readonly StoredNotification[], { moment }: DeskTranslator) {
  const row = (name: string, cellOf: (one: StoredNotification) => string | undefined) => ({
    name,
    cells: contents.map((one) => cellOf(one) ?? ""),
  });
  return [
    row(say(FACTS.received), ({ contentAt }) => moment(contentAt)),
    row(say(FACTS.risk), ({ riskNow }) => say(RISKS[riskNow])),
    row(say(FACTS.laws), (one) => lawsText(one)),
    row(say(FACTS.amount), (one) => amountText(one)),
    row(say(NOTIFICATION.happened), ({ timestamp }) => timestamp && moment(timestamp)),
    row(say(NOTIFICATION.alert), ({ alert }) => say(ALERT_STATES[alert.state])),
  ];
}

function lawsText({ laws, lawCount }: StoredNotification): string {
  const named = laws
    .map(({ name, countryCode, risk }) => `${name} (${countryCode}, ${say(RISKS[risk])})`)
    .join("; ");
  return lawCount === undefined ? named : `${named} (${lawCount})`;
}

function amountText({ amount, token }: StoredNotification): string | undefined {
  if (amount === undefined || token === undefined) return undefined;
  const inUsd = amount.usd === undefined ? "" : ` ${say(FACTS.inUsd, { usd: usd(amount.usd) })}`;
  return `${tokenUnits(amount.value, token.decimals)} ${token.symbol}${inUsd}`;
}
