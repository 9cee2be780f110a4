/** `npm run bench`: measures what has a budget, times beside a reference, and checks the figures against the budgets. */

import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { Command, Option } from "commander";
import { BUDGETS } from "./budgets.ts";
import { exceeded, type Figure, printed } from "./figures.ts";

/** The sections, in the order in which they are printed. Each loads only what it needs. */
const SECTIONS: Readonly<Record<string, () => Promise<Figure[]>>> = {
  load: async () => (await import("./load.ts")).measureLoading(),
  cpu: async () => (await import("./cpu.ts")).measureCpu(),
  item: async () => (await import("./item.ts")).measureItems(),
  webhook: async () => (await import("./webhook.ts")).measureWebhooks(),
  desk: async () => (await import("./desk.ts")).measureDesk(),
};

const { json, only, check } = new Command("npm run bench --")
  .description("Measures cold starts, CPU, calls, items and growth, times beside a reference.")
  .addOption(new Option("--only <section>", "one section").choices(Object.keys(SECTIONS)))
  .option("--json <file>", "write the figures as JSON too")
  .option("--check", "fail where a figure exceeds its budget (test/tools/bench/budgets.ts)")
  .parse()
  .opts<{ json?: string; only?: string; check?: true }>();

const figures: Figure[] = [];
for (const [section, measure] of Object.entries(SECTIONS)) {
  if (only !== undefined && only !== section) continue;
  const measured = await measure();
  process.stdout.write(`\n${section}\n${printed(measured)}`);
  figures.push(...measured);
}
// npm changes the folder; a file is meant from where npm was called.
if (json !== undefined)
  writeFileSync(
    resolve(process.env["INIT_CWD"] ?? ".", json),
    `${JSON.stringify({ at: new Date().toISOString(), figures }, null, 2)}\n`,
  );
if (check === true) {
  const budgets = BUDGETS.filter(({ figure }) => only === undefined || figure.startsWith(`${only}.`));
  const lines = exceeded(figures, budgets);
  process.stdout.write(
    lines.length === 0 ? "\nEvery budget is kept.\n" : `\nBudgets exceeded:\n  ${lines.join("\n  ")}\n`,
  );
  process.exitCode = Math.min(1, lines.length);
}
