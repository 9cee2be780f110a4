/** An address on all of its networks, in all projects that the reader sees: scores on one scale, owners, cases and notifications. */

import type { Hono } from "hono";
import type { Child } from "hono/jsx";
import * as z from "zod/mini";
import { notificationsLink, walletIn, walletLink } from "../../alerts/messages/desk-links.ts";
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
import { type Access, mayActIn, seenBeside } from "../frame/access.ts";
import type { Desk, DeskEnv } from "../frame/desk-context.ts";
import { Icon } from "../frame/icon.tsx";
import { notFound, page } from "../frame/layout.tsx";
import { otherAddress, pathIds } from "../frame/page-path.ts";
import { badRequest, choice, parametersOf } from "../frame/parameters.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { UserLinks } from "../kit/case-cells.tsx";
import { DataTable } from "../kit/data-table.tsx";
import { Copy, Outside, Quoted, Score, When } from "../kit/facts.tsx";
import { chainName, shortId } from "../kit/links.ts";
import { OpenCase } from "../kit/open-case.tsx";
import { Panel, Strip, useBounded } from "../kit/panel.tsx";
import { RecordTable } from "../kit/record-table.tsx";
import { operationsIn, type Records, recordsOfAddress, usersOf, walletsOfAddress } from "../kit/records.ts";
import { rowFactsOf, rowSources } from "../kit/row-facts.ts";
import { ScoreChart } from "../kit/score-chart.tsx";
import { lastExceeded, lastScans, scoresIn } from "../kit/scores.ts";
import { useTotals } from "../kit/totals.tsx";
import { UnreadableCases } from "../kit/unreadable.tsx";

/** Days of the charts. */
const SPANS = ["30", "90", "366"] as const;
const DAY_MS = 24 * 60 * 60_000;

/** How many days the charts have. The path has the address, and the project: one that no list has is shown by it alone. */
const parameters = z.object({ days: choice(SPANS) });

/** Networks of which earlier scans are read, those of the highest scores. */
const MOST_HISTORIES = 6;
const SHOWN_USERS = 20;
const SHOWN_PATTERNS = 20;

/** A wallet of the address, on one network. */
interface OnNetwork {
  wallet: Wallet;
  /** The network, and where there are several the project. */
  name: string;
  /** Results of the last runs, newest first; undefined where they are not read. */
  history: readonly WalletScan[] | undefined;
}

export function addWallet(app: Hono<DeskEnv>, desk: Desk): void {
  const { cases, scans, notifications, wallets } = desk.stores;
  const line = desk.environment.ALERT_FROM;
  const sources = rowSources(desk);
  app.get("/w/*", async (context) => {
    const query = parametersOf(context, parameters);
    const linked = walletIn(pathIds(context));
    if (query === undefined || linked === undefined) return badRequest(context);
    const moved = otherAddress(context, walletLink(linked));
    if (moved !== undefined) return context.redirect(moved, 303);
    const { address: named, projectId: project } = linked;
    const { days = "30" } = query;
    const { access } = context.var;
    const projectIds = project === undefined ? access.sees : seenBeside(access, project);
    const all = (await walletsOfAddress(named, projectIds, wallets)).sort(byScore);
    const [top] = all;
    if (top === undefined) return notFound(context, WALLET.notFound);
    const { address } = top;
    const now = new Date().toISOString();
    const [histories, records] = await Promise.all([
      Promise.all(all.slice(0, MOST_HISTORIES).map((wallet) => lastScans(scans, wallet))),
      recordsOfAddress(address, all, { cases, notifications }, now),
    ]);
    const facts = await rowFactsOf(operationsIn(records), sources, all);
    const { chainOf, localOf } = facts;
    const isOfSeveral = new Set(all.map(({ projectId }) => projectId)).size > 1;
    const networks = all.map((wallet, index): OnNetwork => {
      const name = chainName(wallet.chainId, chainOf);
      const ofProject = say(FRAME.project, { project: String(wallet.projectId) });
      return {
        wallet,
        name: isOfSeveral ? `${name}, ${ofProject}` : name,
        history: histories[index],
      };
    });
    const span = spanOf(networks, new Date(Date.parse(now) - Number(days) * DAY_MS).toISOString());
    return page(context, {
      title: [say(FACTS.wallet), shortId(address)].join(" "),
      heading: <Heading address={address} />,
      beside: (
        <>
          <Copy text={address} />
          {networks.some(hasChart) ? <Spans address={address} project={project} days={days} /> : undefined}
        </>
      ),
      children: (
        <>
          <UnreadableCases of={records.unreadable} />
          <Summary networks={networks} records={records} localOf={localOf} />
          <Networks networks={networks} line={line} chainOf={chainOf}>
            {casesToOpen(networks, records.cases, access).map(({ about, ...props }) => (
              <OpenCase of={about} names={isOfSeveral} {...props} />
            ))}
          </Networks>
          <Charts networks={networks} line={line} span={span} />
          <Panel
            title={say(RECORDS.title)}
            beside={<a href={notificationsLink({ wallet: address })}>{say(RECORDS.allNotifications)}</a>}
          >
            <RecordTable of={records} caption={say(RECORDS.title)} pageOf="wallet" facts={facts} now={now} />
          </Panel>
        </>
      ),
    });
  });
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

/** In each project in which the officer acts: the networks on which the wallet has no open case. */
function casesToOpen(networks: readonly OnNetwork[], cases: readonly JudgedCase[], access: Access) {
  const free = networks.filter(({ wallet }) => mayActIn(access, wallet.projectId) && !hasOpen(wallet, cases));
  return [...Map.groupBy(free, ({ wallet }) => wallet.projectId).values()].flatMap((ofProject) => {
    const [first] = ofProject;
    if (first === undefined) return [];
    const { address, chainId: chain, projectId: project } = first.wallet;
    const options = ofProject.map(({ wallet, name }) => ({ value: wallet.chainId, text: name }));
    return {
      about: { about: "wallet", address, chain, project } as const,
      choice: { name: "chain", label: say(FACTS.chainColumn), options } as const,
    };
  });
}

/** From the first score on any network since a time to the last one, and at least a day. */
function spanOf(networks: readonly OnNetwork[], since: string) {
  const times = networks
    .flatMap(({ history = [] }) => history.map(({ scannedAt }) => scannedAt))
    .filter((at) => at >= since)
    .sort();
  const [first = since] = times;
  const until = times.at(-1) ?? since;
  const dayBefore = new Date(Date.parse(until) - DAY_MS).toISOString();
  return { since: earliest([first, dayBefore]), until };
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

interface SpansProps {
  address: string;
  project: number | undefined;
  days: (typeof SPANS)[number];
}

function Spans({ address, project, days }: SpansProps) {
  return (
    <nav class="tabs end" aria-label={say(WALLET.span)}>
      {SPANS.map((span) => (
        <a
          href={walletLink({ projectId: project, address }, { days: span === "30" ? undefined : span })}
          aria-current={span === days ? "page" : undefined}
        >
          {span === "366" ? say(WALLET.year) : say(WALLET.days, { days: span })}
        </a>
      ))}
    </nav>
  );
}

interface SummaryProps {
  /** The highest score first. */
  networks: readonly OnNetwork[];
  records: Records;
  localOf: LocalMoney;
}

function Summary({ networks, records, localOf }: SummaryProps) {
  const { count, short } = useTranslator();
  const { cases, notifications, without, mayLack, isCut } = records;
  const countOfUsers = useBounded(isCut);
  const wallets = networks.map(({ wallet }) => wallet);
  const users = usersOf(wallets, notifications);
  const open = cases.filter(({ listedCase }) => isOpen(listedCase));
  const listed = open.filter(({ isListed }) => isListed).length;
  const top = networks[0];
  const { score, scannedAt } = top?.wallet ?? {};
  const highest = networks.filter(({ wallet }) => wallet.score === score);
  return (
    <Strip
      facts={[
        {
          name: say(USER.highest),
          value: <Score of={score} />,
          more:
            scannedAt === undefined
              ? say(WALLET.neverScored)
              : say(WALLET.scannedOn, {
                  networks: highest.map(({ name }) => name).join(", "),
                  time: short(scannedAt) ?? scannedAt,
                }),
        },
        {
          name: say(WALLET.owners),
          value:
            users.length === 0 ? <span class="muted">{say(FACTS.unknown)}</span> : countOfUsers(users.length),
          more: (
            <>
              <UserLinks of={users.slice(0, SHOWN_USERS)} />
              {users.length > SHOWN_USERS
                ? say(FACTS.andMore, { count: users.length - SHOWN_USERS })
                : undefined}
            </>
          ),
        },
        {
          name: say(RECORDS.open),
          value: mayLack ? `${count(open.length)}+` : count(open.length),
          more: [
            ...(listed === 0 ? [] : [say(USER.onLists, { count: listed })]),
            ...(cases.length === open.length
              ? []
              : [say(WALLET.decidedCases, { count: cases.length - open.length })]),
            ...(without.length === 0 ? [] : [say(WALLET.withoutCase, { count: without.length })]),
          ].join(" · "),
        },
        ...useTotals(records, localOf),
      ]}
    />
  );
}

interface NetworksProps {
  networks: readonly OnNetwork[];
  /** The score above which a wallet is alerted. */
  line: number;
  chainOf: ChainLookup;
  /** The forms that open a case. */
  children: Child;
}

/** Its networks in rows: the score, when it was asked for, and the last alert. */
function Networks({ networks, line, chainOf, children }: NetworksProps) {
  const title = say(WALLET.networks);
  return (
    <Panel title={title} count={String(networks.length)}>
      <DataTable
        caption={title}
        rows={networks}
        columns={[
          { name: say(FACTS.chainColumn), cell: ({ name }) => <bdi>{name}</bdi> },
          { name: say(FACTS.score), cell: ({ wallet: { score } }) => <Score of={score} /> },
          {
            name: say(FACTS.scanned),
            class: "n to-start",
            cellClass: "n muted to-start",
            cell: ({ wallet: { scannedAt } }) =>
              scannedAt === undefined ? say(FACTS.notYet) : <When at={scannedAt} />,
          },
          {
            name: say(WALLET.lastAlert),
            cell: ({ history }) => <LastAlert of={history} line={line} />,
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
      {networks.map(({ wallet, name, history = [] }) => (
        <Why of={wallet} name={networks.length > 1 ? name : undefined} exceeded={lastExceeded(history)} />
      ))}
      {children}
    </Panel>
  );
}

/** Reports whether a network has more than one score: a chart of one says nothing that its number does not. */
function hasChart({ history = [] }: OnNetwork): boolean {
  return scoresIn(history).length > 1;
}

interface ChartsProps extends Pick<NetworksProps, "networks" | "line"> {
  /** Of all charts, ISO 8601. */
  span: { since: string; until: string };
}

/** The scores of each network over the same days. */
function Charts({ networks, line, span }: ChartsProps) {
  const charts = networks.filter(hasChart);
  if (charts.length === 0) return undefined;
  return (
    <div class="three">
      {charts.map(({ wallet, name, history = [] }) => {
        const scores = scoresIn(history.filter(({ scannedAt }) => scannedAt >= span.since));
        return (
          <Panel title={name} beside={<Score of={wallet.score} />}>
            {scores.length === 0 ? (
              <p class="said">{say(WALLET.notScoredWithin)}</p>
            ) : (
              <ScoreChart scores={scores} line={line} span={span} isSmall />
            )}
          </Panel>
        );
      })}
    </div>
  );
}

function LastAlert({ of: history, line }: { of: OnNetwork["history"]; line: number }) {
  const { shortDay } = useTranslator();
  if (history === undefined) return <span class="muted">{say(FACTS.unknown)}</span>;
  const exceeded = lastExceeded(history);
  if (exceeded === undefined)
    return history.length === 0 ? undefined : <span class="muted">{say(WALLET.noAlert, { line })}</span>;
  const { scannedAt, previousScore, score } = exceeded;
  const day = shortDay(scannedAt) ?? scannedAt;
  const after = String(score ?? say(FACTS.unknown));
  return (
    <span>
      {previousScore === undefined
        ? say(WALLET.firstAlertOn, { day, after })
        : say(WALLET.alertOn, { day, before: String(previousScore), after })}
    </span>
  );
}

interface WhyProps {
  of: Wallet;
  /** The network, of one of several. */
  name: string | undefined;
  exceeded: WalletScan | undefined;
}

/** What it exceeded last, and the service's words about it. */
function Why({ of: wallet, name, exceeded }: WhyProps) {
  const { level, reason, patterns, why, status, suspicious, outcome } = wallet;
  const names = patterns === undefined ? [] : patternNames(patterns).slice(0, SHOWN_PATTERNS);
  const quoted: [name: string, words: string | undefined][] = [
    [say(WALLET.inItsWords), reason],
    [say(WALLET.levelIs), level],
    [say(WALLET.status), status],
    [say(WALLET.lastRunSaid), why],
  ];
  const parts: Child[] = [
    ...quoted.flatMap(([name, words]) =>
      words === undefined || words === ""
        ? []
        : [
            <>
              {name} <Quoted of={words} />
            </>,
          ],
    ),
    ...(suspicious === true ? [say(WALLET.suspicious)] : []),
    ...(outcome !== undefined && outcome !== "completed"
      ? [`${say(WALLET.lastRun)}: ${say(OUTCOMES[outcome])}`]
      : []),
  ];
  if (exceeded === undefined && names.length + parts.length === 0) return undefined;
  return (
    <details class="fold">
      <summary>
        {say(WALLET.why)} {name === undefined ? undefined : <bdi class="muted">{name}</bdi>}
      </summary>
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
            <bdi lang="en">{name}</bdi>
          </li>
        ))}
      </ul>
      {parts.map((words) => (
        <p class="said">{words}</p>
      ))}
    </details>
  );
}
