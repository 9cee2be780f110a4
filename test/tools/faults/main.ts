/** `npm run faults`: injects every kind of fault into the calls of every function, and compares what is left. */

import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import { Command, InvalidArgumentError } from "commander";
import pMap from "p-map";
import { FAULT_KINDS } from "./arming.ts";
import { runCampaign } from "./campaign.ts";
import { report } from "./report.ts";
import { SCENARIOS } from "./scenarios.ts";
import { runSequences } from "./sequences.ts";

interface CommandLine {
  only: string;
  every: boolean;
  sequences?: number;
  seed: number;
}

const { only, every, sequences, seed } = new Command("npm run faults --")
  .description("Injects every kind of fault into the calls of every function, and compares what is left.")
  .option("--only <text>", "the runs with this in their name, which is scenario / call / fault", "")
  .option("--every", "every call of a kind, not the first ones alone", false)
  .option("--sequences <count>", "random sequences of deliveries and faults instead", wholeNumber)
  .option("--seed <number>", "of an earlier run's sequences", wholeNumber, randomInt(2 ** 31))
  .parse()
  .opts<CommandLine>();

const began = performance.now();
const onProgress = (line: string) => void process.stderr.write(`${line}\n`);
process.exitCode = (await (sequences === undefined ? inject() : follow(sequences))) ? 0 : 1;

/** @returns whether nothing was found */
async function inject(): Promise<boolean> {
  const [scenario = "", , kind] = only.split(" / ");
  const kinds = FAULT_KINDS.filter((candidate) => kind === undefined || kind === candidate);
  const chosen = SCENARIOS.filter(({ name }) => name === scenario);
  const runs = await pMap(
    chosen.length > 0 ? chosen : SCENARIOS,
    (scenario) => runCampaign(scenario, { wants: (name) => name.includes(only), kinds, every, onProgress }),
    { concurrency: availableParallelism() },
  );
  process.stdout.write(report(runs.flat(), secondsSoFar()));
  return runs.flat().every(({ findings }) => findings.length === 0);
}

async function follow(count: number): Promise<boolean> {
  const { problems, distinct } = await runSequences({ sequences: count, seed, onProgress });
  const last = `${count} sequences, ${distinct} of them distinct, seed ${seed}, in ${secondsSoFar().toFixed(0)} s: ${problems.length === 0 ? "0 findings" : "1 finding"}`;
  process.stdout.write([...problems, last, ""].join("\n"));
  return problems.length === 0;
}

function secondsSoFar(): number {
  return (performance.now() - began) / 1_000;
}

function wholeNumber(text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a whole number.");
}
