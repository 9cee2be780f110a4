/** A wallet's scores as a line over the bands, drawn here: no script, and its text for whoever does not see it. */

import { INVESTIGATE_ABOVE, WATCH_FROM } from "../../risk/score.ts";

const WIDTH = 600;
const HEIGHT = 160;
const HIGHEST = 100;

export interface ScoreAt {
  score: number;
  /** ISO 8601. */
  at: string;
}

/** @param scores the oldest first; one alone is no line */
export function ScoreChart({ scores }: { scores: readonly ScoreAt[] }) {
  const [first, ...others] = scores;
  const last = others.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const begin = Date.parse(first.at);
  const duration = Math.max(1, Date.parse(last.at) - begin);
  const points = scores.map(({ score, at }) => {
    const x = ((Date.parse(at) - begin) / duration) * WIDTH;
    return `${x.toFixed(1)},${heightOf(score).toFixed(1)}`;
  });
  const highest = Math.max(...scores.map(({ score }) => score));
  const text = `${scores.length} scores from ${first.at.slice(0, 10)} to ${last.at.slice(0, 10)}: first ${first.score}, last ${last.score}, highest ${highest}.`;
  return (
    <figure>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={text} class="chart">
        {[WATCH_FROM, INVESTIGATE_ABOVE].map((line) => (
          <line x1="0" x2={WIDTH} y1={heightOf(line)} y2={heightOf(line)} class="band" />
        ))}
        <polyline points={points.join(" ")} class="score" />
      </svg>
      <figcaption>
        {text} The lines are at {WATCH_FROM} (watch) and {INVESTIGATE_ABOVE} (investigate).
      </figcaption>
    </figure>
  );
}

/** The service's scores go to 100; one beyond stays at the edge. */
function heightOf(score: number): number {
  return HEIGHT - (Math.min(HIGHEST, Math.max(0, score)) / HIGHEST) * HEIGHT;
}
