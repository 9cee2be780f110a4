/** What ends a run early: an English sentence for commands, logs and auditors, and its cause for messages in any language. */

import {
  ServiceError,
  ServiceNotFoundError,
  ServiceRedirectedError,
  ServiceThrottledError,
  ServiceUnauthorizedError,
  ServiceUnavailableError,
} from "../risk-service/errors.ts";
import { SecretUnavailableError } from "../secrets/secrets.ts";
import type { EndCause } from "./runs/run-cause.ts";
import type { Stuck } from "./stuck.ts";

interface RunTrouble {
  /** What happened, and what to do. */
  problem: string;
  /** Absent where only the sentence is known. */
  cause?: EndCause;
}

export const STOPPED_BY_HAND: RunTrouble = {
  problem:
    'It was ended with "vigia scan stop". Wallets that it did not reach keep their scores until the next run.',
  cause: { kind: "stopped-by-hand" },
};

/** @param stuck why nobody continued it, if it was not only slow */
export function stillOpen(stuck: Stuck | undefined): RunTrouble {
  const why = stuck === undefined ? "" : ` It was stuck: ${stuck.why}`;
  return {
    problem: `It was still open when the next run was due.${why} Look into the dead letters of the scan queue; if there are none, the service is too slow for this many wallets: raise scan.parallelRequests or scan.maximumConcurrency in cdk.json.`,
    cause: { kind: "still-open", ...(stuck === undefined ? {} : { stuck: stuck.cause }) },
  };
}

export function handedOn(shard: number, times: number): RunTrouble {
  return {
    problem: `Shard ${shard} was handed on ${times} times and has not ended. Look at how long the service takes for a request, and raise scan.parallelRequests or scan.maximumConcurrency in cdk.json.`,
    cause: { kind: "handed-on", shard, times },
  };
}

/** What a run ends with that asking again would not help. */
export function troubleOf(error: ServiceError | SecretUnavailableError): RunTrouble {
  const cause = causeOf(error);
  return { problem: error.message, ...(cause === undefined ? {} : { cause }) };
}

function causeOf(error: ServiceError | SecretUnavailableError): EndCause | undefined {
  if (error instanceof SecretUnavailableError) return error.reason;
  const { call, status, said } = error;
  if (error instanceof ServiceUnauthorizedError)
    return status === undefined
      ? { kind: "unusable-key", call }
      : { kind: "unauthorized", call, status, said };
  if (error instanceof ServiceNotFoundError) return { kind: "not-found", call, said };
  if (error instanceof ServiceRedirectedError && status !== undefined)
    return { kind: "redirected", call, status };
  return undefined;
}

/** Whether a call of the service failed; anything else is trouble of ours. */
export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof ServiceError;
}

/** Whether asking again would not help: a wrong key, project or address of the service. */
export function isFatal(error: unknown): error is ServiceError {
  return (
    error instanceof ServiceUnauthorizedError ||
    error instanceof ServiceNotFoundError ||
    error instanceof ServiceRedirectedError
  );
}

/** Whether it was the service and not what it was asked: 429, 502, 503, and no connection at all. */
export function isBusy(error: ServiceError): boolean {
  if (error instanceof ServiceThrottledError) return true;
  if (!(error instanceof ServiceUnavailableError)) return false;
  return error.status === undefined || error.status === 502 || error.status === 503;
}
