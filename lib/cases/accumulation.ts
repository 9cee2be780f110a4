/**
 * Whether the flagged operations of users reach the amount from which a law demands a notice. What counts of a case is decided here; how
 * amounts are added, in `law/threshold.ts`.
 */

import pMap from "p-map";
import { CountLimit } from "../aws/tables/count-limit.ts";
import { addDays, addMonthsToDay } from "../i18n/time/calendar.ts";
import { type ZonedTimes, zonedTimes } from "../i18n/zoned-time.ts";
import { thresholdOf } from "../law/deadlines.ts";
import type { LocalMoney } from "../law/rates/local-amount.ts";
import type { MoneyLookUp } from "../law/rates/local-money.ts";
import { type Reach, reachOf, type Threshold } from "../law/threshold.ts";
import type { ListedCase } from "./case.ts";
import type { CaseQueries } from "./case-queries.ts";

/** The operation of a case beside the threshold of its law, as far as it is known. */
export interface CaseReach {
  threshold: Threshold;
  reach: Reach<ListedCase>;
}

/** @returns undefined of a case that is about no operation, or under no law whose threshold is known on its day */
export type ReachOfCase = (listedCase: ListedCase) => CaseReach | undefined;

/** Flagged operations of users, as far as they were read. */
export interface UserHistory {
  cases: readonly ListedCase[];
  /** Reports whether all were read that can be added to those that were asked for. */
  isWhole(userId: string): boolean;
}

/**
 * Judges the operations of cases by those of the same users, in every project that was read: a company's client is one, whichever of its
 * projects they use. Every flagged operation counts, under any law and in any state, without those that an officer found to be a
 * false positive: the service took them for this user's, and they are not.
 */
export function reachOfCases({ cases, isWhole }: UserHistory, localOf: LocalMoney): ReachOfCase {
  const counted = cases.filter(isCounted);
  const reached = new Map<Threshold, Map<string, Reach<ListedCase>>>();
  const judge = (threshold: Threshold) => {
    const judgedBefore = reached.get(threshold);
    if (judgedBefore !== undefined) return judgedBefore;
    const dayOf = daysIn(threshold);
    const operations = counted.map((listedCase) => {
      const uma = localOf(listedCase).find((local) => local.uma !== undefined);
      return {
        operation: listedCase,
        // An operation that names no user is added to no other.
        client: listedCase.userId ?? listedCase.order,
        day: dayOf(listedCase),
        value: uma?.uma && { amount: uma.exact, unit: uma.uma.value },
      };
    });
    const users = new Set(counted.flatMap(({ userId }) => userId ?? []));
    const judged = reachOf(operations, threshold, (client) => users.has(client) && isWhole(client));
    const byOrder = new Map([...judged].map(([{ order }, reach]) => [order, reach]));
    reached.set(threshold, byOrder);
    return byOrder;
  };
  return (listedCase) => {
    const threshold = thresholdOf(listedCase.deadlines);
    const reach = threshold && judge(threshold).get(listedCase.order);
    return reach && { threshold, reach };
  };
}

/** Reports whether a case that is open asks for a notice: its law demands one of every operation, or it reaches the law's threshold. */
export function asksForNotice(caseReach: CaseReach | undefined): boolean {
  const kind = caseReach?.reach.kind;
  return kind === undefined || kind === "alone" || kind === "together";
}

/** The cases that some cases reach a threshold with and that are not among these, each once. */
export function alsoAdded(cases: readonly ListedCase[], reachOf: ReachOfCase): ListedCase[] {
  const orders = new Set(cases.map(({ order }) => order));
  const added = cases.flatMap((listedCase) => {
    const reach = reachOf(listedCase)?.reach;
    return reach?.kind === "together" ? reach.others : [];
  });
  return [...new Map(added.map((other) => [other.order, other])).values()].filter(
    ({ order }) => !orders.has(order),
  );
}

/** Reports whether a case is about an operation that counts. */
function isCounted({ kind, risk, outcome }: ListedCase): boolean {
  return kind === "notification" && risk === "illegal" && outcome !== "false-positive";
}

/** Cases of a user that are read. */
const MOST_OF_USER = 1_000;

const READ_CONCURRENTLY = 20;

/** A block's clock may be ahead of its receipt by hours. */
const DAYS_AHEAD = 1;

interface Sources {
  cases: CaseQueries;
  money: MoneyLookUp;
}

/** Judges cases by what else their users did in some projects. Of a user whose every operation reaches the threshold alone nothing is read. */
export async function reachIn(
  { cases: queries, money }: Sources,
  cases: readonly ListedCase[],
  projectIds: readonly number[],
): Promise<ReachOfCase> {
  const counted = cases.filter((listedCase) => isCounted(listedCase) && thresholdOf(listedCase.deadlines));
  const byItself = reachOfCases({ cases: counted, isWhole: () => false }, await money(counted));
  const added = counted.filter((listedCase) => byItself(listedCase)?.reach.kind !== "alone");
  const history = await historyOf(queries, added, projectIds);
  const all = new Map([...history.cases, ...counted].map((listedCase) => [listedCase.order, listedCase]));
  const judged = [...all.values()];
  return reachOfCases({ cases: judged, isWhole: history.isWhole }, await money(judged));
}

/**
 * Judges a case by what was read of its user.
 * @param ofUser.listedCases the cases of its user, the newest first
 * @param ofUser.mayLack true where there are more
 */
export async function reachBeside(
  storedCase: ListedCase,
  { listedCases, mayLack }: { listedCases: readonly ListedCase[]; mayLack: boolean },
  money: MoneyLookUp,
): Promise<CaseReach | undefined> {
  if (thresholdOf(storedCase.deadlines) === undefined) return undefined;
  const since = receivedSince(storedCase);
  const added = listedCases.filter(({ receivedAt }) => receivedAt >= since);
  const isWhole = !mayLack || added.length < listedCases.length;
  const all = new Map([...added, storedCase].map((listedCase) => [listedCase.order, listedCase]));
  const cases = [...all.values()];
  return reachOfCases({ cases, isWhole: () => isWhole }, await money(cases))(storedCase);
}

/** The cases of the same users that can be added to some cases. */
async function historyOf(
  queries: CaseQueries,
  cases: readonly ListedCase[],
  projectIds: readonly number[],
): Promise<UserHistory> {
  const limit = new CountLimit();
  const cut = new Set<string>();
  const read = async (userId: string, since: string): Promise<ListedCase[]> => {
    const ofUser: ListedCase[] = [];
    // A list that was not read to its end is said not to be whole.
    if (limit.isReached) return ofUser;
    for await (const listedCase of limit.of(queries.ofUser(projectIds, userId))) {
      if (listedCase.receivedAt < since) break;
      if (ofUser.push(listedCase) <= MOST_OF_USER) continue;
      cut.add(userId);
      break;
    }
    return ofUser;
  };
  const firstOfUsers = new Map<string, string>();
  for (const listedCase of cases) {
    const { userId } = listedCase;
    if (userId === undefined) continue;
    const since = receivedSince(listedCase);
    const first = firstOfUsers.get(userId) ?? since;
    firstOfUsers.set(userId, since < first ? since : first);
  }
  const histories = await pMap([...firstOfUsers], ([userId, since]) => read(userId, since), {
    concurrency: READ_CONCURRENTLY,
  });
  return { cases: histories.flat(), isWhole: (userId) => !limit.isReached && !cut.has(userId) };
}

/** When the first operation that can be added to a case's was received, at the earliest. ISO 8601. */
function receivedSince(listedCase: ListedCase): string {
  const { months = 0 } = thresholdOf(listedCase.deadlines) ?? {};
  const day = timeOf(listedCase).slice(0, "YYYY-MM-DD".length);
  return addDays(addMonthsToDay(day, -months), -1 - DAYS_AHEAD);
}

/** Time zones of laws are few. */
const clocks = new Map<string, ZonedTimes>();

/** Days of operations on the clock of a law; of one of unknown time the day of its receipt, as rates are taken. */
function daysIn({ timeZone }: Threshold): (listedCase: ListedCase) => string {
  const clock = clocks.get(timeZone) ?? zonedTimes("en", timeZone);
  clocks.set(timeZone, clock);
  return (listedCase) => clock.day(timeOf(listedCase)) ?? timeOf(listedCase).slice(0, "YYYY-MM-DD".length);
}

function timeOf({ happenedAt, receivedAt }: ListedCase): string {
  return happenedAt ?? receivedAt;
}
