/** Wallets by score, above the alert score, and risen since a day. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { linkTo } from "../../alerts/messages/desk-links.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import { WALLET_LIST, WALLET_VIEWS } from "../../i18n/catalogue/desk/wallets.ts";
import { lookUpChains } from "../../screening/chains.ts";
import { WATCH_FROM } from "../../screening/score.ts";
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
import type { Desk, DeskContext, DeskEnv } from "../frame/desk-context.ts";
import { badRequest, choice, cursor, dayFilter, parametersOf, projectFilter } from "../frame/parameters.ts";
import { type DeskTranslator, say } from "../frame/translator.ts";
import { csvReply } from "../kit/csv.tsx";
import { listPage, Pager } from "../kit/list-page.tsx";
import { Panel } from "../kit/panel.tsx";
import { WalletTable } from "../kit/wallet-table.tsx";

const PAGE_ROWS = 50;

/** Most wallets that are read for a page: if few rose, that is all with a score. */
const MOST_READ = 5_000;

const FILE_PAGE = 500;

/** Query of the page. */
const filters = () =>
  z.object({
    project: projectFilter,
    view: choice(keysOf(WALLET_VIEWS)),
    since: dayFilter,
  });
type Query = z.infer<ReturnType<typeof filters>>;

/** The same, and below which place among the scores of its project the page begins. */
const parameters = z.extend(filters(), { below: cursor(rankIn) });

export function addWallets(app: Hono<DeskEnv>, { environment, stores }: Desk): void {
  const threshold = environment.ALERT_ABOVE;
  const { chains, wallets: store } = stores;
  app.get("/wallets", async (context) => {
    const wanted = parametersOf(context, parameters);
    if (wanted === undefined) return badRequest(context);
    const { below, ...query } = wanted;
    const wish = wishOf(context, query, threshold);
    const order = { size: PAGE_ROWS, mostRead: MOST_READ, below };
    const read = await Promise.all(
      seenOf(context.var.access, below?.projectId ?? query.project).map(async (projectId) => ({
        projectId,
        page: await walletPage(store, projectId, wish, order),
      })),
    );
    const filled = read.filter((ofProject) => !isEmpty(ofProject.page));
    const chainOf = await lookUpChains(
      chains,
      filled.flatMap((ofProject) => ofProject.page.wallets.map(({ chainId }) => chainId)),
    );
    const { caption, nothing } = wordsOf(query, threshold, context.var.translator);
    return listPage(context, {
      title: say(FRAME.wallets),
      path: "/wallets",
      query,
      nothing,
      isEmpty: filled.length === 0,
      tabs: <Views query={query} />,
      children: filled.map(({ projectId, page }) => (
        <>
          <Panel title={say(FRAME.project, { project: String(projectId) })} beside={<small>{caption}</small>}>
            {page.wallets.length === 0 ? undefined : (
              <WalletTable of={page.wallets} caption={caption} chainOf={chainOf} />
            )}
          </Panel>
          <More of={page} query={query} isHighest={below === undefined} />
        </>
      )),
    });
  });

  app.get("/wallets.csv", async (context) => {
    const query = parametersOf(context, filters());
    if (query === undefined) return badRequest(context);
    const wish = wishOf(context, query, threshold);
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

function viewOf({ view = "score", since }: Query): keyof typeof WALLET_VIEWS {
  return since === undefined ? view : "rose";
}

function wishOf({ var: { translator } }: DeskContext, query: Query, threshold: number): WalletQuery {
  const { since } = query;
  const view = viewOf(query);
  if (view === "rose") return { kind: view, since: since === undefined ? "" : translator.startOf(since) };
  return { kind: "score", above: view === "above" ? threshold : undefined };
}

/** Heading of a list, and the message of an empty one. */
function wordsOf(query: Query, threshold: number, { inWords }: DeskTranslator) {
  const { since } = query;
  switch (viewOf(query)) {
    case "rose":
      return {
        caption: say(WALLET_LIST.rose, { from: WATCH_FROM }),
        nothing:
          since === undefined
            ? say(WALLET_LIST.noneRose, { from: WATCH_FROM })
            : say(WALLET_LIST.noneRoseSince, { day: inWords(since), from: WATCH_FROM }),
      };
    case "above":
      return {
        caption: say(WALLET_LIST.above, { line: threshold }),
        nothing: say(WALLET_LIST.noneAbove, { line: threshold }),
      };
    case "score":
      return {
        caption: say(WALLET_LIST.byScore, { from: WATCH_FROM, line: threshold }),
        nothing: say(WALLET_LIST.noneScored, { from: WATCH_FROM }),
      };
  }
}

/** Views as links; the day since which scores rose is typed. */
function Views({ query }: { query: Query }) {
  const { project, since } = query;
  const current = viewOf(query);
  return (
    <>
      <nav class="tabs" aria-label={say(WALLET_LIST.show)}>
        {keysOf(WALLET_VIEWS).map((view) => (
          <a
            href={linkTo("/wallets", { view: view === "score" ? undefined : view, project })}
            aria-current={view === current ? "page" : undefined}
          >
            {say(WALLET_VIEWS[view])}
          </a>
        ))}
      </nav>
      {current === "rose" ? (
        <form class="inline group" method="get" action="/wallets">
          <input type="hidden" name="view" value={current} />
          {project === undefined ? undefined : <input type="hidden" name="project" value={project} />}
          <input type="date" name="since" value={since ?? ""} aria-label={say(WALLET_LIST.since)} />
          <button type="submit">{say(INBOX.show)}</button>
        </form>
      ) : undefined}
    </>
  );
}

function More({ of, query, isHighest }: { of: WalletPage; query: Query; isHighest: boolean }) {
  const { next, isCut } = of;
  return (
    <Pager
      remark={isCut ? say(WALLET_LIST.readSoFar, { count: MOST_READ }) : undefined}
      to={[
        [isHighest ? undefined : linkTo("/wallets", query), say(WALLET_LIST.highest)],
        [
          next && linkTo("/wallets", { ...query, below: rankName(next) }),
          isCut ? say(WALLET_LIST.goOn, { score: String(Number(next?.rank)) }) : say(WALLET_LIST.lower),
        ],
      ]}
    />
  );
}
