/** Asking the service for many wallets: a few requests at once, fewer when it is busy, none without time to finish. */

import type { ServiceError } from "../risk-service-errors.ts";
import type { AddressScan } from "../risk-service-results.ts";
import type { Wallet } from "../store/wallet.ts";
import { inLanes } from "./lanes.ts";
import { isBusy, isFatal, isServiceError } from "./service-trouble.ts";

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
  /** Keeps answers; none of them is `unanswered`. */
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

type Batch = readonly Wallet[];

/**
 * Asks for wallets.
 * @throws what asking again would not mend, when the requests that are open have ended
 */
export async function askFor(wallets: readonly Wallet[], asking: Asking): Promise<Asked> {
  const asked: Asked = { busy: false, answered: false };
  const refused: { batch: Batch; error: ServiceError }[] = [];
  let busyInRow = 0;
  let slowed = false;

  async function request(batch: Batch, patient: boolean): Promise<void> {
    let scans: AddressScan[];
    try {
      scans = await asking.ask(batch);
    } catch (error) {
      if (!isServiceError(error) || isFatal(error)) throw error;
      if (isBusy(error)) {
        busyInRow++;
        slowed = true;
      }
      if (isBusy(error) && patient) refused.push({ batch, error });
      else await asking.keep(failed(batch, error));
      return;
    }
    busyInRow = 0;
    asked.answered = true;
    const size = scans.find(({ nextRequestSize }) => nextRequestSize !== undefined)?.nextRequestSize;
    if (size !== undefined) asked.requestSize = Math.min(size, asked.requestSize ?? size);
    await asking.keep(answersTo(batch, scans));
  }

  const goOn = () => busyInRow < MAX_BUSY_IN_ROW && asking.mayBegin();
  const left = await inLanes(batches(wallets, asking.requestSize), asking.parallelRequests, {
    // A service that has refused is asked one request at a time.
    mayBegin: (lane) => goOn() && (lane === 0 || !slowed),
    work: (batch) => request(batch, true),
  });
  // Where others were answered meanwhile, the service is not too busy: it has trouble with these wallets.
  const again = asked.answered && busyInRow < MAX_BUSY_IN_ROW ? refused.splice(0) : [];
  const unasked = await inLanes(again, 1, { mayBegin: goOn, work: ({ batch }) => request(batch, false) });
  refused.push(...unasked);
  const [first] = refused;
  if (asking.patient || first === undefined) return { ...asked, busy: first !== undefined };
  // Waited for long enough: what it refused, and what it would refuse, has failed.
  const rest = busyInRow < MAX_BUSY_IN_ROW ? [] : left;
  for (const batch of [...refused.map(({ batch }) => batch), ...rest]) {
    await asking.keep(failed(batch, first.error));
  }
  return asked;
}

function answersTo(batch: Batch, scans: readonly AddressScan[]): Answer[] {
  return batch.flatMap((wallet, index) => {
    const scan = scans[index];
    return scan === undefined || scan.outcome === "unanswered" ? [] : [{ wallet, scan }];
  });
}

function failed(batch: Batch, { message }: ServiceError): Answer[] {
  return batch.map((wallet) => {
    const { address, chainId } = wallet;
    return { wallet, scan: { address, chainId, outcome: "failed", reason: message } };
  });
}

function batches(wallets: readonly Wallet[], size: number): Batch[] {
  return Array.from({ length: Math.ceil(wallets.length / size) }, (_, index) =>
    wallets.slice(index * size, (index + 1) * size),
  );
}
