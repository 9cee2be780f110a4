/** The message to operations that a valid body came with a key that the contract does not have: no alert says what it holds. */

import { UNKNOWN_KEY } from "../../i18n/catalogue/quarantine.ts";
import { maskPersonal } from "../../i18n/text/masking.ts";
import { vigia } from "../../i18n/text/own-command.ts";
import { withoutLinks } from "../../i18n/text/quoting.ts";
import { eventAbout } from "./event-fields.ts";
import type { AlertOrigin } from "./facts.ts";
import type { AlertMessage } from "./message.ts";
import { marksIn } from "./shown-id.ts";

/** Characters of a key's path: the contract's own have forty. */
const MAX_PATH = 120;

/** @param key its path, such as `data.overallRisk` */
export function unknownKeyAlert(
  key: string,
  { stage, projectId, translator }: Pick<AlertOrigin, "stage" | "projectId" | "translator">,
): AlertMessage {
  const { t } = translator;
  const project = String(projectId);
  const command = vigia(stage, "notifications", "list", "--project", project);
  return {
    translator,
    subject: t(UNKNOWN_KEY.subject, { project }),
    headline: t(UNKNOWN_KEY.headline, { project }),
    blocks: [
      {
        kind: "section",
        title: t(UNKNOWN_KEY.key),
        // A path with dots may be taken for a link.
        lines: [withoutLinks(key.replaceAll(".", " › "), MAX_PATH, marksIn(translator))],
      },
      { kind: "lines", lines: [t(UNKNOWN_KEY.advice)] },
      { kind: "look", look: { command } },
    ],
    threadId: `unknown-keys-${projectId}`,
    event: eventAbout(stage, [key], (path) => ({ type: "unknown-key", key: maskPersonal(path, MAX_PATH) })),
    attributes: { kind: "unknown-keys", projectId },
  };
}
