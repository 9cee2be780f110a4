/** Wallets by score, above the alert score, risen since a day, and by address or user. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { linkTo } from "../../alerts/messages/desk-links.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { WALLET_LIST, WALLET_VIEWS } from "../../i18n/catalogue/desk/wallets.ts";
import { ChainStore, lookUpChains } from "../../screening/chains.ts";
import { walletCsv } from "../../screening/wallets/wallet-csv.ts";
import { rankIn, rankName } from "../../screening/wallets/wallet-keys.ts";
import {
  type WalletPage,
  type WalletQuery,
  walletPage,
  walletsRead,
} from "../../screening/wallets/wallet-lists.ts";
import type { WalletStore } from "../../screening/wallets/wallets.ts";
import { seenOf } from "../frame/access.ts";
import { keysOf } from "../frame/choice.tsx";
import type { DeskContext, DeskEnv, DeskOptions } from "../frame/desk-context.ts";
import { Icon } from "../frame/icon.tsx";
import { page } from "../frame/layout.tsx";
import {
  badRequest,
  choice,
  cursor,
  dayFilter,
  parametersOf,
  projectFilter,
  textFilter,
  trimmedFilter,
} from "../frame/parameters.ts";
import { say } from "../frame/translator.ts";
import { CsvButton, csvReply } from "../kit/csv.tsx";
import { Panel } from "../kit/panel.tsx";
import { WalletTable } from "../kit/wallet-table.tsx";

const PAGE_ROWS = 50;

/** Most wallets that are read for a page: if few rose, that is all with a score. */
const MOST_READ = 5_000;

const FILE_PAGE = 500;

/** Query of the page. */
const filters = () =>
  z.object({
    address: trimmedFilter,
    user: textFilter,
    project: projectFilter,
    view: choice(keysOf(WALLET_VIEWS)),
    since: dayFilter,
  });
type Query = z.infer<ReturnType<typeof filters>>;

/** The same, and below which place among the scores of its project the page begins. */
const parameters = z.extend(filters(), { below: cursor(rankIn) });

export function addWallets(
  app: Hono<DeskEnv>,
  { database, environment }: DeskOptions,
  store: WalletStore,
): void {
  const line = environment.ALERT_FROM;
  const chains = new ChainStore(database, environment.CHAINS_TABLE);
  app.get("/wallets", async (context) => {
    const asked = parametersOf(context, parameters);
    if (asked === undefined) return badRequest(context);
    const { below, ...query } = asked;
    const wish = wishOf(context, query, line);
    const order = { size: PAGE_ROWS, mostRead: MOST_READ, below };
    const read = await Promise.all(
      seenOf(context.var.access, below?.projectId ?? query.project).map(async (projectId) => ({
        projectId,
        page: await walletPage(store, projectId, wish, order),
      })),
    );
    const found = read.filter((one) => !isEmpty(one.page));
    const user = query.user?.trim();
    // An id that was pasted with blanks around it.
    if (found.length === 0 && user !== query.user)
      return context.redirect(linkTo("/wallets", { ...query, user }), 303);
    const chainOf = await lookUpChains(
      chains,
      found.flatMap((one) => one.page.wallets.map(({ chainId }) => chainId)),
    );
    const { caption, nothing } = wordsOf(wish, line);
    return page(context, {
      title: say(FRAME.wallets),
      beside: <Filters query={query} />,
      children: (
        <>
          {found.length === 0 ? (
            <div class="panel blank">
              <Icon name="check" />
              <p>{nothing}</p>
            </div>
          ) : undefined}
          {found.map((one) => (
            <>
              <Panel
                title={say(FRAME.project, { project: String(one.projectId) })}
                beside={<small>{caption}</small>}
              >
                {one.page.wallets.length === 0 ? undefined : (
                  <WalletTable of={one.page.wallets} caption={caption} chainOf={chainOf} />
                )}
              </Panel>
              <More of={one.page} query={query} isHighest={below === undefined} />
            </>
          ))}
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
function wordsOf(wish: WalletQuery, line: number) {
  switch (wish.kind) {
    case "found":
      return { caption: say(WALLET_LIST.found), nothing: say(WALLET_LIST.noneFound) };
    case "rose":
      return { caption: say(WALLET_LIST.rose), nothing: say(WALLET_LIST.noneRose) };
    case "score":
      return wish.above === undefined
        ? { caption: say(WALLET_LIST.byScore), nothing: say(WALLET_LIST.noneScored) }
        : { caption: say(WALLET_LIST.above, { line }), nothing: say(WALLET_LIST.noneAbove, { line }) };
  }
}

/** Views as links; an address or a user is typed, and the day since which scores rose. */
function Filters({ query: { address, user, view, since, project } }: { query: Query }) {
  const isFound = (address ?? user) !== undefined;
  const current = since === undefined ? (view ?? "score") : "rose";
  return (
    <>
      <nav class="tabs" aria-label={say(WALLET_LIST.show)}>
        {keysOf(WALLET_VIEWS).map((one) => (
          <a
            href={linkTo("/wallets", { view: one === "score" ? undefined : one, project })}
            {...(one === current && !isFound ? { "aria-current": "page" } : {})}
          >
            {say(WALLET_VIEWS[one])}
          </a>
        ))}
      </nav>
      <form class="inline group end" method="get" action="/wallets">
        {project === undefined ? undefined : <input type="hidden" name="project" value={project} />}
        {current === "rose" && !isFound ? (
          <input type="date" name="since" value={since ?? ""} aria-label={say(WALLET_LIST.since)} />
        ) : undefined}
        <input
          name="address"
          value={address ?? ""}
          placeholder={say(FACTS.address)}
          aria-label={say(FACTS.address)}
          autocomplete="off"
        />
        <input
          name="user"
          value={user ?? ""}
          placeholder={say(FACTS.user)}
          aria-label={say(FACTS.user)}
          autocomplete="off"
        />
        <button type="submit">{say(WALLET_LIST.find)}</button>
        <CsvButton path="/wallets" query={{ address, user, view, since, project }} />
      </form>
    </>
  );
}

function More({ of, query, isHighest }: { of: WalletPage; query: Query; isHighest: boolean }) {
  const { next, isCut } = of;
  if (isHighest && next === undefined) return undefined;
  const below = next && linkTo("/wallets", { ...query, below: rankName(next) });
  const words = isCut ? say(WALLET_LIST.goOn, { score: String(Number(next?.rank)) }) : say(WALLET_LIST.lower);
  return (
    <>
      {isCut ? <p>{say(WALLET_LIST.readSoFar, { count: MOST_READ })}</p> : undefined}
      <nav class="pages" aria-label={say(FRAME.more)}>
        {isHighest ? undefined : <a href={linkTo("/wallets", query)}>{say(WALLET_LIST.highest)}</a>}{" "}
        {below === undefined ? undefined : <a href={below}>{words}</a>}
      </nav>
    </>
  );
}
