/** The inbox: open cases, the newest first. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { caseLink, linkTo } from "../../alerts/desk-links.ts";
import type { ListedCase } from "../../cases/case.ts";
import { caseCsv } from "../../cases/case-csv.ts";
import { isOrder } from "../../cases/case-keys.ts";
import { type CasePage, CaseQueries } from "../../cases/case-queries.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { CASE_KINDS, INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import { CROSSINGS } from "../../i18n/catalogue/desk/steps.ts";
import { Amount, Laws, Moment, Table } from "../components/facts.tsx";
import { CsvLink, csvReply } from "../csv.tsx";
import type { DeskEnv, DeskOptions } from "../desk-context.ts";
import { page } from "../layout.tsx";
import { badRequest, parametersOf } from "../parameters.ts";
import { useTranslator } from "../translator.ts";
import { Due } from "./case-facts.tsx";
import { UnreadableCases } from "./unreadable.tsx";

const PAGE_ROWS = 50;

/** `since` where no case was there yet. */
const NONE = "none";

const order = z.string().check(z.refine(isOrder));

/** Behind which case the page begins, on one side or the other; or since which case it looks for news. */
const parameters = z
  .object({
    older: z.optional(order),
    newer: z.optional(order),
    since: z.optional(z.union([order, z.literal(NONE)])),
  })
  .check(z.refine((given) => Object.values(given).filter((one) => one !== undefined).length <= 1));

export function addInbox(app: Hono<DeskEnv>, { database, environment }: DeskOptions): void {
  const cases = new CaseQueries(database, environment.CASES_TABLE);
  app.get("/", async (context) => {
    const asked = parametersOf(context, parameters);
    if (asked === undefined) return badRequest(context);
    const { since } = asked;
    const projectIds = context.var.access.sees;
    // A page that looks for news by itself reads one case of each shard if nothing is new.
    if (since !== undefined && since === (await newestOf(cases, { projectIds, closed: false }))?.order)
      return context.body(null, 204);
    const from = sideOf(asked);
    const [found, latest] = await Promise.all([
      cases.page({ projectIds, closed: false, size: PAGE_ROWS, from }),
      newestOf(cases, { projectIds, closed: true }),
    ]);
    const isFirst = from === undefined || !found.newer;
    return page(context, {
      title: context.var.translator.t(FRAME.inbox),
      children: (
        <>
          <Inbox found={found} since={since} latest={latest} isFirst={isFirst} />
          <CsvLink path="/inbox" />
        </>
      ),
    });
  });

  app.get("/inbox.csv", (context) =>
    csvReply(context, "inbox", caseCsv, cases.list({ projectIds: context.var.access.sees, closed: false })),
  );
}

async function newestOf(
  cases: CaseQueries,
  wanted: { projectIds: readonly number[]; closed: boolean },
): Promise<ListedCase | undefined> {
  return (await cases.page({ ...wanted, size: 1 })).cases[0];
}

function sideOf({ older, newer }: { older?: string | undefined; newer?: string | undefined }) {
  if (older !== undefined) return { side: "older" as const, order: older };
  return newer === undefined ? undefined : { side: "newer" as const, order: newer };
}

interface InboxProps {
  found: CasePage;
  /** State that a page already has when it looks for news. */
  since: string | undefined;
  /** The last case that there was, open or closed. */
  latest: ListedCase | undefined;
  isFirst: boolean;
}

/** The first page looks for news by itself, where script runs. */
function Inbox({ found, since, latest, isFirst }: InboxProps) {
  const { t } = useTranslator();
  const { cases } = found;
  const news = since === undefined ? 0 : cases.filter(({ order }) => since === NONE || order > since).length;
  return (
    <div
      id="inbox"
      {...(isFirst ? { "data-refresh": linkTo("/", { since: cases[0]?.order ?? NONE }) } : {})}
      {...(news === 0 ? {} : { "data-announce": t(INBOX.news, { count: news }) })}
    >
      {isFirst ? <Since latest={latest} /> : undefined}
      <UnreadableCases of={found.unreadable} />
      {cases.length === 0 ? <Nothing /> : <Rows cases={cases} />}
      <nav class="pages" aria-label={t(FRAME.more)}>
        {found.newer ? <a href={linkTo("/", { newer: cases[0]?.order })}>{t(FRAME.newer)}</a> : undefined}{" "}
        {found.older ? <a href={linkTo("/", { older: cases.at(-1)?.order })}>{t(FRAME.older)}</a> : undefined}
      </nav>
    </div>
  );
}

/** A page without it would leave open whether nothing came or nothing works. */
function Since({ latest }: { latest: ListedCase | undefined }) {
  const { t, moment } = useTranslator();
  if (latest === undefined) return <p>{t(INBOX.nothingYet)}</p>;
  return <p>{t(INBOX.nothingSince, { time: moment(latest.receivedAt) })}</p>;
}

function Nothing() {
  const { t, time } = useTranslator();
  return <p>{t(INBOX.nothing, { time: time(new Date().toISOString()) ?? "" })}</p>;
}

function Rows({ cases }: { cases: readonly ListedCase[] }) {
  const { t } = useTranslator();
  return (
    <Table caption={t(INBOX.caption)}>
      <thead>
        <tr>
          <th scope="col">{t(FACTS.received)}</th>
          <th scope="col">{t(INBOX.what)}</th>
          <th scope="col">{t(FACTS.laws)}</th>
          <th scope="col">{t(CASE.due)}</th>
          <th scope="col">{t(FACTS.amount)}</th>
          <th scope="col">{t(FACTS.user)}</th>
          <th scope="col">{t(FACTS.wallet)}</th>
        </tr>
      </thead>
      <tbody>
        {cases.map((one) => (
          <tr>
            <td>
              <Moment at={one.receivedAt} />
            </td>
            <td>
              <a href={caseLink(one)}>{t(CASE_KINDS[one.kind])}</a>
              <Owner of={one} />
            </td>
            <td>
              <What of={one} />
            </td>
            <td>
              <Due of={one} />
            </td>
            <td>{one.kind === "wallet" ? "" : <Amount amount={one.amount} token={one.token} />}</td>
            <td>
              <bdi>{one.userId ?? ""}</bdi>
            </td>
            <td class="address">
              <bdi>{one.address ?? ""}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Owner({ of: { owner } }: { of: ListedCase }) {
  const { t, moment } = useTranslator();
  if (owner === undefined || owner.until < new Date().toISOString()) return undefined;
  const { name: who, until } = owner;
  return (
    <small>
      <bdi>{t(INBOX.ownedUntil, { who, until: moment(until) })}</bdi>
    </small>
  );
}

function What({ of: { kind, score, previousScore, laws = [], lawCount } }: { of: ListedCase }) {
  const { t } = useTranslator();
  if (kind !== "wallet") return <Laws laws={laws} count={lawCount} />;
  const unknown = t(FACTS.unknown);
  return (
    <span>
      {t(INBOX.score, { score: String(score ?? unknown), previous: String(previousScore ?? unknown) })}
      {/* A score that did not rise crossed no line. */}
      {(score ?? 0) > (previousScore ?? -1) ? "" : `: ${t(CROSSINGS.suspicious)}`}
    </span>
  );
}
