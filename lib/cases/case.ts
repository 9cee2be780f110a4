/** A case: what officers were alerted to, or opened themselves, as lists have it and with all of its events. */

import * as z from "zod/mini";
import { instant } from "../i18n/time/instant.ts";
import { NOTHING_DUE } from "../law/deadlines.ts";
import { listedFacts, type OpenedFacts } from "./case-facts.ts";
import type { CaseKey } from "./case-keys.ts";
import { due } from "./due.ts";
import { readNotice } from "./law-due.ts";
import type { SaidTransaction } from "./said-transaction.ts";
import { type Opening, OUTCOMES, type Step } from "./step.ts";
import type { CaseView } from "./view.ts";

const text = z.string();

/** A case in lists. */
const listedAttributes = () => ({
  /** With `opened` what names the case: see `CASES_KEY`. */
  subject: text,
  opened: text,
  /** Receipt of its subject; of a wallet the opening. ISO 8601, UTC. */
  receivedAt: instant(),
  /** `receivedAt#digest`: see `CASES_BY_TIME`. */
  order: text,
  /** The first deadline that is not met; `none` if all are met. */
  dueAt: z.union([instant(), z.literal(NOTHING_DUE)]),
  /** Its deadlines, the first one first, without 24-hour notices of long ago that were filed in time. */
  dues: z.array(due),
  owner: z.optional(z.object({ subject: text, name: text, until: instant() })),
  /** Number of its own filings that stand. */
  filingCount: z.number(),
  /** The notices of months that cover it, without those that an officer took back. */
  notices: z._default(z.array(readNotice), []),
  /** Its outcome; absent while it is open. */
  outcome: z.optional(z.enum(OUTCOMES)),
  /** Time of its outcome. */
  decidedAt: z.optional(instant()),
  /** Present where the service revised it after its decision, until an officer confirms that. */
  isRevisedSince: z.optional(z.literal(true)),
  /** Number of its last event, of which the opening is 1. */
  stepCount: z.number(),
});

/** A case as lists show it. Its facts are one attribute: an index copies at most 20. */
export const listedCase = z.pipe(
  z.object({ ...listedAttributes(), facts: z.object(listedFacts()) }),
  z.transform(({ facts, ...rest }) => ({ ...rest, ...facts })),
);
export type ListedCase = z.infer<typeof listedCase>;

/** Reports whether a case is about what the service sent; every other one was opened by a scan or an officer, and nothing of it was received. */
export function isReceived({ kind }: Pick<ListedCase, "kind">): boolean {
  return kind === "notification" || kind === "quarantine";
}

/** A case that is corrupt, by what lists find it with. */
export const unreadableCase = z.pipe(
  z.object({ subject: text, opened: text, order: text }),
  z.transform((unreadable) => ({ ...unreadable, kind: "unreadable" as const })),
);
export type UnreadableCase = z.infer<typeof unreadableCase>;

/** A case with all of its events, and what follows from them. */
export interface StoredCase extends ListedCase, Pick<OpenedFacts, "exceedances"> {
  opening: Opening;
  /** The events after the opening, the first one first. */
  steps: Step[];
  decision: CaseView["decision"];
  suspicions: CaseView["suspicions"];
  filings: CaseView["filings"];
  lacksZone: SaidTransaction["lacksZone"];
  refusedTime: SaidTransaction["refusedTime"];
  rules: SaidTransaction["rules"];
  /** The laws that it is flagged under by what was signed last; undefined if `laws` names the same. */
  lawsNow: SaidTransaction["lawsNow"];
}

/** A case or month as the table holds it, valid or not: for readers that must not fail at a corrupt one. */
export interface RawCase extends CaseKey {
  /** The item for lists; undefined if it does not exist. */
  head: Record<string, unknown> | undefined;
  /** The items of its events, in the order of their keys. */
  items: readonly Record<string, unknown>[];
  /** Of a month, the lists of the cases that were ticked for its events, where they were read too. */
  ticked?: readonly Record<string, unknown>[];
}
