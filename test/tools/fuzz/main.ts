/** `npm run fuzz`: sends hostile input to both endpoints and the queue's consumer, and reports what it finds. */

import { randomInt } from "node:crypto";
import { Command, InvalidArgumentError, Option } from "commander";
import { shareOf, TARGETS, type TargetName } from "./campaign.ts";
import { fuzz } from "./round.ts";

interface CommandLine {
  runs: number;
  seed: number;
  only?: TargetName;
  path?: string;
}

const DEFAULT_RUNS = 20_000;

const { runs, seed, only, path } = new Command("npm run fuzz --")
  .description("Sends hostile input to both endpoints and the queue's consumer.")
  .option("--runs <count>", "how many cases", wholeNumber, DEFAULT_RUNS)
  .option("--seed <number>", "the cases of an earlier run again", wholeNumber, randomInt(2 ** 31))
  .addOption(new Option("--only <target>", "one target").choices(TARGETS))
  .option("--path <path>", "the one case that an earlier run found; needs --only and --seed")
  .parse()
  .opts<CommandLine>();

process.stdout.write(`${runs} runs, seed ${seed}\n`);
let [done, findings] = [0, 0];
for (const name of only === undefined ? TARGETS : [only]) {
  const round = await fuzz(name, { runs: only === undefined ? shareOf(name, runs) : runs, seed, path });
  const took = `${round.runs} runs in ${round.seconds.toFixed(0)} s, slowest ${round.slowest.toFixed(0)} ms`;
  const note = round.note === undefined ? "" : ` (${round.note})`;
  process.stdout.write(`${name}: ${took}${note}, ${round.finding ?? "nothing found"}\n`);
  done += round.runs;
  if (round.finding !== undefined) findings++;
}
process.stdout.write(`${done} runs, ${findings} findings\n`);
process.exit(findings === 0 ? 0 : 1);

function wholeNumber(text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a whole number.");
}
