/** Sends the notifications of a plan as the service does: signed, at a steady pace, and again until each is accepted. */

import { Agent, request } from "node:http";
import { Agent as TlsAgent, request as tlsRequest } from "node:https";
import { createHistogram, type RecordableHistogram } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Authenticator } from "../../../lib/cli/commands/signature/inbound-call.ts";
import { parseObject } from "../../../lib/contract/exact-json.ts";
import { canonicalBody } from "../../../lib/contract/signature.ts";
import { bodyOf, type Plan } from "./plan.ts";

export interface Sent {
  /** Number of begun requests, and of those that were answered 200 in the end. */
  begun: number;
  accepted: number;
  /** Requests that were answered otherwise, or not at all, by what came instead. */
  refusals: Map<string, number>;
  /** By the number of a notification: how often it was sent, where that was more than once. */
  resent: Map<number, number>;
  /** Milliseconds from sending a request to its 200. */
  ack: RecordableHistogram;
}

/** Concurrent requests at most; more would not make a stack faster, only the list of open ones longer. */
const CONCURRENCY = 64;

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
  readonly #adapter: string;
  readonly #authenticate: Authenticator;
  readonly #plan: Plan;
  readonly #agent: Agent;
  readonly #request: typeof request;

  constructor(adapter: string, authenticate: Authenticator, plan: Plan) {
    const secure = adapter.startsWith("https:");
    this.#adapter = adapter;
    this.#authenticate = authenticate;
    this.#plan = plan;
    this.#agent = secure ? new TlsAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
    this.#request = secure ? tlsRequest : request;
  }

  /** Sends them all. A pace that the stack cannot keep is not caught up with: each waits for its turn. */
  async run(): Promise<void> {
    const { count, perSecond } = this.#plan;
    let next = 0;
    let due = performance.now();
    const work = async () => {
      while (next < count) {
        const index = next++;
        due = Math.max(due + 1_000 / perSecond, performance.now() - 1_000);
        const wait = due - performance.now();
        if (wait > 1) await sleep(wait);
        this.sent.begun++;
        await this.#sendUntilAccepted(index);
      }
    };
    await Promise.all(Array.from({ length: Math.min(CONCURRENCY, count) }, work));
    this.#agent.destroy();
  }

  async #sendUntilAccepted(index: number): Promise<void> {
    const body = bodyOf(index, this.#plan);
    for (let tries = 1; tries <= TRIES; tries++) {
      if (tries > 1) {
        this.sent.resent.set(index, tries);
        await sleep(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 2)));
      }
      const start = performance.now();
      const answer = await this.#post(body).catch((error: unknown) => reasonOf(error));
      if (answer === 200) {
        this.sent.accepted++;
        this.sent.ack.record(Math.max(1, Math.round(performance.now() - start)));
        return;
      }
      this.sent.refusals.set(String(answer), (this.sent.refusals.get(String(answer)) ?? 0) + 1);
    }
  }

  #post(body: string): Promise<number> {
    const path = "/webhook";
    const canonical = canonicalBody(parseObject(body));
    const proof = this.#authenticate({
      method: "POST",
      path,
      canonicalBody: canonical,
      timestamp: String(Date.now()),
    });
    return new Promise((done, fail) => {
      const call = this.#request(
        `${this.#adapter}${path}`,
        {
          agent: this.#agent,
          method: "POST",
          headers: {
            "content-type": "application/json",
            "content-length": Buffer.byteLength(body),
            ...proof,
          },
          timeout: TIMEOUT_MS,
        },
        (reply) => {
          reply.resume();
          reply.on("end", () => done(reply.statusCode ?? 0));
          reply.on("error", fail);
        },
      );
      call.on("timeout", () => call.destroy(new Error("no answer in time")));
      call.on("error", fail);
      call.end(body);
    });
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
