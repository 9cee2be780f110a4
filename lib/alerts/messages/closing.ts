/** End of a message: the page or command for the details, and what an alert about people does not contain. */

import { COMMON } from "../../i18n/catalogue/common.ts";
import { vigia } from "../../i18n/text/own-command.ts";
import type { Translator } from "../../i18n/translator.ts";
import type { Block, Look } from "./message.ts";

/** Place of the details for officers: a page of the desk, or the command that lists what was received if there is no desk. */
export function officersLook(stage: string, alertId: string, page: string | undefined): Look {
  return page === undefined ? { page, command: vigia(stage, "notifications", "list") } : { page, alertId };
}

/** The end of a message about people. @param note what it does not carry */
export function closing({ t }: Translator, look: Look, note = t(COMMON.privacy)): Block[] {
  return [
    { kind: "look", look },
    { kind: "note", note },
  ];
}

/** `... and 3 more.`; nothing where there is nothing more. */
export function moreLines({ t }: Translator, count: number): string[] {
  return count > 0 ? [t(COMMON.more, { count })] : [];
}
