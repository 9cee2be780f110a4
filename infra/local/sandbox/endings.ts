/** Last eight characters of an address that make the sandbox simulate a case, after any beginning. */

/** The sandbox's behaviour for an address. */
type Behaviour =
  /** Answers with the first score, and ever after with the second. */
  | { kind: "score"; scores: readonly [first: number, then: number]; suspiciousThen?: true }
  | { kind: "unscored" | "failed" | "skipped" | "missing" }
  /** Answers the whole request late, or never. */
  | { kind: "slow" | "silent" }
  /** Answers the whole request with an HTTP status, or by breaking the connection: always, or every other time. */
  | { kind: "refused"; status: 429 | 500 | 503 | "broken"; always: boolean };

const score = (first: number, then = first): Behaviour => ({ kind: "score", scores: [first, then] });

/** An ordinary address ends like one of these once in four thousand million. The README says what each simulates. */
export const ENDINGS: Readonly<Record<string, Behaviour>> = {
  cafe0000: score(0),
  cafe0019: score(19),
  cafe0020: score(20),
  cafe0060: score(60),
  cafe0061: score(61),
  cafe0100: score(100),
  cafe2061: score(20, 61),
  cafe6120: score(61, 20),
  cafe1030: score(10, 30),
  cafe50ff: { kind: "score", scores: [50, 50], suspiciousThen: true },
  cafe0204: { kind: "unscored" },
  cafefa11: { kind: "failed" },
  cafe0304: { kind: "skipped" },
  cafe0404: { kind: "missing" },
  cafe0102: { kind: "slow" },
  cafe0408: { kind: "silent" },
  cafe0429: { kind: "refused", status: 429, always: false },
  cafe0503: { kind: "refused", status: 503, always: false },
  cafe0500: { kind: "refused", status: 500, always: true },
  cafe0ded: { kind: "refused", status: "broken", always: false },
};

/** Simulation of an address, in any case; undefined for an ordinary one. */
export function behaviourOf(address: string): Behaviour | undefined {
  const ending = address.slice(-8).toLowerCase();
  return Object.hasOwn(ENDINGS, ending) ? ENDINGS[ending] : undefined;
}
