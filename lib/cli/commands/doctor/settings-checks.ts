/** Check that the next deployment keeps the settings that the stack has. */

import { describeSettings, settingDifferences } from "../../../settings/deployed.ts";
import { projectContext, SETTINGS_FILE } from "../../../settings/project-file.ts";
import { InvalidSettingsError, readSettings, type Settings } from "../../../settings/settings.ts";
import type { Target } from "../../core/target.ts";
import { type CheckResult, ok, warning } from "./checks.ts";

const ABOUT = "cdk.json";

/**
 * Compares what a stack was deployed with and what its cdk.json says.
 * @param root the folder of that file
 */
export function settingsChecks(target: Target, root: string): CheckResult[] {
  const { stage, deployment } = target;
  if (stage === undefined) return [];
  if (deployment?.settings === undefined)
    return [warning(ABOUT, "the stack does not say what it was deployed with", "deploy it again")];
  const written = writtenSettings(root, stage);
  if (written instanceof InvalidSettingsError)
    return [warning(ABOUT, "cannot be compared with the stack", written.message)];
  const known = (ids: readonly number[]) => ids.toSorted((a, b) => a - b).join(", ");
  const [there, here] = [known(target.projectIds), known(written.projects.map(({ id }) => id))];
  const found = [
    ...(there === here ? [] : [`projects: ${there} in the stack, ${here} in cdk.json`]),
    ...settingDifferences(deployment.settings, describeSettings(written)),
  ];
  if (found.length === 0) return [ok(ABOUT, "says what the stack was deployed with")];
  return [
    warning(
      ABOUT,
      `the next deployment changes settings of the stack: ${found.join("; ")}`,
      `write into ${SETTINGS_FILE} what is to stay ("vigia configure${target.flag}"), then deploy`,
    ),
  ];
}

function writtenSettings(root: string, stage: string): Settings | InvalidSettingsError {
  try {
    const context = projectContext(root);
    return readSettings({ ...context, stage }, context);
  } catch (error) {
    if (error instanceof InvalidSettingsError) return error;
    throw error;
  }
}
