/** What the evidence of a case does not hold, though somebody could look for it there. */

import { EVIDENCE } from "../language/catalogue/desk/evidence.ts";
import type { SayText } from "../language/formatting.ts";

export type Gap =
  /** More contents came under the id than a case holds. */
  { kind: "contents left out"; count: number };

/** In a sentence. */
export function gapText(gap: Gap, say: SayText): string {
  return say(EVIDENCE.contentsLeftOut, { count: gap.count });
}
