/** Time before or after a deadline: it goes on counting on an open page by the script, which has the same words. */

import { DUE_IN } from "../../i18n/catalogue/desk/inbox.ts";
import type { Translate } from "../../i18n/translator.ts";
import { useTranslator } from "../translator.ts";

const MINUTE_MS = 60_000;

/** Units and their minutes, the longest first. */
const UNITS = { days: 1_440, hours: 60, minutes: 1 } as const;
type Unit = keyof typeof UNITS;
type Words = Record<Unit, string>;

/** Before a deadline that is near or not, after it, and within and after the 24 hours from a suspicion. */
type Kind = "soon" | "date" | "late" | "clock" | "missed";

/** Words of all kinds, with `count` in place of the number, and `rest` in place of the minutes beside hours. */
export function countdownWords(t: Translate, count: string, rest: string): Record<Kind, Words> {
  const soon = {
    days: t(DUE_IN.daysLeft, { count }),
    hours: t(DUE_IN.hoursLeft, { count }),
    minutes: t(DUE_IN.minutesLeft, { count }),
  };
  const late = {
    days: t(DUE_IN.daysLate, { count }),
    hours: t(DUE_IN.hoursLate, { count }),
    minutes: t(DUE_IN.minutesLate, { count }),
  };
  const missed = t(DUE_IN.missed);
  return {
    soon,
    date: { ...soon, days: t(DUE_IN.days, { count }) },
    late,
    clock: { ...soon, hours: t(DUE_IN.clockLeft, { count, minutes: rest }) },
    missed: { days: missed, hours: missed, minutes: missed },
  };
}

interface CountdownProps {
  /** ISO 8601, as `now` is. */
  at: string;
  now: string;
  kind: "clock" | "soon" | "date";
}

export function Countdown({ at, now, kind }: CountdownProps) {
  const { t } = useTranslator();
  const left = Date.parse(at) - Date.parse(now);
  const minutes = Math.floor(Math.abs(left) / MINUTE_MS);
  const unit: Unit = minutes >= UNITS.days ? "days" : minutes >= UNITS.hours ? "hours" : "minutes";
  const [before, past]: [Kind, Kind] = [kind, kind === "clock" ? "missed" : "late"];
  const words = countdownWords(t, String(Math.floor(minutes / UNITS[unit])), String(minutes % UNITS.hours));
  return (
    <span data-due={at} data-kind={before} data-past={past}>
      {words[left > 0 ? before : past][unit]}
    </span>
  );
}
