/** The search of every page: leads to what it finds, and lists it where it is several. */

import type { Hono } from "hono";
import type { Child } from "hono/jsx";
import * as z from "zod/mini";
import { notificationsLink, userLink } from "../../alerts/messages/desk-links.ts";
import { judge } from "../../cases/urgency.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { FACTS, RECORDS } from "../../i18n/catalogue/desk/facts.ts";
import { INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import { SEARCH, SEARCH_KINDS } from "../../i18n/catalogue/desk/search.ts";
import { shorten } from "../../i18n/text/cut.ts";
import { type ChainLookup, lookUpChains } from "../../screening/chains.ts";
import type { Desk, DeskEnv } from "../frame/desk-context.ts";
import { Icon } from "../frame/icon.tsx";
import { page } from "../frame/layout.tsx";
import { badRequest, parametersOf } from "../frame/parameters.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { About, ShortNumber, USD, UsdCell, UserCell } from "../kit/case-cells.tsx";
import { type Column, DataTable } from "../kit/data-table.tsx";
import { StateBadge } from "../kit/due-badge.tsx";
import { Day, Score, ShortId } from "../kit/facts.tsx";
import { chainName, listNumbers, useCaseLink } from "../kit/links.ts";
import { Panel } from "../kit/panel.tsx";
import { askedFor } from "./asked.ts";
import { type Found, type Lookup, lookUp, MOST_FOUND, MOST_READ } from "./lookup.ts";

const parameters = z.object({ q: z._default(z.string(), "") });

/** Characters of a pasted text that are shown. */
const MOST_SHOWN = 200;

export function addSearch(
  app: Hono<DeskEnv>,
  { stores: { cases, chains, notifications, wallets } }: Desk,
): void {
  app.get("/search", async (context) => {
    const query = parametersOf(context, parameters);
    if (query === undefined) return badRequest(context);
    const text = shorten(query.q.trim(), MOST_SHOWN);
    const { texts, userId } = askedFor(query.q);
    const { sees, actsIn } = context.var.access;
    const looked = await lookUp({ cases, notifications, wallets }, sees, texts);
    const { hits } = looked;
    const [only, ...others] = hits;
    if (only !== undefined && others.length === 0) return context.redirect(only.href, 303);
    const chainOf = await lookUpChains(
      chains,
      hits.flatMap(({ wallets = [], listedCase }) => [
        ...wallets.map(({ chainId }) => chainId),
        ...(listedCase?.chainId === undefined ? [] : [listedCase.chainId]),
      ]),
    );
    return page(context, {
      title: say(SEARCH.title),
      searched: query.q,
      children: (
        <>
          {hits.length > 0 ? (
            <FoundList of={hits} text={text} hasMore={looked.hasMore || looked.isCut} chainOf={chainOf} />
          ) : undefined}
          <Ending of={looked} text={text} texts={texts}>
            {hits.length === 0 && userId !== undefined && actsIn.length > 0 ? (
              <Suspect user={userId} />
            ) : undefined}
          </Ending>
        </>
      ),
    });
  });
}

interface EndingProps {
  of: Lookup;
  text: string;
  /** The texts that were looked up. */
  texts: readonly string[];
  /** The help for an officer where nothing was found. */
  children: Child;
}

/** The end of the list: whether there may be more. */
function Ending({ of: { hits, hasMore, isCut }, text, texts, children }: EndingProps) {
  const isEmpty = hits.length === 0;
  return (
    <section class="panel">
      {isEmpty && text !== "" ? <p dir="auto">{say(SEARCH.nothing, { text })}</p> : undefined}
      {isEmpty && texts.length > 1 ? (
        <>
          <p>{say(SEARCH.lookedFor)}</p>
          <ul>
            {texts.slice(1).map((text) => (
              <li>
                <bdi>{shorten(text, MOST_SHOWN)}</bdi>
              </li>
            ))}
          </ul>
        </>
      ) : undefined}
      {children}
      {hasMore ? <p>{say(SEARCH.more, { count: MOST_FOUND })}</p> : undefined}
      {isCut ? <p>{say(SEARCH.cut, { count: MOST_READ })}</p> : undefined}
      <p class="said">{say(SEARCH.hint)}</p>
      <p>
        <a href={notificationsLink({})}>{say(RECORDS.allNotifications)}</a>
        {" · "}
        <a href="/wallets">{say(SEARCH.wallets)}</a>
      </p>
    </section>
  );
}

/** Leads to the page of a user of whom no message told, who is known to an officer from elsewhere. */
function Suspect({ user }: { user: string }) {
  return (
    <p>
      <a class="btn" href={userLink(user)}>
        <Icon name="flag" /> <bdi>{say(SEARCH.suspect, { user })}</bdi>
      </a>
    </p>
  );
}

interface FoundListProps {
  of: readonly Found[];
  text: string;
  /** True if there is more of a kind. */
  hasMore: boolean;
  chainOf: ChainLookup;
}

function FoundList({ of: hits, text, hasMore, chainOf }: FoundListProps) {
  const { count } = useTranslator();
  const title = say(SEARCH.found, { text });
  const now = new Date().toISOString();
  const caseLink = useCaseLink();
  const listedCases = hits.flatMap(({ listedCase }) => listedCase ?? []);
  const numberIn = listNumbers(listedCases, chainOf);
  const hasCases = listedCases.length > 0;
  const hasUsers = hits.some(({ openCases }) => openCases !== undefined);
  const hasWallets = hits.some(({ wallets }) => wallets !== undefined);
  // A column that would be empty is left out.
  const columns: (Column<Found> | false)[] = [
    {
      name: say(SEARCH.what),
      cell: ({ name, href, listedCase, wallets }) =>
        wallets === undefined ? (
          <a class="open" href={listedCase === undefined ? href : caseLink(listedCase)}>
            {listedCase === undefined ? (
              <bdi>{name}</bdi>
            ) : (
              <ShortNumber of={listedCase} shown={numberIn(listedCase)} />
            )}
          </a>
        ) : (
          <ShortId of={name} href={href} isOpen />
        ),
    },
    { name: say(FACTS.kind), cell: ({ kind }) => say(SEARCH_KINDS[kind]) },
    (hasCases || hasUsers || hasWallets) && {
      name: say(CASE.state),
      cell: ({ listedCase, wallets, openCases }) => (
        <>
          {listedCase === undefined ? undefined : <StateBadge of={judge(listedCase, now)} now={now} />}
          {wallets?.[0] === undefined ? undefined : <Score score={wallets[0].score} />}
          {openCases === undefined ? undefined : <OpenCases of={openCases} />}
        </>
      ),
    },
    (hasCases || hasWallets) && {
      name: say(INBOX.what),
      cellClass: "c-what",
      cell: ({ listedCase, wallets = [] }) =>
        listedCase === undefined ? (
          <span class="muted">{wallets.map(({ chainId }) => chainName(chainId, chainOf)).join(", ")}</span>
        ) : (
          <About of={listedCase} isTerse />
        ),
    },
    hasCases && {
      name: say(FACTS.user),
      cellClass: "c-user",
      cell: ({ listedCase }) => listedCase && <UserCell of={listedCase} />,
    },
    (hasCases || hasUsers) && {
      name: hasCases ? USD : say(SEARCH.usdOfOpen),
      class: "n",
      cell: ({ listedCase, openCases }) =>
        listedCase === undefined ? openCases && <UsdOfOpen of={openCases} /> : <UsdCell of={listedCase} />,
    },
    hasCases && {
      name: say(INBOX.since),
      class: "n",
      cell: ({ listedCase }) => listedCase && <Day at={listedCase.receivedAt} />,
    },
  ];
  return (
    <Panel title={title} count={hasMore ? `${count(hits.length)}+` : count(hits.length)}>
      <DataTable caption={title} rows={hits} columns={columns.filter((column) => column !== false)} />
    </Panel>
  );
}

/** Number of a user's open cases; `+` where there may be more. */
function OpenCases({ of: { count: number, mayLack } }: OpenCasesProps) {
  return <>{say(mayLack ? SEARCH.openAtLeast : SEARCH.openCases, { count: number })}</>;
}

/** What a user's open cases are worth, as far as it is known. */
function UsdOfOpen({ of: { usd, unknown, mayLack } }: OpenCasesProps) {
  return (
    <>
      {usd === undefined ? undefined : <UsdCell of={{ amount: { usd } }} />}
      {usd !== undefined && mayLack ? "+" : undefined}
      {unknown === 0 ? undefined : (
        <>
          {" "}
          <small>{say(FACTS.unknownAmounts, { count: unknown })}</small>
        </>
      )}
    </>
  );
}

interface OpenCasesProps {
  of: NonNullable<Found["openCases"]>;
}
