/** Days and months of the calendar, as `YYYY-MM-DD` and `YYYY-MM`. */

/** The day that is so many behind another; before it where they are negative. */
export function addDays(day: string, steps: number): string {
  const time = new Date(`${day}T00:00:00Z`);
  time.setUTCDate(time.getUTCDate() + steps);
  return time.toISOString().slice(0, 10);
}

/** The month that is so many behind another; before it where they are negative. */
export function addMonths(month: string, steps: number): string {
  const time = new Date(`${month}-01T00:00:00Z`);
  time.setUTCMonth(time.getUTCMonth() + steps);
  return time.toISOString().slice(0, 7);
}
