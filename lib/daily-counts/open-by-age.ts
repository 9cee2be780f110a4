/** Undecided cases by age, over days as they were counted. */

import type { OpenDay } from "./day-count.ts";

const DAY_MS = 86_400_000;

/** Up to how many days each class goes, the last one included. */
const CLASSES = [1, 3, 7, 14, 30, 90] as const;

export interface AgeClass {
  /** In days; the last class has no end. */
  from: number;
  to: number | undefined;
  open: number;
}

interface OpenCases {
  open: number;
  byAge: AgeClass[];
  /** Cases with a deadline on a day before today. */
  overdue: number;
  /** Cases whose next deadline is today or within the week after it, also overdue ones. */
  dueSoon: number;
}

/** Days after today that count as soon. */
export const SOON_DAYS = 7;

/** @param today `YYYY-MM-DD`, where the officers are */
export function openByAge(days: readonly OpenDay[], today: string): OpenCases {
  const byAge: AgeClass[] = [...CLASSES, undefined].map((to, index) => ({
    from: (CLASSES[index - 1] ?? -1) + 1,
    to,
    open: 0,
  }));
  const result = { open: 0, byAge, overdue: 0, dueSoon: 0 };
  for (const { day, count } of days) {
    const age = daysFrom(day, today);
    const found = byAge.find(({ to }) => to === undefined || age <= to);
    if (found !== undefined) found.open += count.open;
    result.open += count.open;
    for (const [key, open] of Object.entries(count.openDue)) {
      const [due = key, before] = key.split(" ");
      if (due < today) result.overdue += before === undefined ? open : 0;
      // Of several deadlines that are ahead, the next one alone counts.
      else if ((before === undefined || before < today) && daysFrom(today, due) <= SOON_DAYS)
        result.dueSoon += open;
    }
  }
  return result;
}

function daysFrom(day: string, later: string): number {
  return Math.round((Date.parse(`${later}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`)) / DAY_MS);
}
