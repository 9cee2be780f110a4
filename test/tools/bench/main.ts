/** `npm run bench`: measures what Vigía costs and how fast it is, prints it, and holds it against the budgets. */

import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { Command, Option } from "commander";
import { exceeded } from "./check.ts";
import { type Figure, SECTIONS, type SectionName } from "./figure.ts";
import { measure } from "./figures/sections.ts";
import { printed } from "./print.ts";

interface Options {
  json?: string;
  only?: SectionName;
  check?: true;
}

const program = new Command("bench")
  .description("Measures bundles, cold starts, CPU, calls, throughput and cost, each beside a reference.")
  .addOption(new Option("--only <section>", "one section").choices(SECTIONS))
  .option("--json <file>", "write the figures as JSON too")
  .option("--check", "fail where a figure exceeds its budget (test/tools/bench/budgets.ts)")
  .action(bench);

await program.parseAsync();

async function bench({ json, only, check }: Options): Promise<void> {
  const sections = only === undefined ? [...SECTIONS] : [only];
  const figures: Figure[] = [];
  for (const section of sections) {
    const measured = await measure(section);
    process.stdout.write(`\n${section}\n${printed(measured)}`);
    figures.push(...measured);
  }
  if (json !== undefined) {
    // npm changes the folder; a file is meant from where npm was called.
    const path = resolve(process.env["INIT_CWD"] ?? ".", json);
    writeFileSync(path, `${JSON.stringify({ at: new Date().toISOString(), figures }, null, 2)}\n`);
  }
  if (check === true) report(exceeded(figures, sections));
}

function report(lines: readonly string[]): void {
  process.stdout.write(lines.length === 0 ? "\nEvery budget is kept.\n" : "\nBudgets exceeded:\n");
  for (const line of lines) process.stdout.write(`  ${line}\n`);
  if (lines.length > 0) process.exitCode = 1;
}
