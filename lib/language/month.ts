/** Months of the calendar as `YYYY-MM`. */

/** The month that is so many behind another; before it where they are negative. */
export function monthBeside(month: string, steps: number): string {
  const time = new Date(`${month}-01T00:00:00Z`);
  time.setUTCMonth(time.getUTCMonth() + steps);
  return time.toISOString().slice(0, 7);
}
