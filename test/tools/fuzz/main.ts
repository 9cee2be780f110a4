/** `npm run fuzz`: sends hostile input to both endpoints, the queue's consumer, the scans and every command, and reports what it finds. */

import { randomInt } from "node:crypto";
import { Command, InvalidArgumentError, Option } from "commander";
import pMap from "p-map";
import { shareOf, TARGETS, type TargetName } from "./campaign.ts";
import { fuzz, type Round } from "./round.ts";
import { fuzzInProcess } from "./round-process.ts";

interface CommandLine {
  runs: number;
  seed: number;
  only?: TargetName;
  path?: string;
}

const DEFAULT_RUNS = 20_000;

/** A target keeps about one core busy. */
const CONCURRENCY = 2;

const { runs, seed, only, path } = new Command("npm run fuzz --")
  .description("Sends hostile input to both endpoints, the consumer, the scans and every command.")
  .option("--runs <count>", "how many cases", wholeNumber, DEFAULT_RUNS)
  .option("--seed <number>", "the cases of an earlier run again", wholeNumber, randomInt(2 ** 31))
  .addOption(new Option("--only <target>", "one target").choices(TARGETS))
  .option("--path <path>", "the one case that an earlier run found; needs --only and --seed")
  .parse()
  .opts<CommandLine>();

process.stdout.write(`${runs} runs, seed ${seed}\n`);
const rounds = await pMap(
  only === undefined ? TARGETS : [only],
  async (name) => {
    const options = { runs: only === undefined ? shareOf(name, runs) : runs, seed, path };
    const round = only === undefined ? await fuzzInProcess(name, options) : await fuzz(name, options);
    process.stdout.write(`${name}: ${inWords(round)}\n`);
    return round;
  },
  { concurrency: CONCURRENCY },
);
const findings = rounds.filter(({ finding }) => finding !== undefined).length;
process.stdout.write(`${rounds.reduce((sum, round) => sum + round.runs, 0)} runs, ${findings} findings\n`);
process.exit(findings === 0 ? 0 : 1);

function inWords({ runs: done, seconds, slowest, note, finding }: Round): string {
  const took = `${done} runs in ${seconds.toFixed(0)} s, slowest ${slowest.toFixed(0)} ms`;
  return `${took}${note === undefined ? "" : ` (${note})`}, ${finding ?? "nothing found"}`;
}

function wholeNumber(text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a whole number.");
}
