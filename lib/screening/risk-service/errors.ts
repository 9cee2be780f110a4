/** Why a call of the risk service failed: which call, what happened and what to do next. */

/**
 * - `unauthorized`, `unpaid`, `not-found`: the service itself refuses the key, wants payment, or knows no such project,
 *   path or address. Unless it is the address, every further request is refused too.
 * - `rejected`, `unreadable`: the service takes issue with what was asked, or its answer cannot be read. Another request may
 *   well be answered.
 * - `timed-out`: no answer in time, from the service or from a gateway before it.
 * - `unavailable`: too busy, failing or out of reach, at each of several tries.
 * - `foreign`: something in between answered, such as a proxy or a sign-in page.
 * - `bad-key`: nothing was sent, since the stored key cannot be one. `unsafe-path`: nothing was sent, since an address such as `..` would lead elsewhere.
 */
export type ServiceFailure =
  | "unauthorized"
  | "unpaid"
  | "not-found"
  | "rejected"
  | "unreadable"
  | "timed-out"
  | "unavailable"
  | "foreign"
  | "bad-key"
  | "unsafe-path";

/** The call that failed: enough to find it again, and nothing secret. */
export interface ServiceCall {
  projectId: number;
  /** Method and URL, as in `POST https://…/v1/projects/1/addresses/scan-risk`. */
  name: string;
}

interface FailureFacts {
  /** What happened, as the end of a sentence that begins with the call. */
  what: string;
  status?: number | undefined;
  /** Text of the service, in quotation marks; empty if it wrote none. */
  said?: string | undefined;
}

/** Any failure of a call. The message never holds the key. */
export class ServiceError extends Error {
  override name = "ServiceError";
  readonly kind: ServiceFailure;
  /** Method and URL. */
  readonly call: string;
  readonly status: number | undefined;
  readonly said: string;
  /** What happened, with what the service said: for a wallet that failed of it. */
  readonly reason: string;
  /** What to do about it, in a sentence. */
  readonly nextStep: string;

  constructor(kind: ServiceFailure, call: ServiceCall, { what, status, said = "" }: FailureFacts) {
    const reason = `${what}${said === "" ? "" : `, saying ${said}`}`;
    const next = nextStep(kind, status, call.projectId);
    super(`Project ${call.projectId}: ${call.name} ${reason}. ${next}`);
    this.kind = kind;
    this.call = call.name;
    this.status = status;
    this.said = said;
    this.reason = reason;
    this.nextStep = next;
  }
}

function nextStep(kind: ServiceFailure, status: number | undefined, projectId: number): string {
  switch (kind) {
    case "unauthorized":
    case "bad-key":
      return `Copy the project's API key from its settings in the service's dashboard and run "vigia secrets set --project ${projectId} --kind api-key".`;
    case "unpaid":
      return "Check the plan and its limits in the service's dashboard.";
    case "not-found":
      return "Check the project's id under `projects` and `service.baseUrl` in app.ts.";
    case "rejected":
      if (status === 413) return "Lower `scan.addressesPerRequest` in app.ts.";
      return "Check the addresses and their chains, and `scan.maxDepth` in app.ts.";
    case "unreadable":
      return "Ask the service's support with the time of this message if this goes on.";
    case "timed-out":
      return "Lower `scan.addressesPerRequest` or `scan.maxDepth` in app.ts if this goes on.";
    case "unavailable":
      if (status === 429)
        return "Lower `scan.maximumConcurrency` in app.ts, or ask the service for a higher limit.";
      return "Check that the service is up and that `service.baseUrl` in app.ts is its address.";
    case "foreign":
      return "Check that `service.baseUrl` in app.ts is the service's final address, and check any proxy in between.";
    case "unsafe-path":
      return "Check the wallet's address.";
  }
}
