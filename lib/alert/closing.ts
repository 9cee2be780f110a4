/** How an alert about people ends: how to look closer, and what it does not carry. */

import { slackCode } from "../text/slack.ts";

const PRIVACY_LINE =
  "This message carries no personal data: users are named by your own ids. Flagged is not guilty: look before you act.";

/** The last lines of an e-mail; `command` is what to run. */
export function closingLines(command: string, title = "Look closer"): string[] {
  return ["", title, `  ${command}`, "", PRIVACY_LINE, ""];
}

/** The same as next steps in Slack. */
export function nextSteps(command: string, title = "Look closer"): string[] {
  return [`${title}: ${slackCode(command)}`, PRIVACY_LINE];
}
