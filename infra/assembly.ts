/** Makes the CDK app in-process: for the local runner, and for tests. */

import { Annotations, App } from "aws-cdk-lib";
import type { Settings } from "../lib/settings/settings.ts";
import { VigiaStack } from "./vigia.ts";
import { warningsAbout } from "./warnings.ts";

interface AppOptions {
  settings: Settings;
  /** CDK's own flags, as cdk.json has them. */
  context: Record<string, unknown>;
  /** Folder of the cloud assembly. */
  outdir?: string;
  /** True to judge the template by CDK's own rules and to describe its constructs, which takes most of the time. Default: false. */
  rules?: boolean;
}

/** The app and its only stack, not yet synthesized. */
export function buildApp({ settings, context, outdir, rules = false }: AppOptions): {
  app: App;
  stack: VigiaStack;
} {
  const app = new App({
    context,
    ...(outdir === undefined ? {} : { outdir }),
    builtinCloudFormationValidation: rules,
    treeMetadata: rules,
  });
  const stack = new VigiaStack(app, `Vigia-${settings.stage}`, settings);
  // They tell what a deployment leaves out.
  if (!rules)
    for (const id of Object.keys(warningsAbout(settings)))
      Annotations.of(stack.vigia).acknowledgeWarning(`vigia:${id}`);
  return { app, stack };
}
