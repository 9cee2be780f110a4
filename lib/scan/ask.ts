/** Asking the service for many wallets: a few requests at once, fewer when it is busy, none without time to finish. */

import {
  ServiceError,
  ServiceNotFound,
  ServiceRedirected,
  ServiceThrottled,
  ServiceUnauthorized,
  ServiceUnavailable,
} from "../risk-service-errors.ts";
import type { AddressScan } from "../risk-service-results.ts";
import type { Wallet } from "../store/wallet.ts";

/** How wallets are asked for. */
export interface Asking {
  /** Wallets a request. */
  requestSize: number;
  /** Requests open at once. */
  parallelRequests: number;
  /** Whether a service that is too busy is waited for; otherwise its refusals count as failures. */
  patient: boolean;
  /** Whether another request may begin. */
  mayBegin: () => boolean;
  /** Sends one request. */
  ask: (wallets: readonly Wallet[]) => Promise<AddressScan[]>;
  /** Keeps the answers to a request; none of them is `unanswered`. */
  keep: (answers: readonly Answer[]) => Promise<void>;
}

/** What the service said of a wallet. */
export interface Answer {
  wallet: Wallet;
  scan: AddressScan;
}

/** How asking went. What was not answered is asked for again later. */
export interface Asked {
  /** Whether the service was too busy for some. */
  busy: boolean;
  /** Whether it answered any request. */
  answered: boolean;
  /** Where a request took too long: how many wallets the next one should hold at most. */
  requestSize?: number;
}

/** So many refusals in a row are no coincidence: the rest would be refused too. */
const MAX_BUSY_IN_ROW = 3;

/** Asks for wallets. @throws what trying again would not solve: {@link isFatal} */
export async function askFor(wallets: readonly Wallet[], asking: Asking): Promise<Asked> {
  const asked: Asked = { busy: false, answered: false };
  const refused: (readonly Wallet[])[] = [];
  let busyInRow = 0;

  async function request(batch: readonly Wallet[], patient: boolean): Promise<void> {
    try {
      const scans = await asking.ask(batch);
      busyInRow = 0;
      asked.answered = true;
      const size = scans.find(({ nextRequestSize }) => nextRequestSize !== undefined)?.nextRequestSize;
      if (size !== undefined) asked.requestSize = Math.min(size, asked.requestSize ?? size);
      await asking.keep(answersTo(batch, scans));
    } catch (error) {
      if (!(error instanceof ServiceError) || isFatal(error)) throw error;
      if (isBusy(error)) busyInRow++;
      if (isBusy(error) && patient) refused.push(batch);
      else await asking.keep(batch.map((wallet) => ({ wallet, scan: failedScan(wallet, error) })));
    }
  }

  const goOn = () => busyInRow < MAX_BUSY_IN_ROW && asking.mayBegin();
  await inLanes(batches(wallets, asking.requestSize), asking.parallelRequests, {
    // A service that refuses is asked one request at a time.
    mayBegin: (lane) => goOn() && (lane === 0 || refused.length === 0),
    work: (batch) => request(batch, asking.patient),
  });
  // Where others were answered meanwhile, it is these wallets that the service has trouble with.
  const again = asked.answered ? refused.splice(0) : [];
  await inLanes(again, 1, { mayBegin: goOn, work: (batch) => request(batch, false) });
  asked.busy = refused.length > 0 || busyInRow >= MAX_BUSY_IN_ROW;
  return asked;
}

/** Whether trying again would not help: a wrong key or address of the service. */
export function isFatal(error: unknown): error is ServiceError {
  return (
    error instanceof ServiceUnauthorized ||
    error instanceof ServiceNotFound ||
    error instanceof ServiceRedirected
  );
}

/** 502 and 503, no connection at all, and 429: it is the service, not what it was asked. */
function isBusy(error: ServiceError): boolean {
  if (error instanceof ServiceThrottled) return true;
  if (!(error instanceof ServiceUnavailable)) return false;
  return error.status === undefined || error.status === 502 || error.status === 503;
}

function answersTo(batch: readonly Wallet[], scans: readonly AddressScan[]): Answer[] {
  return batch.flatMap((wallet, index) => {
    const scan = scans[index];
    return scan === undefined || scan.outcome === "unanswered" ? [] : [{ wallet, scan }];
  });
}

function failedScan({ address, chainId }: Wallet, { message }: ServiceError): AddressScan {
  return { address, chainId, outcome: "failed", reason: message };
}

function batches(wallets: readonly Wallet[], size: number): Wallet[][] {
  return Array.from({ length: Math.ceil(wallets.length / size) }, (_, index) =>
    wallets.slice(index * size, (index + 1) * size),
  );
}

/** Works on items in order, in several lanes; the first error stops all lanes, and is thrown when they have stopped. */
async function inLanes<T>(
  items: readonly T[],
  lanes: number,
  { mayBegin, work }: { mayBegin: (lane: number) => boolean; work: (item: T) => Promise<void> },
): Promise<void> {
  const rest = items.values();
  let failed = false;
  const results = await Promise.allSettled(
    Array.from({ length: lanes }, async (_, lane) => {
      while (!failed && mayBegin(lane)) {
        const { done, value } = rest.next();
        if (done) return;
        try {
          await work(value);
        } catch (error) {
          failed = true;
          throw error;
        }
      }
    }),
  );
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
