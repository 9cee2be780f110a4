/** Makes the CDK app in-process: for `cdk`, for the local runner, and for tests. */

import { Annotations, App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { readSettings, type Settings } from "../lib/settings/settings.ts";
import { VigiaStack } from "./stack.ts";

export interface AppOptions {
  /** As in cdk.json, overridden as by `-c key=value`. Absent under the `cdk` command, which hands it over itself. */
  context?: Record<string, unknown>;
  /** Where the cloud assembly goes. */
  outdir?: string;
  /** Whether CDK's own rules and cdk-nag's judge the template; they take most of the time. True unless said. */
  rules?: boolean;
}

/**
 * The app and its only stack, not yet synthesized.
 * @throws {InvalidSettingsError} that names each setting that does not fit
 */
export function buildApp({ context, outdir, rules = true }: AppOptions = {}): {
  app: App;
  stack: VigiaStack;
  settings: Settings;
} {
  const app = new App({
    ...(context === undefined ? {} : { context }),
    ...(outdir === undefined ? {} : { outdir }),
    builtinCloudFormationValidation: rules,
  });
  const settings = readSettings(app.node.getAllContext());
  const stack = new VigiaStack(app, `Vigia-${settings.stage}`, settings);
  if (settings.inbound.authentication === "none") {
    Annotations.of(stack).addWarningV2(
      "vigia:unauthenticated",
      "inbound.authentication is none: anybody may send webhooks and read users. Use it for nothing but trials.",
    );
  }
  if (rules) Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return { app, stack, settings };
}
