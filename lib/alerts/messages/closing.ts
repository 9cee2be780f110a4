/** How a message ends: how to look closer, and what an alert about people does not carry. */

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
  return ["", say("common.look"), ...(page === undefined ? [] : [`  ${page}`]), `  ${command}`, ""];
}

/** The last lines of an e-mail about people. @param note what it does not carry */
export function closingLines(speaker: Speaker, look: Look, note = speaker.say("common.privacy")): string[] {
  return [...lookLines(speaker, look), note, ""];
}

/** The same as {@link lookLines} as next steps in Slack. */
export function lookSteps({ say }: Speaker, { command, page }: Look): string[] {
  return [
    ...(page === undefined ? [] : [`${say("common.look")}: ${slackLink(page, say("common.desk"))}`]),
    `${say("common.look")}: ${slackCode(command)}`,
  ];
}

/** The same as {@link closingLines} as next steps in Slack. */
export function nextSteps(speaker: Speaker, look: Look, note = speaker.say("common.privacy")): string[] {
  return [...lookSteps(speaker, look), note];
}

/** `... and 3 more.`; nothing where there is nothing more. */
export function moreLines({ say }: Speaker, count: number): string[] {
  return count > 0 ? [say("common.more", { count })] : [];
}
