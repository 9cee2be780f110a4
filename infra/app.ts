/** App that `cdk` runs: reads the settings of cdk.json and makes the stack. */

import { Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { InvalidSettingsError } from "../lib/settings/settings.ts";
import { buildApp } from "./assembly.ts";

try {
  const { app } = buildApp({ region: process.env["CDK_DEFAULT_REGION"] });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  app.synth();
} catch (error) {
  if (!(error instanceof InvalidSettingsError)) throw error;
  // The sentence is all that helps; a stack trace would bury it.
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
