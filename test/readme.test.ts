import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SIMULATED_ENDINGS } from "../infra/local/sandbox/simulated-endings.ts";
import { settings } from "../infra/settings.ts";
import { readmeAlerts } from "./support/readme-alerts.ts";

const readme = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");

describe("the README", () => {
  it.each(Object.entries(readmeAlerts()))("shows the alert %s as it is written", (_, text) => {
    expect(readme).toContain(`\`\`\`\n${text.trimEnd()}\n\`\`\``);
  });

  it("names every setting", () => {
    const sections = Object.keys(settings.shape);
    expect(sections.filter((name) => !new RegExp(`\`${name}[\`.[]`).test(readme))).toEqual([]);
  });

  it("lists every ending that the sandbox simulates", () => {
    expect(SIMULATED_ENDINGS.filter(({ ending }) => !readme.includes(`\`${ending}\``))).toEqual([]);
  });

  it("has the two commands", () => {
    expect(readme).toContain("npm ci && npm start");
    expect(readme).toContain("npm ci && npm test");
  });
});
