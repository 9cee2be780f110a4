/** Records that the evidence of a case lacks, though a reader could look for them there. */

import { EVIDENCE } from "../../i18n/catalogue/desk/evidence.ts";
import type { Translate } from "../../i18n/translator.ts";

export type Gap =
  /** The case's item is not one that Vigía writes: it is packed as stored, without a page. */
  | { kind: "case unreadable" }
  /** The record that the case is about is not in the table any more. */
  | { kind: "notification gone" }
  | { kind: "notification unreadable" }
  /** The bytes of a content are packed as they are stored. */
  | { kind: "body unreadable"; name: string }
  /** More contents came under the id than a case holds. */
  | { kind: "contents left out"; key: string };

/** True if the stored record is corrupt; the other gaps are of what has expired, or is past a bound. */
export function isCorrupt({ kind }: Gap): boolean {
  return kind === "case unreadable" || kind === "notification unreadable" || kind === "body unreadable";
}

/** In a sentence. */
export function gapText(gap: Gap, t: Translate): string {
  switch (gap.kind) {
    case "case unreadable":
      return t(EVIDENCE.caseUnreadable);
    case "notification gone":
      return t(EVIDENCE.notificationGone);
    case "notification unreadable":
      return t(EVIDENCE.notificationUnreadable);
    case "body unreadable":
      return t(EVIDENCE.bodyUnreadable, { name: gap.name });
    case "contents left out":
      return t(EVIDENCE.contentsLeftOut, { key: gap.key });
  }
}
