/** Time before or after a deadline: it goes on counting on an open page by the script, which has the same words. */

import { DUE_IN } from "../../i18n/catalogue/desk/inbox.ts";
import { keysOf } from "./choice.tsx";
import { say } from "./translator.ts";

const MINUTE_MS = 60_000;

/** Units and their minutes, the longest first. */
const UNITS = { days: 1_440, hours: 60, minutes: 1 } as const;
type Unit = keyof typeof UNITS;

/** Kinds of countdowns: to a deadline that is near or not, after it, and within and after the 24 hours from a suspicion. */
const KINDS = ["soon", "date", "late", "clock", "missed"] as const;
type Kind = (typeof KINDS)[number];

const LEFT = { days: DUE_IN.daysLeft, hours: DUE_IN.hoursLeft, minutes: DUE_IN.minutesLeft };
const LATE = { days: DUE_IN.daysLate, hours: DUE_IN.hoursLate, minutes: DUE_IN.minutesLate };

/** @param minutes those beside hours */
function wordsOf(kind: Kind, unit: Unit, count: string, minutes: string): string {
  if (kind === "missed") return say(DUE_IN.missed);
  if (kind === "late") return say(LATE[unit], { count });
  if (kind === "clock" && unit === "hours") return say(DUE_IN.clockLeft, { count, minutes });
  if (kind === "date" && unit === "days") return say(DUE_IN.days, { count });
  return say(LEFT[unit], { count });
}

/** Words of all kinds by kind and unit, for the script: `#` is the number, and `@` the minutes beside hours. */
export function countdownWords(): Record<string, Record<string, string>> {
  return Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      Object.fromEntries(keysOf(LEFT).map((unit) => [unit, wordsOf(kind, unit, "#", "@")])),
    ]),
  );
}

interface CountdownProps {
  /** ISO 8601, as `now` is. */
  at: string;
  now: string;
  kind: "clock" | "soon" | "date";
}

export function Countdown({ at, now, kind }: CountdownProps) {
  const remainingMs = Date.parse(at) - Date.parse(now);
  const minutes = Math.floor(Math.abs(remainingMs) / MINUTE_MS);
  const unit: Unit = minutes >= UNITS.days ? "days" : minutes >= UNITS.hours ? "hours" : "minutes";
  const [before, past]: [Kind, Kind] = [kind, kind === "clock" ? "missed" : "late"];
  const count = String(Math.floor(minutes / UNITS[unit]));
  return (
    <span data-due={at} data-kind={before} data-past={past}>
      {wordsOf(remainingMs > 0 ? before : past, unit, count, String(minutes % UNITS.hours))}
    </span>
  );
}
