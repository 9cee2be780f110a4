/** Asking the service for many wallets: a few requests concurrently, fewer when it is busy, none without time. */

import { ServiceError } from "../risk-service/errors.ts";
import type { AddressScan } from "../risk-service/results.ts";
import type { Wallet } from "../wallets/wallet.ts";
import { endCauseOf, isBusy } from "./run-trouble.ts";

/** Rules for requesting wallets. */
interface Asking {
  /** Wallets a request. */
  requestSize: number;
  /** The most concurrent requests. */
  parallelRequests: number;
  /** True to wait for a service that is too busy; otherwise its refusals count as failures. */
  patient: boolean;
  /** True to send nothing more to a service that refuses the key, the project or the path of every request. */
  stopsWhenRefused: boolean;
  /** Reports whether another request may begin. */
  mayBegin: () => boolean;
  /** Sends one request. */
  ask: (wallets: readonly Wallet[]) => Promise<AddressScan[]>;
  /** Keeps answers; none of them is `unanswered`. */
  keep: (answers: readonly ScanAnswer[]) => Promise<void>;
}

/** The service's answer about a wallet. */
export interface ScanAnswer {
  wallet: Wallet;
  scan: AddressScan;
}

/** Outcome of the requests. Unanswered wallets are requested again later. */
export interface Asked {
  /** True if the service was too busy for some. */
  busy: boolean;
  /** True if it answered any request. */
  answered: boolean;
  /** If a request took too long: the most wallets for the next one. */
  requestSize?: number;
}

/**
 * Asks for wallets.
 * @throws what asking again would not mend, when the requests that are open have ended
 */
export async function askFor(wallets: readonly Wallet[], asking: Asking): Promise<Asked> {
  return new Round(asking).ask(wallets);
}

/** This many refusals in a row are no coincidence: the rest would be refused too. */
const MAX_BUSY_IN_ROW = 3;

type Batch = readonly Wallet[];

interface Refusal {
  batch: Batch;
  error: ServiceError;
}

/** The requests for some wallets. */
class Round {
  readonly #asking: Asking;
  readonly #asked: Asked = { busy: false, answered: false };
  /** Wallets for which the service was too busy. */
  readonly #busy: Refusal[] = [];
  /** Wallets that it refused as if it would refuse everything. */
  readonly #refused: Refusal[] = [];
  #busyInRow = 0;
  #slowed = false;

  constructor(asking: Asking) {
    this.#asking = asking;
  }

  async ask(wallets: readonly Wallet[]): Promise<Asked> {
    const { requestSize, parallelRequests, patient } = this.#asking;
    const left = await forEachConcurrently(batches(wallets, requestSize), parallelRequests, {
      // A service that has refused is asked one request at a time, and nothing more while it may refuse everything.
      mayBegin: (slot) => this.#mayContinue() && (slot === 0 || !this.#slowed) && !this.#refusesAll(),
      work: (batch) => this.#request(batch, true),
    });
    await this.#judgeRefusals();
    await this.#askBusyAgain();
    const [first] = this.#busy;
    if (patient || first === undefined) return { ...this.#asked, busy: first !== undefined };
    // Waited for long enough: what it refused, and what it would refuse, has failed.
    const rest = this.#busyInRow < MAX_BUSY_IN_ROW ? [] : left;
    await this.#fail([...this.#busy.map(({ batch }) => batch), ...rest], first.error);
    return this.#asked;
  }

  async #request(batch: Batch, patient: boolean): Promise<void> {
    let scans: AddressScan[];
    try {
      scans = await this.#asking.ask(batch);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (isBusy(error)) {
        this.#busyInRow++;
        this.#slowed = true;
      }
      if (endCauseOf(error) !== undefined && this.#asking.stopsWhenRefused)
        this.#refused.push({ batch, error });
      else if (isBusy(error) && patient) this.#busy.push({ batch, error });
      else await this.#fail([batch], error);
      return;
    }
    this.#busyInRow = 0;
    this.#asked.answered = true;
    const size = scans.find(({ nextRequestSize }) => nextRequestSize !== undefined)?.nextRequestSize;
    if (size !== undefined) this.#asked.requestSize = Math.min(size, this.#asked.requestSize ?? size);
    await this.#asking.keep(answersTo(batch, scans));
  }

  /** A wrong key refuses everything: where one of two more requests is answered, the answer was an odd one. */
  async #judgeRefusals(): Promise<void> {
    const [first] = this.#refused;
    if (first === undefined) return;
    if (!this.#asked.answered) {
      this.#refused.shift();
      const middle = Math.ceil(first.batch.length / 2);
      for (const half of [first.batch.slice(0, middle), first.batch.slice(middle)]) {
        if (half.length > 0 && this.#asking.mayBegin()) await this.#request(half, true);
      }
      if (!this.#asked.answered) throw first.error;
    }
    for (const { batch, error } of this.#refused.splice(0)) await this.#fail([batch], error);
  }

  /** If others were answered meanwhile, the service is not too busy: it has trouble with these wallets. */
  async #askBusyAgain(): Promise<void> {
    if (!this.#asked.answered || this.#busyInRow >= MAX_BUSY_IN_ROW) return;
    const unasked = await forEachConcurrently(this.#busy.splice(0), 1, {
      mayBegin: () => this.#mayContinue(),
      work: ({ batch }) => this.#request(batch, false),
    });
    this.#busy.push(...unasked);
    await this.#judgeRefusals();
  }

  #mayContinue(): boolean {
    return this.#busyInRow < MAX_BUSY_IN_ROW && this.#asking.mayBegin();
  }

  #refusesAll(): boolean {
    return this.#refused.length > 0 && !this.#asked.answered;
  }

  async #fail(batches: readonly Batch[], { message }: ServiceError): Promise<void> {
    for (const batch of batches) await this.#asking.keep(failed(batch, message));
  }
}

function answersTo(batch: Batch, scans: readonly AddressScan[]): ScanAnswer[] {
  return batch.flatMap((wallet, index) => {
    const scan = scans[index];
    return scan === undefined || scan.outcome === "unanswered" ? [] : [{ wallet, scan }];
  });
}

function failed(batch: Batch, reason: string): ScanAnswer[] {
  return batch.map((wallet) => {
    const { address, chainId } = wallet;
    return { wallet, scan: { address, chainId, outcome: "failed", reason } };
  });
}

function batches(wallets: readonly Wallet[], size: number): Batch[] {
  return Array.from({ length: Math.ceil(wallets.length / size) }, (_, index) =>
    wallets.slice(index * size, (index + 1) * size),
  );
}

/** Working on a list with a bounded concurrency that may shrink meanwhile; that of p-map is fixed. */
interface ConcurrentWork<T> {
  /** Reports whether another item may begin in a slot (0 is the first); a slot that may not begins no further one. */
  mayBegin: (slot: number) => boolean;
  work: (item: T) => Promise<void>;
}

/**
 * Works on items in order, at most `concurrency` of them concurrently. The first error lets no further item begin, and
 * is thrown when those that began have ended.
 * @returns the items that have not begun
 */
async function forEachConcurrently<T>(
  items: readonly T[],
  concurrency: number,
  { mayBegin, work }: ConcurrentWork<T>,
): Promise<T[]> {
  const rest = items.values();
  let failed = false;
  async function takeItems(slot: number): Promise<void> {
    while (!failed && mayBegin(slot)) {
      const next = rest.next();
      if (next.done) return;
      try {
        await work(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: concurrency }, (_, slot) => takeItems(slot)));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return [...rest];
}
