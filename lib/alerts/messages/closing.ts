/** End of a message: the page or command for the details, and what an alert about people does not contain. */

import { COMMON } from "../../i18n/catalogue/common.ts";
import { vigia } from "../../i18n/text/own-command.ts";
import { slackCode, slackLink } from "../../i18n/text/slack.ts";
import type { Translator } from "../../i18n/translator.ts";

/** Place of the details: at least one of a page and a command. */
export interface Look {
  /** Page of the desk; absent when the desk is disabled. */
  page: string | undefined;
  /** Command to run; absent if the reader is an officer with a page. */
  command?: string;
  /** The id of the alert's record, by which engineers find it. */
  alertId?: string;
}

/** Place of the details for officers: a page of the desk, or the command that lists what was received if there is no desk. */
export function officersLook(stage: string, alertId: string, page: string | undefined): Look {
  return page === undefined ? { page, command: vigia(stage, "notifications", "list") } : { page, alertId };
}

/** The last lines of an e-mail. */
export function lookLines({ t }: Translator, { page, command, alertId }: Look): string[] {
  const reference = alertId === undefined ? undefined : t(COMMON.reference, { id: alertId });
  const lines = [page, command, reference].flatMap((line) => (line === undefined ? [] : [`  ${line}`]));
  return ["", t(COMMON.look), ...lines, ""];
}

/** The last lines of an e-mail about people. @param note what it does not carry */
export function closingLines(
  translator: Translator,
  look: Look,
  note = translator.t(COMMON.privacy),
): string[] {
  return [...lookLines(translator, look), note, ""];
}

/** The same as {@link lookLines} as next steps in Slack. */
export function lookSteps({ t }: Translator, { page, command }: Look): string[] {
  return [
    ...(page === undefined ? [] : [slackLink(page, t(COMMON.desk))]),
    ...(command === undefined ? [] : [slackCode(command)]),
  ].map((step) => `${t(COMMON.look)}: ${step}`);
}

/** The same as {@link closingLines} as next steps in Slack. */
export function nextSteps(translator: Translator, look: Look, note = translator.t(COMMON.privacy)): string[] {
  return [...lookSteps(translator, look), note];
}

/** `... and 3 more.`; nothing where there is nothing more. */
export function moreLines({ t }: Translator, count: number): string[] {
  return count > 0 ? [t(COMMON.more, { count })] : [];
}
