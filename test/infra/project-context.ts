/** The settings as the project ships them. */

import { join } from "node:path";
import { projectContext } from "../../lib/settings/project-file.ts";

/** The context of cdk.json, which a CDK app in-process does not read by itself. */
export function contextOfProject(): Record<string, unknown> {
  return projectContext(join(import.meta.dirname, "../.."));
}
