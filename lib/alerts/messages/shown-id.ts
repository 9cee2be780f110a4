/** Ids as a message shows them, in its language. */

import { COMMON } from "../../i18n/catalogue/common.ts";
import type { Speaker } from "../../i18n/speaker.ts";
import { compatibilityForm, toAscii } from "../../text/cleaning.ts";
import { shownId } from "../../text/ids.ts";
import type { Marks } from "../../text/masking.ts";
import { brokenLinks } from "../../text/quoting.ts";
import { slackCode } from "../../text/slack.ts";
import { subjectAbout } from "../../text/subject.ts";

/**
 * An id that can be copied; where it cannot, the text says so. What looks like a link is broken, since users choose ids and
 * mail programs make links of them: `https[:]//evil[.]example`.
 */
export function idIn({ say }: Speaker, id: string): string {
  const shown = shownId(id, {
    cut: (shown, count) => say(COMMON.cut, { id: shown, count }),
    invisible: (shown) => say(COMMON.invisible, { id: shown }),
    marks: marksIn({ say }),
  });
  const compatible = compatibilityForm(shown);
  const broken = brokenLinks(compatible);
  return broken === compatible ? shown : broken;
}

/** What stands where personal data stood. */
export function marksIn({ say }: Pick<Speaker, "say">): Marks {
  return {
    email: say(COMMON.emailMasked),
    curp: say(COMMON.curpMasked),
    rfc: say(COMMON.rfcMasked),
  };
}

/** An id in Slack. @param shown as {@link idIn} gives it */
export function slackIdIn({ say }: Speaker, shown: string): string {
  return slackCode(shown, say(COMMON.backticks));
}

/** A subject that ends in what it is about. @param joint what stands between @param shown as {@link idIn} gives it */
export function subjectIn({ say }: Speaker, words: string, joint: string, shown: string): string {
  return subjectAbout(words, joint, shown, {
    tooLong: toAscii(say(COMMON.tooLong)),
    notAscii: toAscii(say(COMMON.notAscii)),
  });
}
