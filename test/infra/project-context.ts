/** The settings as the project ships them, and CDK's flags beside them. */

import { join } from "node:path";
import { cdkContext, writtenSettings } from "../../lib/settings/project-file.ts";
import { readSettings, type Settings } from "../../lib/settings/settings.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The context of cdk.json, which a CDK app in-process does not read by itself. */
export function contextOfProject(): Record<string, unknown> {
  return cdkContext(ROOT);
}

/** The settings of vigia.json, overridden as by `-c key=value`; any stage is one of the file. */
export function settingsWith(overrides: Record<string, unknown> = {}): Settings {
  const { stage } = { stage: "dev", ...overrides };
  return readSettings(overrides, { ...writtenSettings(ROOT), stages: { [String(stage)]: {} } });
}
