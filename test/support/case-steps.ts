/** Steps of an invented case. */

import type { OpenedFacts } from "../../lib/cases/case-facts.ts";
import type { Filing, NewStep, OfficerStep, StepRequest } from "../../lib/cases/step.ts";

/** Invented. */
export const OLGA = { subject: "olga", name: "olga.officer@company.example" };

/** Facts of a case about which nothing is due. */
export const OPENED: OpenedFacts = {
  kind: "notification",
  projectId: 1,
  receivedAt: "2026-03-02T12:00:00.000Z",
};

/** A requested step. @param at ISO 8601 */
export function newStep(id: string, at: string, wish: StepRequest): NewStep {
  return { id, at, by: OLGA, ...wish };
}

/** The event of a month's notice. @param at ISO 8601 */
export function noticeStep(
  id: string,
  at: string,
  filing: Filing,
  projectIds: readonly number[] = [1],
): NewStep {
  return newStep(id, at, { kind: "notice", filing, projectIds: [...projectIds] });
}

/** Steps in their order, a minute apart unless they say when; their chain is not looked at. */
export function stepsOf(...wishes: (StepRequest & { at?: string })[]): OfficerStep[] {
  return wishes.map((wish, index) => ({
    id: `step-${index + 1}`,
    at: `2026-03-02T15:0${index}:00.000Z`,
    by: OLGA,
    ...wish,
    // The opening is the first event, and has the number 1.
    number: index + 2,
    previous: "",
    retentionYears: 10,
  }));
}

export const REPORTED = {
  kind: "decide",
  outcome: "reported",
  filing: {
    kind: "monthly",
    reference: "AVI-2026-3",
    receivedOn: "2026-03-02",
    receivedAt: "2026-03-02T06:00:00.000Z",
  },
  note: "Over the threshold.",
} as const;

export const NOT_REPORTABLE = { kind: "decide", outcome: "not-reportable", note: "Below it." } as const;
