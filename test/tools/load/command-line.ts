import { Command, InvalidArgumentError } from "commander";

export interface CommandLine {
  count: number;
  rate: number;
  illegal: number;
  faults: boolean;
  soak?: number;
  stage?: string;
}

const MAX_COUNT = 1_000_000;

export function readCommandLine(): CommandLine {
  return new Command("npm run load --")
    .description("Sends signed notifications to a stack, and reads every one of them back.")
    .option("--count <count>", "how many", upTo(MAX_COUNT), 10_000)
    .option("--rate <count>", "requests a second at most", upTo(10_000), 200)
    .option("--illegal <count>", "one in this many is illegal", upTo(MAX_COUNT), 10)
    .option("--soak <minutes>", "minutes at the rate, in place of a count", upTo(10_080))
    .option("--faults", "a local stack of this run's own, whose consumer is killed three times", false)
    .option(
      "--stage <stage>",
      "a deployed stage (default: the local stack that runs, or one of this run's own)",
    )
    .addHelpText(
      "after",
      "\nOn a deployed stage everything is proven to be a rehearsal, with its rehearsal secret: alerts begin with [TEST], lists leave it out.\nGive a rate below the throttle of the stage; what is refused with 429 is sent again.",
    )
    .parse()
    .opts<CommandLine>();
}

function upTo(most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= 1 && value <= most) return value;
    throw new InvalidArgumentError(`Expected a whole number from 1 to ${most}.`);
  };
}
