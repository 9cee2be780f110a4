import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, it } from "vitest";
import { generatedFiles, ROOT } from "./generated.ts";

const files = generatedFiles();

it.each(Object.entries(files))(
  "%s is what the settings' schema makes: `npm run schema` writes it",
  (name, text) => {
    expect(readFileSync(join(ROOT, name), "utf8")).toBe(text);
  },
);

it("lets an editor take the project's own settings, and a stage's patch with null", () => {
  const validate = new Ajv({ strict: false }).compile(JSON.parse(files["vigia.schema.json"] ?? ""));
  const own: unknown = JSON.parse(readFileSync(join(ROOT, "vigia.json"), "utf8"));
  const wrong = (settings: unknown) =>
    validate(settings) ? [] : validate.errors?.map(({ instancePath }) => instancePath);
  expect(wrong(own)).toEqual([]);
  expect(wrong({ desk: true, stages: { prod: { slack: null, scan: { maxDepth: null } } } })).toEqual([]);
  expect(wrong({ scan: { maxDepth: 8 } })).toEqual(["/scan/maxDepth"]);
  expect(wrong({ slack: null })).toEqual(["/slack"]);
  expect(wrong({ stages: { prod: { scan: { maxdepth: 3 } } } })).toContain("/stages/prod/scan");
});
