/** A wallet's scores as a line over the bands, drawn here: no script, and a text for readers who do not see it. */

import { CHART } from "../../i18n/catalogue/desk/facts.ts";
import { WATCH_FROM } from "../../risk/score.ts";
import { useTranslator } from "../translator.ts";
import type { ScoreAt } from "./scores.ts";

const WIDTH = 600;
const HEIGHT = 160;
const HIGHEST = 100;

/**
 * @param scores the oldest first; one alone is no line
 * @param line the score above which a wallet is alerted
 */
export function ScoreChart({ scores, line }: { scores: readonly ScoreAt[]; line: number }) {
  const { t, day } = useTranslator();
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
  const text = t(CHART.summary, {
    count: scores.length,
    since: day(first.at) ?? first.at,
    until: day(last.at) ?? last.at,
    first: String(first.score),
    last: String(last.score),
    highest: String(highest),
  });
  return (
    <figure>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={text} class="chart">
        {[WATCH_FROM, line].map((bound) => (
          <line x1="0" x2={WIDTH} y1={heightOf(bound)} y2={heightOf(bound)} class="band" />
        ))}
        <polyline points={points.join(" ")} class="line" />
      </svg>
      <figcaption>
        {text} {t(CHART.lines, { watch: WATCH_FROM, investigate: line })}
      </figcaption>
    </figure>
  );
}

/** The service's scores go to 100; one beyond stays at the edge. */
function heightOf(score: number): number {
  return HEIGHT - (Math.min(HIGHEST, Math.max(0, score)) / HIGHEST) * HEIGHT;
}
