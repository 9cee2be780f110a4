/** `vigia init`: the folder of a company, and an app in it that synthesizes. */

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { BUNDLING_STACKS } from "aws-cdk-lib/cx-api";
import { afterEach, beforeEach, expect, it } from "vitest";
import packageJson from "../../../../package.json" with { type: "json" };
import { makePlace, type Place } from "../support/test-context.ts";

const ROOT = join(import.meta.dirname, "../../../..");

let place: Place;
beforeEach(async () => {
  place = await makePlace();
});
afterEach(() => place.remove());

const read = (name: string) => readFileSync(join(place.root, name), "utf8");

it("writes what a deployment needs, and an app that synthesizes two stages", async () => {
  const { code, out } = await place.vigia("init");
  expect([code, out.trimEnd().split("\n").toSorted()]).toEqual([
    0,
    [
      ".github/workflows/vigia.yml",
      ".gitignore",
      ".yarnrc.yml",
      "README.md",
      "app.ts",
      "cdk.json",
      "package.json",
      "pnpm-workspace.yaml",
      "tsconfig.json",
    ],
  ]);
  expect(read("app.ts").split("\n").length).toBeLessThanOrEqual(41);
  expect(JSON.parse(read("package.json"))).toMatchObject({
    scripts: { start: "vigia start", deploy: "cdk deploy" },
    dependencies: { vigia: packageJson.version },
  });
  expect(read("package.json")).not.toContain("{{");
  expect(read(".github/workflows/vigia.yml")).toMatch(/^ {2}cancel-in-progress: \$\{\{ github\..+ \}\}$/m);
  for (const [, action = ""] of read(".github/workflows/vigia.yml").matchAll(/uses: (.*)$/gm))
    expect(action).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);

  const policies = [...read("README.md").matchAll(/^```json\n(.+?)^```$/gms)];
  expect(policies.map(([, policy = ""]) => JSON.parse(policy))).toMatchObject([
    { Statement: [{ Action: "sts:AssumeRoleWithWebIdentity" }] },
    { Statement: [{ Action: "sts:AssumeRole" }] },
  ]);

  // The library is this project, and what it needs is beside it.
  symlinkSync(join(ROOT, "node_modules"), join(place.root, "node_modules"));
  const library = pathToFileURL(join(ROOT, "infra/vigia.ts")).href;
  writeFileSync(join(place.root, "app.ts"), read("app.ts").replace('from "vigia"', `from "${library}"`));
  const context = { ...JSON.parse(read("cdk.json")).context, [BUNDLING_STACKS]: [] };
  const { status, stderr } = spawnSync(process.execPath, ["app.ts"], {
    cwd: place.root,
    env: {
      ...process.env,
      CDK_CONTEXT_JSON: JSON.stringify(context),
      CDK_OUTDIR: "out",
      CDK_VALIDATION: "false",
    },
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([0, expect.any(String)]);
  expect(readdirSync(join(place.root, "out"))).toEqual(
    expect.arrayContaining(["Vigia-dev.template.json", "Vigia-prod.template.json"]),
  );
});

it("overwrites nothing: it names the files that are there, and writes none", async () => {
  await place.file("README.md", "ours");
  await place.file("cdk.json", "{}");
  const { code, err } = await place.vigia("init");
  expect([code, err]).toEqual([
    1,
    `README.md, cdk.json are in ${place.root} already, and init overwrites no file: run it in an empty folder. Nothing was written.\n`,
  ]);
  expect(readdirSync(place.root).toSorted()).toEqual(["README.md", "cdk.json"]);
  expect(read("README.md")).toBe("ours");
});
