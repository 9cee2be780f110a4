/** Contents of one notification, side by side: what changed from one to the next is marked, and not by colour alone. */

import * as z from "zod/mini";
import { notificationLink } from "../../alerts/messages/desk-links.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { ALERT_STATES, NOTIFICATION } from "../../i18n/catalogue/desk/notification.ts";
import { tokenUnits, usd } from "../../i18n/text/amounts.ts";
import { nameOf } from "../../intake/notifications/notification-keys.ts";
import type { FoundNotification } from "../../intake/notifications/notification-queries.ts";
import type { StoredNotification } from "../../intake/notifications/notification-schema.ts";
import { type DeskTranslator, say, useTranslator } from "../frame/translator.ts";
import { USD } from "../kit/case-cells.tsx";
import { RISKS, Table } from "../kit/facts.tsx";
import { bodyLink } from "../kit/links.ts";

/** The key of a content, after which the others go on. */
export const contentAfter = z.optional(z.string().check(z.regex(/^revision#[\w-]{1,16}#[\w-]{1,22}$/)));

/** More do not fit beside each other on a screen; of older ones the messages are linked. */
const MAX_BESIDE = 8;

interface ContentsProps {
  of: FoundNotification;
  isFirstPage: boolean;
  /** Address of the page with the contents after a key, or with the first ones. */
  pageAfter: (after?: string) => string;
}

export function Contents({ of: foundNotification, isFirstPage, pageAfter }: ContentsProps) {
  const translator = useTranslator();
  const { short } = translator;
  const { notification, revisions, more, others } = foundNotification;
  const contents = [notification, ...revisions];
  const beside = contents.slice(0, MAX_BESIDE).reverse();
  const [changed, same] = partsOf(rowsOf(beside, translator));
  return (
    <section class="panel">
      <h2>{say(NOTIFICATION.contents)}</h2>
      <Table caption={say(beside.length === 1 ? NOTIFICATION.message : NOTIFICATION.differences)}>
        <thead>
          <tr>
            <td />
            {beside.map((revision) => (
              <th scope="col">
                <BodyLink
                  of={revision}
                  text={`${say(NOTIFICATION.message)}, ${short(revision.revisionReceivedAt) ?? revision.revisionReceivedAt}`}
                />
              </th>
            ))}
          </tr>
        </thead>
        <Rows of={changed} name={say(NOTIFICATION.changed)} columns={beside.length} />
        <Rows of={same} name={say(NOTIFICATION.unchanged)} columns={beside.length} />
      </Table>
      {contents.length > MAX_BESIDE || others.length > 0 ? (
        <ul>
          {contents.slice(MAX_BESIDE).map((revision) => (
            <li>
              <BodyLink
                of={revision}
                text={short(revision.revisionReceivedAt) ?? revision.revisionReceivedAt}
              />
            </li>
          ))}
          {others.map((revision) => (
            <li>
              {say(NOTIFICATION.anotherTransaction)}{" "}
              <a href={notificationLink(nameOf(revision))}>{revision.txHash ?? revision.key}</a>
            </li>
          ))}
        </ul>
      ) : undefined}
      {isFirstPage && more === undefined ? undefined : (
        <p>
          {isFirstPage ? undefined : <a href={pageAfter()}>{say(NOTIFICATION.firstContents)}</a>}{" "}
          {more === undefined ? undefined : <a href={pageAfter(more)}>{say(NOTIFICATION.moreContents)}</a>}
        </p>
      )}
    </section>
  );
}

function BodyLink({ of: revision, text }: { of: StoredNotification; text: string }) {
  return <a href={bodyLink(revision)}>{text}</a>;
}

interface ContentRow {
  name: string;
  /** A cell for each content. */
  cells: string[];
}

function Rows({ of: rows, name, columns }: { of: readonly ContentRow[]; name: string; columns: number }) {
  const { count } = useTranslator();
  if (rows.length === 0) return undefined;
  return (
    <tbody class="diff">
      {columns === 1 ? undefined : (
        <tr>
          <th scope="rowgroup" colspan={columns + 1}>
            {name} <span class="muted">{count(rows.length)}</span>
          </th>
        </tr>
      )}
      {rows.map(({ name, cells }) => (
        <tr>
          <th scope="row">{name}</th>
          {cells.map((cell, index) => (
            <td dir="auto">
              <Cell
                words={cell || say(FACTS.none)}
                before={cells[index - 1]}
                after={cells[index + 1]}
                of={cell}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

interface CellProps {
  of: string;
  words: string;
  /** The same of the contents beside it. */
  before: string | undefined;
  after: string | undefined;
}

function Cell({ of: cell, words, before, after }: CellProps) {
  if (before !== undefined && cell !== before) return <ins>{words}</ins>;
  return after !== undefined && cell !== after ? <del>{words}</del> : <span>{words}</span>;
}

/** Rows that differ, and those that do not. What no content has is in neither. */
function partsOf(rows: readonly ContentRow[]): [changed: ContentRow[], same: ContentRow[]] {
  const isSame = ({ cells }: ContentRow) => cells.every((cell) => cell === cells[0]);
  return [rows.filter((row) => !isSame(row)), rows.filter((row) => isSame(row) && row.cells[0] !== "")];
}

function rowsOf(contents: readonly StoredNotification[], { moment }: DeskTranslator): ContentRow[] {
  const row = (name: string, cellOf: (revision: StoredNotification) => string | undefined) => ({
    name,
    cells: contents.map((revision) => cellOf(revision) ?? ""),
  });
  return [
    row(say(FACTS.risk), ({ riskNow }) => say(RISKS[riskNow])),
    row(say(FACTS.laws), (revision) => lawsText(revision)),
    row(say(FACTS.amount), (revision) => amountText(revision)),
    row(say(NOTIFICATION.token), ({ token }) => token && `${token.name} (${token.symbol})`),
    row(USD, ({ amount }) => amount?.usd && usd(amount.usd)),
    row(say(NOTIFICATION.note), ({ address }) => address?.description),
    row(say(NOTIFICATION.happened), ({ timestamp }) => timestamp && moment(timestamp)),
    row(say(NOTIFICATION.sentAgain), ({ repeats }) =>
      repeats === 0 ? "" : say(NOTIFICATION.times, { count: repeats }),
    ),
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
  return `${tokenUnits(amount.value, token.decimals)} ${token.symbol}`;
}
