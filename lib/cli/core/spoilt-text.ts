/** Texts that databases, programs and spreadsheets spoilt: nothing is left, a word for nothing, an error, or a part of what it was. */

import { isBlank } from "../../i18n/text/cleaning.ts";

/** Reports whether a reader sees nothing of a text: a cell of a table says so that there is no value. */
export function isEmptyText(text: string): boolean {
  // Most text is done with here.
  return !/[!-~]/.test(text) && isBlank(text);
}

/** Words for no value. A person may be called Null or NA. */
const NO_VALUE = /^(?:NULL|null|\(null\)|<null>|\[NULL\]|\\N|[Nn]\/[Aa]|NaN|nan|nil|undefined|None|-+)$/;

/** Errors of spreadsheets: `#REF!`, `#¡REF!`, `#¿NOMBRE?`, `#¡DIV/0!`, `#N/D`, and `Err:502` of LibreOffice. */
const SPREADSHEET_ERROR =
  /^(?:#[¡¿]?[\p{Lu}_]+(?:\/0)?[!?]|#N\/[AD]|#(?:GETTING_DATA|OBTENIENDO_DATOS)|Err:\d{3})$/u;

/** Reports whether a text says that there is no value. */
export function isNoValue(text: string): boolean {
  const word = text.trim().normalize("NFC");
  return NO_VALUE.test(word) || SPREADSHEET_ERROR.test(word);
}

/** `1.23E+11`, `1,23E+11`, `1E+11`, `1.23456789012E11`; `1E5` may be an id of hexadecimal digits. */
const ROUNDED = /^[+-]?(?:\d+[.,]\d*E[+-]?|\d+E\+)\d+$/i;

/** The text that a spreadsheet shows where a column is too narrow for a number. */
const TOO_NARROW = /^#{2,}$/;

const AGAIN = "format the column as text, and export it again";

/** The problem of a text that was spoilt: no value, or one whose digits are lost; undefined for any other text. */
export function spoiltText(text: string): string | undefined {
  const word = text.trim();
  if (isNoValue(word)) return "a word for no value: leave it empty";
  // A number with an exponent has lost its last digits.
  if (ROUNDED.test(word)) return `a spreadsheet rounded it: ${AGAIN}`;
  return TOO_NARROW.test(word) ? `a spreadsheet had no room for it: ${AGAIN}` : undefined;
}

/** `44562.0`, as a program with decimals writes a whole number. */
const WITH_DECIMALS = /^\d+[.,]0+$/;

/** In English, in Spanish and as programs write them. */
const TRUTH = /^(?:true|false|verdadero|falso)$/i;

/** As {@link spoiltText}, for an id, which no program may rewrite: it names a user by each of its characters. */
export function spoiltId(text: string): string | undefined {
  const word = text.trim();
  if (WITH_DECIMALS.test(word)) return `a program added decimals to it: ${AGAIN}`;
  return TRUTH.test(word) ? `true or false, and no id: ${AGAIN}` : spoiltText(word);
}
