import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FUNCTIONS, type FunctionName, writeBundle } from "../../infra/bundles.ts";
import { resourceOf, synthesize, targetOf } from "./synthesized.ts";

const NAMES: FunctionName[] = ["ReceiveWebhook", "StoreNotifications", "GetUser", "StartScan", "ScanWallets"];
const KIB = 1_024;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "vigia-bundles-"));
  for (const name of NAMES) writeBundle(name, folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the bundles", () => {
  const template = synthesize();

  test("are these", () => {
    expect(Object.keys(FUNCTIONS)).toEqual(NAMES);
  });

  test.each(NAMES)("%s loads where there are no packages, with the template's environment", (name) => {
    const { Variables } = resourceOf(template, "AWS::Lambda::Function", name)["Environment"];
    const environment = Object.fromEntries(
      Object.entries(Variables).map(([key, value]) => [key, targetOf(value)]),
    );
    const script = "process.stdout.write(typeof require(process.argv[1]).handler)";
    const loaded = execFileSync(process.execPath, ["-e", script, join(folder, name, "index.js")], {
      cwd: folder,
      env: { ...environment, AWS_REGION: "us-east-1" },
      encoding: "utf8",
    });
    expect(loaded).toBe("function");
  });

  test.each(NAMES)("%s is small enough to start quickly", (name) => {
    const limit = name === "ReceiveWebhook" || name === "GetUser" ? 400 : 520;
    expect(statSync(join(folder, name, "index.js")).size).toBeLessThanOrEqual(limit * KIB);
  });
});
