/** Verifies that every attribute of an item follows from its key, its beginning and its steps: lists and indexes find it by those. */

import { isInstant } from "../../i18n/time/calendar.ts";
import { attributesOf, type CaseRoots } from "../case-attributes.ts";
import { type ChainProblem, canonicalJson } from "../chain.ts";
import { attributesOfMonth } from "../months.ts";
import type { Step } from "../step.ts";

/** Checks the times of steps: after the receipt of their subject, in order, and not in the future. */
const DAY_MS = 86_400_000;

/** The clock of the checking machine may be behind. */
const MOST_AHEAD_MS = DAY_MS;

/** Of which place in the list, from 1, and what is wrong with the time there. */
export interface TimeProblem {
  kind: "time";
  at: number;
  /** `none`: not a time; `early`: before the receipt of the subject; `backwards`: before the step before. */
  why: "none" | "early" | "backwards" | "ahead";
}

/** @param receivedAt as the beginning says; of a month nothing was received */
export function problemsOfTimes(
  steps: readonly Record<string, unknown>[],
  { receivedAt, now }: { receivedAt: unknown; now: Date },
): TimeProblem[] {
  const earliest = isTime(receivedAt) ? receivedAt : new Date(0).toISOString();
  const latest = new Date(now.getTime() + MOST_AHEAD_MS).toISOString();
  let before = "";
  return steps.flatMap(({ at: time }, index): TimeProblem[] => {
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
  /** It says something else than its key, its beginning and its steps do. */
  | { kind: "differs"; name: string };

type Item = Readonly<Record<string, unknown>>;

/** Facts that a case or month is checked by; its chain verifies `head`. */
const ROOTS = new Set(["subject", "opened", "beginning", "steps", "head"]);

/** Attributes of a case that do not follow from its key, its beginning and its steps, or that no case has. */
export function differencesOfCase(item: Item, roots: CaseRoots): CaseProblem[] {
  const expected = attributesOf(roots);
  const { facts } = expected;
  return differences(item, {
    ...expected,
    facts: { ...facts, projectId: projectOf(roots) ?? facts.projectId },
  });
}

/** The same of what was filed about a month. */
export function differencesOfMonth(item: Item & { subject: string }, steps: readonly Step[]): CaseProblem[] {
  const [projectId, last] = [projectOf(item), steps.at(-1)];
  return differences(item, {
    projectId,
    stepCount: last && steps.length,
    ...(projectId === undefined || last === undefined ? {} : attributesOfMonth(projectId, last)),
  });
}

const PROJECT = /^(?:notification|unreadable|wallet|month)#(\d+)(?:#|$)/;

/** The project of a case or month, by its key alone; undefined of what is neither. */
export function projectOf({ subject }: { subject: string }): number | undefined {
  const [, projectId] = PROJECT.exec(subject) ?? [];
  return projectId === undefined ? undefined : Number(projectId);
}

function differences(found: Item, wanted: Item): CaseProblem[] {
  const [item, expected] = [withFacts(found), withFacts(wanted)];
  const names = [...new Set([...Object.keys(expected), ...Object.keys(item)])].sort();
  return names
    .filter((name) => !ROOTS.has(name))
    .filter((name) => canonicalJson([item[name]]) !== canonicalJson([expected[name]]))
    .map((name) => ({ kind: "differs", name }));
}

/** Each fact under its own name, as in `facts.userId`. */
function withFacts({ facts, ...item }: Item): Item {
  const named = Object.entries(Object(facts)).map(([name, value]) => [`facts.${name}`, value]);
  return { ...item, ...Object.fromEntries(named) };
}
