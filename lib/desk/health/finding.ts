/** What the page of health finds, and how it looks: what fails while it looks is found too. */

import type * as z from "zod/mini";
import { vigia } from "../../alerts/messages/commands.ts";
import { HEALTH } from "../../i18n/catalogue/desk/health.ts";
import type { Text } from "../../i18n/texts.ts";
import { errorName, errorOrigin } from "../../platform/error-name.ts";
import { isLoopback } from "../../platform/local-call.ts";
import { logger } from "../../platform/observe.ts";
import type { serveDeskEnv } from "../../settings/env.ts";
import type { DeskSpeaker } from "../speaker.ts";

/** How one thing stands, in the reader's language. `ok` where there is nothing to do. */
export interface Finding {
  about: string;
  state: "ok" | "warning" | "failure";
  text: string;
  toDo?: string | undefined;
  /** Pages to do it on, each with what it is called. */
  pages?: readonly { href: string; title: string }[] | undefined;
}

/** What is looked at, and for whom. */
export interface HealthView {
  environment: z.infer<ReturnType<typeof serveDeskEnv>>;
  /** The projects of the settings that the reader sees. */
  projectIds: readonly number[];
  /** With those that have left the settings, whose cases stay. */
  sees: readonly number[];
  speaker: DeskSpeaker;
  /** Milliseconds since 1970. */
  now: number;
}

/** Looks at one thing. */
export interface HealthCheck {
  about: Text;
  run(view: HealthView): Promise<Finding[]>;
}

/** Runs checks at once. @returns what they find, in their order */
export async function findings(checks: readonly HealthCheck[], view: HealthView): Promise<Finding[]> {
  const { say } = view.speaker;
  const found = await Promise.all(
    checks.map(async ({ about, run }): Promise<Finding[]> => {
      try {
        return await run(view);
      } catch (error) {
        logger.error("a part of the stack's health could not be looked at", { ...errorOrigin(error) });
        const text = say(HEALTH.notLookedAt, { error: errorName(error) });
        const toDo = say(HEALTH.tryLater, { command: vigia(view.environment.STAGE, "doctor") });
        return [{ about: say<Text>(about), state: "failure", text, toDo }];
      }
    }),
  );
  return found.flat();
}

/** Whether it is the stack of one's own machine, which has no alarms, and prints what it publishes. */
export function isLocal({ environment: { DESK_URL } }: HealthView): boolean {
  return isLoopback(new URL(DESK_URL).hostname);
}
