/** What is said where a page could not be made, and what is logged of it: never what a note or an error says. */

import { UnreadableCaseError } from "../cases/case-reading.ts";
import { FRAME } from "../i18n/catalogue/desk/frame.ts";
import { errorPlace } from "../platform/error-place.ts";
import { logger } from "../platform/observe.ts";
import { unreadablePage } from "./cases/unreadable.tsx";
import type { DeskContext } from "./desk-context.ts";
import { notice } from "./layout.tsx";

export function failed(error: Error, context: DeskContext) {
  logger.error("a page of the desk could not be made", { ...errorPlace(error) });
  if (error instanceof UnreadableCaseError) return unreadablePage(context, error.key);
  const { say } = context.var.speaker;
  return notice(context, 503, FRAME.failed, <p>{say(FRAME.tryAgain)}</p>);
}
