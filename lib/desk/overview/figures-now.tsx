/** Five figures of now: what is open, and how fast cases were decided in the last weeks. */

import { linkTo } from "../../alerts/desk-links.ts";
import type { OpenCases } from "../../cases/case-queries.ts";
import { judge } from "../../cases/urgency.ts";
import type { DayCount } from "../../daily-counts/day-count.ts";
import { medianMs } from "../../daily-counts/durations.ts";
import { OVERVIEW as SAID } from "../../i18n/catalogue/desk/overview.ts";
import { shownDuration } from "../../time/durations.ts";
import { inboxOf, type View } from "../cases/inbox-view.ts";
import { Strip } from "../components/panel.tsx";
import { MOST_OPEN } from "../open-count.ts";
import { useTranslator } from "../translator.ts";

interface FiguresNowProps {
  open: OpenCases;
  /** Sum of the last weeks' days. */
  counted: DayCount;
  project: number | undefined;
  /** ISO 8601. */
  now: string;
}

const DAY_MS = 86_400_000;

export function FiguresNow({ open, counted, project, now }: FiguresNowProps) {
  const { t, count } = useTranslator();
  const { counts, atLeast } = inboxOf(open, { view: "all", officer: "", sort: "due" }, now);
  const upTo = (view: View) =>
    counts[view] > MOST_OPEN || atLeast.has(view)
      ? `${count(Math.min(MOST_OPEN, counts[view]))}+`
      : count(counts[view]);
  const linkedTo = (view: View, kind?: "bad") => (
    <a
      href={linkTo("/", { view: view === "all" ? undefined : view, project })}
      {...(kind && { class: kind })}
    >
      {upTo(view)}
    </a>
  );
  const passed = open.cases.flatMap((one) => judge(one, now).passed ?? []).sort();
  const [longest] = passed;
  const daysLate = longest === undefined ? 0 : Math.floor((Date.parse(now) - Date.parse(longest)) / DAY_MS);
  const { decidedInTime, decidedLate, toDecision } = counted;
  const decided = decidedInTime + decidedLate;
  const median = medianMs(toDecision);
  return (
    <Strip
      isBig
      facts={[
        {
          name: t(SAID.openNow),
          value: linkedTo("all"),
          more: t(SAID.owned, { unassigned: upTo("unassigned") }),
        },
        {
          name: t(SAID.overdueNow),
          value: linkedTo("overdue", counts.overdue > 0 ? "bad" : undefined),
          more: counts.overdue === 0 ? undefined : t(SAID.longestFor, { count: daysLate }),
        },
        {
          name: t(SAID.dueInWeek),
          value: linkedTo("week"),
          more: counts.day === 0 ? undefined : t(SAID.byClock, { count: upTo("day") }),
        },
        {
          name: t(SAID.decidedInTime),
          value: decided === 0 ? NOTHING : `${shareOf(decidedInTime, decided)} %`,
          more:
            decided === 0
              ? undefined
              : t(SAID.ofDecided, { inTime: count(decidedInTime), all: count(decided) }),
        },
        {
          name: t(SAID.halfWithin),
          value: median === undefined ? NOTHING : shownDuration(median),
          more:
            toDecision.longestMs === undefined
              ? undefined
              : t(SAID.longestWas, { time: shownDuration(toDecision.longestMs) }),
        },
      ]}
    />
  );
}

const NOTHING = "–";

/** A share in percent, with a decimal that is cut: 100 is all of them. */
function shareOf(part: number, all: number): string {
  return (Math.floor((part / all) * 1_000) / 10).toFixed(1);
}
