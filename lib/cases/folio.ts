/** Folios: the references of the authority on its receipts, as officers type or paste them. */

import { comparableName, withPlainHyphens } from "../i18n/text/cleaning.ts";

/**
 * Form that is equal for all ways to write one folio: in capitals, in every Unicode form, with every kind of dash, and with blanks. A text
 * that is pasted from a PDF has other dashes, and blanks between.
 */
export function comparableFolio(reference: string): string {
  return withPlainHyphens(comparableName(reference)).replace(/\s/g, "");
}
