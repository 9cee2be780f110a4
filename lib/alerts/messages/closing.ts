/** How a message ends: how to look closer, and what an alert about people does not carry. */

import { COMMON } from "../../i18n/catalogue/common.ts";
import type { Speaker } from "../../i18n/speaker.ts";
import { slackCode, slackLink } from "../../text/slack.ts";
import { showAlert } from "./commands.ts";

/** Where to look closer: at least one of a page and a command. */
export interface Look {
  /** The page at the desk; absent where there is none. */
  page: string | undefined;
  /** What to run; absent where the reader is an officer, who has a page. */
  command?: string;
  /** The id of the alert's record, by which engineers find it. */
  alertId?: string;
}

/** Where officers look closer: a page of the desk, or the command that shows the alert where there is no desk. */
export function officersLook(stage: string, alertId: string, page: string | undefined): Look {
  return page === undefined ? { page, command: showAlert(stage, alertId) } : { page, alertId };
}

/** The last lines of an e-mail. */
export function lookLines({ say }: Speaker, { page, command, alertId }: Look): string[] {
  const reference = alertId === undefined ? undefined : say(COMMON.reference, { id: alertId });
  const lines = [page, command, reference].flatMap((line) => (line === undefined ? [] : [`  ${line}`]));
  return ["", say(COMMON.look), ...lines, ""];
}

/** The last lines of an e-mail about people. @param note what it does not carry */
export function closingLines(speaker: Speaker, look: Look, note = speaker.say(COMMON.privacy)): string[] {
  return [...lookLines(speaker, look), note, ""];
}

/** The same as {@link lookLines} as next steps in Slack. */
export function lookSteps({ say }: Speaker, { page, command }: Look): string[] {
  return [
    ...(page === undefined ? [] : [slackLink(page, say(COMMON.desk))]),
    ...(command === undefined ? [] : [slackCode(command)]),
  ].map((step) => `${say(COMMON.look)}: ${step}`);
}

/** The same as {@link closingLines} as next steps in Slack. */
export function nextSteps(speaker: Speaker, look: Look, note = speaker.say(COMMON.privacy)): string[] {
  return [...lookSteps(speaker, look), note];
}

/** `... and 3 more.`; nothing where there is nothing more. */
export function moreLines({ say }: Speaker, count: number): string[] {
  return count > 0 ? [say(COMMON.more, { count })] : [];
}
