/** The last characters of an address that make the sandbox rehearse a case, whatever comes before them. */

/** What the sandbox does with an address. */
export type Play =
  /** Answers with the first score, and ever after with the second. */
  | { kind: "score"; scores: readonly [first: number, then: number]; suspiciousThen?: boolean }
  | { kind: "unscored" | "failed" | "skipped" | "missing" }
  /** Answers the whole request late, or never. */
  | { kind: "slow" | "silent" }
  /** Answers the whole request so many times with an HTTP status, then once as it should, and so on. */
  | { kind: "refused"; status: 429 | 500 | 503; times: number }
  /** Breaks the connection so many times, then answers once as it should, and so on. */
  | { kind: "broken"; times: number };

/** An ending and what it rehearses. */
export interface RehearsalEnding {
  /** In lower case; addresses are compared in any case. */
  ending: string;
  /** For a person. */
  rehearses: string;
  play: Play;
}

/** Eight characters, so that an ordinary address ends like this once in four thousand million. */
const LENGTH = 8;

export const REHEARSAL_ENDINGS: readonly RehearsalEnding[] = [
  { ending: "cafe0000", rehearses: "score 0", play: { kind: "score", scores: [0, 0] } },
  {
    ending: "cafe0019",
    rehearses: "score 19, the highest minimal one",
    play: { kind: "score", scores: [19, 19] },
  },
  {
    ending: "cafe0020",
    rehearses: "score 20, the lowest to watch",
    play: { kind: "score", scores: [20, 20] },
  },
  {
    ending: "cafe0060",
    rehearses: "score 60, the highest to watch",
    play: { kind: "score", scores: [60, 60] },
  },
  {
    ending: "cafe0061",
    rehearses: "score 61, the lowest to investigate",
    play: { kind: "score", scores: [61, 61] },
  },
  { ending: "cafe0100", rehearses: "score 100", play: { kind: "score", scores: [100, 100] } },
  { ending: "cafe2061", rehearses: "score 20 at first, then 61", play: { kind: "score", scores: [20, 61] } },
  { ending: "cafe6120", rehearses: "score 61 at first, then 20", play: { kind: "score", scores: [61, 20] } },
  { ending: "cafe1030", rehearses: "score 10 at first, then 30", play: { kind: "score", scores: [10, 30] } },
  {
    ending: "cafe50ff",
    rehearses: "score 50, at first not suspicious, then suspicious",
    play: { kind: "score", scores: [50, 50], suspiciousThen: true },
  },
  { ending: "cafe0204", rehearses: "completed, but without a score", play: { kind: "unscored" } },
  { ending: "cafefa11", rehearses: "failed", play: { kind: "failed" } },
  { ending: "cafe0304", rehearses: "skipped, whatever is asked", play: { kind: "skipped" } },
  { ending: "cafe0404", rehearses: "missing: the reply leaves it out", play: { kind: "missing" } },
  { ending: "cafe0102", rehearses: "slow: the whole request is answered 5 s later", play: { kind: "slow" } },
  { ending: "cafe0408", rehearses: "the whole request is never answered", play: { kind: "silent" } },
  {
    ending: "cafe0429",
    rehearses: "the whole request gets 429 twice, with `Retry-After: 1`, then its answer",
    play: { kind: "refused", status: 429, times: 2 },
  },
  {
    ending: "cafe0503",
    rehearses: "the whole request gets 503 twice, then its answer",
    play: { kind: "refused", status: 503, times: 2 },
  },
  {
    ending: "cafe0500",
    rehearses: "the whole request gets 500 each time",
    play: { kind: "refused", status: 500, times: Number.POSITIVE_INFINITY },
  },
  {
    ending: "cafe0ded",
    rehearses: "the connection of the whole request breaks twice, then its answer comes",
    play: { kind: "broken", times: 2 },
  },
];

const PLAYS = new Map(REHEARSAL_ENDINGS.map(({ ending, play }) => [ending, play]));

/** What an address rehearses; undefined for an ordinary one. */
export function playOf(address: string): Play | undefined {
  return PLAYS.get(address.slice(-LENGTH).toLowerCase());
}
