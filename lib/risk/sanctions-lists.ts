/** Laws that are lists of sanctioned persons, by their names: the service gives a law no kind. */

import { withoutMarks } from "../text/cleaning.ts";

const LIST =
  /\b(?:ofac|sdn|ofsi|unsc|lpb|1267|1373|1718|1988|2231|sanctions?|sanciones|personas bloqueadas|blocked persons)\b/;

/** A name is judged by its beginning, which cases and lists have. */
const MOST_CHARACTERS = 200;

export function isSanctionsList(law: string): boolean {
  const lower = law.slice(0, MOST_CHARACTERS).toLowerCase();
  return LIST.test(/^[ -~]*$/.test(lower) ? lower : withoutMarks(lower));
}

/** The same laws, lists of sanctioned persons before all others. */
export function listsFirst<T extends { name: string }>(laws: readonly T[]): T[] {
  const { list = [], other = [] } = Object.groupBy(laws, ({ name }) =>
    isSanctionsList(name) ? "list" : "other",
  );
  return [...list, ...other];
}
