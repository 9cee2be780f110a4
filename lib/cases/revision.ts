/** A call about a notification becomes a step of its case, also where it changes nothing. */

import type { DeadlineRule } from "../law/deadline-setting.ts";
import type { OrderedLaws, SaidFacts } from "./case-facts.ts";
import { namedLaws } from "./named-laws.ts";
import type { LearnedStep } from "./step.ts";

type LearnedRevision = Extract<LearnedStep, { kind: "revised" }>;

/** What a content makes of the case of its notification. */
export type ContentNews = Omit<LearnedRevision, "kind" | "alerted" | "facts"> & {
  statement: SaidRevision;
};

/** Everything that a content says of its transaction and that may be another than before. */
export interface SaidRevision extends SaidFacts {
  /** All laws that call it illegal. */
  laws: OrderedLaws;
  /** The rules by which these have deadlines. */
  rules: readonly DeadlineRule[];
}

/** The step that a content is in a case. @param alerted whether officers are told of it */
export function revisionOf(
  { content, signedAt, receivedAt, digest, rawSha256, statement }: ContentNews,
  alerted: boolean,
): LearnedRevision {
  const { timestamp, usd, rules } = statement;
  const { laws = [], lawCount, lawsDigest } = namedLaws(statement.laws);
  const facts = {
    laws,
    lawCount,
    lawsDigest,
    rules: rules.length === 0 ? undefined : [...rules],
    timestamp,
    usd,
  };
  return { kind: "revised", alerted, content, signedAt, receivedAt, digest, rawSha256, facts };
}
