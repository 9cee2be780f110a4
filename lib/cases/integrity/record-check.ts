/** Whether what an item says beside its steps is what its steps say: lists and indexes find it by that alone. */

import { isInstant } from "../../time/instant.ts";
import { endOf } from "../case-attributes.ts";
import type { ChainProblem } from "../chain.ts";
import { dueAfter, stateOf } from "../state.ts";
import type { Step } from "../step.ts";

/** Whether steps were made when they say: after what they are about was received, one after the other, and not ahead of now. */
const DAY_MS = 86_400_000;

/** The clock of whoever checks may be behind. */
const MOST_AHEAD_MS = DAY_MS;

/** Of which place in the list, from 1, and what is wrong with the time there. */
export interface TimeProblem {
  kind: "time";
  at: number;
  /** `none`: it is no time; `early`: before what it is about was received; `backwards`: before the step before. */
  why: "none" | "early" | "backwards" | "ahead";
}

/** @param receivedAt as the item says; of a month nothing was received */
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

/** Where the item of a case or month does not hold. */
export type CaseProblem =
  | ChainProblem
  | TimeProblem
  /** It cannot be read, because of what stands at these paths. */
  | { kind: "spoilt"; paths: string[] }
  /** It says something else than its steps, its key and its receipt do. */
  | { kind: "differs"; name: string };

type Item = Readonly<Record<string, unknown>>;

/** What a case keeps beside its steps. */
interface CaseItem extends Item {
  subject: string;
  dueAt: string;
  lawDueAt?: string | undefined;
}

/** @param place what its key and its receipt give: in which partition of the lists it stands, and where there */
export function differencesOfCase(
  item: CaseItem,
  steps: readonly Step[],
  place: { timeShard: string; order: string },
): CaseProblem[] {
  const state = stateOf({ ...item, steps });
  return differences(item, {
    ...countedOf(item, steps),
    order: place.order,
    ...endOf(state, place.timeShard),
    acknowledgedAt: state.acknowledged?.step.at,
    knownSince: state.knownSince,
    dueAt: dueAfter(steps, item),
  });
}

/** The same of what was filed about a month. */
export function differencesOfMonth(item: Item & { subject: string }, steps: readonly Step[]): CaseProblem[] {
  return differences(item, countedOf(item, steps));
}

const PROJECT = /^(?:notification|wallet|month)#(\d+)#/;

/** The project of a case or month, by its key alone; undefined of what is neither. */
export function projectOf({ subject }: { subject: string }): number | undefined {
  const [, projectId] = PROJECT.exec(subject) ?? [];
  return projectId === undefined ? undefined : Number(projectId);
}

/** What each item with steps says of them. */
function countedOf(item: Item & { subject: string }, steps: readonly Step[]): Item {
  const projectId = projectOf(item);
  const last = steps.at(-1);
  return {
    ...(projectId === undefined ? {} : { projectId }),
    stepCount: last && steps.length,
    lastStepAt: last?.at,
    steppedIn: last && String(item["projectId"]),
  };
}

function differences(item: Item, expected: Item): CaseProblem[] {
  const names = Object.keys(expected).filter((name) => item[name] !== expected[name]);
  return names.map((name) => ({ kind: "differs", name }));
}
