/** Laws that are lists of sanctioned persons, by their names: the service gives a law no kind. */

import { withoutMarks } from "../text/cleaning.ts";

const LIST =
  /\b(?:ofac|sdn|ofsi|unsc|lpb|1267|1373|1718|1988|2231|sanctions?|sanciones|personas bloqueadas|blocked persons)\b/;

export function isSanctionsList(law: string): boolean {
  return LIST.test(withoutMarks(law.toLowerCase()));
}
