/** `npm run fuzz`: sends hostile input to both endpoints, the queue's consumer, the scans, the desk and every command. */

import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { Command, InvalidArgumentError, Option } from "commander";
import pMap from "p-map";
import { Bench, fuzz, type RoundOptions, shareOf, TARGETS, type TargetName } from "./targets.ts";

const DEFAULT_RUNS = 20_000;

/** A target keeps about one core busy. */
const CONCURRENCY = 2;

const { only, ...options } = new Command("npm run fuzz --")
  .description("Sends hostile input to both endpoints, the consumer, the scans, the desk and every command.")
  .option("--runs <count>", "how many cases", wholeNumber, DEFAULT_RUNS)
  .option("--seed <number>", "the cases of an earlier run again", wholeNumber, randomInt(2 ** 31))
  .addOption(new Option("--only <target>", "one target").choices(TARGETS))
  .option("--path <path>", "the one case that an earlier run found; needs --only and --seed")
  .parse()
  .opts<RoundOptions & { only?: TargetName }>();

if (only === undefined) {
  process.stdout.write(`${options.runs} runs, seed ${options.seed}\n`);
  const passes = await pMap(TARGETS, inProcess, { concurrency: CONCURRENCY });
  const findings = passes.filter((isFound) => isFound).length;
  process.stdout.write(`${findings} findings\n`);
  process.exit(findings === 0 ? 0 : 1);
}

const bench = new Bench();
const start = performance.now();
const finding = await fuzz(only, options, bench);
const seconds = ((performance.now() - start) / 1_000).toFixed(0);
process.stdout.write(`${only}: ${options.runs} runs in ${seconds} s, ${finding ?? "nothing found"}\n`);
await bench.close();
process.exit(finding === undefined ? 0 : 1);

/** Runs a target in a process of its own: targets run beside each other, each with its own memory. */
async function inProcess(name: TargetName): Promise<boolean> {
  const numbers = ["--runs", String(shareOf(name, options.runs)), "--seed", String(options.seed)];
  const round = spawn(process.execPath, [import.meta.filename, "--only", name, ...numbers], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output, [code]] = await Promise.all([text(round.stdout), once(round, "exit")]);
  process.stdout.write(output);
  return code !== 0;
}

function wholeNumber(digits: string): number {
  if (/^\d{1,10}$/.test(digits)) return Number(digits);
  throw new InvalidArgumentError("Expected a whole number.");
}
