/** What a million wallet scans cost, with a service as slow as the real one. */

import type { Figure } from "../figure.ts";
import { scanCost } from "../figures/scan.ts";
import { summed } from "./cost-parts.ts";
import { CLOUDWATCH, DYNAMODB, LAMBDA, SECRETS, SQS, TRANSFER } from "./prices.ts";
import { functionNamed, templateResources } from "./template-facts.ts";

const MILLION = 1_000_000;

/** Each message is sent, received and deleted. */
const CALLS_A_MESSAGE = 3;

/** What an address adds to a request, and a line of counts to the log. */
const ASKED_BYTES = 100;
const LINE_BYTES = 250;

export async function scanCosts(): Promise<Figure[]> {
  const { spent, wallets, pace } = await scanCost();
  const { properties } = functionNamed(await templateResources(), "ScanWallets");
  const invocations = MILLION / pace.walletsAnInvocation;
  const gigabytes = properties.MemorySize / 1_024;
  const parts = {
    Lambda: pace.lambdaSeconds * gigabytes * MILLION * LAMBDA.gbSecond + invocations * LAMBDA.request,
    DynamoDB:
      ((spent.writeUnits * DYNAMODB.writeUnit + spent.readUnits * DYNAMODB.readUnit) / wallets) * MILLION,
    SQS: invocations * CALLS_A_MESSAGE * SQS.request,
    // The keys are read again every minute.
    secrets: invocations * Math.ceil(pace.secondsAnInvocation / 60) * SECRETS.request,
    logs: invocations * (LINE_BYTES + CLOUDWATCH.lineBytes) * CLOUDWATCH.loggedByte,
    transfer: MILLION * ASKED_BYTES * TRANSFER.byteOut,
  };
  const assumed = `The service takes ${pace.requestSeconds} s a request.`;
  return [summed("cost.scans.perMillion", "$", parts, assumed)];
}
