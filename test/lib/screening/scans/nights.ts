/** Nights in which the service manages only so many wallets, one after another. */

import { ServiceThrottledError } from "../../../../lib/screening/risk-service/errors.ts";
import { startRun } from "../../../../lib/screening/scans/start.ts";
import type { ScanFixture } from "./scan-fixture.ts";
import { type Saying, scripted } from "./service.ts";

export const DAY_MS = 86_400_000;

export class Nights {
  readonly first = Date.now() - 30 * DAY_MS;
  /** Every address that the service was asked for and answered, in order. */
  answered: string[] = [];
  readonly #fixture: ScanFixture;

  constructor(fixture: ScanFixture, addressesPerRequest = 1) {
    fixture.settings = {
      ...fixture.settings,
      addressesPerRequest,
      parallelRequests: 1,
    };
    this.#fixture = fixture;
  }

  /** The schedule's run of a night, in which the service manages so many wallets. */
  async night(number: number, quota: number, says: (address: string) => Saying = () => 5) {
    const now = new Date(this.first + number * DAY_MS);
    const order = { projectId: 1, trigger: "schedule", startKey: `night ${number}`, now } as const;
    const { runId } = await startRun(order, this.#fixture.startTools());
    await this.workFor(quota, says);
    return this.#fixture.run(runId);
  }

  /** Works on the queue until the service, which answers for so many wallets at most, is too busy for a request. */
  async workFor(quota: number, says: (address: string) => Saying): Promise<void> {
    let left = quota;
    const service = scripted(({ address }, request) => {
      if (request[0]?.address === address && left < request.length) {
        // The night is over: a scan that waited for it in vain would count its wallets as failed.
        left = 0;
        throw new ServiceThrottledError({ projectId: 1, name: "POST /scan-risk" }, 5, "");
      }
      left--;
      this.answered.push(address);
      return says(address);
    });
    while (left > 0 && (await this.#fixture.workOne(service)));
    this.#fixture.queue.splice(0);
  }
}
