import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vigia-check-"));
  for (const room of ["lib/aws", "lib/cases"]) mkdirSync(join(folder, room), { recursive: true });
  writeFileSync(join(folder, "tsconfig.json"), '{ "compilerOptions": { "types": [] } }\n');
  writeFileSync(join(folder, "lib/cases/cases.ts"), "export const cases = 1;\n");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function check(source: string) {
  writeFileSync(join(folder, "lib/aws/clients.ts"), source);
  const program = join(import.meta.dirname, "main.ts");
  const { status, stdout } = spawnSync(process.execPath, [program], { cwd: folder, encoding: "utf8" });
  return { status, stdout };
}

it("shows all that every check finds, and ends with 1", () => {
  const source = 'import { cases } from "../cases/cases.ts";\nexport const clients:string = cases;\n';
  const { status, stdout } = check(source);
  expect(status).toBe(1);
  expect(stdout).toContain("The check of linter fails:\n");
  expect(stdout).toContain("lib/aws/clients.ts format");
  expect(stdout).toContain("The check of types fails:\n");
  expect(stdout).toContain("Type 'number' is not assignable to type 'string'.");
  expect(stdout).toContain("The check of imports fails:\n");
  expect(stdout).toContain("lib/aws must not import lib/cases, which is not below it");
  expect(stdout).not.toContain("Passed");
});
