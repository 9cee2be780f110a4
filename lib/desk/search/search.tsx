/** The search of every page: leads to what it finds, and lists it where it is several. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { CaseQueries } from "../../cases/case-queries.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { SEARCH, SEARCH_KINDS } from "../../i18n/catalogue/desk/search.ts";
import type { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import { type ChainLookup, ChainStore, lookUpChains } from "../../screening/chains.ts";
import type { WalletStore } from "../../screening/wallets/wallets.ts";
import type { DeskEnv, DeskOptions } from "../frame/desk-context.ts";
import { page } from "../frame/layout.tsx";
import { badRequest, parametersOf } from "../frame/parameters.ts";
import { say } from "../frame/translator.ts";
import { DataTable } from "../kit/data-table.tsx";
import { Score, ShortId } from "../kit/facts.tsx";
import { chainName } from "../kit/links.ts";
import { Panel } from "../kit/panel.tsx";
import { type Found, lookUp } from "./lookup.ts";

const parameters = z.object({ q: z._default(z.string(), "") });

export function addSearch(
  app: Hono<DeskEnv>,
  { database, environment }: DeskOptions,
  { notifications, wallets }: { notifications: NotificationQueries; wallets: WalletStore },
): void {
  const chains = new ChainStore(database, environment.CHAINS_TABLE);
  const cases = new CaseQueries(database, environment.CASES_TABLE);
  app.get("/search", async (context) => {
    const asked = parametersOf(context, parameters);
    if (asked === undefined) return badRequest(context);
    const text = asked.q.trim();
    const found = await lookUp({ cases, notifications, wallets }, context.var.access.sees, text);
    const [only, ...others] = found;
    if (only !== undefined && others.length === 0) return context.redirect(only.href, 303);
    const chainOf = await lookUpChains(
      chains,
      found.flatMap(({ wallet }) => wallet?.chainId ?? []),
    );
    return page(context, {
      title: say(SEARCH.title),
      children: (
        <>
          {found.length > 0 ? <FoundList of={found} text={text} chainOf={chainOf} /> : undefined}
          {found.length === 0 ? (
            <section class="panel">
              {text === "" ? undefined : <p dir="auto">{say(SEARCH.nothing, { text })}</p>}
              <p class="said">{say(SEARCH.hint)}</p>
            </section>
          ) : undefined}
        </>
      ),
    });
  });
}

interface FoundListProps {
  of: readonly Found[];
  text: string;
  chainOf: ChainLookup;
}

function FoundList({ of: found, text, chainOf }: FoundListProps) {
  const title = say(SEARCH.found, { text });
  return (
    <Panel title={title}>
      <DataTable
        caption={title}
        rows={found}
        columns={[
          {
            name: say(SEARCH.what),
            cell: ({ name, href, wallet }) =>
              wallet === undefined ? (
                <a class="open" href={href}>
                  <bdi>{name}</bdi>
                </a>
              ) : (
                <ShortId of={name} href={href} isOpen>
                  <small>{chainName(wallet.chainId, chainOf)}</small>
                </ShortId>
              ),
          },
          { name: say(FACTS.kind), cell: ({ kind }) => say(SEARCH_KINDS[kind]) },
          { name: say(FACTS.score), cell: ({ wallet }) => wallet && <Score of={wallet.score} /> },
        ]}
      />
    </Panel>
  );
}
