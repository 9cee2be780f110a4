/** `npm run mutants`: changes the named modules in every small way, and counts the changes that the tests notice. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { GROUPS, type Group, TESTS_VARIABLE } from "./groups.ts";

/** Less, in percent, is a failure. */
const TARGET = 85;

const ROOT = join(import.meta.dirname, "../../..");
const REPORTS = "reports/mutants";

interface Score {
  group: string;
  found: number;
  survived: number;
}

const wanted = process.argv.slice(2);
const groups = GROUPS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
if (groups.length === 0) {
  process.stderr.write(
    `Expected names of groups, or none for all: ${GROUPS.map(({ name }) => name).join(", ")}.\n`,
  );
  process.exit(2);
}

process.chdir(ROOT);
mkdirSync(REPORTS, { recursive: true });
const scores: Score[] = [];
for (const group of groups) scores.push(await run(group));
for (const score of [...scores, total(scores)]) process.stdout.write(`${lineOf(score)}\n`);
process.exit(scores.every((score) => percent(score) >= TARGET) ? 0 : 1);

async function run({ name, mutate, tests }: Group): Promise<Score> {
  process.env[TESTS_VARIABLE] = tests.join("\n");
  const results = await new Stryker({
    configFile: "test/tools/mutants/stryker.config.json",
    mutate,
    reporters: ["clear-text", "html", "json"],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    htmlReporter: { fileName: `${REPORTS}/${name}.html` },
    jsonReporter: { fileName: `${REPORTS}/${name}.json` },
  }).runMutationTest();
  const count = (...statuses: string[]) => results.filter(({ status }) => statuses.includes(status)).length;
  return { group: name, found: count("Killed", "Timeout"), survived: count("Survived", "NoCoverage") };
}

function total(all: readonly Score[]): Score {
  const sum = (field: "found" | "survived") => all.reduce((count, score) => count + score[field], 0);
  return { group: "all", found: sum("found"), survived: sum("survived") };
}

function percent({ found, survived }: Score): number {
  return (100 * found) / (found + survived);
}

function lineOf(score: Score): string {
  const mutants = score.found + score.survived;
  return `${score.group.padEnd(20)} ${percent(score).toFixed(1)} % of ${mutants} mutants found, ${score.survived} survived`;
}
