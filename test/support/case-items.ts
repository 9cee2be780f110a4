/** The items of an invented case that is open, without a table. */

import type { RawCase } from "../../lib/cases/case.ts";
import { eventItem, expiryOfEvents } from "../../lib/cases/case-events.ts";
import type { OpenedFacts } from "../../lib/cases/case-facts.ts";
import { headOf } from "../../lib/cases/case-head.ts";
import type { CaseKey } from "../../lib/cases/case-keys.ts";
import { digestOfKey } from "../../lib/cases/chain.ts";
import type { Opening } from "../../lib/cases/step.ts";

/** A case with nothing but its opening, at the receipt of its subject. */
export function openedCase(key: CaseKey, facts: OpenedFacts): RawCase {
  const opening: Opening = {
    number: 1,
    id: "opened",
    at: facts.receivedAt,
    previous: digestOfKey(key),
    retentionYears: 10,
    kind: "opened",
    facts,
  };
  return {
    ...key,
    head: headOf(key, [opening]),
    items: [eventItem(key, opening, expiryOfEvents([opening]))],
  };
}
