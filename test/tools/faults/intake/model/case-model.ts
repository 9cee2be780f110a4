/** Model of cases: those that must exist, and their facts, by deliveries, times of receipt, and alerts. */

import type { SeenCase } from "../../desk-cases.ts";
import { unless, type Violation } from "../../violation.ts";
import { SANCTIONS_LIST } from "../intake-bodies.ts";
import type { Content, IntakeState, Strictness } from "../intake-facts.ts";
import { names } from "./alert-model.ts";

/** @param contents of which each has one item */
export function violationsOfCases(
  contents: readonly Content[],
  state: IntakeState,
  strictness: Pick<Strictness, "recordsMayLack">,
): Violation[] {
  const real = contents.filter(({ rehearsal, of }) => !rehearsal && of.hash !== undefined);
  const transactions = Map.groupBy(real, ({ group, of }) => `${group} ${of.hash}`);
  return [
    ...contents.flatMap((content) =>
      violationsOfOpening(
        content,
        transactions.get(`${content.group} ${content.of.hash}`) ?? [content],
        state,
      ),
    ),
    ...[...transactions.values()].flatMap((ofOne) => violationsOfTurns(ofOne, state, strictness)),
    ...[...transactions.values()].flatMap((ofOne) => violationsOfLaws(ofOne, state)),
    ...contents.flatMap((content) => violationsOfReplay(content, contents, state)),
  ];
}

/** Every alerted content has a case, and no other; it has every deadline and sanctions list, and its chain holds. */
function violationsOfOpening(
  { of, name, items, rehearsal }: Content,
  ofTransaction: readonly Content[],
  { cases }: IntakeState,
): Violation[] {
  const most = new Set(ofTransaction.flatMap((one) => one.of.deadlines.map(({ law }) => law))).size;
  return items.flatMap(({ ref, risk, alert }) => {
    const isAlerted = alert.state !== "none" && alert.returned === undefined;
    const isWanted = risk === "illegal" && isAlerted && !rehearsal;
    const found = cases.get(ref);
    if (found === undefined) return unless(!isWanted, "lost", `${name} was alerted and has no case`);
    const { problems, deadlines, laws = [] } = found;
    const named = new Set(laws.map((law) => law.name));
    const missing = of.deadlines.filter(
      ({ law, dueAt }) => !named.has(law) || !deadlines.some((one) => one.law === law && one.dueAt === dueAt),
    );
    const isOnList = of.laws.some((law) => law.name === SANCTIONS_LIST.name && law.risk === "illegal");
    return [
      ...unless(
        !isOnList || named.has(SANCTIONS_LIST.name),
        "lost",
        `the case of ${name} is on no sanctions list`,
      ),
      ...unless(isWanted, "doubled", `${name} has a case that no alert went out to`),
      ...unless(
        problems.length === 0,
        "wrong",
        `the case of ${name} does not hold: ${JSON.stringify(problems)}`,
      ),
      ...missing.map(({ law }) => ({
        kind: "lost" as const,
        text: `the case of ${name} does not say until when ${law} is due`,
      })),
      ...unless(
        deadlines.length <= most,
        "wrong",
        `the case of ${name} has ${deadlines.length} deadlines of ${most}`,
      ),
      ...violationsOfSuspicion(name, found),
    ];
  });
}

/** A 24-hour notice that was never filed is owed, in every state of the case. */
function violationsOfSuspicion(name: string, { steps = [], knownSince, noticeShard }: SeenCase): Violation[] {
  const [since] = steps.flatMap((step) => (step.kind === "suspect" ? [step.knownSince] : [])).sort();
  return unless(
    knownSince === since && (noticeShard === undefined) === (since === undefined),
    "lost",
    `the case of ${name} owes a notice since ${since}, and says ${knownSince}`,
  );
}

/** Effect of a delivery on a transaction. */
interface Sight {
  /** Its receipt, ISO 8601. */
  at: string;
  phase: number;
  isIllegal: boolean;
  /** The laws that call it illegal. */
  laws: readonly string[];
  /** Deadlines of these. */
  deadlines: Content["of"]["deadlines"];
}

function sightsOf(contents: readonly Content[]): Sight[] {
  return contents.flatMap(({ of, deliveries }) => {
    const laws = namesOf(of.laws.filter(({ risk }) => risk === "illegal"));
    return deliveries.map(({ receivedAt: at, phase }) => ({
      at,
      phase,
      isIllegal: of.risk === "illegal",
      laws,
      deadlines: of.deadlines,
    }));
  });
}

/** Reports whether two contents that differ were received in the same millisecond: neither is the later one. */
function isTied(sights: readonly Sight[]): boolean {
  const said = ({ isIllegal, laws }: Sight) => JSON.stringify([isIllegal, laws]);
  return sights.some((one) => sights.some((other) => other.at === one.at && said(other) !== said(one)));
}

/** The contents of a transaction under an id: what the service said last of it, by the times of receipt, is what officers know. */
function violationsOfTurns(
  contents: readonly Content[],
  { cases, alerts, records }: IntakeState,
  { recordsMayLack }: Pick<Strictness, "recordsMayLack">,
): Violation[] {
  const [{ name = "" } = {}] = contents;
  const items = contents.flatMap((content) => content.items);
  const own = items.flatMap(({ ref }) => cases.get(ref) ?? []);
  const sights = sightsOf(contents);
  if (isTied(sights)) return [];
  const turns = own.map(({ steps = [] }) =>
    steps.flatMap((step) => (step.kind === "withdrawal" || step.kind === "return" ? [step] : [])),
  );
  const lastTurns = turns.map((ofCase) => ofCase.at(-1)?.kind);
  const returns = turns.flat().filter(({ kind }) => kind === "return");
  const firstOfDays = Map.groupBy(returns.map(({ receivedAt }) => receivedAt).sort(), (at) =>
    at.slice(0, "YYYY-MM-DD".length),
  );
  const refs = new Set(items.map(({ ref }) => ref));
  const told = alerts.filter(({ topic, attributes, text }) => {
    if (topic !== "alerts" || attributes["kind"] !== "change") return false;
    const record = records.find(({ id }) => text.includes(id));
    return items.some((item) => names(text, item)) || record?.refs.some((ref) => refs.has(ref)) === true;
  });
  return [
    ...turns
      .flat()
      .flatMap((turn) =>
        unless(
          turn.kind === "return" && turn.laws !== undefined
            ? isLawTurn(sights, turn.receivedAt, namesOf(turn.laws))
            : isTurn(sights, { at: turn.receivedAt, isIllegal: turn.kind === "return" }),
          "wrong",
          `a case of ${name} has a ${turn.kind} at ${turn.receivedAt}, when nothing turned`,
        ),
      ),
    ...lawReturns(sights).flatMap(({ at, law }) => {
      const begun = own.filter(({ beginning }) => beginning.receivedAt < at);
      const says = (step: (typeof returns)[number]) =>
        step.receivedAt === at && step.kind === "return" && saysLaw(step, law);
      return unless(
        begun.length === 0 ||
          begun.some(({ steps = [] }) => steps.some((step) => step.kind === "return" && says(step))),
        "lost",
        `${name} is illegal by ${law} again at ${at}, and no case says so`,
      );
    }),
    ...unless(
      !isWithdrawn(sights) || lastTurns.includes("withdrawal"),
      "lost",
      `${name} is not illegal any more, and no case says so`,
    ),
    ...unless(
      !isReturned(sights) || !lastTurns.includes("withdrawal"),
      "lost",
      `${name} is illegal again, and a case says that it was withdrawn`,
    ),
    ...own.flatMap(({ steps = [], openShard }) =>
      unless(
        openShard !== undefined || lastEnding(steps.map(({ kind }) => kind)) !== "return",
        "lost",
        `${name} is illegal again, and its case is closed`,
      ),
    ),
    ...[...firstOfDays.values()].flatMap(([first = ""]) =>
      unless(
        recordsMayLack || told.some(({ at }) => at >= first),
        "unalerted",
        `${name} was illegal again at ${first}, and no alert went out`,
      ),
    ),
  ];
}

/** The laws by which a transaction is illegal are those that the service said last: each of its cases says so, and is due by them. */
function violationsOfLaws(contents: readonly Content[], { cases }: IntakeState): Violation[] {
  const sights = sightsOf(contents).filter(({ isIllegal }) => isIllegal);
  if (isTied(sights)) return [];
  const lastAt = latestOf(sights);
  const [last] = sights.filter(({ at }) => at === lastAt);
  if (last === undefined) return [];
  const others = sights.filter(({ laws }) => laws.join() !== last.laws.join());
  const since = sights.filter(({ at }) => at > latestOf(others));
  const phase = Math.min(...since.map((one) => one.phase));
  // Deliveries that were processed at the same time have no known order.
  if (since.length === 0 || !others.every((one) => one.phase < phase)) return [];
  return contents
    .flatMap(({ name, items }) => items.map(({ ref }) => ({ name, found: cases.get(ref) })))
    .flatMap(({ name, found }) => {
      if (found === undefined) return [];
      const said = lawsSaidBy(found);
      const names = namesOf(said.laws ?? []);
      const isMissing = ({ law, dueAt }: Sight["deadlines"][number]) =>
        found.deadlines.every((one) => one.law !== law || one.dueAt !== dueAt);
      // Without other laws, those of the opening are the last.
      const missing = others.length === 0 ? [] : last.deadlines.filter(isMissing);
      return [
        ...unless(
          names.every((law) => last.laws.includes(law)) &&
            (said.lawCount ?? names.length) === last.laws.length,
          "lost",
          `the case of ${name} says ${names.join(", ")} and not the laws of last: ${last.laws.join(", ")}`,
        ),
        ...missing.map(({ law }) => ({
          kind: "lost" as const,
          text: `the case of ${name} is not due by ${law}, a law of last`,
        })),
      ];
    });
}

function lawsSaidBy({ beginning, steps = [] }: SeenCase): Pick<SeenCase, "laws" | "lawCount"> {
  const changes = steps.flatMap((step) => (step.kind === "change" && step.facts.laws ? [step] : []));
  const lastAt = latestOf(changes.map(({ receivedAt: at }) => ({ at })));
  return changes.find(({ receivedAt }) => receivedAt === lastAt)?.facts ?? beginning;
}

function namesOf(laws: readonly { name: string; countryCode: string }[]): string[] {
  const names = laws.map(({ name, countryCode }) => `${name} (${countryCode.toUpperCase()})`);
  return [...new Set(names)].sort();
}

/** Reports whether a delivery can have turned its transaction: illegal, withdrawn, illegal again. */
function isTurn(sights: readonly Sight[], { at, isIllegal }: Pick<Sight, "at" | "isIllegal">): boolean {
  if (!sights.some((one) => one.at === at && one.isIllegal === isIllegal)) return false;
  const before = sights.filter((one) => one.at < at);
  if (!isIllegal) return before.some((one) => one.isIllegal);
  return before.some((one) => !one.isIllegal && isTurn(before, one));
}

/** Reports whether a delivery can have said laws again that an illegal one before it left out, and an earlier one said. */
function isLawTurn(sights: readonly Sight[], at: string, laws: readonly string[]): boolean {
  const before = sights.filter((one) => one.at < at);
  const mayBeLeftOut = (law: string) =>
    before.some(
      (left) =>
        left.isIllegal &&
        !left.laws.includes(law) &&
        before.some((one) => one.at < left.at && one.laws.includes(law)),
    );
  return (
    sights.some((one) => one.at === at && laws.every((law) => one.laws.includes(law))) &&
    laws.every(mayBeLeftOut)
  );
}

/** The laws that the service said again while others stayed, each after everything before it had settled. */
function lawReturns(sights: readonly Sight[]): { at: string; law: string }[] {
  const isSettled = (one: Sight) =>
    sights.every((other) => Math.sign(other.phase - one.phase) === Math.sign(compare(other.at, one.at)));
  return sights.flatMap((one) => {
    const before = sights.filter(({ at }) => at < one.at);
    const [left] = before.filter(({ at }) => at === latestOf(before));
    if (left === undefined || !left.isIllegal || !isSettled(one) || !isSettled(left)) return [];
    const isAgain = (law: string) =>
      !left.laws.includes(law) && before.some(({ laws }) => laws.includes(law));
    return one.laws.filter(isAgain).map((law) => ({ at: one.at, law }));
  });
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** A step names some of many laws. */
function saysLaw({ laws = [], lawCount }: Pick<SeenCase, "laws" | "lawCount">, law: string): boolean {
  return lawCount !== undefined || namesOf(laws).includes(law);
}

/** Reports whether all illegal contents had settled before the last one, which withdraws them. */
function isWithdrawn(sights: readonly Sight[]): boolean {
  const illegal = sights.filter((one) => one.isIllegal);
  const illegalAt = latestOf(illegal);
  const since = sights.filter((one) => !one.isIllegal && one.at > illegalAt);
  const phase = Math.min(...since.map((one) => one.phase));
  return since.length > 0 && illegal.length > 0 && illegal.every((one) => one.phase < phase);
}

/** Reports whether the last content is illegal, after one that was not. */
function isReturned(sights: readonly Sight[]): boolean {
  const withdrawnAt = latestOf(sights.filter((one) => !one.isIllegal));
  return latestOf(sights.filter((one) => one.isIllegal)) > withdrawnAt;
}

function latestOf(sights: readonly Pick<Sight, "at">[]): string {
  return sights.reduce((last, { at }) => (at > last ? at : last), "");
}

/** Last step that decides whether a case is open. */
function lastEnding(kinds: readonly string[]): string | undefined {
  return kinds.findLast((kind) => kind === "return" || kind === "decide" || kind === "continuation");
}

/** A body that came out of quarantine has one case that goes on: its notification's, or one of the same transaction. */
function violationsOfReplay(
  { name, items, replayed }: Content,
  contents: readonly Content[],
  { cases, listedCases }: IntakeState,
): Violation[] {
  const found = items.flatMap(({ ref }) => cases.get(ref) ?? []);
  const going = contents.filter(
    ({ rehearsal, of: { id, project, transaction } }) =>
      !rehearsal &&
      replayed?.transaction === transaction &&
      replayed?.id === id &&
      replayed?.project === project,
  );
  const subjects = going.flatMap((other) => other.items.flatMap(({ ref }) => cases.get(ref)?.subject ?? []));
  return found.flatMap(({ subject, steps = [], openShard, outcome, filings = 0 }) => {
    const ends = steps.flatMap((step) => (step.kind === "continuation" ? [step.as.subject] : []));
    const listed = listedCases?.get(subject) ?? 0;
    // Its filings stay in their month.
    const times = replayed === undefined || filings > 0 ? 1 : 0;
    return [
      ...unless(
        ends.length === (replayed === undefined ? 0 : 1) && ends.every((as) => subjects.includes(as)),
        "wrong",
        `the case of ${name} goes on as ${ends.join(", ") || "none"}, and should as one of ${subjects.join(", ") || "none"}`,
      ),
      ...unless(
        replayed === undefined || (outcome === "continued" && openShard === undefined),
        "doubled",
        `the case of ${name} is open beside that of "${replayed?.label}"`,
      ),
      ...unless(
        listedCases === undefined || listed === times,
        listed > times ? "doubled" : "lost",
        `the case of ${name} stands ${listed} times in the list of all`,
      ),
    ];
  });
}
