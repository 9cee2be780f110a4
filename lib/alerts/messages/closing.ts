/** How a message ends: how to look closer, and what an alert about people does not carry. */

import { COMMON } from "../../i18n/catalogue/common.ts";
import type { Speaker } from "../../i18n/speaker.ts";
import { slackCode, slackLink } from "../../text/slack.ts";

/** Where to look closer. */
export interface Look {
  /** What to run. */
  command: string;
  /** The page at the desk; absent where there is none. */
  page: string | undefined;
}

/** The last lines of an e-mail. */
export function lookLines({ say }: Speaker, { command, page }: Look): string[] {
  return ["", say(COMMON.look), ...(page === undefined ? [] : [`  ${page}`]), `  ${command}`, ""];
}

/** The last lines of an e-mail about people. @param note what it does not carry */
export function closingLines(speaker: Speaker, look: Look, note = speaker.say(COMMON.privacy)): string[] {
  return [...lookLines(speaker, look), note, ""];
}

/** The same as {@link lookLines} as next steps in Slack. */
export function lookSteps({ say }: Speaker, { command, page }: Look): string[] {
  return [
    ...(page === undefined ? [] : [`${say(COMMON.look)}: ${slackLink(page, say(COMMON.desk))}`]),
    `${say(COMMON.look)}: ${slackCode(command)}`,
  ];
}

/** The same as {@link closingLines} as next steps in Slack. */
export function nextSteps(speaker: Speaker, look: Look, note = speaker.say(COMMON.privacy)): string[] {
  return [...lookSteps(speaker, look), note];
}

/** `... and 3 more.`; nothing where there is nothing more. */
export function moreLines({ say }: Speaker, count: number): string[] {
  return count > 0 ? [say(COMMON.more, { count })] : [];
}
