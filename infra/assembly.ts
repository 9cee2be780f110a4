/** Makes the CDK app in-process: for `cdk`, for the local runner, and for tests. */

import { join } from "node:path";
import { Annotations, App } from "aws-cdk-lib";
import { projectContext } from "../lib/settings/project-file.ts";
import { readSettings, type Settings } from "../lib/settings/settings.ts";
import { checkRegion } from "./limits.ts";
import { VigiaStack } from "./stack.ts";

const ROOT = join(import.meta.dirname, "..");

export interface AppOptions {
  /** As in cdk.json, overridden as by `-c key=value`. Absent under the `cdk` command, which hands it over itself. */
  context?: Record<string, unknown>;
  /** Folder of the cloud assembly. */
  outdir?: string;
  /** True to judge the template by CDK's own rules and ours; they take most of the time. Default: true. */
  rules?: boolean;
  /** Account and region of the deployment, as far as `cdk` knows. */
  region?: string | undefined;
}

/**
 * The app and its only stack, not yet synthesized.
 * @throws {InvalidSettingsError} that names each setting that does not fit
 */
export function buildApp({ context, outdir, rules = true, region }: AppOptions = {}): {
  app: App;
  stack: VigiaStack;
  settings: Settings;
} {
  const app = new App({
    ...(context === undefined ? {} : { context }),
    ...(outdir === undefined ? {} : { outdir }),
    builtinCloudFormationValidation: rules,
  });
  const settings = readSettings(app.node.getAllContext(), projectContext(ROOT));
  checkRegion(settings, region);
  const stack = new VigiaStack(app, `Vigia-${settings.stage}`, settings);
  if (rules) warn(stack, settings);
  return { app, stack, settings };
}

function warn(stack: VigiaStack, settings: Settings): void {
  for (const [id, words] of Object.entries(warningsAbout(settings))) {
    Annotations.of(stack).addWarningV2(`vigia:${id}`, words);
  }
}

/** Warnings about settings that can be deployed, by name. */
function warningsAbout({
  stage,
  inbound,
  alertEmails,
  operationsEmails,
  escalationEmails,
  desk,
  slack,
}: Settings): Record<string, string> {
  const warnings: Record<string, string> = {};
  if (inbound.authentication === "none") {
    warnings["unauthenticated"] =
      'inbound.authentication is "none": anyone may send webhooks and read users. Use it only for trials.';
  }
  const toDo = `run \`vigia configure\`, or write it into cdk.json (under stages.${stage} for this stage alone).`;
  if (alertEmails.length === 0 && slack === undefined) {
    warnings["nobody-alerted"] =
      `No one is alerted to flagged transactions in stage ${stage}: alertEmails is empty and Slack is not set. To do: ${toDo}`;
  }
  if (operationsEmails.length === 0 && slack?.operationsChannelId === undefined) {
    warnings["nobody-operates"] =
      `No one is alerted to failures of stage ${stage} itself: operationsEmails is empty and slack.operationsChannelId is not set. To do: ${toDo}`;
  }
  if (escalationEmails.length > 0 && desk === undefined) {
    warnings["nothing-escalated"] =
      `Nothing is escalated in stage ${stage}: escalationEmails is set, but without a desk there are no cases. To do: set desk, or remove escalationEmails.`;
  }
  return warnings;
}
