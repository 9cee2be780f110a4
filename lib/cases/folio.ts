/** Folios: the references of the authority on its receipts, as officers type or paste them. */

import { comparableName } from "../i18n/text/cleaning.ts";

/** Dashes of every width, and the minus sign: a text that is pasted from a PDF has them in place of hyphens, and blanks between. */
const DASHES = /[\p{Pd}\u2212]/gu;

/** Form that is equal for all ways to write one folio: in capitals, in every Unicode form, with every kind of dash, and with blanks. */
export function comparableFolio(reference: string): string {
  return comparableName(reference).replace(DASHES, "-").replace(/\s/g, "");
}
