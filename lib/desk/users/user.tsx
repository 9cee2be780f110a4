/** One user: cases in all states, notifications, wallets, and what was flagged. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { linkTo, userLink, walletLink } from "../../alerts/messages/desk-links.ts";
import { logger } from "../../aws/observe.ts";
import { firstOf } from "../../aws/tables/query.ts";
import { caseOfNotification, isOrder } from "../../cases/case-keys.ts";
import { CaseQueries } from "../../cases/case-queries.ts";
import { type JudgedCase, judge } from "../../cases/urgency.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { NOTIFICATION } from "../../i18n/catalogue/desk/notification.ts";
import { NOTIFICATIONS } from "../../i18n/catalogue/desk/notifications.ts";
import { USER } from "../../i18n/catalogue/desk/users.ts";
import { cutDecimals, usd } from "../../i18n/text/amounts.ts";
import type { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import type { ListedNotification } from "../../intake/notifications/notification-schema.ts";
import { type ChainLookup, ChainStore, lookUpChains } from "../../screening/chains.ts";
import { WATCH_FROM } from "../../screening/score.ts";
import type { Wallet } from "../../screening/wallets/wallet.ts";
import { WalletScanStore } from "../../screening/wallets/wallet-scans.ts";
import type { WalletStore } from "../../screening/wallets/wallets.ts";
import { mayActIn } from "../frame/access.ts";
import type { DeskContext, DeskEnv, DeskOptions } from "../frame/desk-context.ts";
import { Icon } from "../frame/icon.tsx";
import { notFound, page } from "../frame/layout.tsx";
import { badRequest, choice, parametersOf } from "../frame/parameters.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { USD } from "../kit/case-cells.tsx";
import { CaseTable } from "../kit/case-table.tsx";
import { Copy, Outside, Score } from "../kit/facts.tsx";
import { shortId } from "../kit/links.ts";
import { NotificationTable } from "../kit/notification-table.tsx";
import { OpenCase } from "../kit/open-case.tsx";
import { Panel, Strip, useCountUpTo } from "../kit/panel.tsx";
import { ScoreChart } from "../kit/score-chart.tsx";
import { type ScoreAt, scoresOf } from "../kit/scores.ts";
import { UnreadableCases } from "../kit/unreadable.tsx";
import { WalletTable } from "../kit/wallet-table.tsx";
import { MOST_READ, pictureOf, type UserPicture } from "./user-picture.ts";

interface UserDesk {
  options: DeskOptions;
  cases: CaseQueries;
  notifications: NotificationQueries;
  wallets: WalletStore;
}

/** A user by their id, or all of their cases and behind which a page of them begins. */
const parameters = z
  .object({
    user: z.string().check(z.minLength(1)),
    list: choice(["cases"]),
    older: z.optional(z.string().check(z.refine(isOrder))),
  })
  .check(z.refine(({ list, older }) => older === undefined || list !== undefined));
type Asked = z.infer<typeof parameters>;

/** Rows of each kind beside the others; links lead to all of them. */
const SHOWN_CASES = 12;
const SHOWN_NOTIFICATIONS = 10;
const SHOWN_WALLETS = 100;

/** Cases of a page that has nothing else. */
const PAGE_ROWS = 50;

export function addUser(
  app: Hono<DeskEnv>,
  options: DeskOptions,
  { notifications, wallets }: { notifications: NotificationQueries; wallets: WalletStore },
): void {
  const { database, environment } = options;
  const cases = new CaseQueries(database, environment.CASES_TABLE);
  app.get("/users", async (context) => {
    const asked = parametersOf(context, parameters);
    if (asked === undefined) return badRequest(context);
    return userPage(context, { options, cases, notifications, wallets }, asked);
  });
}

async function userPage(context: DeskContext, desk: UserDesk, { user, list, older }: Asked) {
  const { database, environment } = desk.options;
  const chains = new ChainStore(database, environment.CHAINS_TABLE);
  const projectIds = context.var.access.sees;
  if (list === "cases") return casesPage(context, desk, chains, { user, older });
  const now = new Date().toISOString();
  const picture = await pictureOf(user, projectIds, desk, now);
  const { cases, unreadable, notifications, wallets } = picture;
  if ([cases, unreadable, notifications, wallets].every(({ length }) => length === 0)) {
    // An id that was pasted with blanks around it.
    const trimmed = user.trim();
    return trimmed === user ? notFound(context, USER.unknown) : context.redirect(userLink(trimmed), 303);
  }
  logger.info("a user was viewed at the desk", { subject: context.var.person.subject });
  const [top] = wallets;
  const chainIds = [
    ...cases.map(({ one }) => one.chainId),
    ...[...notifications, ...wallets].map((one) => one.chainId),
  ];
  const [chainOf, scores] = await Promise.all([
    lookUpChains(
      chains,
      chainIds.filter((id) => id !== undefined),
    ),
    top?.score === undefined
      ? []
      : scoresOf(new WalletScanStore(database, environment.WALLET_SCANS_TABLE), top),
  ]);
  return page(context, {
    title: say(USER.title, { user }),
    beside: (
      <Beside user={user} picture={picture} link={environment.USER_LINK} actsIn={context.var.access.actsIn} />
    ),
    children: (
      <>
        <UnreadableCases of={unreadable} />
        <Facts of={picture} />
        <div class="two uneven">
          <div class="stack">
            <Cases user={user} cases={cases} {...{ chainOf, now }} />
            <Notifications user={user} of={notifications} cases={cases} {...{ chainOf, now }} />
          </div>
          <div class="stack">
            {projectsIn(picture)
              .filter((project) => mayActIn(context.var.access, project) && !isAbout(project, cases))
              .map((project, _, all) => (
                <OpenCase of={{ about: "user", project, user }} names={all.length > 1} />
              ))}
            <Wallets wallets={wallets} chainOf={chainOf} />
            {top === undefined || scores.length === 0 ? undefined : (
              <TopScore of={top} scores={scores} line={environment.ALERT_FROM} />
            )}
          </div>
        </div>
      </>
    ),
  });
}

function projectsIn({ cases, notifications, wallets }: UserPicture): number[] {
  const all = [...cases.map(({ one }) => one), ...notifications, ...wallets];
  return [...new Set(all.map(({ projectId }) => projectId))].sort((a, b) => a - b);
}

/** All cases of a user by receipt, a page at a time. */
async function casesPage(
  context: DeskContext,
  { cases }: UserDesk,
  chains: ChainStore,
  { user, older }: Omit<Asked, "list">,
) {
  const { access } = context.var;
  const now = new Date().toISOString();
  const found = await firstOf(cases.ofUser(access.sees, user, older), PAGE_ROWS);
  const shown = found.slice(0, PAGE_ROWS);
  const chainOf = await lookUpChains(
    chains,
    shown.flatMap(({ chainId }) => chainId ?? []),
  );
  const all = { user, list: "cases" };
  return page(context, {
    title: say(USER.title, { user }),
    children: (
      <>
        <Panel title={say(USER.cases)} beside={<a href={userLink(user)}>{say(USER.whole)}</a>}>
          {shown.length === 0 ? (
            <p>{say(USER.noCase)}</p>
          ) : (
            <CaseTable
              of={shown.map((one) => judge(one, now))}
              caption={say(USER.casesByReceipt)}
              {...{ chainOf, now }}
            />
          )}
        </Panel>
        <nav class="pages" aria-label={say(FRAME.more)}>
          {older === undefined ? undefined : <a href={linkTo("/users", all)}>{say(FRAME.newest)}</a>}
          {found.length > PAGE_ROWS ? (
            <a href={linkTo("/users", { ...all, older: shown.at(-1)?.order })}>{say(FRAME.older)}</a>
          ) : undefined}
        </nav>
      </>
    ),
  });
}

/** Reports whether an officer's case about the user is open: there is one at a time. */
function isAbout(projectId: number, cases: readonly JudgedCase[]): boolean {
  return cases.some(
    ({ one }) => one.projectId === projectId && one.kind === "user" && one.outcome === undefined,
  );
}

interface BesideProps {
  user: string;
  picture: UserPicture;
  /** The company's own page of a user, with the place of the id in it. */
  link: string | undefined;
  actsIn: readonly number[];
}

function Beside({ user, picture: { cases, since }, link, actsIn }: BesideProps) {
  const { shortDay } = useTranslator();
  const open = cases.filter(({ one }) => one.outcome === undefined);
  const toDecide = open.filter(({ one }) => actsIn.includes(one.projectId)).length;
  const listed = open.filter(({ isListed }) => isListed).length;
  const late = open.filter(({ passed }) => passed !== undefined).length;
  return (
    <>
      <Copy text={user} />
      {listed === 0 ? undefined : (
        <span class="badge list">
          <Icon name="octagonX" /> {say(USER.onLists, { count: listed })}
        </span>
      )}
      {late === 0 ? undefined : (
        <span class="badge late">
          <Icon name="octagonAlert" /> {say(USER.late, { count: late })}
        </span>
      )}
      {since === undefined ? undefined : (
        <small class="wide-only">{say(USER.since, { day: shortDay(since) ?? since })}</small>
      )}
      <div class="group end">
        {link === undefined ? undefined : (
          <Outside
            href={link.replaceAll("{userId}", encodeURIComponent(user.toWellFormed()))}
            class="btn quiet"
          >
            <Icon name="externalLink" /> {say(NOTIFICATION.backOffice)}
          </Outside>
        )}
        {toDecide === 0 ? undefined : (
          <a class="btn main" href={linkTo("/", { user, sheet: "decide" })} data-decide>
            <Icon name="scale" /> {say(USER.decide, { count: toDecide })}
          </a>
        )}
      </div>
    </>
  );
}

function Facts({ of: { cases, notifications, flagged, wallets } }: { of: UserPicture }) {
  const { count } = useTranslator();
  const upTo = useCountUpTo(MOST_READ);
  const isCut = cases.length > MOST_READ;
  const open = cases.filter(({ one }) => one.outcome === undefined);
  const decided = cases.filter(({ one }) => one.outcome !== undefined);
  const reported = decided.filter(({ one }) => one.outcome === "reported").length;
  const late = open.filter(({ passed }) => passed !== undefined).length;
  const listed = open.filter(({ isListed }) => isListed).length;
  const [top] = wallets;
  const watched = wallets.filter(({ score = 0 }) => score >= WATCH_FROM).length;
  const more = (...parts: (string | undefined)[]) => parts.filter((part) => part !== undefined).join(" · ");
  const atLeast = (number: number) => (isCut ? `${count(number)}+` : count(number));
  return (
    <Strip
      facts={[
        {
          name: say(USER.openCases),
          value: atLeast(open.length),
          more: more(
            late === 0 ? undefined : say(USER.late, { count: late }),
            listed === 0 ? undefined : say(USER.onLists, { count: listed }),
          ),
        },
        {
          name: say(USER.decided),
          value: atLeast(decided.length),
          more: say(USER.reported, { count: reported }),
        },
        {
          name: say(USER.flagged),
          value: <span title={usd(flagged.usd)}>{`${USD} ${cutDecimals(usd(flagged.usd), 2)}`}</span>,
          more: more(
            say(USER.flaggedCount, { count: flagged.count }),
            flagged.unknown === 0 ? undefined : say(USER.unknownAmounts, { count: flagged.unknown }),
            notifications.length > MOST_READ ? say(USER.ofNewest, { count: MOST_READ }) : undefined,
          ),
        },
        {
          name: say(USER.highest),
          value:
            top === undefined ? <span class="muted">{say(USER.noWallet)}</span> : <Score of={top.score} />,
          more:
            top === undefined
              ? undefined
              : say(USER.watched, { watched: count(watched), count: upTo(wallets.length), from: WATCH_FROM }),
        },
      ]}
    />
  );
}

interface ListProps {
  user: string;
  cases: readonly JudgedCase[];
  chainOf: ChainLookup;
  now: string;
}

/** A link to all of a kind, where only some of them are shown. */
function All({ href, count, shown }: { href: string; count: number; shown: number }) {
  const upTo = useCountUpTo(MOST_READ);
  return count <= shown ? undefined : <a href={href}>{say(USER.all, { count: upTo(count) })}</a>;
}

function Cases({ user, cases, chainOf, now }: ListProps) {
  const upTo = useCountUpTo(MOST_READ);
  return (
    <Panel
      title={say(USER.cases)}
      count={upTo(cases.length)}
      beside={
        <All href={linkTo("/users", { user, list: "cases" })} count={cases.length} shown={SHOWN_CASES} />
      }
    >
      {cases.length === 0 ? (
        <p>{say(USER.noCase)}</p>
      ) : (
        <CaseTable of={cases.slice(0, SHOWN_CASES)} caption={say(USER.casesCaption)} {...{ chainOf, now }} />
      )}
    </Panel>
  );
}

function Notifications({
  user,
  of: notifications,
  cases,
  chainOf,
  now,
}: ListProps & { of: readonly ListedNotification[] }) {
  const upTo = useCountUpTo(MOST_READ);
  const bySubject = new Map(cases.map((judged) => [judged.one.subject, judged]));
  return (
    <Panel
      title={say(FRAME.notifications)}
      count={upTo(notifications.length)}
      beside={
        <All
          href={linkTo("/notifications", { user })}
          count={notifications.length}
          shown={SHOWN_NOTIFICATIONS}
        />
      }
    >
      {notifications.length === 0 ? (
        <p>{say(USER.noNotification)}</p>
      ) : (
        <NotificationTable
          of={notifications.slice(0, SHOWN_NOTIFICATIONS)}
          caption={say(NOTIFICATIONS.caption)}
          pageOf="user"
          caseOf={(one) => bySubject.get(caseOfNotification(one).subject)}
          {...{ chainOf, now }}
        />
      )}
    </Panel>
  );
}

function Wallets({ wallets, chainOf }: { wallets: readonly Wallet[]; chainOf: ChainLookup }) {
  const upTo = useCountUpTo(MOST_READ);
  return (
    <Panel title={say(FRAME.wallets)} count={upTo(wallets.length)}>
      {wallets.length === 0 ? (
        <p>{say(USER.noWallet)}</p>
      ) : (
        <WalletTable
          of={wallets.slice(0, SHOWN_WALLETS)}
          caption={say(USER.walletsCaption)}
          chainOf={chainOf}
          isNarrow
        />
      )}
    </Panel>
  );
}

function TopScore({ of: wallet, scores, line }: { of: Wallet; scores: readonly ScoreAt[]; line: number }) {
  return (
    <Panel
      title={say(USER.scoreOf, { address: shortId(wallet.address) })}
      beside={<a href={walletLink(wallet)}>{say(USER.openWallet)}</a>}
    >
      <ScoreChart scores={scores} line={line} isSmall />
    </Panel>
  );
}
