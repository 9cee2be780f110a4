/** Wallets by score, above the line, risen since a day, and by address or user. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { linkTo, walletLink } from "../../alerts/desk-links.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { WALLET_LIST, WALLET_VIEWS } from "../../i18n/catalogue/desk/wallets.ts";
import { rise } from "../../risk/score.ts";
import type { Wallet } from "../../wallets/wallet.ts";
import { walletCsv } from "../../wallets/wallet-csv.ts";
import { rankIn, rankName } from "../../wallets/wallet-keys.ts";
import { type WalletPage, type WalletQuery, walletPage, walletsRead } from "../../wallets/wallet-lists.ts";
import type { WalletStore } from "../../wallets/wallets.ts";
import { Choice, keysOf } from "../components/choice.tsx";
import { Score, ShortId, Table, When } from "../components/facts.tsx";
import { CsvLink, csvReply } from "../csv.tsx";
import type { DeskContext, DeskEnv, DeskOptions } from "../desk-context.ts";
import { page } from "../layout.tsx";
import {
  badRequest,
  choice,
  cursor,
  dayFilter,
  parametersOf,
  projectFilter,
  textFilter,
} from "../parameters.ts";
import { seenOf } from "../sign-in/access.ts";
import { useTranslator } from "../translator.ts";

const PAGE_ROWS = 50;

/** Most wallets that are read for a page: if few rose, that is all with a score. */
const MOST_READ = 5_000;

const FILE_PAGE = 500;

/** Query of the page. */
const filters = () =>
  z.object({
    address: textFilter,
    user: textFilter,
    project: projectFilter,
    view: choice(keysOf(WALLET_VIEWS)),
    since: dayFilter,
  });
type Query = z.infer<ReturnType<typeof filters>>;

/** The same, and below which place among the scores of its project the page begins. */
const parameters = z.extend(filters(), { below: cursor(rankIn) });

export function addWallets(app: Hono<DeskEnv>, { environment }: DeskOptions, store: WalletStore): void {
  const line = environment.ALERT_FROM;
  app.get("/wallets", async (context) => {
    const asked = parametersOf(context, parameters);
    if (asked === undefined) return badRequest(context);
    const { below, ...query } = asked;
    const wish = wishOf(context, query, line);
    const order = { size: PAGE_ROWS, mostRead: MOST_READ, below };
    const found = await Promise.all(
      seenOf(context.var.access, below?.projectId ?? query.project).map(async (projectId) => ({
        projectId,
        page: await walletPage(store, projectId, wish, order),
      })),
    );
    const { t } = context.var.translator;
    return page(context, {
      title: t(FRAME.wallets),
      children: (
        <>
          <Filters query={query} />
          {found.every((one) => isEmpty(one.page)) ? (
            <p>{wordsOf(context, wish, line).nothing}</p>
          ) : undefined}
          {found.map((one) =>
            isEmpty(one.page) ? undefined : (
              <section class="panel">
                <h2>{t(FRAME.project, { project: String(one.projectId) })}</h2>
                <WalletRows wallets={one.page.wallets} caption={wordsOf(context, wish, line).caption} />
                <More of={one.page} query={query} isHighest={below === undefined} />
              </section>
            ),
          )}
          <CsvLink path="/wallets" query={query} />
        </>
      ),
    });
  });

  app.get("/wallets.csv", async (context) => {
    const query = parametersOf(context, filters());
    if (query === undefined) return badRequest(context);
    const wish = wishOf(context, query, line);
    return csvReply(
      context,
      "wallets",
      walletCsv,
      rowsOf(store, seenOf(context.var.access, query.project), wish),
    );
  });
}

/** A page that was cut leads on, also without a wallet. */
function isEmpty({ wallets, next }: WalletPage): boolean {
  return wallets.length === 0 && next === undefined;
}

async function* rowsOf(store: WalletStore, projectIds: readonly number[], wish: WalletQuery) {
  for (const projectId of projectIds) yield* walletsRead(store, projectId, wish, FILE_PAGE);
}

function wishOf(
  { var: { translator } }: DeskContext,
  { address, user, view, since }: Query,
  line: number,
): WalletQuery {
  if (address !== undefined || user !== undefined) return { kind: "found", address, userId: user };
  if (view === "rose" || since !== undefined)
    return { kind: "rose", since: since === undefined ? "" : translator.startOf(since) };
  return { kind: "score", above: view === "above" ? line : undefined };
}

/** Heading of a list, and the message of an empty one. */
function wordsOf({ var: { translator } }: DeskContext, wish: WalletQuery, line: number) {
  const { t } = translator;
  switch (wish.kind) {
    case "found":
      return { caption: t(WALLET_LIST.found), nothing: t(WALLET_LIST.noneFound) };
    case "rose":
      return { caption: t(WALLET_LIST.rose), nothing: t(WALLET_LIST.noneRose) };
    case "score":
      return wish.above === undefined
        ? { caption: t(WALLET_LIST.byScore), nothing: t(WALLET_LIST.noneScored) }
        : { caption: t(WALLET_LIST.above, { line }), nothing: t(WALLET_LIST.noneAbove, { line }) };
  }
}

function Filters({ query: { address, user, view, since } }: { query: Query }) {
  const { t } = useTranslator();
  const views = keysOf(WALLET_VIEWS).map((value) => ({ value, name: t(WALLET_VIEWS[value]) }));
  return (
    <form class="filters" method="get" action="/wallets">
      <label>
        {t(FACTS.address)} <input name="address" value={address ?? ""} />
      </label>
      <label>
        {t(FACTS.user)} <input name="user" value={user ?? ""} />
      </label>
      <Choice name="view" label={t(WALLET_LIST.show)} values={views} chosen={view} />
      <label>
        {t(WALLET_LIST.since)} <input type="date" name="since" value={since ?? ""} />
      </label>
      <button type="submit">{t(WALLET_LIST.find)}</button>
    </form>
  );
}

function More({ of, query, isHighest }: { of: WalletPage; query: Query; isHighest: boolean }) {
  const { t } = useTranslator();
  const { next, isCut } = of;
  const below = next && linkTo("/wallets", { ...query, below: rankName(next) });
  const words = isCut ? t(WALLET_LIST.goOn, { score: String(Number(next?.rank)) }) : t(WALLET_LIST.lower);
  return (
    <>
      {isCut ? <p>{t(WALLET_LIST.readSoFar, { count: MOST_READ })}</p> : undefined}
      <p class="pages">
        {isHighest ? undefined : <a href={linkTo("/wallets", query)}>{t(WALLET_LIST.highest)}</a>}{" "}
        {below === undefined ? undefined : <a href={below}>{words}</a>}
      </p>
    </>
  );
}

interface RowsProps {
  wallets: readonly Wallet[];
  caption: string;
}

function WalletRows({ wallets, caption }: RowsProps) {
  const { t } = useTranslator();
  if (wallets.length === 0) return undefined;
  return (
    <Table caption={caption}>
      <thead>
        <tr>
          <th scope="col">{t(FACTS.score)}</th>
          <th scope="col" class="n">
            {t(WALLET_LIST.roseBy)}
          </th>
          <th scope="col">{t(FACTS.address)}</th>
          <th scope="col">{t(FACTS.chainColumn)}</th>
          <th scope="col">{t(FACTS.user)}</th>
          <th scope="col">{t(FACTS.scanned)}</th>
        </tr>
      </thead>
      <tbody>
        {wallets.map((wallet) => (
          <tr>
            <td>
              <Score of={wallet.score} />
            </td>
            <td class="n">{rise({ score: wallet.previousScore }, wallet)}</td>
            <td>
              <ShortId of={wallet.address} href={walletLink(wallet)} />
            </td>
            <td>{wallet.chainId}</td>
            <td>
              <bdi>{wallet.userId ?? ""}</bdi>
            </td>
            <td>{wallet.scannedAt === undefined ? t(FACTS.notYet) : <When at={wallet.scannedAt} />}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
