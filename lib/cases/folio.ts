/** Folios: the references of the authority on its receipts, as officers type or paste them. */

import { comparableName } from "../i18n/text/cleaning.ts";

/** Dashes of every width, and the minus sign: a text that is pasted from a PDF has them in place of hyphens. */
const DASHES = /[\p{Pd}\u2212]/gu;

/** Form that is equal for all ways to write one folio: in capitals, in every Unicode form, and with every kind of dash. */
export function comparableFolio(reference: string): string {
  return comparableName(reference).replace(DASHES, "-");
}
