/** Records that the evidence of a case lacks, though a reader could look for them there. */

import { EVIDENCE } from "../../i18n/catalogue/desk/evidence.ts";
import type { Text } from "../../i18n/catalogue/texts.ts";
import type { Translate } from "../../i18n/translator.ts";

export type Gap =
  /** The case's item is not one that Vigía writes: it is packed as stored, without a page. */
  | { kind: "case unreadable" }
  /** The record that the case is about is not in the table any more. */
  | { kind: "notification gone" }
  | { kind: "notification unreadable" }
  /** The bytes of a content are packed as they are stored. */
  | { kind: "body unreadable"; name: string }
  /** A body that an event names had expired, or is past the bound of a folder. `sha256`: as the event has it. */
  | { kind: "body absent"; sha256: string }
  /** No stored message is the body that an event names, and it cannot have expired: it was changed or removed. */
  | { kind: "body differs"; sha256: string }
  /** The month, `YYYY-MM`, of a notice that an event names is not there or cannot be read. */
  | { kind: "month unreadable"; month: string }
  /** The month has no notice of the id that an event names: it was changed or removed. */
  | { kind: "notice differs"; month: string }
  /** More contents came under the id than a case holds. */
  | { kind: "contents left out"; key: string };

/** True if the stored record is corrupt; the other gaps are of what has expired, or is past a bound. */
export function isCorrupt({ kind }: Gap): boolean {
  return CORRUPT.has(kind);
}

const CORRUPT: ReadonlySet<Gap["kind"]> = new Set([
  "case unreadable",
  "notification unreadable",
  "body unreadable",
  "body differs",
  "month unreadable",
  "notice differs",
]);

/** Texts of gaps, which are filled in with what a gap says. */
export const GAP_TEXTS = {
  "case unreadable": EVIDENCE.caseUnreadable,
  "notification gone": EVIDENCE.notificationGone,
  "notification unreadable": EVIDENCE.notificationUnreadable,
  "body unreadable": EVIDENCE.bodyUnreadable,
  "body absent": EVIDENCE.bodyAbsent,
  "body differs": EVIDENCE.bodyDiffers,
  "month unreadable": EVIDENCE.monthUnreadable,
  "notice differs": EVIDENCE.noticeDiffers,
  "contents left out": EVIDENCE.contentsLeftOut,
} as const satisfies Record<Gap["kind"], Text>;

/** What is missing or wrong, in a sentence. */
export function gapText(gap: Gap, t: Translate): string {
  switch (gap.kind) {
    case "body unreadable":
      return t(GAP_TEXTS[gap.kind], { name: gap.name });
    case "body absent":
    case "body differs":
      return t(GAP_TEXTS[gap.kind], { sha256: gap.sha256 });
    case "month unreadable":
    case "notice differs":
      return t(GAP_TEXTS[gap.kind], { month: gap.month });
    case "contents left out":
      return t(GAP_TEXTS[gap.kind], { key: gap.key });
    default:
      return t(GAP_TEXTS[gap.kind]);
  }
}
