/** What a failed call of the service means for a run. */

import {
  ServiceError,
  ServiceNotFoundError,
  ServiceRedirectedError,
  ServiceThrottledError,
  ServiceUnauthorizedError,
  ServiceUnavailableError,
} from "../risk-service/errors.ts";

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
