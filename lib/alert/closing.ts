/** How an alert about people ends: how to look closer, and what it does not carry. */

import type { Speaker } from "../language/speaker.ts";
import { slackCode } from "../text/slack.ts";

/** The last lines of an e-mail; `command` is what to run. */
export function closingLines({ say }: Speaker, command: string): string[] {
  return ["", say("common.look"), `  ${command}`, "", say("common.privacy"), ""];
}

/** The same as next steps in Slack. */
export function nextSteps({ say }: Speaker, command: string): string[] {
  return [`${say("common.look")}: ${slackCode(command)}`, say("common.privacy")];
}

/** `... and 3 more.`; nothing where there is nothing more. */
export function moreLines({ say }: Speaker, count: number): string[] {
  return count > 0 ? [say("common.more", { count })] : [];
}
