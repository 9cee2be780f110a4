/** The search of every page: leads to what it finds, and lists it where it is several. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { linkTo } from "../../alerts/desk-links.ts";
import { CaseQueries } from "../../cases/case-queries.ts";
import { SEARCH, SEARCH_KINDS } from "../../i18n/catalogue/desk/search.ts";
import type { NotificationQueries } from "../../notifications/notification-queries.ts";
import type { WalletStore } from "../../wallets/wallets.ts";
import type { DeskEnv, DeskOptions } from "../desk-context.ts";
import { page } from "../layout.tsx";
import { badRequest, parametersOf } from "../parameters.ts";
import { useTranslator } from "../translator.ts";
import { type Found, type LookedUp, lookUp, MOST_READ } from "./lookup.ts";

const parameters = z.object({
  q: z._default(z.string(), ""),
  before: z.optional(z.iso.datetime({ precision: 3 })),
});

export function addSearch(
  app: Hono<DeskEnv>,
  { database, environment }: DeskOptions,
  { notifications, wallets }: { notifications: NotificationQueries; wallets: WalletStore },
): void {
  const cases = new CaseQueries(database, environment.CASES_TABLE);
  app.get("/search", async (context) => {
    const asked = parametersOf(context, parameters);
    if (asked === undefined) return badRequest(context);
    const { q, before } = asked;
    const text = q.trim();
    const { found, readBackTo } = await lookUp(
      { cases, notifications, wallets },
      context.var.access.sees,
      text,
      before,
    );
    const [only, ...others] = found;
    if (only !== undefined && others.length === 0 && readBackTo === undefined)
      return context.redirect(only.href, 303);
    const { t } = context.var.translator;
    return page(context, {
      title: t(SEARCH.title),
      children: (
        <section class="panel">
          {found.length > 0 ? <FoundList of={found} text={text} /> : undefined}
          {found.length === 0 && text !== "" ? <p dir="auto">{t(SEARCH.nothing, { text })}</p> : undefined}
          {readBackTo === undefined ? undefined : <GoOn text={text} readBackTo={readBackTo} />}
          {found.length === 0 ? <p>{t(SEARCH.hint)}</p> : undefined}
        </section>
      ),
    });
  });
}

function FoundList({ of: found, text }: { of: readonly Found[]; text: string }) {
  const { t } = useTranslator();
  return (
    <>
      <h2 dir="auto">{t(SEARCH.found, { text })}</h2>
      <ul>
        {found.map(({ kind, name, href }) => (
          <li>
            {t(SEARCH_KINDS[kind])}{" "}
            <a href={href}>
              <bdi>{name}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function GoOn({ text, readBackTo }: { text: string; readBackTo: NonNullable<LookedUp["readBackTo"]> }) {
  const { t, count, moment } = useTranslator();
  return (
    <p>
      {t(SEARCH.readSoFar, { count: count(MOST_READ), time: moment(readBackTo) })}{" "}
      <a href={linkTo("/search", { q: text, before: readBackTo })}>{t(SEARCH.goOn)}</a>
    </p>
  );
}
