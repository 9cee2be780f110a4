/** Scenarios of nights that are too short for all wallets, and the violations at the end of the last. */

import pMap from "p-map";
import { totals } from "../../../../lib/scans/runs/totals.ts";
import { addresses } from "../../../lib/scans/addresses.ts";
import { Nights } from "../../../lib/scans/nights.ts";
import { ScanFixture } from "../../../lib/scans/scan-fixture.ts";
import { unless, type Violation } from "../violation.ts";

const WALLETS = 10_000;
const A_NIGHT = 4_000;
const NIGHTS = 3;

/** As in the default settings. */
const ADDRESSES_A_REQUEST = 50;

const CONCURRENT_CALLS = 16;

export const NIGHT_SCENARIOS = [
  { name: "three nights with 10,000 wallets of which a night manages 4,000", violations: threeNights },
];

async function threeNights(): Promise<Violation[]> {
  const fixture = await ScanFixture.start();
  try {
    return await violationsOf(fixture);
  } finally {
    await fixture.stop();
  }
}

async function violationsOf(fixture: ScanFixture): Promise<Violation[]> {
  const all = addresses(WALLETS);
  await pMap(all, (address) => fixture.remember(address), { concurrency: CONCURRENT_CALLS });
  const nights = new Nights(fixture, ADDRESSES_A_REQUEST);
  const wrong: Violation[] = [];
  for (let number = 1; number <= NIGHTS; number++) {
    const { status, ...run } = await nights.night(number, A_NIGHT);
    const [asked, distinct] = [nights.answered.length, new Set(nights.answered).size];
    // The last request of a night does not fit any more.
    const least = number === NIGHTS ? WALLETS : number * (A_NIGHT - ADDRESSES_A_REQUEST);
    wrong.push(
      ...unless(asked === distinct, "doubled", `night ${number}: ${asked - distinct} were scanned twice`),
      ...unless(asked >= least, "lost", `night ${number}: ${asked} were scanned in place of ${least}`),
    );
    if (number < NIGHTS) continue;
    const { known } = totals(run);
    wrong.push(
      ...unless(status === "completed", "lost", `the last night's run is ${status}`),
      ...unless(known === WALLETS, "miscounted", `${known} wallets are known`),
    );
  }
  const scores = await pMap(all, async (address) => (await fixture.wallet(address)).score, {
    concurrency: CONCURRENT_CALLS,
  });
  const without = scores.filter((score) => score !== 5).length;
  return [...wrong, ...unless(without === 0, "lost", `${without} wallets have no score`)];
}
