/** Whether a text that a person writes holds somebody's identifiers. */

import { maskPersonal } from "./masking.ts";

/** One character becomes eighteen in the compatibility form at most: U+FDFA. */
const MOST_NFKC_GROWTH = 18;

/** As people write an RFC: `GODE-561231-GR8`, `GODE 561231 GR8`. */
const GAPS_IN_RFC =
  /(?<=(?<![A-ZÑ&])[A-ZÑ&]{3,4})[ -]+(?=\d{6})|(?<=[A-ZÑ&]{3,4}[ -]*\d{6})[ -]+(?=[A-Z0-9])/gu;

/** `ana @bank.mx`. */
const GAPS_IN_EMAIL = /[ \n]+(?=@)|(?<=@)[ \n]+(?=[^\s@]+\.[^\s@]{2})/gu;

/** Whether something in a text looks like an RFC, a CURP or an e-mail address, also with gaps between its parts. */
export function looksPersonal(text: string): boolean {
  const plain = text.normalize("NFKC");
  return [plain, plain.replaceAll(GAPS_IN_RFC, ""), plain.replaceAll(GAPS_IN_EMAIL, "")].some(isMasked);
}

function isMasked(text: string): boolean {
  const masked = (mark: string) =>
    maskPersonal(text, text.length * MOST_NFKC_GROWTH, { email: mark, curp: mark, rfc: mark });
  // What is masked is where two marks make two texts.
  return masked("1") !== masked("2");
}
