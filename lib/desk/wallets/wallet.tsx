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
import { useTranslator } from "../frame/translator.ts";
import { CaseTable } from "../kit/case-table.tsx";
import { Copy, Facts, Outside, Score, When } from "../kit/facts.tsx";
import { FlowTable } from "../kit/flow-table.tsx";
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
    const { t } = context.var.translator;
    const where = chainName(wallet.chainId, chainOf, t);
    const props = { wallet, history, line, now, chainOf, ...records };
    return page(context, {
      title: [t(FACTS.wallet), shortId(wallet.address), where].join(" "),
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
  const { t } = useTranslator();
  return (
    <>
      <span class="unseen">{t(FACTS.wallet)}</span>{" "}
      <bdi class="id" title={address}>
        <span class="wide-only">{address}</span>
        <span class="only-narrow">{shortId(address)}</span>
      </bdi>
    </>
  );
}

function Explorer({ href }: { href: string | undefined }) {
  const { t } = useTranslator();
  if (href === undefined) return undefined;
  return (
    <Outside href={href} class="btn quiet">
      <Icon name="externalLink" /> {t(WALLET.explorer)}
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
  const { t, count, short, shortDay } = useTranslator();
  const { score, scannedAt, suspicious, status } = wallet;
  const exceeded = lastExceeded(history);
  const open = cases.filter(({ one }) => one.outcome === undefined);
  const listed = open.filter(({ isListed }) => isListed).length;
  return (
    <Strip
      facts={[
        {
          name: t(FACTS.score),
          value: <Score of={score} />,
          more:
            scannedAt === undefined
              ? t(FACTS.notYet)
              : t(WALLET.scannedAt, { time: short(scannedAt) ?? scannedAt }),
        },
        {
          name: t(WALLET.lastAlert),
          value:
            exceeded === undefined ? (
              <span class="muted">{t(WALLET.noAlert)}</span>
            ) : (
              (shortDay(exceeded.scannedAt) ?? "")
            ),
          more:
            exceeded === undefined
              ? t(WALLET.alertsAbove, { line })
              : t(WALLET.fromTo, {
                  before: String(exceeded.previousScore ?? t(FACTS.unknown)),
                  after: String(exceeded.score ?? t(FACTS.unknown)),
                  line,
                }),
        },
        {
          name: t(FACTS.user),
          value: <Users of={users} />,
          more:
            users.length === 0
              ? undefined
              : users.length === 1
                ? t(WALLET.onlyUser)
                : t(WALLET.users, { count: users.length }),
        },
        {
          name: t(USER.openCases),
          value: mayLack ? `${count(open.length)}+` : count(open.length),
          more: [
            ...(listed === 0 ? [] : [t(USER.onLists, { count: listed })]),
            t(WALLET.decidedCases, { count: cases.length - open.length }),
          ].join(" · "),
        },
        {
          name: t(WALLET.status),
          value: status === undefined ? <span class="muted">{t(FACTS.unknown)}</span> : <bdi>{status}</bdi>,
          more: t(WALLET.suspiciousIs, {
            is: t(suspicious === undefined ? FACTS.unknown : suspicious ? FACTS.yes : FACTS.no),
          }),
        },
      ]}
    />
  );
}

function Users({ of: users }: { of: readonly string[] }) {
  const { t } = useTranslator();
  if (users.length === 0) return <span class="muted">{t(FACTS.unknown)}</span>;
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
  const { t } = useTranslator();
  const since = new Date(Date.parse(now) - Number(days) * DAY_MS).toISOString();
  const within = history.filter(({ scannedAt }) => scannedAt >= since);
  const scores = scoresIn(within);
  return (
    <Panel
      title={t(WALLET.scoreOfDays, { days })}
      beside={
        <nav class="tabs" aria-label={t(WALLET.span)}>
          {SPANS.map((span) => (
            <a
              href={linkTo("/wallet", {
                ...{ project: wallet.projectId, address: wallet.address, chain: wallet.chainId },
                days: span === "30" ? undefined : span,
              })}
              {...(span === days ? { "aria-current": "page" } : {})}
            >
              {span === "366" ? t(WALLET.year) : t(WALLET.days, { days: span })}
            </a>
          ))}
        </nav>
      }
    >
      {scores.length === 0 ? (
        <p>{t(history.length === 0 ? WALLET.neverScored : WALLET.notScoredWithin)}</p>
      ) : (
        <ScoreChart scores={scores} line={line} />
      )}
      {within.length === 0 ? undefined : <EveryScore of={within} />}
    </Panel>
  );
}

function EveryScore({ of: history }: { of: readonly WalletScan[] }) {
  const { t } = useTranslator();
  return (
    <details class="fold">
      <summary>{t(WALLET.everyScore)}</summary>
      <FlowTable
        caption={t(WALLET.scores)}
        columns={[
          { name: t(FACTS.scanned) },
          { name: t(FACTS.score) },
          { name: t(WALLET.change), class: "n" },
          { name: t(FACTS.outcome) },
        ]}
      >
        {history.map(({ scannedAt, score, previousScore, outcome }) => (
          <tr>
            <th scope="row">
              <When at={scannedAt} />
            </th>
            <td>
              <Score of={score} />
            </td>
            <td class="n">
              {score === undefined || previousScore === undefined
                ? ""
                : signed(difference(previousScore, score))}
            </td>
            <td class="muted">{t(OUTCOMES[outcome])}</td>
          </tr>
        ))}
      </FlowTable>
    </details>
  );
}

function signed(change: number): string {
  return change > 0 ? `+${change}` : String(change).replace("-", "−");
}

function Cases({ cases, mayLack, wallet, users, now }: WalletProps) {
  const { t, count: written } = useTranslator();
  const count = mayLack ? `${written(cases.length)}+` : written(cases.length);
  return (
    <Panel
      title={t(USER.cases)}
      count={count}
      beside={
        cases.length > SHOWN_CASES || mayLack ? (
          <AllCases of={wallet} user={users[0]} count={count} />
        ) : undefined
      }
    >
      {cases.length === 0 ? (
        <p>{t(WALLET.noCase)}</p>
      ) : (
        <CaseTable of={cases.slice(0, SHOWN_CASES)} caption={t(WALLET.casesCaption)} now={now} />
      )}
    </Panel>
  );
}

/** No list has the cases of a wallet alone: its user has them among theirs. */
function AllCases({ of, user, count }: { of: Wallet; user: string | undefined; count: string }) {
  const { t } = useTranslator();
  const href =
    user === undefined
      ? linkTo("/notifications", { wallet: of.address, risk: "illegal" })
      : linkTo("/users", { user, list: "cases" });
  return <a href={href}>{t(USER.all, { count })}</a>;
}

function Notifications({ wallet, notifications, cases, chainOf, now }: WalletProps) {
  const { t } = useTranslator();
  const upTo = useCountUpTo(MOST_READ);
  const bySubject = new Map(cases.map((judged) => [judged.one.subject, judged]));
  const href = linkTo("/notifications", { wallet: wallet.address, chain: wallet.chainId });
  return (
    <Panel
      title={t(FRAME.notifications)}
      count={upTo(notifications.length)}
      beside={
        notifications.length > SHOWN_NOTIFICATIONS ? (
          <a href={href}>{t(USER.all, { count: upTo(notifications.length) })}</a>
        ) : undefined
      }
    >
      {notifications.length === 0 ? (
        <p>{t(WALLET.noNotification)}</p>
      ) : (
        <NotificationTable
          of={notifications.slice(0, SHOWN_NOTIFICATIONS)}
          caption={t(NOTIFICATIONS.caption)}
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
  const { t } = useTranslator();
  const { level, reason, patterns, why } = wallet;
  const exceeded = lastExceeded(history);
  const names = patterns === undefined ? [] : patternNames(patterns).slice(0, SHOWN_PATTERNS);
  if (exceeded === undefined && names.length === 0 && (reason ?? level ?? why) === undefined)
    return undefined;
  return (
    <Panel title={t(WALLET.why)}>
      <ul>
        {exceeded?.exceeded?.map((kind) => (
          <li>
            <Icon name="triangleAlert" /> <span class="capital">{t(EXCEEDANCES[kind])}</span>
          </li>
        ))}
        {names.map((name) => (
          <li>
            <span class="badge">
              <Icon name="activity" /> {t(WALLET.pattern)}
            </span>{" "}
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      {reason === undefined ? undefined : (
        <p class="said" dir="auto">
          {t(WALLET.inItsWords, { reason })}
        </p>
      )}
      {level === undefined ? undefined : <p class="said">{t(WALLET.levelIs, { level })}</p>}
      {why === undefined ? undefined : (
        <p class="said" dir="auto">
          {t(WALLET.lastRunSaid, { reason: why })}
        </p>
      )}
    </Panel>
  );
}

/** The same address on other chains. */
function Elsewhere({ of: others, chainOf }: { of: readonly Wallet[]; chainOf: ChainLookup }) {
  const { t } = useTranslator();
  return (
    <Panel title={t(WALLET.elsewhere)}>
      {others.length === 0 ? (
        <p class="said">{t(WALLET.nowhereElse)}</p>
      ) : (
        <FlowTable
          caption={t(WALLET.elsewhere)}
          columns={[
            { name: t(FACTS.chainColumn) },
            { name: t(FACTS.score) },
            { name: t(FACTS.scanned), class: "n" },
          ]}
        >
          {others
            .toSorted((a, b) => (b.score ?? -1) - (a.score ?? -1))
            .map((other) => (
              <tr>
                <th scope="row">
                  <a class="open" href={walletLink(other)}>
                    <bdi>{chainName(other.chainId, chainOf, t)}</bdi>
                  </a>
                </th>
                <td>
                  <Score of={other.score} />
                </td>
                <td class="n muted">
                  {other.scannedAt === undefined ? t(FACTS.notYet) : <When at={other.scannedAt} />}
                </td>
              </tr>
            ))}
        </FlowTable>
      )}
    </Panel>
  );
}

function MoreFacts({ of: wallet }: { of: Wallet }) {
  const { t } = useTranslator();
  const { outcome, lastSeenAt, previousScore, statusAt } = wallet;
  return (
    <Panel title={t(WALLET.facts)}>
      <Facts
        facts={[
          [t(FACTS.projectColumn), String(wallet.projectId)],
          [t(WALLET.knownSince), <When at={wallet.firstSeenAt} />],
          [t(WALLET.lastSeen), <When at={lastSeenAt} />],
          [t(WALLET.before), previousScore === undefined ? undefined : String(previousScore)],
          [t(WALLET.lastRun), outcome && t(OUTCOMES[outcome])],
          [t(WALLET.statusAt), statusAt && <When at={statusAt} />],
        ]}
      />
    </Panel>
  );
}
