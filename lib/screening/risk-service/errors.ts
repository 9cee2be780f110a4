/** Why a call of the risk service failed: one class a cause, each saying which call, what happened and what to check. */

/** The call that failed: enough to find it again, and nothing secret. */
export interface ServiceCall {
  projectId: number;
  /** Method and URL, as in `POST https://…/v1/projects/1/addresses/scan-risk`. */
  name: string;
}

/** Any failure of a call. The message never holds the key. */
export class ServiceError extends Error {
  override name = "ServiceError";
  readonly projectId: number;
  /** Method and URL. */
  readonly call: string;
  /** The HTTP status, where an answer came. */
  readonly status: number | undefined;
  /** Text of the service, in quotation marks; empty if it wrote none. */
  readonly said: string;
  constructor(call: ServiceCall, what: string, toDo: string, status?: number, said = "") {
    const saying = said === "" ? "" : `, saying ${said}`;
    super(`Project ${call.projectId}: ${call.name} ${what}${saying}. ${toDo}`);
    this.projectId = call.projectId;
    this.call = call.name;
    this.status = status;
    this.said = said;
  }
}

/** 401 or 403: the key is wrong, revoked, or another project's. */
export class ServiceUnauthorizedError extends ServiceError {
  override name = "ServiceUnauthorizedError";
  /** @param status absent where nothing was sent, because the key cannot be one */
  constructor(call: ServiceCall, what: string, status?: number, said = "") {
    super(
      call,
      what,
      `Copy the project's API key from its settings in the service's dashboard and run "vigia secrets set --project ${call.projectId} --kind api-key".`,
      status,
      said,
    );
  }
}

/** 404: the project or the path is not there. */
export class ServiceNotFoundError extends ServiceError {
  override name = "ServiceNotFoundError";
  constructor(call: ServiceCall, said: string) {
    super(
      call,
      "found nothing (status 404)",
      "Check the project's id under `projects` and `service.baseUrl` in app.ts.",
      404,
      said,
    );
  }
}

/** 400 and every other 4xx: the service does not take what was asked. */
export class ServiceRejectedError extends ServiceError {
  override name = "ServiceRejectedError";
  constructor(call: ServiceCall, status: number, said: string) {
    super(
      call,
      `was rejected with status ${status}`,
      "Check the addresses and their chains, and `scan.maxDepth` and `scan.addressesPerRequest` in app.ts.",
      status,
      said,
    );
  }
}

/** The requested value cannot be part of a path, as `..` cannot; nothing was sent. */
export class ServiceUnaskableError extends ServiceError {
  override name = "ServiceUnaskableError";
  constructor(call: ServiceCall) {
    super(
      call,
      "was not sent, because its path would lead to another resource",
      "Check the wallet's address.",
    );
  }
}

/** 3xx: following it would hand the key to another address. */
export class ServiceRedirectedError extends ServiceError {
  override name = "ServiceRedirectedError";
  constructor(call: ServiceCall, status: number) {
    super(
      call,
      `was redirected (status ${status})`,
      "Vigía sends its key to no other address. Set `service.baseUrl` in app.ts to the service's final address.",
      status,
    );
  }
}

/** 429 on the last try too. */
export class ServiceThrottledError extends ServiceError {
  override name = "ServiceThrottledError";
  constructor(call: ServiceCall, tries: number, said: string) {
    super(
      call,
      `was throttled (status 429) at each of ${tries} tries`,
      "Lower `scan.maximumConcurrency`, or ask the service for a higher limit.",
      429,
      said,
    );
  }
}

/** 5xx or no connection, on the last try too. */
export class ServiceUnavailableError extends ServiceError {
  override name = "ServiceUnavailableError";
  constructor(call: ServiceCall, tries: number, why: string, status?: number, said = "") {
    super(
      call,
      `failed at each of ${tries} tries, the last time with ${why}`,
      status === 504
        ? "A gateway before the service gave up waiting: lower `scan.addressesPerRequest` in app.ts if this goes on."
        : "Check that the service is up and that `service.baseUrl` in app.ts is its address.",
      status,
      said,
    );
  }
}

/** No complete answer within the time limit. */
export class ServiceTimedOutError extends ServiceError {
  override name = "ServiceTimedOutError";
  constructor(call: ServiceCall, timeoutMs: number) {
    super(
      call,
      `was not answered within ${timeoutMs / 1_000} s`,
      "Lower `scan.addressesPerRequest` or `scan.maxDepth` in app.ts if this goes on.",
    );
  }
}

/** The caller's `stopAt` came before the answer. */
export class ServiceCallStoppedError extends ServiceError {
  override name = "ServiceCallStoppedError";
  constructor(call: ServiceCall) {
    super(call, "was stopped because the caller's time ran out", "Try again.");
  }
}

/** An answer that is not what the interface says. */
export class ServiceReplyInvalidError extends ServiceError {
  override name = "ServiceReplyInvalidError";
  constructor(call: ServiceCall, status: number, why: string) {
    super(
      call,
      `was answered with status ${status}, but ${why}`,
      "Check that `service.baseUrl` in app.ts is the service's address, and no proxy's or portal's.",
      status,
    );
  }
}

/** An answer that is longer, or holds more values, than there is memory for. */
export class ServiceReplyOversizedError extends ServiceReplyInvalidError {
  override name = "ServiceReplyOversizedError";
}

/** `success: false` although the HTTP status says that all is well. */
export class ServiceReportedFailureError extends ServiceError {
  override name = "ServiceReportedFailureError";
  constructor(call: ServiceCall, status: number, said: string) {
    super(
      call,
      `was answered with status ${status} and \`success: false\``,
      "Ask the service's support with the time of this message if this goes on.",
      status,
      said,
    );
  }
}
