/** An address on all of its networks, in all projects that the reader sees: scores on one scale, owners, cases and notifications. */

import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import type { Child } from "hono/jsx";
import * as z from "zod/mini";
import {
  type LinkedWallet,
  notificationsLink,
  walletIn,
  walletLink,
} from "../../alerts/messages/desk-links.ts";
import { isOpen } from "../../cases/case-state.ts";
import type { JudgedCase } from "../../cases/urgency.ts";
import { FACTS, OUTCOMES, RECORDS } from "../../i18n/catalogue/desk/facts.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { EXCEEDANCES } from "../../i18n/catalogue/desk/steps.ts";
import { USER } from "../../i18n/catalogue/desk/users.ts";
import { WALLET } from "../../i18n/catalogue/desk/wallets.ts";
import { earliest } from "../../i18n/time/earliest.ts";
import type { LocalMoney } from "../../law/rates/local-amount.ts";
import type { ChainLookup } from "../../screening/chains.ts";
import { byScore, patternNames, type Wallet } from "../../screening/wallets/wallet.ts";
import type { WalletScan } from "../../screening/wallets/wallet-scans.ts";
import { ActsOnTicked, AllCasesBox, CaseBox, canTickOrTake } from "../cases/ticked-cases.tsx";
import { type Access, mayActIn, seenBeside } from "../frame/access.ts";
import type { Desk, DeskContext, DeskEnv } from "../frame/desk-context.ts";
import { Icon } from "../frame/icon.tsx";
import { notFound, page } from "../frame/layout.tsx";
import { otherAddress, pathIds } from "../frame/page-path.ts";
import { badRequest, choice, parametersOf } from "../frame/parameters.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { UserLinks } from "../kit/case-cells.tsx";
import { DataTable } from "../kit/data-table.tsx";
import { Copy, Outside, Quoted, Score, When } from "../kit/facts.tsx";
import { chainName, type ListNumber, shortId } from "../kit/links.ts";
import { OpenCase } from "../kit/open-case.tsx";
import { Panel, Strip, useCountText } from "../kit/panel.tsx";
import { RecordTable } from "../kit/record-table.tsx";
import { operationsIn, type Records, recordsOfAddress, usersOf, walletsOfAddress } from "../kit/records.ts";
import { type RowFacts, type RowSources, rowFactsOf, rowSources } from "../kit/row-facts.ts";
import { ScoreChart } from "../kit/score-chart.tsx";
import { lastExceeded, lastScans, scoresIn } from "../kit/scores.ts";
import { useTotals } from "../kit/totals.tsx";
import { UnreadableCases } from "../kit/unreadable.tsx";

/** Days of the charts between which the reader chooses. */
const DAY_CHOICES = ["30", "90", "366"] as const;
type Days = (typeof DAY_CHOICES)[number];
const DEFAULT_DAYS: Days = "30";
const DAY_MS = 24 * 60 * 60_000;

/** Parameters of the page. Its path has the address, and the project where the wallet is of one that no list has. */
const parameters = z.object({ days: choice(DAY_CHOICES) });

/** Networks of which earlier scans are read, those of the highest scores. */
const MOST_HISTORIES = 6;
const SHOWN_USERS = 6;
/** Networks that are named beside the highest score. */
const SHOWN_NETWORKS = 2;
const SHOWN_PATTERNS = 20;

/** The wallet of the address on one network, in one project. */
interface NetworkWallet {
  wallet: Wallet;
  network: string;
  /** The network; with the project where the address has wallets in several. */
  name: string;
  /** Results of the last runs, newest first; undefined where they are not read. */
  history: readonly WalletScan[] | undefined;
}

/** The days that all charts show, ISO 8601. */
interface Period {
  since: string;
  until: string;
}

/** What the page reads from. */
interface WalletDesk
  extends RowSources,
    Pick<Desk["stores"], "cases" | "scans" | "notifications" | "wallets"> {
  /** The score above which a wallet is alerted. */
  threshold: number;
}

export function addWallet(app: Hono<DeskEnv>, desk: Desk): void {
  const walletDesk: WalletDesk = {
    ...desk.stores,
    ...rowSources(desk),
    threshold: desk.environment.ALERT_ABOVE,
  };
  app.get("/w/*", async (context) => {
    const query = parametersOf(context, parameters);
    const path = walletIn(pathIds(context));
    if (query === undefined || path === undefined) return badRequest(context);
    const canonical = otherAddress(context, walletLink(path));
    if (canonical !== undefined) return context.redirect(canonical, 303);
    const { days = DEFAULT_DAYS } = query;
    const data = await walletPageData(context, walletDesk, { path, days });
    if (data === undefined) return notFound(context, WALLET.notFound);
    const { address, networks } = data;
    return page(context, {
      title: [say(FACTS.wallet), shortId(address)].join(" "),
      heading: <Heading address={address} />,
      beside: (
        <>
          <Copy text={address} />
          {networks.some(hasChart) ? (
            <PeriodTabs address={address} project={path.projectId} days={days} />
          ) : undefined}
        </>
      ),
      children: <WalletPage {...data} />,
    });
  });
}

/** What the page shows of an address. */
interface WalletPageData {
  address: string;
  /** The highest score first. */
  networks: readonly NetworkWallet[];
  /** True if the address has wallets in several projects. */
  isOfSeveralProjects: boolean;
  records: Records;
  facts: RowFacts;
  threshold: number;
  period: Period;
  access: Access;
  /** ISO 8601. */
  now: string;
}

/** Reads what the page shows; undefined where no project that the reader sees has a wallet of the address. */
async function walletPageData(
  context: DeskContext,
  desk: WalletDesk,
  { path: { address: typedAddress, projectId }, days }: { path: LinkedWallet; days: Days },
): Promise<WalletPageData | undefined> {
  const { access } = context.var;
  const projectIds = projectId === undefined ? access.sees : seenBeside(access, projectId);
  const wallets = (await walletsOfAddress(typedAddress, projectIds, desk.wallets)).sort(byScore);
  const [highest] = wallets;
  if (highest === undefined) return undefined;
  // The stored spelling replaces the typed one.
  const { address } = highest;
  const now = new Date().toISOString();
  const [histories, records] = await Promise.all([
    Promise.all(wallets.slice(0, MOST_HISTORIES).map((wallet) => lastScans(desk.scans, wallet))),
    recordsOfAddress(address, wallets, desk, now),
  ]);
  const facts = await rowFactsOf(operationsIn(records), desk, wallets);
  const isOfSeveralProjects = new Set(wallets.map((wallet) => wallet.projectId)).size > 1;
  const networks = wallets.map((wallet, index): NetworkWallet => {
    const network = chainName(wallet.chainId, facts.chainOf);
    const project = say(FRAME.project, { project: String(wallet.projectId) });
    return {
      wallet,
      network,
      name: isOfSeveralProjects ? `${network}, ${project}` : network,
      history: histories[index],
    };
  });
  const period = periodOf(networks, new Date(Date.parse(now) - Number(days) * DAY_MS).toISOString());
  const { threshold } = desk;
  return { address, networks, isOfSeveralProjects, records, facts, threshold, period, access, now };
}

function WalletPage({
  address,
  networks,
  isOfSeveralProjects,
  records,
  facts,
  threshold,
  period,
  access,
  now,
}: WalletPageData) {
  const isOffered = records.cases.some((judged) => canTickOrTake(judged, access.actsIn));
  return (
    <>
      <UnreadableCases of={records.unreadable} />
      <Summary networks={networks} records={records} localOf={facts.localOf} />
      <Networks networks={networks} threshold={threshold} chainOf={facts.chainOf}>
        {casesToOpen(networks, records.cases, access).map(({ subject, chainChoice }) => (
          <OpenCase subject={subject} names={isOfSeveralProjects} choice={chainChoice} />
        ))}
      </Networks>
      <Charts networks={networks} threshold={threshold} period={period} />
      <Acts isOffered={isOffered}>
        <Panel
          title={say(RECORDS.title)}
          beside={<a href={notificationsLink({ wallet: address })}>{say(RECORDS.allNotifications)}</a>}
        >
          <RecordTable
            records={records}
            caption={say(RECORDS.title)}
            pageOf="wallet"
            facts={facts}
            now={now}
            {...(isOffered && { caseTick: boxesOf(access.actsIn) })}
          />
        </Panel>
      </Acts>
    </>
  );
}

/** The form of the ticked cases, where there is one that the reader can tick: the inbox goes on with them. */
function Acts({ isOffered, children }: { isOffered: boolean; children: Child }) {
  if (!isOffered) return <>{children}</>;
  return (
    <form class="selected" method="post" action="/selected" novalidate>
      <input type="hidden" name="step" value={randomUUID()} />
      {children}
      <ActsOnTicked areAllMine={false} />
    </form>
  );
}

function boxesOf(actsIn: readonly number[]) {
  return {
    all: <AllCasesBox />,
    cell: (judged: JudgedCase, number: ListNumber) =>
      canTickOrTake(judged, actsIn) ? <CaseBox of={judged.listedCase} number={number} /> : undefined,
  };
}

/** Reports whether the wallet has an open case: there is one at a time. */
function hasOpen({ projectId, chainId }: Wallet, cases: readonly JudgedCase[]): boolean {
  return cases.some(
    ({ listedCase }) =>
      listedCase.kind === "wallet" &&
      isOpen(listedCase) &&
      listedCase.projectId === projectId &&
      listedCase.chainId === chainId,
  );
}

/** The cases that an officer can open, one for each project in which they act: with the networks on which the wallet has none open. */
function casesToOpen(networks: readonly NetworkWallet[], cases: readonly JudgedCase[], access: Access) {
  const free = networks.filter(({ wallet }) => mayActIn(access, wallet.projectId) && !hasOpen(wallet, cases));
  return [...Map.groupBy(free, ({ wallet }) => wallet.projectId).values()].flatMap((networksOfProject) => {
    const [first] = networksOfProject;
    if (first === undefined) return [];
    const { address, chainId: chain, projectId: project } = first.wallet;
    const options = networksOfProject.map(({ wallet, name }) => ({ value: wallet.chainId, text: name }));
    return {
      subject: { about: "wallet", address, chain, project } as const,
      chainChoice: { name: "chain", label: say(FACTS.chainColumn), options } as const,
    };
  });
}

/** The period from the first score on any network since a time to the last one, and at least a day. */
function periodOf(networks: readonly NetworkWallet[], since: string): Period {
  const times = networks
    .flatMap(({ history = [] }) => history.map(({ scannedAt }) => scannedAt))
    .filter((at) => at >= since)
    .sort();
  const [first = since] = times;
  const until = times.at(-1) ?? since;
  const dayBefore = new Date(Date.parse(until) - DAY_MS).toISOString();
  return { since: earliest([first, dayBefore]), until };
}

/** The address, shortened on narrow screens. */
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

interface PeriodTabsProps {
  address: string;
  project: number | undefined;
  days: Days;
}

/** Links to the page with the charts of other days. */
function PeriodTabs({ address, project, days }: PeriodTabsProps) {
  return (
    <nav class="tabs end" aria-label={say(WALLET.chartDays)}>
      {DAY_CHOICES.map((dayChoice) => (
        <a
          href={walletLink(
            { projectId: project, address },
            { days: dayChoice === DEFAULT_DAYS ? undefined : dayChoice },
          )}
          aria-current={dayChoice === days ? "page" : undefined}
        >
          {dayChoice === "366" ? say(WALLET.year) : say(WALLET.days, { days: dayChoice })}
        </a>
      ))}
    </nav>
  );
}

interface SummaryProps extends Pick<WalletPageData, "networks" | "records"> {
  localOf: LocalMoney;
}

function Summary({ networks, records, localOf }: SummaryProps) {
  const { cases, notifications, withoutCase, mayLack, isCut } = records;
  const { count, short } = useTranslator();
  const countOfUsers = useCountText({ isAtLeast: isCut });
  const wallets = networks.map(({ wallet }) => wallet);
  const users = usersOf(wallets, notifications);
  const registered = usersOf(wallets, []);
  const openCases = cases.filter(({ listedCase }) => isOpen(listedCase));
  const onSanctionsLists = openCases.filter(({ isListed }) => isListed).length;
  const { score, scannedAt } = wallets[0] ?? {};
  const highestNetworks = new Set(
    networks.filter(({ wallet }) => wallet.score === score).map(({ network }) => network),
  );
  const unnamedNetworks = highestNetworks.size - SHOWN_NETWORKS;
  return (
    <Strip
      facts={[
        {
          name: say(USER.highest),
          value: <Score score={score} />,
          more:
            scannedAt === undefined
              ? say(WALLET.neverScored)
              : say(WALLET.scannedOn, {
                  networks: `${[...highestNetworks]
                    .slice(0, SHOWN_NETWORKS)
                    .join(", ")}${unnamedNetworks > 0 ? say(FACTS.andMore, { count: unnamedNetworks }) : ""}`,
                  time: short(scannedAt) ?? scannedAt,
                }),
        },
        {
          name: say(WALLET.owners),
          value:
            users.length === 0 ? <span class="muted">{say(FACTS.unknown)}</span> : countOfUsers(users.length),
          more: (
            <>
              <UsersOf title={say(WALLET.registered)} users={registered} />
              <UsersOf
                title={say(WALLET.ofTransactions)}
                users={users.filter((user) => !registered.includes(user))}
              />
            </>
          ),
        },
        {
          name: say(RECORDS.open),
          value: mayLack ? `${count(openCases.length)}+` : count(openCases.length),
          more: [
            onSanctionsLists > 0 && say(USER.onLists, { count: onSanctionsLists }),
            cases.length > openCases.length &&
              say(WALLET.decidedCases, { count: cases.length - openCases.length }),
            withoutCase.length > 0 && say(WALLET.withoutCase, { count: withoutCase.length }),
          ]
            .filter((sentence) => sentence !== false)
            .join(" · "),
        },
        ...useTotals(records, localOf),
      ]}
    />
  );
}

/** Users of an address that are known from one source: the list of wallets has those that it is registered under. */
function UsersOf({ title, users }: { title: string; users: readonly string[] }) {
  if (users.length === 0) return undefined;
  return (
    <div class="c-user">
      {title} <UserLinks users={users.slice(0, SHOWN_USERS)} />
      {users.length > SHOWN_USERS ? say(FACTS.andMore, { count: users.length - SHOWN_USERS }) : undefined}
    </div>
  );
}

interface NetworksProps extends Pick<WalletPageData, "networks" | "threshold"> {
  chainOf: ChainLookup;
  /** The forms that open a case. */
  children: Child;
}

/** A table of the networks, each with its score, the time of its scan and its last alert; the reasons follow. */
function Networks({ networks, threshold, chainOf, children }: NetworksProps) {
  const title = say(WALLET.networks);
  return (
    <Panel title={title} count={String(new Set(networks.map(({ network }) => network)).size)}>
      <DataTable
        caption={title}
        rows={networks}
        columns={[
          { name: say(FACTS.chainColumn), cell: ({ name }) => <bdi>{name}</bdi> },
          { name: say(FACTS.score), cell: ({ wallet: { score } }) => <Score score={score} /> },
          {
            name: say(FACTS.scanned),
            class: "n to-start",
            cellClass: "n muted to-start",
            cell: ({ wallet: { scannedAt } }) =>
              scannedAt === undefined ? say(FACTS.notScanned) : <When at={scannedAt} />,
          },
          {
            name: say(WALLET.lastAlert),
            cell: ({ history }) => <LastAlert history={history} threshold={threshold} />,
          },
          {
            name: <span class="unseen">{say(WALLET.explorer)}</span>,
            class: "no-print",
            cell: ({ wallet: { chainId, address } }) => {
              const href = chainOf(chainId)?.addressUrl(address);
              return (
                href && (
                  <Outside href={href}>
                    {say(WALLET.explorer)} <Icon name="externalLink" />
                  </Outside>
                )
              );
            },
          },
        ]}
      />
      <Reasons networks={networks} />
      {children}
    </Panel>
  );
}

/** Reports whether a network has more than one score: a chart of one says nothing that its number does not. */
function hasChart({ history = [] }: NetworkWallet): boolean {
  return scoresIn(history).length > 1;
}

type ChartsProps = Pick<WalletPageData, "networks" | "threshold" | "period">;

/** Charts of the scores of each network over the same days. */
function Charts({ networks, threshold, period }: ChartsProps) {
  const charts = networks.filter(hasChart);
  if (charts.length === 0) return undefined;
  return (
    <div class="three">
      {charts.map(({ wallet, name, history = [] }) => {
        const scores = scoresIn(history.filter(({ scannedAt }) => scannedAt >= period.since));
        return (
          <Panel title={name} beside={<Score score={wallet.score} />}>
            {scores.length === 0 ? (
              <p class="said">{say(WALLET.notScoredWithin)}</p>
            ) : (
              <ScoreChart scores={scores} threshold={threshold} period={period} isSmall />
            )}
          </Panel>
        );
      })}
    </div>
  );
}

interface LastAlertProps extends Pick<NetworkWallet, "history"> {
  threshold: number;
}

/** The day of the last alert, with the scores before and after it. */
function LastAlert({ history, threshold }: LastAlertProps) {
  const { shortDay } = useTranslator();
  if (history === undefined) return <span class="muted">{say(FACTS.unknown)}</span>;
  if (history.length === 0) return undefined;
  const exceedingScan = lastExceeded(history);
  if (exceedingScan === undefined) return <span class="muted">{say(WALLET.noAlert, { threshold })}</span>;
  const { scannedAt, previousScore, score } = exceedingScan;
  const day = shortDay(scannedAt) ?? scannedAt;
  const after = String(score ?? say(FACTS.unknown));
  if (previousScore === undefined) return <span>{say(WALLET.firstAlertOn, { day, after })}</span>;
  return <span>{say(WALLET.alertOn, { day, before: String(previousScore), after })}</span>;
}

/** Reasons for the scores: what the wallet exceeded last on each network, and the service's words about it. */
function Reasons({ networks }: Pick<NetworksProps, "networks">) {
  const reasons = networks
    .map(({ wallet, name, history = [] }) => ({ name, parts: reasonsOf(wallet, lastExceeded(history)) }))
    .filter(({ parts }) => parts.length > 0);
  if (reasons.length === 0) return undefined;
  return (
    <details class="fold">
      <summary>{say(WALLET.why)}</summary>
      {reasons.map(({ name, parts }) => (
        <>
          {networks.length > 1 ? <h3>{name}</h3> : undefined}
          <ul>
            {parts.map((part) => (
              <li>{part}</li>
            ))}
          </ul>
        </>
      ))}
    </details>
  );
}

/** @param exceedingScan the last scan in which the score exceeded */
function reasonsOf(wallet: Wallet, exceedingScan: WalletScan | undefined): Child[] {
  const { level, reason, why, status, suspicious, outcome } = wallet;
  const patterns =
    wallet.patterns === undefined ? [] : patternNames(wallet.patterns).slice(0, SHOWN_PATTERNS);
  const quotations: [label: string, words: string | undefined][] = [
    [say(WALLET.inItsWords), reason],
    [say(WALLET.levelIs), level],
    [say(WALLET.status), status],
    [say(WALLET.lastRunSaid), why],
  ];
  return [
    ...(exceedingScan?.exceeded ?? []).map((kind) => (
      <>
        <Icon name="triangleAlert" /> <span class="capital">{say(EXCEEDANCES[kind])}</span>
      </>
    )),
    ...patterns.map((pattern) => (
      <>
        <span class="badge">
          <Icon name="activity" /> {say(WALLET.pattern)}
        </span>{" "}
        <bdi lang="en">{pattern}</bdi>
      </>
    )),
    ...quotations.flatMap(([label, words]) =>
      words === undefined || words === ""
        ? []
        : [
            <>
              {label} <Quoted words={words} />
            </>,
          ],
    ),
    ...(suspicious === true ? [say(WALLET.suspicious)] : []),
    ...(outcome !== undefined && outcome !== "completed"
      ? [`${say(WALLET.lastRun)}: ${say(OUTCOMES[outcome])}`]
      : []),
  ];
}
