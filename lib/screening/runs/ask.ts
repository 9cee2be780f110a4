/** One request of a run: asks the service for a group of wallets, and keeps what it says of each. */

import { count } from "../../aws/observe.ts";
import { scaled } from "../../aws/scaled.ts";
import { expiryOf } from "../../aws/tables/expiry.ts";
import type { ApiKeys } from "../../settings/secrets/api-keys.ts";
import { SecretUnavailableError } from "../../settings/secrets/secrets.ts";
import type { RiskService } from "../risk-service/client.ts";
import { ServiceError } from "../risk-service/errors.ts";
import type { AddressAnswer } from "../risk-service/results.ts";
import type { Exceeded, Wallet } from "../wallets/wallet.ts";
import type { WalletScanStore } from "../wallets/wallet-scans.ts";
import type { EndCause, ScanRun } from "./run.ts";
import type { RunWallets, WalletKey } from "./run-wallets.ts";
import { MOST_RECEIVES, type ScanMessage } from "./scan-queue.ts";
import { screened, unreadableFacts } from "./screened.ts";

export interface AskDeps {
  wallets: Pick<RunWallets, "left" | "record">;
  scans: Pick<WalletScanStore, "put">;
  service: Pick<RiskService, "scanRisk">;
  keys: Pick<ApiKeys, "isReplaced">;
  /** Opens the case of a wallet that exceeds, or notes it in the one that is open; doing it again changes nothing. */
  openCase(wallet: Wallet, exceeded: Exceeded): Promise<void>;
  settings: {
    maxDepth: number;
    /** The score above which a wallet is alerted. */
    threshold: number;
    retentionYears: number;
  };
}

/** How a message came: how often, and until when its request may take, in milliseconds since 1970. */
interface Receive {
  receives: number;
  endsAt: number;
}

/** `given-back`: SQS brings the message again. `ends`: so does the run. */
export type Asked =
  | { kind: "done" }
  | { kind: "given-back"; why: string }
  | { kind: "ends"; cause: EndCause };

type AskLimits = Parameters<RiskService["scanRisk"]>[2];

/** A wallet that is to be asked for. */
interface Left {
  key: WalletKey;
  wallet: Wallet;
}

/** Asks for the wallets of a message that its run has not asked for yet. */
export async function ask(
  run: ScanRun,
  message: ScanMessage,
  receive: Receive,
  deps: AskDeps,
): Promise<Asked> {
  const left: Left[] = [];
  for (const { key, wallet } of await deps.wallets.left(run.projectId, message.wallets, run.runId)) {
    if (wallet !== undefined) left.push({ key, wallet });
    else await deps.wallets.record(run.projectId, key, unreadableFacts(run.runId, new Date()));
  }
  const request = new Request(run, receive, deps);
  try {
    if (left.length > 0) await request.ask(left);
    return { kind: "done" };
  } catch (error) {
    const cause = endCauseOf(error);
    if (cause !== undefined) {
      // The key may have been replaced since it was read.
      if (cause.kind === "unauthorized" && (await deps.keys.isReplaced(run.projectId)))
        return { kind: "given-back", why: "the API key was replaced" };
      // The next run asks for others first: these may be the only ones that the service refuses.
      if (error instanceof ServiceError) await request.fail(left, error.reason);
      return { kind: "ends", cause };
    }
    if (!(error instanceof ServiceError)) throw error;
    if (receive.receives < MOST_RECEIVES) return { kind: "given-back", why: error.message };
    await request.fail(left, error.reason);
    return { kind: "done" };
  }
}

/** Cause that ends a run, since another request would not help; undefined of any other error. */
function endCauseOf(error: unknown): EndCause | undefined {
  if (error instanceof SecretUnavailableError)
    return error.reason?.kind === "secret-unreadable" ? undefined : error.reason;
  if (!(error instanceof ServiceError)) return undefined;
  const { kind, call, status, said } = error;
  switch (kind) {
    case "unauthorized":
      return { kind, call, status: status ?? 401, said };
    case "unpaid":
    case "not-found":
      return { kind, call, said };
    case "unsendable":
      return { kind, call };
    default:
      return undefined;
  }
}

/** Tens of seconds for one address are normal. */
const ALONE_MS = 2 * 60_000;
const TRIES_ALONE = 2;

/** Of the time that is left, a group that came again gets so much: its addresses may be asked for one by one in the rest. */
const AGAIN = 0.6;

/** A service that refuses so many single addresses in a row refuses everything. */
const MOST_REFUSALS = 2;

/** The service itself refuses: the project, or an address that is not one of the project's. */
function isRefusal({ kind }: ServiceError): boolean {
  return kind === "unauthorized" || kind === "unpaid" || kind === "not-found";
}

/** A service that is busy or out of reach, or a proxy in between that takes issue. */
function isPassing({ kind }: ServiceError): boolean {
  return kind === "unavailable" || kind === "foreign";
}

class Request {
  readonly #run: ScanRun;
  readonly #receive: Receive;
  readonly #deps: AskDeps;
  readonly #kept = new Set<WalletKey>();

  constructor(run: ScanRun, receive: Receive, deps: AskDeps) {
    this.#run = run;
    this.#receive = receive;
    this.#deps = deps;
  }

  /**
   * Asks for a group; where that fails because of what is in it, for each of its wallets alone: an odd address costs one wallet.
   * @throws {ServiceError} that says why the rest is to be asked for again
   */
  async ask(group: readonly Left[]): Promise<void> {
    try {
      await this.#askTogether(group, { withinMs: this.#groupMs() });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (group.length > 1 && this.#mayBeOneOf(error)) await this.#askEach(group, error);
      else if (this.#isFaultOf(error)) await this.fail(group, error.reason);
      else throw error;
    }
  }

  /** Counts as failed what is not kept yet. */
  async fail(group: readonly Left[], why: string): Promise<void> {
    const left = group.filter(({ key }) => !this.#kept.has(key));
    await this.#keep(
      left,
      left.map(() => ({ outcome: "failed", facts: {}, why })),
    );
  }

  #groupMs(): number {
    const left = this.#receive.endsAt - Date.now();
    return this.#receive.receives === 1 ? left : left * AGAIN;
  }

  async #askEach(group: readonly Left[], before: ServiceError): Promise<void> {
    const withinMs = scaled(ALONE_MS);
    const refused: { left: Left; why: string }[] = [];
    let again: ServiceError | undefined;
    let inARow = 0;
    // From the other end each time, so that two odd addresses in a row keep no other from being asked for.
    const ordered = this.#receive.receives % 2 === 1 ? group : group.toReversed();
    for (const left of ordered) {
      if (this.#receive.endsAt - Date.now() < withinMs) {
        again ??= this.#noTime(before);
        break;
      }
      try {
        await this.#askTogether([left], { withinMs, tries: TRIES_ALONE });
        inARow = 0;
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        if (this.#isFaultOf(error)) await this.fail([left], error.reason);
        else if (!(isPassing(error) || isRefusal(error)) || ++inARow === MOST_REFUSALS) throw error;
        else if (isPassing(error)) again = error;
        else refused.push({ left, why: error.reason });
      }
    }
    if (again !== undefined) throw again;
    // All others were answered: it is this address alone that is refused.
    for (const { left, why } of refused) await this.fail([left], why);
  }

  #noTime({ call, reason }: ServiceError): ServiceError {
    const what = `${reason}, and there was no time to ask for each wallet alone`;
    return new ServiceError("timed-out", { projectId: this.#run.projectId, name: call }, { what });
  }

  /** What passes, and a time-out, is the fault of an address only where it came again: an outage has passed by then. */
  #mayBeOneOf(error: ServiceError): boolean {
    if (isPassing(error)) return this.#receive.receives > 1;
    return this.#isFaultOf(error) || isRefusal(error);
  }

  #isFaultOf({ kind }: ServiceError): boolean {
    if (kind === "timed-out") return this.#receive.receives > 1;
    return kind === "rejected" || kind === "unreadable";
  }

  async #askTogether(group: readonly Left[], limits: AskLimits): Promise<void> {
    const { service, settings } = this.#deps;
    const { maxDepth, threshold } = settings;
    const addresses = group.map(({ wallet: { address, chainId } }) => ({ address, chainId }));
    const order = { addresses, maxDepth, threshold };
    const answers = await service.scanRisk(this.#run.projectId, order, limits);
    await this.#keep(group, answers);
  }

  async #keep(group: readonly Left[], answers: readonly AddressAnswer[]): Promise<void> {
    const { wallets, scans, openCase, settings } = this.#deps;
    const { projectId, runId } = this.#run;
    const now = new Date();
    const moment = { runId, now, threshold: settings.threshold };
    const read = group.flatMap(({ key, wallet }, at) => {
      const answer = answers[at];
      return answer === undefined ? [] : [{ key, wallet, ...screened(wallet, answer, moment) }];
    });
    // History and case first: a wallet that says that it was asked for, or that an alert is pending, has both.
    await scans.put(
      read.map(({ scan }) => scan),
      expiryOf(now, settings.retentionYears),
    );
    for (const { wallet, facts, exceeded } of read)
      if (exceeded !== undefined) await openCase({ ...wallet, ...facts }, exceeded);
    const written = await Promise.all(read.map(({ key, facts }) => wallets.record(projectId, key, facts)));
    for (const { key } of read) this.#kept.add(key);
    const outcomes = read.filter((_, at) => written[at]).map(({ scan }) => scan.outcome);
    count("WalletScored", outcomes.filter((outcome) => outcome === "completed").length);
    count(
      "WalletScanFailed",
      outcomes.filter((outcome) => outcome === "failed" || outcome === "missing").length,
    );
  }
}
