/** AWS clients whose calls end in time, even if AWS hangs. */

import { NodeHttpHandler, type NodeHttpHandlerOptions } from "@smithy/node-http-handler";
import { type Network, noteProxy } from "./network.ts";
import { callsEnd } from "./time-left.ts";

/** Time limits of a call. */
interface TimeLimits {
  /** For the connection, in milliseconds. */
  connectionMs: number;
  /** For the answer to begin, and between two parts of it, in milliseconds. */
  answerMs: number;
  /** Number of tries in all. */
  attempts: number;
}

/** For functions whose caller waits: two calls in a row, each tried twice, end before their ten seconds do. */
export const WHILE_CALLER_WAITS: TimeLimits = { connectionMs: 1_000, answerMs: 2_000, attempts: 2 };

/** For functions behind a queue or a schedule, which have a minute and more. */
export const BEHIND_QUEUE: TimeLimits = { connectionMs: 2_000, answerMs: 5_000, attempts: 3 };

/** For commands, whose networks are slower. */
export const FROM_COMMAND: TimeLimits = { connectionMs: 5_000, answerMs: 30_000, attempts: 3 };

/** For a call of a function, which may take Lambda's longest, 15 minutes, and answers at its end. */
export const INVOKING: TimeLimits = { connectionMs: 5_000, answerMs: 910_000, attempts: 1 };

/** Configuration of a function's client, whose calls keep these limits, and end before the invocation does. */
export function clientConfig(limits: TimeLimits) {
  return { requestHandler: new BoundedHandler(handlerOptions(limits)), maxAttempts: limits.attempts };
}

/** Configuration of a command's client, whose calls keep these limits, and go the way of its network. */
export function commandConfig(network: Network, limits = FROM_COMMAND) {
  return {
    requestHandler: new CommandHandler(handlerOptions(limits), network),
    maxAttempts: limits.attempts,
    credentialDefaultProvider: network.credentials,
  };
}

function handlerOptions({ connectionMs, answerMs }: TimeLimits) {
  return {
    connectionTimeout: connectionMs,
    requestTimeout: answerMs,
    // Without it a request that takes longer is only warned of.
    throwOnRequestTimeout: true,
    // The limit before ends with the headers of the answer.
    socketTimeout: answerMs,
  };
}

class BoundedHandler extends NodeHttpHandler {
  override handle(...[request, options]: Parameters<NodeHttpHandler["handle"]>) {
    const abortSignal = options?.abortSignal ?? callsEnd();
    return super.handle(request, abortSignal === undefined ? options : { ...options, abortSignal });
  }
}

/** Goes the way of a command's network, and notes its proxy in an error. */
class CommandHandler extends BoundedHandler {
  readonly #network: Network;

  constructor(options: NodeHttpHandlerOptions, network: Network) {
    const { httpAgent, httpsAgent } = network;
    super({ ...options, httpAgent, httpsAgent });
    this.#network = network;
  }

  override async handle(...[request, options]: Parameters<NodeHttpHandler["handle"]>) {
    try {
      return await super.handle(request, options);
    } catch (error) {
      const url = URL.parse(`${request.protocol}//${request.hostname}:${request.port ?? ""}`);
      if (url !== null) noteProxy(error, this.#network.proxyFor(url));
      throw error;
    }
  }
}
