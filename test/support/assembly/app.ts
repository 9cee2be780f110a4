/** Makes an app with one stack in-process, for tests. */

import { Annotations, App } from "aws-cdk-lib";
import { VigiaStack, type VigiaStackProps } from "../../../infra/vigia.ts";

interface AppOptions {
  props: VigiaStackProps;
  /** CDK's own flags, as cdk.json has them. */
  context: Record<string, unknown>;
  /** Folder of the cloud assembly. */
  outdir?: string;
  /** True to judge the template by CDK's own rules and to describe its constructs, which takes most of the time. Default: false. */
  rules?: boolean;
}

/** The app and its only stack, not yet synthesized. */
export function buildApp({ props, context, outdir, rules = false }: AppOptions): {
  app: App;
  stack: VigiaStack;
} {
  const app = new App({
    context,
    ...(outdir === undefined ? {} : { outdir }),
    builtinCloudFormationValidation: rules,
    treeMetadata: rules,
  });
  const stack = new VigiaStack(app, "Vigia-dev", props);
  // They tell what a deployment leaves out.
  if (!rules)
    for (const name of ["unauthenticated", "nobody-alerted", "nobody-operates", "nothing-escalated"])
      Annotations.of(stack.vigia).acknowledgeWarning(`vigia:${name}`);
  return { app, stack };
}
