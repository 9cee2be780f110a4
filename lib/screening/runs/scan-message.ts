/** One message of a run: asks the service for a group of wallets, and keeps what it answers of each. */

import { count } from "../../aws/observe.ts";
import { scaled } from "../../aws/scaled.ts";
import { expiryOf } from "../../aws/tables/expiry.ts";
import type { ApiKeys } from "../../settings/secrets/api-keys.ts";
import { SecretUnavailableError } from "../../settings/secrets/secrets.ts";
import type { RiskService } from "../risk-service/client.ts";
import { ServiceError } from "../risk-service/errors.ts";
import type { AddressAnswer } from "../risk-service/results.ts";
import type { Exceeded, Wallet } from "../wallets/wallet.ts";
import type { WalletScan, WalletScanStore } from "../wallets/wallet-scans.ts";
import { reactionTo } from "./request-failures.ts";
import type { EndCause, ScanRun } from "./run.ts";
import type { RunWallets, WalletKey } from "./run-wallets.ts";
import { MOST_RECEIVES, type ScanMessage } from "./scan-queue.ts";
import { screened, unreadableFacts } from "./screened.ts";

export interface ScanDeps {
  wallets: Pick<RunWallets, "remaining" | "record">;
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

/** Outcome of a message. `given-back`: SQS brings it again. `ends`: so does the run. */
export type MessageOutcome =
  | { kind: "done" }
  | { kind: "given-back"; why: string }
  | { kind: "ends"; cause: EndCause };

/** A wallet that the run has not asked for yet. */
interface RemainingWallet {
  key: WalletKey;
  wallet: Wallet;
}

/** Asks the service for the wallets of a message that its run has not asked for yet. */
export async function scanMessage(
  run: ScanRun,
  message: ScanMessage,
  receive: Receive,
  deps: ScanDeps,
): Promise<MessageOutcome> {
  const wallets = await takeReadable(run, message, deps);
  const group = new WalletGroup(wallets, { run, receive, deps });
  try {
    if (wallets.length > 0) await group.scan();
    return { kind: "done" };
  } catch (error) {
    const cause = endCauseOf(error);
    if (cause !== undefined) {
      // The key may have been replaced since it was read.
      if (cause.kind === "unauthorized" && (await deps.keys.isReplaced(run.projectId)))
        return { kind: "given-back", why: "the API key was replaced" };
      // The next run asks for others first: these may be the only ones that the service refuses.
      if (error instanceof ServiceError) await group.fail(wallets, error.reason);
      return { kind: "ends", cause };
    }
    if (!(error instanceof ServiceError)) throw error;
    if (receive.receives < MOST_RECEIVES) return { kind: "given-back", why: error.message };
    await group.fail(wallets, error.reason);
    return { kind: "done" };
  }
}

/** The wallets of a message that its run has not asked for yet. Those that cannot be read are recorded as failed. */
async function takeReadable(
  { projectId, runId }: ScanRun,
  message: ScanMessage,
  { wallets }: ScanDeps,
): Promise<RemainingWallet[]> {
  const readable: RemainingWallet[] = [];
  for (const { key, wallet } of await wallets.remaining(projectId, message.wallets, runId)) {
    if (wallet !== undefined) readable.push({ key, wallet });
    else await wallets.record(projectId, key, unreadableFacts(runId, new Date()));
  }
  return readable;
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
    case "bad-key":
      return { kind, call };
    default:
      return undefined;
  }
}

/** A group whose message came again gets this share of its time: its wallets may be asked for one by one in the rest. */
const GROUP_SHARE_OF_TIME = 0.6;

/** Tens of seconds for one address are normal. */
const ALONE_MS = 2 * 60_000;
const TRIES_ALONE = 2;

/** A service that refuses so many single wallets in a row, or is out of reach for them, is so for every wallet. */
const MOST_FAILURES_IN_A_ROW = 2;

type RequestLimits = Parameters<RiskService["scanRisk"]>[2];

interface GroupContext {
  run: ScanRun;
  receive: Receive;
  deps: ScanDeps;
}

/** The wallets of a message: they are asked for together, or each alone. */
class WalletGroup {
  readonly #wallets: readonly RemainingWallet[];
  readonly #run: ScanRun;
  readonly #receive: Receive;
  readonly #deps: ScanDeps;
  /** Keys of the wallets that have an outcome. */
  readonly #recordedKeys = new Set<WalletKey>();

  constructor(wallets: readonly RemainingWallet[], { run, receive, deps }: GroupContext) {
    this.#wallets = wallets;
    this.#run = run;
    this.#receive = receive;
    this.#deps = deps;
  }

  /**
   * Asks for the group; where that fails because of what is in it, for each of its wallets alone: an odd address costs one wallet.
   * @throws {ServiceError} that says why the rest is to be asked for again
   */
  async scan(): Promise<void> {
    const error = await this.#tryTogether(this.#wallets, { withinMs: this.#groupTimeMs() });
    if (error === undefined) return;
    const isAlone = this.#wallets.length === 1;
    const reaction = reactionTo(error.kind, this.#receive.receives);
    if (!isAlone && reaction.group === "ask-each") await this.#scanEach(error);
    else if (isAlone && reaction.wallet === "wallet-failed") await this.fail(this.#wallets, error.reason);
    else throw error;
  }

  /** Counts wallets as failed that have no outcome yet. */
  async fail(wallets: readonly RemainingWallet[], why: string): Promise<void> {
    const withoutOutcome = wallets.filter(({ key }) => !this.#recordedKeys.has(key));
    await this.#record(
      withoutOutcome,
      withoutOutcome.map(() => ({ outcome: "failed", facts: {}, why })),
    );
  }

  /** @param groupError the failure of the request for the group */
  async #scanEach(groupError: ServiceError): Promise<void> {
    const { receives } = this.#receive;
    const withinMs = scaled(ALONE_MS);
    const refusals: { remaining: RemainingWallet; why: string }[] = [];
    let lastOutage: ServiceError | undefined;
    let failuresInARow = 0;
    const noteFailure = (error: ServiceError) => {
      failuresInARow += 1;
      if (failuresInARow === MOST_FAILURES_IN_A_ROW) throw error;
    };
    // From the other end each time, so that two odd addresses in a row keep no other from being asked for.
    const ordered = receives % 2 === 1 ? this.#wallets : this.#wallets.toReversed();
    for (const remaining of ordered) {
      if (this.#msLeft() < withinMs) throw lastOutage ?? this.#outOfTimeError(groupError);
      const error = await this.#tryTogether([remaining], { withinMs, tries: TRIES_ALONE });
      if (error === undefined) {
        failuresInARow = 0;
        continue;
      }
      switch (reactionTo(error.kind, receives).wallet) {
        case "stop":
          throw error;
        case "wallet-failed":
          await this.fail([remaining], error.reason);
          break;
        case "wallet-later":
          noteFailure(error);
          lastOutage = error;
          break;
        case "wallet-refused":
          noteFailure(error);
          refusals.push({ remaining, why: error.reason });
          break;
      }
    }
    if (lastOutage !== undefined) throw lastOutage;
    // All others were answered: it is this address alone that is refused.
    for (const { remaining, why } of refusals) await this.fail([remaining], why);
  }

  #msLeft(): number {
    return this.#receive.endsAt - Date.now();
  }

  #groupTimeMs(): number {
    return this.#receive.receives === 1 ? this.#msLeft() : this.#msLeft() * GROUP_SHARE_OF_TIME;
  }

  #outOfTimeError({ call, reason }: ServiceError): ServiceError {
    const what = `${reason}, and there was no time to ask for each wallet alone`;
    return new ServiceError("timed-out", { projectId: this.#run.projectId, name: call }, { what });
  }

  /** Asks for wallets in one request. @returns its failure; undefined where it was answered */
  async #tryTogether(
    wallets: readonly RemainingWallet[],
    limits: RequestLimits,
  ): Promise<ServiceError | undefined> {
    try {
      await this.#scanTogether(wallets, limits);
      return undefined;
    } catch (error) {
      if (error instanceof ServiceError) return error;
      throw error;
    }
  }

  async #scanTogether(wallets: readonly RemainingWallet[], limits: RequestLimits): Promise<void> {
    const { service, settings } = this.#deps;
    const { maxDepth, threshold } = settings;
    const addresses = wallets.map(({ wallet: { address, chainId } }) => ({ address, chainId }));
    const query = { addresses, maxDepth, threshold };
    const answers = await service.scanRisk(this.#run.projectId, query, limits);
    await this.#record(wallets, answers);
  }

  async #record(remaining: readonly RemainingWallet[], answers: readonly AddressAnswer[]): Promise<void> {
    const { wallets, scans, openCase, settings } = this.#deps;
    const { projectId, runId } = this.#run;
    const now = new Date();
    const scanContext = { runId, now, threshold: settings.threshold };
    const screenedWallets = remaining.flatMap(({ key, wallet }, index) => {
      const answer = answers[index];
      return answer === undefined ? [] : [{ key, wallet, ...screened(wallet, answer, scanContext) }];
    });
    // History and case first: a wallet that says that it was asked for, or that an alert is pending, has both.
    await scans.put(
      screenedWallets.map(({ scan }) => scan),
      expiryOf(now, settings.retentionYears),
    );
    for (const { wallet, facts, exceeded } of screenedWallets)
      if (exceeded !== undefined) await openCase({ ...wallet, ...facts }, exceeded);
    const outcomes = await Promise.all(
      screenedWallets.map(async ({ key, facts, scan }) => {
        const isNew = await wallets.record(projectId, key, facts);
        return isNew ? scan.outcome : undefined;
      }),
    );
    for (const { key } of screenedWallets) this.#recordedKeys.add(key);
    const countOf = (...kinds: WalletScan["outcome"][]) =>
      outcomes.filter((outcome) => outcome !== undefined && kinds.includes(outcome)).length;
    count("WalletScored", countOf("completed"));
    count("WalletScanFailed", countOf("failed", "missing"));
  }
}
