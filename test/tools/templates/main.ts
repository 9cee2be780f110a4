/** `npm run lint:templates`: cfn-lint over the templates of settings that bring in or leave out resources. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import cdkJson from "../../../cdk.json" with { type: "json" };
import { buildApp } from "../../support/assembly/app.ts";
import { VARIANTS } from "./variants.ts";

/** Each has types and values of its own. */
const REGIONS = ["us-east-1", "mx-central-1", "eu-west-1"];

/** W3005: CDK orders resources that refer to each other once more. */
const REDUNDANT_ORDER = "W3005";

const folder = mkdtempSync(join(tmpdir(), "vigia-templates-"));
try {
  const templates = Object.entries(VARIANTS).map(([name, props]) => {
    const outdir = join(folder, name);
    const { app, stack } = buildApp({
      props,
      context: cdkJson.context,
      outdir,
    });
    app.synth();
    return join(outdir, stack.templateFile);
  });
  const { status, error } = spawnSync(
    "cfn-lint",
    [
      "--non-zero-exit-code",
      "warning",
      "--ignore-checks",
      REDUNDANT_ORDER,
      "--regions",
      ...REGIONS,
      "--",
      ...templates,
    ],
    {
      stdio: "inherit",
    },
  );
  if (error !== undefined) throw new Error(`cfn-lint cannot be run: pip install cfn-lint (${error.message})`);
  process.exitCode = status ?? 1;
  process.stdout.write(
    `${templates.length} templates looked at for ${REGIONS.join(", ")}: ${Object.keys(VARIANTS).join(", ")}\n`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
