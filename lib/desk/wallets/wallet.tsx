/** One wallet: its score over the bands, what it exceeded last, its users, its cases and notifications, and the address elsewhere. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { linkTo, userLink, walletLink } from "../../alerts/messages/desk-links.ts";
import { caseOfNotification } from "../../cases/case-keys.ts";
import { CaseQueries } from "../../cases/case-queries.ts";
import type { JudgedCase } from "../../cases/urgency.ts";
import { FACTS, OUTCOMES } from "../../i18n/catalogue/desk/facts.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { NOTIFICATIONS } from "../../i18n/catalogue/desk/notifications.ts";
import { EXCEEDANCES } from "../../i18n/catalogue/desk/steps.ts";
import { USER } from "../../i18n/catalogue/desk/users.ts";
import { WALLET } from "../../i18n/catalogue/desk/wallets.ts";
import type { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import type { ListedNotification } from "../../intake/notifications/notification-schema.ts";
import { type ChainLookup, ChainStore, lookUpChains } from "../../screening/chains.ts";
import { difference } from "../../screening/score.ts";
import { patternNames, type Wallet } from "../../screening/wallets/wallet.ts";
import { type WalletScan, WalletScanStore } from "../../screening/wallets/wallet-scans.ts";
import type { WalletStore } from "../../screening/wallets/wallets.ts";
import { mayActIn } from "../frame/access.ts";
import type { DeskEnv, DeskOptions } from "../frame/desk-context.ts";
import { Icon } from "../frame/icon.tsx";
import { notFound, page } from "../frame/layout.tsx";
import { badRequest, choice, parametersOf, projectId } from "../frame/parameters.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { CaseTable } from "../kit/case-table.tsx";
import { DataTable } from "../kit/data-table.tsx";
import { Copy, Facts, Outside, Score, When } from "../kit/facts.tsx";
import { chainName, shortId } from "../kit/links.ts";
import { NotificationTable } from "../kit/notification-table.tsx";
import { OpenCase } from "../kit/open-case.tsx";
import { Panel, Strip, useCountUpTo } from "../kit/panel.tsx";
import { ScoreChart } from "../kit/score-chart.tsx";
import { lastExceeded, lastScans, scoresIn } from "../kit/scores.ts";
import { UnreadableCases } from "../kit/unreadable.tsx";
import { MOST_READ, walletRecords } from "./wallet-records.ts";

/** Days of the chart. */
const SPANS = ["30", "90", "366"] as const;
const DAY_MS = 24 * 60 * 60_000;

/** Wallet in the address, and how many days its chart has. */
const parameters = z.object({
  project: projectId,
  address: z.string(),
  chain: z._default(z.string(), ""),
  days: choice(SPANS),
});

/** Rows beside others; links lead to all notifications, and to all cases of the user. */
const SHOWN_CASES = 12;
const SHOWN_NOTIFICATIONS = 10;
const SHOWN_USERS = 5;
const SHOWN_PATTERNS = 20;

export function addWallet(
  app: Hono<DeskEnv>,
  { database, environment }: DeskOptions,
  { notifications, wallets }: { notifications: NotificationQueries; wallets: WalletStore },
): void {
  const scans = new WalletScanStore(database, environment.WALLET_SCANS_TABLE);
  const chains = new ChainStore(database, environment.CHAINS_TABLE);
  const cases = new CaseQueries(database, environment.CASES_TABLE);
  const line = environment.ALERT_FROM;
  app.get("/wallet", async (context) => {
    const asked = parametersOf(context, parameters);
    if (asked === undefined) return badRequest(context);
    const { project, address, chain, days = "30" } = asked;
    const isSeen = context.var.access.sees.includes(project);
    const wallet = isSeen ? await wallets.get({ projectId: project, address, chainId: chain }) : undefined;
    if (wallet === undefined) return notFound(context, WALLET.notFound);
    const now = new Date().toISOString();
    const [history, onChains, records] = await Promise.all([
      lastScans(scans, wallet),
      wallets.ofAddress(project, wallet.address),
      walletRecords(wallet, { cases, notifications }, now),
    ]);
    const others = onChains.filter(({ chainId }) => chainId !== wallet.chainId);
    const chainOf = await lookUpChains(
      chains,
      [wallet, ...others].map(({ chainId }) => chainId),
    );
    const where = chainName(wallet.chainId, chainOf);
    const props = { wallet, history, line, now, chainOf, ...records };
    return page(context, {
      title: [say(FACTS.wallet), shortId(wallet.address), where].join(" "),
      heading: <Heading address={wallet.address} />,
      beside: (
        <>
          <Copy text={wallet.address} />
          <span class="badge">
            <bdi>{where}</bdi>
          </span>
          <div class="group end">
            <Explorer href={chainOf(wallet.chainId)?.addressUrl(wallet.address)} />
          </div>
        </>
      ),
      children: (
        <>
          <UnreadableCases of={records.unreadable} />
          {mayActIn(context.var.access, project) &&
          !records.cases.some(({ one }) => one.kind === "wallet" && one.outcome === undefined) ? (
            <OpenCase of={{ about: "wallet", project, address: wallet.address, chain: wallet.chainId }} />
          ) : undefined}
          <Summary {...props} />
          <div class="two uneven">
            <div class="stack">
              <ScorePanel {...props} days={days} />
              <Cases {...props} />
              <Notifications {...props} />
            </div>
            <div class="stack">
              <Why {...props} />
              <Elsewhere of={others} chainOf={chainOf} />
              <MoreFacts of={wallet} />
            </div>
          </div>
        </>
      ),
    });
  });
}

/** Whole on wide screens. */
function Heading({ address }: { address: string }) {
  return (
    <>
      <span class="unseen">{say(FACTS.wallet)}</span>{" "}
      <bdi class="id" title={address}>
        <span class="wide-only">{address}</span>
        <span class="only-narrow">{shortId(address)}</span>
      </bdi>
    </>
  );
}

function Explorer({ href }: { href: string | undefined }) {
  if (href === undefined) return undefined;
  return (
    <Outside href={href} class="btn quiet">
      <Icon name="externalLink" /> {say(WALLET.explorer)}
    </Outside>
  );
}

interface WalletProps {
  wallet: Wallet;
  /** Results of the last runs, newest first. */
  history: readonly WalletScan[];
  /** The score above which a wallet is alerted. */
  line: number;
  /** ISO 8601. */
  now: string;
  chainOf: ChainLookup;
  /** The most severe first. */
  cases: readonly JudgedCase[];
  /** True if there may be more of them. */
  mayLack: boolean;
  /** The last one first. */
  users: readonly string[];
  /** The newest first. */
  notifications: readonly ListedNotification[];
}

function Summary({ wallet, history, line, cases, mayLack, users }: WalletProps) {
  const { count, short, shortDay } = useTranslator();
  const { score, scannedAt, suspicious, status } = wallet;
  const exceeded = lastExceeded(history);
  const open = cases.filter(({ one }) => one.outcome === undefined);
  const listed = open.filter(({ isListed }) => isListed).length;
  return (
    <Strip
      facts={[
        {
          name: say(FACTS.score),
          value: <Score of={score} />,
          more:
            scannedAt === undefined
              ? say(FACTS.notYet)
              : say(WALLET.scannedAt, { time: short(scannedAt) ?? scannedAt }),
        },
        {
          name: say(WALLET.lastAlert),
          value:
            exceeded === undefined ? (
              <span class="muted">{say(WALLET.noAlert)}</span>
            ) : (
              (shortDay(exceeded.scannedAt) ?? "")
            ),
          more:
            exceeded === undefined
              ? say(WALLET.alertsAbove, { line })
              : say(WALLET.fromTo, {
                  before: String(exceeded.previousScore ?? say(FACTS.unknown)),
                  after: String(exceeded.score ?? say(FACTS.unknown)),
                  line,
                }),
        },
        {
          name: say(FACTS.user),
          value: <Users of={users} />,
          more:
            users.length === 0
              ? undefined
              : users.length === 1
                ? say(WALLET.onlyUser)
                : say(WALLET.users, { count: users.length }),
        },
        {
          name: say(USER.openCases),
          value: mayLack ? `${count(open.length)}+` : count(open.length),
          more: [
            ...(listed === 0 ? [] : [say(USER.onLists, { count: listed })]),
            say(WALLET.decidedCases, { count: cases.length - open.length }),
          ].join(" · "),
        },
        {
          name: say(WALLET.status),
          value: status === undefined ? <span class="muted">{say(FACTS.unknown)}</span> : <bdi>{status}</bdi>,
          more: say(WALLET.suspiciousIs, {
            is: say(suspicious === undefined ? FACTS.unknown : suspicious ? FACTS.yes : FACTS.no),
          }),
        },
      ]}
    />
  );
}

function Users({ of: users }: { of: readonly string[] }) {
  if (users.length === 0) return <span class="muted">{say(FACTS.unknown)}</span>;
  return (
    <span>
      {users.slice(0, SHOWN_USERS).map((user, index) => (
        <>
          {index === 0 ? "" : ", "}
          <a href={userLink(user)}>
            <bdi>{user}</bdi>
          </a>
        </>
      ))}
    </span>
  );
}

function ScorePanel({ wallet, history, line, days, now }: WalletProps & { days: (typeof SPANS)[number] }) {
  const since = new Date(Date.parse(now) - Number(days) * DAY_MS).toISOString();
  const within = history.filter(({ scannedAt }) => scannedAt >= since);
  const scores = scoresIn(within);
  return (
    <Panel
      title={say(WALLET.scoreOfDays, { days })}
      beside={
        <nav class="tabs" aria-label={say(WALLET.span)}>
          {SPANS.map((span) => (
            <a
              href={linkTo("/wallet", {
                ...{ project: wallet.projectId, address: wallet.address, chain: wallet.chainId },
                days: span === "30" ? undefined : span,
              })}
              {...(span === days ? { "aria-current": "page" } : {})}
            >
              {span === "366" ? say(WALLET.year) : say(WALLET.days, { days: span })}
            </a>
          ))}
        </nav>
      }
    >
      {scores.length === 0 ? (
        <p>{say(history.length === 0 ? WALLET.neverScored : WALLET.notScoredWithin)}</p>
      ) : (
        <ScoreChart scores={scores} line={line} />
      )}
      {within.length === 0 ? undefined : <EveryScore of={within} />}
    </Panel>
  );
}

function EveryScore({ of: history }: { of: readonly WalletScan[] }) {
  return (
    <details class="fold">
      <summary>{say(WALLET.everyScore)}</summary>
      <DataTable
        caption={say(WALLET.scores)}
        rows={history}
        columns={[
          { name: say(FACTS.scanned), cell: ({ scannedAt }) => <When at={scannedAt} /> },
          { name: say(FACTS.score), cell: ({ score }) => <Score of={score} /> },
          {
            ...{ name: say(WALLET.change), class: "n" },
            cell: ({ score, previousScore }) =>
              score === undefined || previousScore === undefined
                ? ""
                : signed(difference(previousScore, score)),
          },
          { name: say(FACTS.outcome), cellClass: "muted", cell: ({ outcome }) => say(OUTCOMES[outcome]) },
        ]}
      />
    </details>
  );
}

function signed(change: number): string {
  return change > 0 ? `+${change}` : String(change).replace("-", "−");
}

function Cases({ cases, mayLack, wallet, users, now }: WalletProps) {
  const { count: written } = useTranslator();
  const count = mayLack ? `${written(cases.length)}+` : written(cases.length);
  return (
    <Panel
      title={say(USER.cases)}
      count={count}
      beside={
        cases.length > SHOWN_CASES || mayLack ? (
          <AllCases of={wallet} user={users[0]} count={count} />
        ) : undefined
      }
    >
      {cases.length === 0 ? (
        <p>{say(WALLET.noCase)}</p>
      ) : (
        <CaseTable of={cases.slice(0, SHOWN_CASES)} caption={say(WALLET.casesCaption)} now={now} />
      )}
    </Panel>
  );
}

/** No list has the cases of a wallet alone: its user has them among theirs. */
function AllCases({ of, user, count }: { of: Wallet; user: string | undefined; count: string }) {
  const href =
    user === undefined
      ? linkTo("/notifications", { wallet: of.address, risk: "illegal" })
      : linkTo("/users", { user, list: "cases" });
  return <a href={href}>{say(USER.all, { count })}</a>;
}

function Notifications({ wallet, notifications, cases, chainOf, now }: WalletProps) {
  const upTo = useCountUpTo(MOST_READ);
  const bySubject = new Map(cases.map((judged) => [judged.one.subject, judged]));
  const href = linkTo("/notifications", { wallet: wallet.address, chain: wallet.chainId });
  return (
    <Panel
      title={say(FRAME.notifications)}
      count={upTo(notifications.length)}
      beside={
        notifications.length > SHOWN_NOTIFICATIONS ? (
          <a href={href}>{say(USER.all, { count: upTo(notifications.length) })}</a>
        ) : undefined
      }
    >
      {notifications.length === 0 ? (
        <p>{say(WALLET.noNotification)}</p>
      ) : (
        <NotificationTable
          of={notifications.slice(0, SHOWN_NOTIFICATIONS)}
          caption={say(NOTIFICATIONS.caption)}
          pageOf="wallet"
          caseOf={(one) => bySubject.get(caseOfNotification(one).subject)}
          {...{ chainOf, now }}
        />
      )}
    </Panel>
  );
}

/** What it exceeded last, and the service's words about it. */
function Why({ wallet, history }: WalletProps) {
  const { level, reason, patterns, why } = wallet;
  const exceeded = lastExceeded(history);
  const names = patterns === undefined ? [] : patternNames(patterns).slice(0, SHOWN_PATTERNS);
  if (exceeded === undefined && names.length === 0 && (reason ?? level ?? why) === undefined)
    return undefined;
  return (
    <Panel title={say(WALLET.why)}>
      <ul>
        {exceeded?.exceeded?.map((kind) => (
          <li>
            <Icon name="triangleAlert" /> <span class="capital">{say(EXCEEDANCES[kind])}</span>
          </li>
        ))}
        {names.map((name) => (
          <li>
            <span class="badge">
              <Icon name="activity" /> {say(WALLET.pattern)}
            </span>{" "}
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      {reason === undefined ? undefined : (
        <p class="said" dir="auto">
          {say(WALLET.inItsWords, { reason })}
        </p>
      )}
      {level === undefined ? undefined : <p class="said">{say(WALLET.levelIs, { level })}</p>}
      {why === undefined ? undefined : (
        <p class="said" dir="auto">
          {say(WALLET.lastRunSaid, { reason: why })}
        </p>
      )}
    </Panel>
  );
}

/** The same address on other chains. */
function Elsewhere({ of: others, chainOf }: { of: readonly Wallet[]; chainOf: ChainLookup }) {
  return (
    <Panel title={say(WALLET.elsewhere)}>
      {others.length === 0 ? (
        <p class="said">{say(WALLET.nowhereElse)}</p>
      ) : (
        <DataTable
          caption={say(WALLET.elsewhere)}
          rows={others.toSorted((a, b) => (b.score ?? -1) - (a.score ?? -1))}
          columns={[
            {
              name: say(FACTS.chainColumn),
              cell: (other) => (
                <a class="open" href={walletLink(other)}>
                  <bdi>{chainName(other.chainId, chainOf)}</bdi>
                </a>
              ),
            },
            { name: say(FACTS.score), cell: ({ score }) => <Score of={score} /> },
            {
              ...{ name: say(FACTS.scanned), class: "n", cellClass: "n muted" },
              cell: ({ scannedAt }) =>
                scannedAt === undefined ? say(FACTS.notYet) : <When at={scannedAt} />,
            },
          ]}
        />
      )}
    </Panel>
  );
}

function MoreFacts({ of: wallet }: { of: Wallet }) {
  const { outcome, lastSeenAt, previousScore, statusAt } = wallet;
  return (
    <Panel title={say(WALLET.facts)}>
      <Facts
        facts={[
          [say(FACTS.projectColumn), String(wallet.projectId)],
          [say(WALLET.knownSince), <When at={wallet.firstSeenAt} />],
          [say(WALLET.lastSeen), <When at={lastSeenAt} />],
          [say(WALLET.before), previousScore === undefined ? undefined : String(previousScore)],
          [say(WALLET.lastRun), outcome && say(OUTCOMES[outcome])],
          [say(WALLET.statusAt), statusAt && <When at={statusAt} />],
        ]}
      />
    </Panel>
  );
}
