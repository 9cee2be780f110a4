/** Verifies that every attribute of a case's or month's items follows from its key and its events: lists and indexes find it by those. */

import { EXPIRES_AT } from "../../aws/tables/keys.ts";
import { issuesOf } from "../../contract/issues.ts";
import { isInstant } from "../../i18n/time/calendar.ts";
import type { RawCase } from "../case.ts";
import { eventItem, expiryOfEvents } from "../case-events.ts";
import { areOfCase, headOf } from "../case-head.ts";
import { isMonth } from "../case-keys.ts";
import { eventsIn, keyIn } from "../case-reading.ts";
import { type ChainProblem, canonicalJson, digestOfCases } from "../chain.ts";
import { headOfMonth, tickedEventOf, tickedList } from "../months.ts";
import { type CaseEvent, caseEvent } from "../step.ts";

const DAY_MS = 86_400_000;

/** The clock of the checking machine may be behind. */
const MOST_AHEAD_MS = DAY_MS;

/** A wrong time in a list, with its place there, from 1. */
export interface TimeProblem {
  kind: "time";
  at: number;
  /** `none`: not a time; `early`: before the receipt of the subject; `backwards`: before the event before. */
  why: "none" | "early" | "backwards" | "ahead";
}

/**
 * Checks the times of events: after the receipt of their subject, in order, and not in the future.
 * @param receivedAt as the opening says; of a month nothing was received
 */
export function problemsOfTimes(
  events: readonly Readonly<Record<string, unknown>>[],
  { receivedAt, now }: { receivedAt: unknown; now: Date },
): TimeProblem[] {
  const earliest = isTime(receivedAt) ? receivedAt : new Date(0).toISOString();
  const latest = new Date(now.getTime() + MOST_AHEAD_MS).toISOString();
  let before = "";
  return events.flatMap(({ at: time }, index): TimeProblem[] => {
    const problem = (why: TimeProblem["why"]): TimeProblem[] => [{ kind: "time", at: index + 1, why }];
    if (!isTime(time)) return problem("none");
    const last = before;
    before = time;
    if (time < earliest) return problem("early");
    if (time < last) return problem("backwards");
    return time > latest ? problem("ahead") : [];
  });
}

function isTime(value: unknown): value is string {
  return typeof value === "string" && isInstant(value);
}

/** Defects of a case's or month's item. */
export type CaseProblem =
  | ChainProblem
  | TimeProblem
  /** It cannot be read, because of what stands at these paths. */
  | { kind: "corrupt"; paths: string[] }
  /** It has no item for lists. */
  | { kind: "unlisted" }
  /** The list of ticked cases of the event at this place, from 1, is gone. */
  | { kind: "list gone"; at: number }
  /** It says something else than its key and its events do. */
  | { kind: "differs"; name: string };

type Item = Readonly<Record<string, unknown>>;

/** Problems of a case's or month's items beside those of its chain: every attribute follows from the events. */
export function problemsOfItems({ head, items, ticked, ...key }: RawCase, now: Date): CaseProblem[] {
  const events = eventsIn(items);
  if (events === undefined) return corruptEvents(items);
  const wanted = isMonth(key)
    ? headOfMonth(key, events)
    : areOfCase(events)
      ? headOf(key, events)
      : undefined;
  // The chain says that there is no event, or that the opening is missing.
  if (wanted === undefined) return [{ kind: "corrupt", paths: ["opening"] }];
  const expiresAt = expiryOfEvents(events);
  return [
    ...(head === undefined ? [{ kind: "unlisted" } as const] : differences(head, wanted)),
    ...events.flatMap((event, index) =>
      differences(items[index] ?? {}, eventItem(key, event, expiresAt), `event ${index + 1}: `),
    ),
    ...(ticked?.flatMap((list) => problemsOfTicked(list, events)) ?? []),
    ...(ticked === undefined ? [] : missingLists(ticked, events, now)),
  ];
}

/** The lists of ticked cases that are gone before they expire. */
function missingLists(ticked: readonly Item[], events: readonly CaseEvent[], now: Date): CaseProblem[] {
  const listed = new Set(ticked.map((list) => tickedEventOf(keyIn(list))));
  return events
    .filter((event) => (event.kind === "notice" || event.kind === "add") && event.covers !== undefined)
    .filter((event) => !listed.has(event.id) && now.getTime() / 1_000 < expiryOfEvents([event]))
    .map((event) => ({ kind: "list gone", at: event.number }));
}

/** A list of ticked cases is the one that its event has the digest of. It may expire before its event, whose expiry is renewed. */
function problemsOfTicked(list: Item, events: readonly CaseEvent[]): CaseProblem[] {
  const key = keyIn(list);
  const event = events.find(({ id }) => id === tickedEventOf(key));
  const covers = event?.kind === "notice" || event?.kind === "add" ? event.covers : undefined;
  const { data } = tickedList.safeParse(list);
  return data !== undefined && digestOfCases(data.cases) === covers?.digest
    ? []
    : [{ kind: "differs", name: key.opened }];
}

/** The parts of the events that cannot be read, a path each. */
function corruptEvents(items: RawCase["items"]): CaseProblem[] {
  const paths = items.flatMap((item, index) => {
    const { error } = caseEvent.safeParse(item["event"]);
    return error === undefined ? [] : issuesOf(error).map(({ path }) => `event ${index + 1}: ${path}`);
  });
  return [{ kind: "corrupt", paths: [...new Set(paths)] }];
}

function differences(stored: Item, wanted: Item, place = ""): CaseProblem[] {
  const [item, expected] = [withFacts(stored), withFacts(wanted)];
  const names = [...new Set([...Object.keys(expected), ...Object.keys(item)])].sort();
  return names
    .filter((name) => !isAsWanted(name, item[name], expected[name]))
    .map((name) => ({ kind: "differs", name: `${place}${name}` }));
}

/** An item may be kept longer than it has to be: its case was about to get a later event. */
function isAsWanted(name: string, stored: unknown, wanted: unknown): boolean {
  if (name === EXPIRES_AT) return Number(stored) >= Number(wanted);
  return canonicalJson([stored]) === canonicalJson([wanted]);
}

/** Each fact under its own name, as in `facts.userId`. */
function withFacts({ facts, ...item }: Item): Item {
  const named = Object.entries(Object(facts)).map(([name, value]) => [`facts.${name}`, value]);
  return { ...item, ...Object.fromEntries(named) };
}
