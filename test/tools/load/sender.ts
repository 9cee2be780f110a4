/** Sends webhooks as the service does: signed, at a steady pace, and again while they are refused for the moment. */

import { createHistogram, type RecordableHistogram } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import pMap from "p-map";
import type { Authenticator } from "../../../lib/cli/commands/signature/inbound-call.ts";
import { parseObject } from "../../../lib/contract/exact-json.ts";
import { canonicalBody } from "../../../lib/contract/signature.ts";

export interface Sent {
  /** Number of begun requests, and of those that were answered 200 in the end. */
  begun: number;
  accepted: number;
  /** Requests that were answered otherwise, or not at all, by what came instead. */
  refusals: Map<string, number>;
  /** By the number of a webhook: how often it was sent, where that was more than once. */
  resent: Map<number, number>;
  /** Milliseconds from sending a request to its 200. */
  ack: RecordableHistogram;
}

interface SenderOptions {
  /** URL of the adapter. */
  adapter: string;
  authenticate: Authenticator;
  count: number;
  /** The body of the webhook with this number, from 0. */
  bodyOf: (index: number) => string;
  /** The sender never goes faster. */
  perSecond: number;
  /** Concurrent requests at most. */
  concurrency: number;
}

/** Most tries of a refused request, a little later each time. */
const TRIES = 20;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;

const TIMEOUT_MS = 35_000;

export class Sender {
  readonly sent: Sent = {
    ...{ begun: 0, accepted: 0, refusals: new Map(), resent: new Map() },
    ack: createHistogram(),
  };
  readonly #options: SenderOptions;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** Sends them all. A pace that the stack cannot keep is not caught up with: each waits for its turn. */
  async run(): Promise<Sent> {
    const { count, perSecond, concurrency } = this.#options;
    let due = performance.now();
    const send = async (index: number) => {
      due = Math.max(due + 1_000 / perSecond, performance.now() - 1_000);
      const wait = due - performance.now();
      if (wait > 1) await sleep(wait);
      this.sent.begun++;
      await this.#sendUntilAccepted(index);
    };
    await pMap(Array(count).keys(), send, { concurrency });
    return this.sent;
  }

  async #sendUntilAccepted(index: number): Promise<void> {
    const body = this.#options.bodyOf(index);
    for (let tries = 1; tries <= TRIES; tries++) {
      if (tries > 1) {
        this.sent.resent.set(index, tries);
        await sleep(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 2)));
      }
      const start = performance.now();
      const answer = await this.#post(body).catch(reasonOf);
      if (answer === 200) {
        this.sent.accepted++;
        this.sent.ack.record(Math.max(1, Math.round(performance.now() - start)));
        return;
      }
      this.sent.refusals.set(String(answer), (this.sent.refusals.get(String(answer)) ?? 0) + 1);
      if (typeof answer === "number" && answer !== 429 && answer < 500) return;
    }
  }

  async #post(body: string): Promise<number> {
    const { adapter, authenticate } = this.#options;
    const path = "/webhook";
    const canonical = canonicalBody(parseObject(body));
    const timestamp = String(Date.now());
    const proof = authenticate({ method: "POST", path, canonicalBody: canonical, timestamp });
    const reply = await fetch(`${adapter}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...proof },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await reply.arrayBuffer();
    return reply.status;
  }
}

/** Why a request got no answer, in a word. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause ? String(cause.code) : String(error);
}
