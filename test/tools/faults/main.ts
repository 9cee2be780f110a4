/** `npm run faults`: injects every kind of fault into every call of every function, and compares what is left. */

import { fork } from "node:child_process";
import { randomInt } from "node:crypto";
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import pMap from "p-map";
import type { Outcome } from "./campaign.ts";
import type { EnvironmentOrder } from "./environment-process.ts";
import { ENVIRONMENT_NAMES, type EnvironmentName } from "./environments.ts";
import { runInterleavings } from "./interleavings.ts";
import { json, report } from "./report.ts";
import { slowness } from "./slowness.ts";

interface CommandLine {
  seed: number;
  patience?: number;
  environment?: EnvironmentName;
  scenario?: string;
  only?: string;
  list?: true;
  json?: string;
  interleavings?: number;
}

/** Each keeps a core busy: with more, deliveries take so long that the queue gives them up. */
const STACKS_AT_ONCE = availableParallelism();

/** Fewer runs would prove less than is promised. */
const LEAST_RUNS = 1_000;

const {
  json: file,
  interleavings,
  ...orders
} = new Command("npm run faults --")
  .description("Injects every kind of fault into every call of every function, and compares what is left.")
  .option("--seed <number>", "the order of an earlier run again", wholeNumber, randomInt(2 ** 31))
  .option("--patience <seconds>", "what has not settled then is reported as it is", wholeNumber)
  .addOption(new Option("--environment <name>", "this stack alone").choices(ENVIRONMENT_NAMES))
  .option("--scenario <text>", "the scenarios with this in their name")
  .option("--only <text>", "the runs with this in their name, which is scenario / call / kind of fault")
  .option("--list", "name the runs and make none")
  .option("--json <file>", "write everything that was found to a file")
  .option("--interleavings <count>", "run random sequences of deliveries and faults instead", wholeNumber)
  .parse()
  .opts<CommandLine>();

const start = performance.now();
if (interleavings === undefined) await inject();
else await interleave(interleavings);

async function inject(): Promise<void> {
  const { patience, environment: only, ...others } = orders;
  const shared = { ...others, slowness: slowness(), patienceMs: patience && patience * 1_000 };
  const outcomes = await pMap(
    ENVIRONMENT_NAMES.filter((name) => only === undefined || name === only),
    (environment) => runIn({ environment, ...shared }),
    { concurrency: STACKS_AT_ONCE },
  );
  if (orders.list !== true) conclude(outcomes);
}

async function interleave(sequences: number): Promise<void> {
  const { seed, patience } = orders;
  const found = await runInterleavings({
    sequences,
    seed,
    slowness,
    patienceMs: patience && patience * 1_000,
    shrinks: true,
    onProgress: (line) => process.stderr.write(`${line}\n`),
  });
  const seconds = ((performance.now() - start) / 1_000).toFixed(0);
  process.stdout.write(
    [
      ...found.wrong,
      `${found.sequences} sequences of ${found.steps} steps in ${seconds} s, seed ${seed}: ${found.wrong.length} went wrong; ${found.injected} of ${found.armed} faults injected`,
      "",
    ].join("\n"),
  );
  process.exitCode = found.wrong.length === 0 ? 0 : 1;
}

/** Each stack has a process of its own: one's work does not keep another waiting. */
function runIn(order: EnvironmentOrder): Promise<Outcome> {
  const child = fork(join(import.meta.dirname, "environment-process.ts"), [JSON.stringify(order)]);
  const { promise, resolve: done, reject } = Promise.withResolvers<Outcome>();
  child.on("message", done);
  child.on("exit", (code) => reject(new Error(`The runs of "${order.environment}" ended early (${code}).`)));
  process.on("exit", () => child.kill());
  return promise;
}

function conclude(found: readonly Outcome[]): void {
  const findings = {
    seed: orders.seed,
    seconds: (performance.now() - start) / 1_000,
    runs: found.flatMap(({ runs }) => runs),
    leftBehind: found.flatMap(({ leftBehind }) => leftBehind),
  };
  const { counted, violations } = report(findings);
  // npm runs this in the project's folder, not where the person is.
  if (file !== undefined) writeFileSync(resolve(process.env["INIT_CWD"] ?? ".", file), json(findings));
  const { only, scenario, environment } = orders;
  const least = [only, scenario, environment].every((chosen) => chosen === undefined) ? LEAST_RUNS : 0;
  const isClean = Object.values(violations).every((count) => count === 0);
  process.exitCode = isClean && counted >= least ? 0 : 1;
}

function wholeNumber(text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a whole number.");
}
