/** Last characters of an address that make the sandbox simulate a case, after any beginning. */

/** Behaviour of the sandbox for an address. */
export type Behaviour =
  /** Answers with the first score, and ever after with the second. */
  | { kind: "score"; scores: readonly [first: number, then: number]; suspiciousThen?: boolean }
  | { kind: "unscored" | "failed" | "skipped" | "missing" }
  /** Answers the whole request late, or never. */
  | { kind: "slow" | "silent" }
  /** Answers the whole request `times` times with an HTTP status, then once as it should, and so on. */
  | { kind: "refused"; status: 429 | 500 | 503; times: number }
  /** Breaks the connection `times` times, then answers once as it should, and so on. */
  | { kind: "broken"; times: number };

/** An ending and what it simulates. */
export interface SimulatedEnding {
  /** In lower case; addresses are compared in any case. */
  ending: string;
  /** For a person. */
  simulates: string;
  behaviour: Behaviour;
}

/** Eight characters, so that an ordinary address ends like this once in four thousand million. */
const LENGTH = 8;

export const SIMULATED_ENDINGS: readonly SimulatedEnding[] = [
  { ending: "cafe0000", simulates: "score 0", behaviour: { kind: "score", scores: [0, 0] } },
  {
    ending: "cafe0019",
    simulates: "score 19, the highest minimal one",
    behaviour: { kind: "score", scores: [19, 19] },
  },
  {
    ending: "cafe0020",
    simulates: "score 20, the lowest to watch",
    behaviour: { kind: "score", scores: [20, 20] },
  },
  {
    ending: "cafe0060",
    simulates: "score 60, the highest to watch",
    behaviour: { kind: "score", scores: [60, 60] },
  },
  {
    ending: "cafe0061",
    simulates: "score 61, the lowest to investigate",
    behaviour: { kind: "score", scores: [61, 61] },
  },
  { ending: "cafe0100", simulates: "score 100", behaviour: { kind: "score", scores: [100, 100] } },
  {
    ending: "cafe2061",
    simulates: "score 20 at first, then 61",
    behaviour: { kind: "score", scores: [20, 61] },
  },
  {
    ending: "cafe6120",
    simulates: "score 61 at first, then 20",
    behaviour: { kind: "score", scores: [61, 20] },
  },
  {
    ending: "cafe1030",
    simulates: "score 10 at first, then 30",
    behaviour: { kind: "score", scores: [10, 30] },
  },
  {
    ending: "cafe50ff",
    simulates: "score 50, at first not suspicious, then suspicious",
    behaviour: { kind: "score", scores: [50, 50], suspiciousThen: true },
  },
  { ending: "cafe0204", simulates: "completed, but without a score", behaviour: { kind: "unscored" } },
  { ending: "cafefa11", simulates: "failed", behaviour: { kind: "failed" } },
  { ending: "cafe0304", simulates: "skipped, whatever is asked", behaviour: { kind: "skipped" } },
  { ending: "cafe0404", simulates: "missing: the reply leaves it out", behaviour: { kind: "missing" } },
  {
    ending: "cafe0102",
    simulates: "slow: the whole request is answered 5 s later",
    behaviour: { kind: "slow" },
  },
  { ending: "cafe0408", simulates: "the whole request is never answered", behaviour: { kind: "silent" } },
  {
    ending: "cafe0429",
    simulates: "the whole request gets 429 twice, with `Retry-After: 1`, then its answer",
    behaviour: { kind: "refused", status: 429, times: 2 },
  },
  {
    ending: "cafe0503",
    simulates: "the whole request gets 503 twice, then its answer",
    behaviour: { kind: "refused", status: 503, times: 2 },
  },
  {
    ending: "cafe0500",
    simulates: "the whole request gets 500 each time",
    behaviour: { kind: "refused", status: 500, times: Number.POSITIVE_INFINITY },
  },
  {
    ending: "cafe0ded",
    simulates: "the connection of the whole request breaks twice, then its answer comes",
    behaviour: { kind: "broken", times: 2 },
  },
];

const BEHAVIOURS = new Map(SIMULATED_ENDINGS.map(({ ending, behaviour }) => [ending, behaviour]));

/** Simulation of an address; undefined for an ordinary one. */
export function behaviourOf(address: string): Behaviour | undefined {
  return BEHAVIOURS.get(address.slice(-LENGTH).toLowerCase());
}
