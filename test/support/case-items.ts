/** The items of an invented case, without a table. */

import type { RawCase } from "../../lib/cases/case.ts";
import { eventItem, expiryOfEvents } from "../../lib/cases/case-events.ts";
import type { OpenedFacts } from "../../lib/cases/case-facts.ts";
import { headOf } from "../../lib/cases/case-head.ts";
import type { CaseKey } from "../../lib/cases/case-keys.ts";
import { digestOf, digestOfKey } from "../../lib/cases/chain.ts";
import type { NewStep, OfficerStep, Opening } from "../../lib/cases/step.ts";

/** A case that is opened at the receipt of its subject, with steps of officers after it. */
export function openedCase(key: CaseKey, facts: OpenedFacts, ...newSteps: NewStep[]): RawCase {
  const opening: Opening = {
    number: 1,
    id: "opened",
    at: facts.receivedAt,
    previous: digestOfKey(key),
    retentionYears: 10,
    kind: "opened",
    facts,
  };
  const steps: OfficerStep[] = [];
  for (const [index, step] of newSteps.entries())
    steps.push({
      ...step,
      number: index + 2,
      previous: digestOf(steps.at(-1) ?? opening),
      retentionYears: 10,
    });
  const expiresAt = expiryOfEvents([opening, ...steps]);
  return {
    ...key,
    head: headOf(key, [opening, ...steps]),
    items: [opening, ...steps].map((event) => eventItem(key, event, expiresAt)),
  };
}
