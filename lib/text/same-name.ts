/** Whether two names are one to whoever reads them. */

import { plainText } from "./cleaning.ts";

/** A longer name is compared by its beginning. */
const MAX_COMPARED = 500;

/** In the compatibility form (NFKC), without what nobody sees, and in whatever case: `ＬＦＰＩＯＲＰＩ` is `lfpiorpi`. */
export function isSameName(a: string, b: string): boolean {
  return comparable(a) === comparable(b);
}

function comparable(name: string): string {
  return plainText(name, MAX_COMPARED).toLowerCase();
}
