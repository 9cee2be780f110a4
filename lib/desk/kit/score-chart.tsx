/** A wallet's scores as a line over the bands, drawn here: no script, and a text for readers who do not see it. */

import { BANDS, CHART } from "../../i18n/catalogue/desk/facts.ts";
import { bandOf, isAbove, WATCH_FROM } from "../../screening/score.ts";
import { INVESTIGATE_ABOVE } from "../../settings/limits.ts";
import { say, useTranslator } from "../frame/translator.ts";
import type { ScoreAt } from "./scores.ts";

const HIGHEST = 100;

/** The most scores that have a dot each. In a longer chart only the last and those of exceedances have one. */
const MOST_DOTS = 60;

const MARKS = [0, 20, 40, 60, 80, HIGHEST];
const FEW_MARKS = [0, WATCH_FROM, INVESTIGATE_ABOVE, HIGHEST];

/** Places of the days below the chart, from its beginning to its end; the others are left out on a phone. */
const DAYS = [0, 0.25, 0.5, 0.75, 1];
const ALWAYS_SHOWN = [0, 0.5, 1];

interface ScoreChartProps {
  /** The oldest first; without any there is no chart. */
  scores: readonly ScoreAt[];
  /** The score above which a wallet is alerted. */
  threshold: number;
  /** For a chart beside others: half as high, with fewer marks. */
  isSmall?: boolean;
  /** The time that the chart spans, for several charts beside each other; absent, from its first score to its last. ISO 8601. */
  period?: { since: string; until: string };
}

export function ScoreChart({ scores, threshold, isSmall = false, period }: ScoreChartProps) {
  const text = useSummary(scores, threshold);
  const [first, last] = [scores[0], scores.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const begin = Date.parse(period?.since ?? first.at);
  const duration = Math.max(1, Date.parse(period?.until ?? last.at) - begin);
  const placed = scores.map((dot, index) => {
    const before = scores[index - 1];
    const x = duration === 1 ? 100 : ((Date.parse(dot.at) - begin) / duration) * 100;
    const isHigh = isAbove(dot.score, threshold);
    const isFirstAbove = isHigh && before !== undefined && !isAbove(before.score, threshold);
    return { ...dot, x, y: heightOf(dot.score), isHigh, isFirstAbove };
  });
  const end = placed.at(-1);
  const dots = placed.filter((dot) => placed.length <= MOST_DOTS || dot.isFirstAbove || dot === end);
  const risen = placed.findLast((dot) => dot.isFirstAbove);
  return (
    <div class={isSmall ? "chart small" : "chart"}>
      <svg role="img" aria-label={text}>
        <Bands threshold={threshold} marks={isSmall ? FEW_MARKS : MARKS} />
        {isSmall ? undefined : <Names />}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path class="line" d={`M${placed.map(({ x, y }) => `${digits(x)} ${digits(y)}`).join("L")}`} />
        </svg>
        {dots.map(({ x, y, isHigh }) => (
          <circle class={isHigh ? "dot hot" : "dot"} cx={percent(x)} cy={percent(y)} r={isHigh ? 4.5 : 3.5} />
        ))}
        {risen === undefined || risen === end || isSmall ? undefined : (
          <text class="strong alt" x={percent(risen.x)} y={percent(risen.y)} dy="-10" text-anchor="middle">
            {say(CHART.alerted, { score: String(risen.score) })}
          </text>
        )}
        {end === undefined ? undefined : (
          <text class="strong" x={percent(end.x)} y={percent(end.y)} dx="-2" dy="-10" text-anchor="end">
            {String(end.score)}
          </text>
        )}
        <Days begin={begin} duration={duration === 1 ? 0 : duration} />
      </svg>
    </div>
  );
}

/** Bands behind the line, the marks of the scores beside them, and the score from which alerts begin. */
function Bands({ threshold, marks }: { threshold: number; marks: readonly number[] }) {
  const [watch, investigate] = [heightOf(WATCH_FROM), heightOf(INVESTIGATE_ABOVE)];
  return (
    <>
      <rect class="b-investigate" width="100%" height={percent(investigate)} />
      <rect class="b-watch" y={percent(investigate)} width="100%" height={percent(watch - investigate)} />
      <rect class="b-minimal" y={percent(watch)} width="100%" height={percent(100 - watch)} />
      {marks.map((mark) => (
        <>
          <line
            class={mark === 0 ? "axis" : "grid"}
            x2="100%"
            y1={percent(heightOf(mark))}
            y2={percent(heightOf(mark))}
          />
          <text x="-8" y={percent(heightOf(mark))} dy="4" text-anchor="end">
            {mark}
          </text>
        </>
      ))}
      <line class="limit" x2="100%" y1={percent(heightOf(threshold))} y2={percent(heightOf(threshold))} />
    </>
  );
}

const NAMED = [
  { band: "investigate", y: heightOf(HIGHEST), dy: 15 },
  { band: "watch", y: heightOf(INVESTIGATE_ABOVE), dy: 15 },
  { band: "minimal", y: heightOf(0), dy: -9 },
] as const;

function Names() {
  return (
    <>
      {NAMED.map(({ band, y, dy }) => (
        <text x="8" y={percent(y)} dy={dy}>
          {say(BANDS[band])}
        </text>
      ))}
    </>
  );
}

/** Days below the chart, each once. */
function Days({ begin, duration }: { begin: number; duration: number }) {
  const { shortDay } = useTranslator();
  const places = duration === 0 ? [1] : DAYS;
  const named = places.map((place) => ({
    place,
    name: shortDay(new Date(begin + place * duration).toISOString()) ?? "",
  }));
  // The ends are kept where a day stands twice.
  const shown = named.filter(
    ({ place, name }) => place === 0 || place === 1 || named.filter((dot) => dot.name === name).length === 1,
  );
  return (
    <>
      {shown.map(({ place, name }) => (
        <text
          class={ALWAYS_SHOWN.includes(place) ? undefined : "alt"}
          x={percent(place * 100)}
          y="100%"
          dy="17"
          text-anchor={place === 0 ? "start" : place === 1 ? "end" : "middle"}
        >
          {name}
        </text>
      ))}
    </>
  );
}

function useSummary(scores: readonly ScoreAt[], threshold: number): string {
  const { day, inWords } = useTranslator();
  const [first, last] = [scores[0], scores.at(-1)];
  if (first === undefined || last === undefined) return "";
  const inDays = ({ at }: ScoreAt) => inWords(day(at) ?? at);
  const highest = Math.max(...scores.map(({ score }) => score));
  const values = { count: scores.length, since: inDays(first), until: inDays(last) };
  const text = say(CHART.summary, {
    ...values,
    first: String(first.score),
    last: String(last.score),
    highest: String(highest),
    band: say(BANDS[bandOf(last.score)]),
  });
  return `${text} ${say(CHART.lines, { watch: WATCH_FROM, investigate: threshold })}`;
}

/** The service's scores go to 100; one beyond stays at the edge. From the top, in percent. */
function heightOf(score: number): number {
  return HIGHEST - Math.min(HIGHEST, Math.max(0, score));
}

function digits(number: number): string {
  return String(Math.round(number * 10) / 10);
}

function percent(number: number): string {
  return `${digits(number)}%`;
}
