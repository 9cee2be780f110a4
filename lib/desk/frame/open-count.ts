/** Number of open cases that the signed-in user sees, for the bar. */

import { getContext } from "hono/context-storage";
import { errorOrigin } from "../../aws/error-name.ts";
import { logger } from "../../aws/observe.ts";
import type { DeskEnv } from "./desk-context.ts";
import { useTranslator } from "./translator.ts";

/** Open cases that are counted, and read for the inbox: as many as officers can work through. */
export const MOST_OPEN = 1_000;

/** The number, or `1,000+`; undefined if it cannot be read: no page fails by that. */
export async function useOpenCount(): Promise<string | undefined> {
  const { openCases } = getContext<DeskEnv>().var;
  const { count } = useTranslator();
  try {
    const open = await openCases();
    return open > MOST_OPEN ? `${count(MOST_OPEN)}+` : count(open);
  } catch (error) {
    logger.warn("the open cases could not be counted", { ...errorOrigin(error) });
    return undefined;
  }
}
