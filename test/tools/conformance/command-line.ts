import { Command, InvalidArgumentError, Option } from "commander";
import { LEFT_OUT_OF_MINISTACK } from "./left-out.ts";

export interface CommandLine {
  stage: string;
  count: number;
  without: string[];
  account: boolean;
  keep: boolean;
  package: boolean;
}

const MAX_COUNT = 20_000;

export function readCommandLine(): CommandLine {
  return new Command("npm run conformance --")
    .description(
      "Deploys stages onto the endpoint in AWS_ENDPOINT_URL, updates one, replaces it by another, plays the stories of test/e2e on others, and removes them.",
    )
    .option("--stage <stage>", "the stage that is made and removed", "conformance")
    .option("--count <count>", "how many webhooks are sent", wholeNumber, 300)
    .addOption(
      new Option(
        "--without <types>",
        "CloudFormation types, or type.Property, that the endpoint lacks, with commas between them",
      )
        .argParser((text) => text.split(",").filter((name) => name !== ""))
        .default([...LEFT_OUT_OF_MINISTACK], LEFT_OUT_OF_MINISTACK.join(",")),
    )
    .option("--account", "a real account: nothing is left out, and no story is played", false)
    .option(
      "--package",
      "packs the package, and runs it in an empty folder up to the first alert, by npm, pnpm and Yarn; needs no endpoint",
      false,
    )
    .option("--keep", "removes nothing, to look at what is left", false)
    .parse()
    .opts<CommandLine>();
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 100 && value <= MAX_COUNT) return value;
  throw new InvalidArgumentError(`Expected a whole number from 100 to ${MAX_COUNT}.`);
}
