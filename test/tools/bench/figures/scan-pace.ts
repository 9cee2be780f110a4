/** How far the scan gets with a service as slow as the real one, computed from the settings in the template. */

import { functionNamed, sourceOf, templateResources } from "../costs/template-facts.ts";

/** What a request of the service takes, by its own word. */
const REQUEST_SECONDS = 50;

/** As lib/scans/time.ts has it: a worker begins a request only with so much left, after so much is put aside. */
const NEEDED_SECONDS = 600;
const RESERVE_SECONDS = 60;

export interface ScanPace {
  requestSeconds: number;
  walletsADay: number;
  /** Of a function's time, for a wallet. */
  lambdaSeconds: number;
  /** One invocation's, before it hands on. */
  walletsAnInvocation: number;
  secondsAnInvocation: number;
}

/** The pace of the default settings. */
export async function scanPace(): Promise<ScanPace> {
  const { properties } = functionNamed(await templateResources(), "ScanWallets");
  const { concurrency } = await sourceOf("ScanWallets");
  const { ADDRESSES_PER_REQUEST, PARALLEL_REQUESTS } = properties.Environment.Variables;
  const concurrentWallets = Number(ADDRESSES_PER_REQUEST) * Number(PARALLEL_REQUESTS);
  const beginUntil = properties.Timeout - RESERVE_SECONDS - NEEDED_SECONDS;
  const roundsAnInvocation = Math.floor(beginUntil / REQUEST_SECONDS) + 1;
  const secondsAnInvocation = roundsAnInvocation * REQUEST_SECONDS;
  const walletsAnInvocation = roundsAnInvocation * concurrentWallets;
  return {
    requestSeconds: REQUEST_SECONDS,
    walletsADay: ((concurrency * walletsAnInvocation) / secondsAnInvocation) * 86_400,
    lambdaSeconds: secondsAnInvocation / walletsAnInvocation,
    walletsAnInvocation,
    secondsAnInvocation,
  };
}
