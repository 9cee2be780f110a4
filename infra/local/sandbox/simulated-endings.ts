/** Last characters of an address that make the sandbox simulate a case, after any beginning. */

/** Behaviour of the sandbox for an address. */
type Behaviour =
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
interface SimulatedEnding {
  /** In lower case; addresses are compared in any case. */
  ending: string;
  /** For a person. */
  simulates: string;
  behaviour: Behaviour;
}

/** Eight characters, so that an ordinary address ends like this once in four thousand million. */
const LENGTH = 8;

export const SIMULATED_ENDINGS: readonly SimulatedEnding[] = [
  score("cafe0000", "score 0", 0),
  score("cafe0019", "score 19, the highest minimal one", 19),
  score("cafe0020", "score 20, the lowest to watch", 20),
  score("cafe0060", "score 60, the highest to watch", 60),
  score("cafe0061", "score 61, the lowest to investigate", 61),
  score("cafe0100", "score 100", 100),
  score("cafe2061", "score 20 at first, then 61", 20, 61),
  score("cafe6120", "score 61 at first, then 20", 61, 20),
  score("cafe1030", "score 10 at first, then 30", 10, 30),
  {
    ending: "cafe50ff",
    simulates: "score 50, at first not suspicious, then suspicious",
    behaviour: { kind: "score", scores: [50, 50], suspiciousThen: true },
  },
  {
    ending: "cafe0204",
    simulates: "completed, but without a score: counts as failed",
    behaviour: { kind: "unscored" },
  },
  { ending: "cafefa11", simulates: "failed", behaviour: { kind: "failed" } },
  { ending: "cafe0304", simulates: "skipped, for any request", behaviour: { kind: "skipped" } },
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

/** Ending of an address with a score, and with another one after the first time. */
function score(ending: string, simulates: string, first: number, then = first): SimulatedEnding {
  return { ending, simulates, behaviour: { kind: "score", scores: [first, then] } };
}

const BEHAVIOURS = new Map(SIMULATED_ENDINGS.map(({ ending, behaviour }) => [ending, behaviour]));

/** Simulation of an address; undefined for an ordinary one. */
export function behaviourOf(address: string): Behaviour | undefined {
  return BEHAVIOURS.get(address.slice(-LENGTH).toLowerCase());
}
