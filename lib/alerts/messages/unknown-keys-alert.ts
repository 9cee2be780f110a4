/** The message to operations that valid bodies came with keys that the contract does not have: what they say is told to no one. */

import { UNKNOWN_KEYS } from "../../i18n/catalogue/quarantine.ts";
import { maskPersonal } from "../../i18n/text/masking.ts";
import { vigia } from "../../i18n/text/own-command.ts";
import { withoutLinks } from "../../i18n/text/quoting.ts";
import { eventAbout } from "./event-fields.ts";
import type { AlertOrigin } from "./facts.ts";
import { type AlertMessage, MAX_LISTED } from "./message.ts";
import { marksIn } from "./shown-id.ts";

/** Characters of a key's path: the contract's own have forty. */
const MAX_PATH = 120;

/** @param keys their paths, such as `data.overallRisk`, one at least */
export function unknownKeysAlert(
  keys: readonly string[],
  { stage, projectId, translator }: Pick<AlertOrigin, "stage" | "projectId" | "translator">,
): AlertMessage {
  const { t } = translator;
  const counted = { count: keys.length, project: String(projectId) };
  const command = vigia(stage, "notifications", "list", "--project", String(projectId));
  return {
    translator,
    subject: t(UNKNOWN_KEYS.subject, counted),
    headline: t(UNKNOWN_KEYS.headline, counted),
    blocks: [
      {
        kind: "section",
        title: t(UNKNOWN_KEYS.keys),
        // With its dots a path may be a link.
        lines: keys
          .slice(0, MAX_LISTED)
          .map((key) => withoutLinks(key.replaceAll(".", " › "), MAX_PATH, marksIn(translator))),
        total: keys.length,
      },
      { kind: "lines", lines: [t(UNKNOWN_KEYS.advice)] },
      { kind: "look", look: { command } },
    ],
    threadId: `unknown-keys-${projectId}`,
    event: eventAbout(stage, keys, (key) => ({ type: "unknown-key", key: maskPersonal(key, MAX_PATH) })),
    attributes: { kind: "unknown-keys", projectId },
  };
}
