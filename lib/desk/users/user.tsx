/** One user: cases in all states, notifications, wallets, and what was flagged. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { notificationsLink, userIn, userLink, walletLink } from "../../alerts/messages/desk-links.ts";
import { logger } from "../../aws/observe.ts";
import { firstOf } from "../../aws/tables/query.ts";
import { reachOfCases } from "../../cases/accumulation.ts";
import type { ListedCase } from "../../cases/case.ts";
import { isOrder } from "../../cases/case-keys.ts";
import type { CaseQueries } from "../../cases/case-queries.ts";
import { isOpen } from "../../cases/case-state.ts";
import { type JudgedCase, judge } from "../../cases/urgency.ts";
import { CASE_FORM } from "../../i18n/catalogue/desk/case.ts";
import { FACTS, RECORDS } from "../../i18n/catalogue/desk/facts.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { NOTIFICATION } from "../../i18n/catalogue/desk/notification.ts";
import { USER } from "../../i18n/catalogue/desk/users.ts";
import { looksPersonal } from "../../i18n/text/masking.ts";
import { numberIn } from "../../intake/notifications/notification-keys.ts";
import type { LocalMoney } from "../../law/rates/local-amount.ts";
import { type ChainLookup, type ChainStore, lookUpChains } from "../../screening/chains.ts";
import { WATCH_FROM } from "../../screening/score.ts";
import { decidableOfUser } from "../cases/decidable.ts";
import { mayActIn } from "../frame/access.ts";
import type { Desk, DeskContext, DeskEnv } from "../frame/desk-context.ts";
import { Icon } from "../frame/icon.tsx";
import { notFound, page } from "../frame/layout.tsx";
import { otherAddress, pathIds } from "../frame/page-path.ts";
import { badRequest, choice, parametersOf } from "../frame/parameters.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { CaseTable } from "../kit/case-table.tsx";
import { Copy, Outside, Score } from "../kit/facts.tsx";
import { numberOf, shortId, useCaseLink } from "../kit/links.ts";
import { Pager } from "../kit/list-page.tsx";
import {
  type CaseAbout,
  mayBeUser,
  OpenCase,
  OpenCaseForm,
  openCaseFoldId,
  openCaseFormId,
} from "../kit/open-case.tsx";
import { Panel, Strip, useCountText } from "../kit/panel.tsx";
import { UserReach } from "../kit/reach.tsx";
import { RecordTable } from "../kit/record-table.tsx";
import { operationsIn, type Records, recordsOfUser } from "../kit/records.ts";
import { rowFactsOf, rowSources } from "../kit/row-facts.ts";
import { ScoreChart } from "../kit/score-chart.tsx";
import { scoresOf } from "../kit/scores.ts";
import { useTotals } from "../kit/totals.tsx";
import { UnreadableCases } from "../kit/unreadable.tsx";
import { WalletTable } from "../kit/wallet-table.tsx";
import { type UserWallets, walletsOfUser } from "./user-wallets.ts";

/** All cases of the user, and behind which a page of them begins. */
const parameters = z
  .object({
    list: choice(["cases"]),
    older: z.optional(z.string().check(z.refine(isOrder))),
  })
  .check(z.refine(({ list, older }) => older === undefined || list !== undefined));

/** Wallets beside the table. */
const SHOWN_WALLETS = 100;

/** Cases of a page that has nothing else. */
const PAGE_ROWS = 50;

export function addUser(app: Hono<DeskEnv>, desk: Desk): void {
  const { environment, stores } = desk;
  const { cases, chains, scans, notifications, wallets: store } = stores;
  const sources = rowSources(desk);
  app.get("/u/*", async (context) => {
    const query = parametersOf(context, parameters);
    const user = userIn(pathIds(context));
    if (query === undefined || user === undefined) return badRequest(context);
    const address = otherAddress(context, userLink(user));
    if (address !== undefined) return context.redirect(address, 303);
    const { list, older } = query;
    const { sees: projectIds, actsIn } = context.var.access;
    if (list === "cases") return casesPage(context, { cases, chains }, { user, older });
    const now = new Date().toISOString();
    const records = await recordsOfUser(user, projectIds, { cases, notifications }, now);
    const ofUser = await walletsOfUser(store, { user, projectIds }, records);
    const { wallets } = ofUser;
    const { notifications: received, unreadable } = records;
    const all = [...records.cases.map(({ listedCase }) => listedCase), ...received, ...wallets];
    if (all.length + unreadable.length === 0) {
      // An id that was pasted with blanks around it.
      const trimmed = user.trim();
      return trimmed === user ? unnamedUser(context, user) : context.redirect(userLink(trimmed), 303);
    }
    logger.info("a user was viewed at the desk", { subject: context.var.person.subject });
    const [top] = wallets;
    const flagged = records.cases.map(({ listedCase }) => listedCase);
    const [facts, scores] = await Promise.all([
      rowFactsOf(operationsIn(records), sources, wallets),
      top?.score === undefined ? [] : scoresOf(scans, top),
    ]);
    const history = { cases: flagged, isWhole: () => !records.mayLack };
    const reachOf = reachOfCases(history, facts.localOf);
    const projects = new Set(all.map(({ projectId }) => projectId));
    const acting = [...projects].filter((project) => mayActIn(context.var.access, project));
    const suspicions = await suspicionsOf(
      user,
      acting.toSorted((a, b) => a - b),
      records.cases,
      cases,
    );
    return page(context, {
      title: say(USER.title, { user }),
      beside: <Beside user={user} of={records} link={environment.USER_LINK} actsIn={actsIn} />,
      children: (
        <>
          <UnreadableCases of={unreadable} />
          <Facts of={records} ofUser={ofUser} localOf={facts.localOf} />
          <div class="two uneven selected">
            <div class="stack">
              <Panel
                title={say(RECORDS.title)}
                beside={
                  <>
                    {suspicions.slice(0, 1).map(({ about }) => (
                      <a class="only-narrow" href={`#${openCaseFoldId(about)}`}>
                        {say(USER.suspectTicked)}
                      </a>
                    ))}
                    <a href={userLink(user, { list: "cases" })}>{say(RECORDS.allCases)}</a>
                    <a href={notificationsLink({ user })}>{say(RECORDS.allNotifications)}</a>
                  </>
                }
              >
                <RecordTable
                  records={records}
                  caption={say(RECORDS.title)}
                  pageOf="user"
                  facts={facts}
                  now={now}
                  tick={suspicions.length === 0 ? undefined : boxesOf(suspicions)}
                />
              </Panel>
            </div>
            <div class="stack">
              <UserReach cases={flagged} notifications={received} reachOf={reachOf} />
              {suspicions.length === 0 ? undefined : (
                <section class="panel">
                  {suspicions.map(({ about, open }) => (
                    <OpenCase subject={about} open={open} names={projects.size > 1} takesTicked />
                  ))}
                </section>
              )}
              <Addresses of={ofUser} chainOf={facts.chainOf} />
              {top === undefined || scores.length < 2 ? undefined : (
                <Panel
                  title={say(USER.scoreOf, { address: shortId(top.address) })}
                  beside={<a href={walletLink(top)}>{say(USER.openWallet)}</a>}
                >
                  <ScoreChart scores={scores} threshold={environment.ALERT_ABOVE} isSmall />
                </Panel>
              )}
            </div>
          </div>
        </>
      ),
    });
  });
}

/** The user's wallets, with the number of their addresses. */
function Addresses({ of: { wallets, mayLack }, chainOf }: { of: UserWallets; chainOf: ChainLookup }) {
  const countText = useCountText({ isAtLeast: mayLack });
  const addresses = new Set(wallets.map(({ address }) => address));
  return (
    <Panel title={say(USER.addresses)} count={countText(addresses.size)}>
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

/** All cases of a user by receipt, a page at a time. */
async function casesPage(
  context: DeskContext,
  { cases, chains }: { cases: CaseQueries; chains: ChainStore },
  { user, older }: { user: string; older: string | undefined },
) {
  const now = new Date().toISOString();
  const listedCases = await firstOf(cases.ofUser(context.var.access.sees, user, older), PAGE_ROWS);
  const shown = listedCases.slice(0, PAGE_ROWS);
  const chainOf = await lookUpChains(
    chains,
    shown.flatMap(({ chainId }) => chainId ?? []),
  );
  const all = { list: "cases" };
  const next = listedCases.length > PAGE_ROWS ? { ...all, older: shown.at(-1)?.order } : undefined;
  return page(context, {
    title: say(USER.title, { user }),
    children: (
      <>
        <Panel title={say(RECORDS.allCases)} beside={<a href={userLink(user)}>{say(USER.whole)}</a>}>
          {shown.length === 0 ? (
            <p>{say(USER.noCase)}</p>
          ) : (
            <CaseTable
              of={shown.map((listedCase) => judge(listedCase, now))}
              caption={say(USER.casesByReceipt)}
              chainOf={chainOf}
              now={now}
            />
          )}
        </Panel>
        <Pager
          to={[
            [older && userLink(user, all), say(FRAME.newest)],
            [next && userLink(user, next), say(FRAME.older)],
          ]}
        />
      </>
    ),
  });
}

/** A user of whom no message told: an officer may know of them from elsewhere. */
function unnamedUser(context: DeskContext, user: string) {
  const { actsIn } = context.var.access;
  const [project] = actsIn;
  if (project === undefined || !mayBeUser(user))
    return notFound(context, looksPersonal(user) ? USER.personal : USER.unknown);
  return page(context, {
    title: say(USER.title, { user }),
    children: (
      <section class="panel acts">
        <p>{say(USER.unnamed)}</p>
        <OpenCaseForm
          subject={{ about: "user", project, user }}
          choice={{
            name: "project",
            label: say(FACTS.projectColumn),
            options: actsIn.map((id) => ({ value: String(id), text: String(id) })),
          }}
        />
      </section>
    ),
  });
}

/** What an officer can record about the user in a project. */
interface UserSuspicion {
  about: CaseAbout;
  /** The officer's case about the user that is open: there is one at a time. */
  open: ListedCase | undefined;
  /** Names of the notifications that go along with its running suspicion. */
  names: ReadonlySet<string>;
}

function suspicionsOf(
  user: string,
  projectIds: readonly number[],
  judged: readonly JudgedCase[],
  cases: CaseQueries,
): Promise<UserSuspicion[]> {
  const read = async (project: number): Promise<UserSuspicion> => {
    const userCase = judged.find(
      ({ listedCase: userCase }) =>
        userCase.projectId === project && userCase.kind === "user" && isOpen(userCase),
    );
    const stored = userCase && (await cases.readable(userCase.listedCase));
    const running = stored?.suspicions.find(({ deadline }) => deadline.metBy === undefined);
    const names = new Set(running?.operations.map(({ name }) => name));
    return { about: { about: "user", project, user }, open: stored, names };
  };
  return Promise.all(projectIds.map(read));
}

/** The boxes of the table's transactions, each of the form of its project. */
function boxesOf(suspicions: readonly UserSuspicion[]) {
  return ({ name, projectId }: { name: string; projectId: number }) => {
    const suspicion = suspicions.find(({ about }) => about.project === projectId);
    if (suspicion === undefined) return undefined;
    const isAlong = suspicion.names.has(name);
    const label = say(isAlong ? CASE_FORM.isAlong : CASE_FORM.tick, { number: numberIn(name) });
    return (
      <input
        type="checkbox"
        name="operation"
        value={name}
        form={openCaseFormId(suspicion.about)}
        checked={isAlong}
        disabled={isAlong}
        aria-label={label}
        title={label}
      />
    );
  };
}

interface BesideProps {
  user: string;
  of: Records;
  /** The company's own page of a user, with the place of the id in it. */
  link: string | undefined;
  actsIn: readonly number[];
}

function Beside({ user, of: { cases }, link, actsIn }: BesideProps) {
  const open = cases.filter(({ listedCase }) => isOpen(listedCase));
  const decidable = decidableOfUser(user, cases, actsIn);
  const caseLink = useCaseLink();
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
      <div class="group end">
        {link === undefined ? undefined : (
          <Outside
            href={link.replaceAll("{userId}", encodeURIComponent(user.toWellFormed()))}
            class="btn quiet"
          >
            <Icon name="externalLink" /> {say(NOTIFICATION.backOffice)}
          </Outside>
        )}
        {decidable === undefined ? undefined : decidable.kind === "case" ? (
          <a class="btn main" href={caseLink(decidable.listedCase)} data-decide>
            <Icon name="scale" />{" "}
            <bdi>{say(USER.decideCase, { number: numberOf(decidable.listedCase) })}</bdi>
          </a>
        ) : (
          <a class="btn main" href={decidable.href} data-decide>
            <Icon name="scale" /> {say(USER.decide, { count: decidable.count })}
          </a>
        )}
      </div>
    </>
  );
}

interface FactsProps {
  of: Records;
  ofUser: UserWallets;
  localOf: LocalMoney;
}

function Facts({ of: records, ofUser, localOf }: FactsProps) {
  const { count } = useTranslator();
  const { cases, mayLack } = records;
  const { wallets } = ofUser;
  // As the table beside has them: an address with the highest score of its networks.
  const addresses = [...new Map(wallets.toReversed().map((wallet) => [wallet.address, wallet])).values()];
  const decided = cases.filter(({ listedCase }) => !isOpen(listedCase));
  const reported = decided.filter(({ listedCase }) => listedCase.outcome === "reported").length;
  const atLeast = useCountText({ isAtLeast: mayLack });
  const [top] = wallets;
  const scores = addresses.flatMap(({ score }) => score ?? []);
  const watched = scores.filter((score) => score >= WATCH_FROM).length;
  const walletCount = useCountText({ isAtLeast: ofUser.mayLack });
  const unscored = addresses.length - scores.length;
  return (
    <Strip
      facts={[
        { name: say(RECORDS.open), value: atLeast(cases.length - decided.length) },
        {
          name: say(RECORDS.decided),
          value: atLeast(decided.length),
          more: reported === 0 ? undefined : say(USER.reported, { count: reported }),
        },
        ...useTotals(records, localOf),
        {
          name: say(USER.highest),
          value:
            top === undefined ? <span class="muted">{say(USER.noWallet)}</span> : <Score score={top.score} />,
          more: [
            scores.length === 0
              ? undefined
              : say(USER.watched, {
                  watched: count(watched),
                  count: walletCount(scores.length),
                  from: WATCH_FROM,
                }),
            unscored === 0 || scores.length === 0
              ? undefined
              : say(USER.unscored, { count: walletCount(unscored) }),
          ]
            .filter((part) => part !== undefined)
            .join(", "),
        },
      ]}
    />
  );
}
