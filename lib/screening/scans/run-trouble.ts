/** Meaning of the service's errors for a run. */

import { SecretUnavailableError } from "../../settings/secrets/secrets.ts";
import {
  ServiceError,
  ServiceNotFoundError,
  ServiceRedirectedError,
  ServiceThrottledError,
  ServiceUnauthorizedError,
  ServiceUnavailableError,
} from "../risk-service/errors.ts";
import type { EndCause } from "./runs/run-cause.ts";

/**
 * Cause that ends a run, since another request would not help: a wrong key, project or address of the service, or no key at all;
 * undefined of any other error.
 */
export function endCauseOf(error: unknown): EndCause | undefined {
  if (error instanceof SecretUnavailableError) return error.reason;
  if (!(error instanceof ServiceError)) return undefined;
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

/** Reports whether the service failed and not the request: 429, 502, 503, and no connection at all. */
export function isBusy(error: ServiceError): boolean {
  if (error instanceof ServiceThrottledError) return true;
  if (!(error instanceof ServiceUnavailableError)) return false;
  return error.status === undefined || error.status === 502 || error.status === 503;
}
