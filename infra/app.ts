/** What `cdk` runs: reads the settings of cdk.json and makes the stack. */

import { buildApp } from "./assembly.ts";

try {
  buildApp().app.synth();
} catch (error) {
  // Of a setting that does not fit, the sentence is all that helps; the stack trace would bury it.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
