/** Effects of a batch on cases, after its alerts: opens them, and notes in them the service's later words. */

import type { Notification } from "../contract/webhook.ts";
import { shorten } from "../i18n/text/cut.ts";
import type { ReadDelivery } from "../intake/delivery.ts";
import { eachInTime } from "../intake/each-in-time.ts";
import { casesOf, type Graver, hashDigest } from "../intake/notifications/change.ts";
import type { Course, Sight, TurnKind } from "../intake/notifications/course.ts";
import { FIRST_VERSION, type NotificationKey, nameOf } from "../intake/notifications/notification-keys.ts";
import type { StoredNotification } from "../intake/notifications/notification-schema.ts";
import { listedLaw } from "../intake/notifications/said.ts";
import { lawsReturned, type ReturnedFrom, type Turn } from "../intake/notifications/turns.ts";
import { isOfItsDelivery, type Recorded, replayedKeys } from "../intake/recording.ts";
import type { DeadlineRule } from "../law/deadline-setting.ts";
import { deadlinesOf } from "../law/deadlines.ts";
import { type CaseKey, caseOfNotification } from "./case-keys.ts";
import { type CaseStore, isInCase, type NewCase } from "./cases.ts";
import { inOrder } from "./named-laws.ts";
import { illegalLawsOf, newCase } from "./new-case.ts";
import type { CaseEvent, ChangedFacts } from "./step.ts";

/** Stores for opening cases. */
interface CaseTools {
  cases: CaseStore;
  notifications: ReturnedFrom;
}

/**
 * Makes how a transaction turned since a content called it illegal steps of that content's case. What withdraws it may have come
 * while its case was not there yet; doing it again changes nothing.
 */
export async function noteCourse(
  { key, version, receivedAt }: StoredNotification,
  notification: Notification | undefined,
  tools: CaseTools,
  rules: readonly DeadlineRule[],
): Promise<void> {
  if (notification === undefined) return;
  const first = await tools.notifications.get({ key, version: FIRST_VERSION });
  const course = first?.courses?.[hashDigest(notification)];
  if (course === undefined) return;
  const since = [receivedAt, course.illegalAt].sort().at(-1);
  for (const { event } of await turnsIn(course, key, tools.notifications, rules, since))
    await tools.cases.append(caseOfNotification({ key, version }), event);
}

/**
 * The last turns of a course as steps of a case, in the order of their receipt.
 * @param key of the id
 * @param since what was received by then is left out
 */
async function turnsIn(
  course: Course,
  key: string,
  notifications: CaseTools["notifications"],
  rules: readonly DeadlineRule[],
  since = course.illegalAt,
): Promise<TurnEvent[]> {
  const { withdrawn, returned, laws } = course;
  const said = ({ by: cause, at, version }: Pick<Sight, "by" | "at" | "version">) => ({
    ...{ cause, content: nameOf({ key, version }), receivedAt: at },
  });
  const sayingLaws = laws.at > since ? await notifications.get({ key, version: laws.version }) : undefined;
  const turns: TurnEvent[] = [];
  if (withdrawn !== undefined && withdrawn.at > since)
    turns.push({
      turn: "withdrawal",
      event: { kind: "withdrawal", ...said(withdrawn), risk: withdrawn.risk },
    });
  if (returned !== undefined && returned.at > since) {
    const again = (await lawsReturned(course, key, notifications)).map(listedLaw);
    const laws = again.length > 0 ? { said: inOrder(again, rules) } : {};
    turns.push({ turn: "return", event: { kind: "return", ...said(returned), ...laws } });
  }
  if (sayingLaws !== undefined)
    turns.push({
      turn: "laws",
      event: { kind: "change", ...said(laws), ...lawsSaid(sayingLaws, rules) },
    });
  return turns.sort((a, b) => (a.event.receivedAt < b.event.receivedAt ? -1 : 1));
}

/** Laws by which a content calls its transaction illegal, and their deadlines. */
function lawsSaid(stored: StoredNotification, rules: readonly DeadlineRule[]) {
  const laws = illegalLawsOf(stored);
  const { timestamp, receivedAt } = stored;
  const deadlines = deadlinesOf({ laws, timestamp, receivedAt }, rules);
  return {
    facts: { deadlines: deadlines.length > 0 ? deadlines : undefined },
    said: inOrder(laws, rules),
  };
}

interface TurnEvent {
  turn: TurnKind;
  event: Extract<CaseEvent, { content: string }>;
}

/**
 * Opens the cases of what officers were alerted to; doing it again changes nothing.
 * @param rules the deadlines of the settings
 * @param by what has not begun by then is delivered again, in milliseconds since 1970
 * @returns the deliveries whose case is not there
 */
export async function openCases(
  recorded: readonly Recorded[],
  tools: CaseTools,
  rules: readonly DeadlineRule[],
  by: number,
): Promise<ReadDelivery[]> {
  const { cases } = tools;
  const readsOf = ({ reads }: Recorded) => reads;
  const opened = recorded.filter((one) => wasAlerted(one) && graverIn(one) === undefined);
  const notOpened = await eachInTime(opened, { what: "open a case", by, readsOf }, async (one) => {
    const continues = await quarantineCaseOf(one, cases);
    await cases.open({ ...caseOf(one, rules), continues });
  });
  // Later words about a case find it open, each behind those received before.
  const later = recorded.filter(
    (one) => graverIn(one) !== undefined || one.turns.length > 0 || replayedKeys(one).length > 0,
  );
  const ofIds = Map.groupBy(later, ({ stored }) => stored.key).values();
  const how = {
    what: "note in a case what is said later",
    by,
    readsOf: (ofId: readonly Recorded[]) => ofId.flatMap(readsOf),
  };
  const notNoted = await eachInTime(ofIds, how, async (ofId) => {
    for (const one of ofId) await noteInCases(one, tools, rules);
  });
  const turned = { what: "note in a case that it was withdrawn before it was there", by, readsOf };
  const notTurned = await eachInTime(recorded.filter(wasAlerted), turned, ({ stored, reads }) =>
    noteCourse(stored, reads[0].notification, tools, rules),
  );
  return [...notOpened, ...notNoted, ...notTurned];
}

async function noteInCases(one: Recorded, tools: CaseTools, rules: readonly DeadlineRule[]): Promise<void> {
  const { cases } = tools;
  const graver = graverIn(one);
  if (graver !== undefined) {
    const isNoted = (await noteGraver(graver, cases, rules)) === "noted";
    // An open case says what is graver; a further law, and what an officer has decided, has a case of its own.
    const needsCase = !isNoted || (one.change?.newLaws ?? []).length > 0;
    if (needsCase) await cases.open(caseOf(one, rules));
  }
  await continueCase(one, cases, rules);
  for (const turn of one.turns) {
    if (turn.kind === "return") await openFirst(turn.first, turn.cases, cases, rules);
    const isNoted = await noteTurn(turn, tools, rules);
    if (turn.kind === "return" && !isNoted)
      await cases.open(
        newCase(turn.said, turn.said === turn.first ? "notification" : "change", rules, turn.lawsAgain),
      );
  }
}

/**
 * Opens the case of an id's first content if it is one of these, of one transaction, which have no case yet: another call, which
 * alerts that content, is about to open it, and a step of it must not be lost meanwhile.
 */
async function openFirst(
  first: StoredNotification,
  keys: readonly NotificationKey[],
  cases: CaseStore,
  rules: readonly DeadlineRule[],
) {
  const isOfFirst = keys.some(({ version }) => version === first.version);
  if (!isOfFirst || first.alert.state === "none") return;
  const standings = await Promise.all(keys.map((key) => cases.standing(caseOfNotification(key))));
  if (standings.every((one) => one === "none")) await cases.open(newCase(first, "notification", rules));
}

/**
 * Ends the case of a body that was in quarantine: it continues as that of the notification that it became. What is not illegal
 * has none: then the officer decides where the case is.
 */
async function continueCase(one: Recorded, cases: CaseStore, rules: readonly DeadlineRule[]): Promise<void> {
  const { stored, change, reads } = one;
  const [{ notification }] = reads;
  if (notification === undefined || stored.risk !== "illegal") return;
  const from = await quarantineCaseOf(one, cases);
  if (from === undefined) return;
  const first = change?.first ?? stored;
  const keys = [stored, ...casesOf(first, notification)];
  await openFirst(first, keys, cases, rules);
  for (const key of keys) {
    const as = caseOfNotification(key);
    if ((await cases.standing(as)) === "none") continue;
    await cases.append(from, { kind: "continuation", cause: nameOf(stored), as });
    return;
  }
}

/** Case of a body that comes out of quarantine; undefined without one. */
async function quarantineCaseOf(one: Recorded, cases: CaseStore): Promise<CaseKey | undefined> {
  for (const key of replayedKeys(one)) {
    const found = caseOfNotification(key);
    if ((await cases.standing(found)) !== "none") return found;
  }
  return undefined;
}

/**
 * Adds a turn as a step to the cases of its transaction, after the previous turn, which another delivery may be adding. A return
 * reopens decided cases.
 * @returns whether a case has the step: officers were told there, whether the case was decided since or not
 */
async function noteTurn(
  { kind, course, said, cases: keys }: Turn,
  { cases, notifications }: CaseTools,
  rules: readonly DeadlineRule[],
): Promise<boolean> {
  const turns = await turnsIn(course, said.key, notifications, rules);
  let isNoted = false;
  for (const key of keys.map(caseOfNotification)) {
    for (const { turn, event } of turns) {
      const outcome = await cases.append(key, event);
      if (turn === kind && isInCase(outcome)) isNoted = true;
    }
  }
  return isNoted;
}

/** A content that is graver than what officers were told of its transaction. */
interface GraverContent {
  graver: Graver;
  stored: StoredNotification;
  notification: Notification;
}

/** Facts of these deliveries that are graver than all that officers were told of its transaction, alerted or not. */
function graverIn(one: Recorded): GraverContent | undefined {
  const { change, stored, reads } = one;
  const [{ notification }] = reads;
  if (change?.graver === undefined || notification === undefined) return undefined;
  return one.alertDue || isOfItsDelivery(one) ? { graver: change.graver, stored, notification } : undefined;
}

/**
 * Adds the change as a step to the cases of its transaction.
 * @returns `noted`: a case has it that is open, or was decided after it; `ended`: only decided cases have it, from an earlier call
 */
export async function noteGraver(
  { graver, stored, notification }: GraverContent,
  cases: CaseStore,
  rules: readonly DeadlineRule[],
): Promise<"noted" | "ended" | "not noted"> {
  const { receivedAt, content } = stored;
  const event: CaseEvent = {
    kind: "change",
    cause: content,
    content: nameOf(stored),
    receivedAt,
    facts: graverFacts(graver, notification, receivedAt, rules),
  };
  let noted: "noted" | "ended" | "not noted" = "not noted";
  for (const key of graver.cases.map(caseOfNotification)) {
    const outcome = await cases.append(key, event);
    if (!isInCase(outcome)) continue;
    if (outcome === "decided since" || (await cases.standing(key)) === "open") noted = "noted";
    else if (outcome === "duplicate" && noted === "not noted") noted = "ended";
  }
  return noted;
}

/** A symbol and a time are of any length. */
const MAX_FACT = 100;

function graverFacts(
  { facts }: Graver,
  { amount, token, timestamp, inflictedLaws }: Notification,
  receivedAt: string,
  rules: readonly DeadlineRule[],
): ChangedFacts {
  const laws = inflictedLaws.filter(({ risk }) => risk === "illegal");
  return {
    ...(facts.includes("usd") ? { usd: amount.usd ?? null } : {}),
    ...(facts.includes("symbol") ? { tokenSymbol: shorten(token.symbol, MAX_FACT) } : {}),
    ...(facts.includes("time")
      ? {
          timestamp: shorten(timestamp, MAX_FACT),
          deadlines: deadlinesOf({ laws, timestamp, receivedAt }, rules),
        }
      : {}),
  };
}

/**
 * Reports whether officers hear of it by these deliveries, but for a return; a repeat of an alerted content has its case, and costs no
 * write.
 */
function wasAlerted(one: Recorded): boolean {
  const { risk, alert } = one.stored;
  if (risk !== "illegal" || alert.state === "none") return false;
  if (alert.returned !== undefined) return false;
  return one.alertDue || isOfItsDelivery(one);
}

function caseOf({ stored, change }: Recorded, rules: readonly DeadlineRule[]): NewCase {
  return newCase(stored, change === undefined ? "notification" : "change", rules, change?.newLaws);
}
