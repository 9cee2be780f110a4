/** What a later content of a notification says to its case: a revision, where it changes anything that officers or deadlines go by. */

import type { Deadline } from "../law/deadlines.ts";
import type { StoredCase } from "./case.ts";
import type { OpenedFacts, OrderedLaws, RevisableFacts } from "./case-facts.ts";
import { factsAfter } from "./case-head.ts";
import { lawsGone, namedLaws } from "./named-laws.ts";
import type { LearnedStep } from "./step.ts";
import { lawsSaidLast } from "./view.ts";

type LearnedRevision = Extract<LearnedStep, { kind: "revised" }>;

/** What a content makes of the case of its notification. */
export type ContentNews = Omit<LearnedRevision, "kind" | "alerted" | "facts"> & {
  /** The content, and the delivery that brought it: a content may come back. */
  cause: string;
  said: SaidFacts;
};

/** Everything that a content says of its transaction and that may be another than before. */
export interface SaidFacts extends RevisableFacts {
  /** All laws that call it illegal. */
  laws: OrderedLaws;
  /** Deadlines that it gives a case which has some. */
  deadlinesAfter(known: Pick<OpenedFacts, "deadlines" | "happenedAt">): Deadline[];
}

/** Facts of a case by what the service said. @param signedAt only before it, ISO 8601; absent for all of it */
function before({ opening, steps }: StoredCase, signedAt?: string) {
  const { happenedAt, amount } = factsAfter(opening.facts, steps, signedAt);
  const { laws = [], lawsDigest } = lawsSaidLast({ steps }, signedAt) ?? opening.facts;
  return { laws, lawsDigest, happenedAt, usd: amount?.usd };
}

/** Reports whether a case says what the current revision of its notification says. What that does not say, it does not change. */
export function isUpToDate({ said }: ContentNews, storedCase: StoredCase): boolean {
  const { lawsDigest, happenedAt, usd } = before(storedCase);
  const isSameTime = said.happenedAt === undefined || said.happenedAt === happenedAt;
  const isSamePrice = said.usd === undefined || said.usd === usd;
  return isSameTime && isSamePrice && said.laws.digest === lawsDigest;
}

/** The step that a content is in a case. @param alerted whether officers are told of it */
export function revisionOf(
  { content, signedAt, receivedAt, rawSha256, said }: ContentNews,
  storedCase: StoredCase,
  alerted: boolean,
): LearnedRevision {
  const { happenedAt, lacksZone, usd } = said;
  const { laws = [], lawCount, lawsDigest } = namedLaws(said.laws);
  const deadlines = said.deadlinesAfter(storedCase);
  const facts = {
    laws,
    lawCount,
    lawsDigest,
    gone: lawsGone(before(storedCase, signedAt).laws, said.laws),
    deadlines: deadlines.length === 0 ? undefined : deadlines,
    happenedAt,
    lacksZone,
    usd,
  };
  return { kind: "revised", alerted, content, signedAt, receivedAt, rawSha256, facts };
}
