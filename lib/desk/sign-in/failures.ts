/** Why a sign-in ends without a person: refusals of the issuer, and what went wrong with its answer. */

import { ClientError, ResponseBodyError } from "openid-client";

/** A user's address is not verified: it may be another person's, and would name who decides. */
export class UnverifiedEmailError extends Error {
  override name = "UnverifiedEmailError";
}

/** Reasons of an issuer: it denied the person, it has a trouble that passes, or the desk's settings and its own do not fit. */
export type Refusal = "denied" | "unavailable" | "misconfigured";

/**
 * Reason for a sign-in without a person: a refusal, or what became of the issuer's answer. `stale`: it was used before or came too
 * late; `unreachable`: the issuer does not answer. The code is for the log.
 */
export interface SignInFailure {
  kind: Refusal | "unverified" | "stale" | "unreachable";
  code: string;
}

/** The codes of OAuth and OpenID Connect by which an issuer refuses. */
const REFUSALS: ReadonlyMap<string, Refusal> = new Map([
  ["access_denied", "denied"],
  ["account_selection_required", "denied"],
  ["consent_required", "denied"],
  ["interaction_required", "denied"],
  ["invalid_client", "misconfigured"],
  ["invalid_request", "misconfigured"],
  ["invalid_scope", "misconfigured"],
  ["login_required", "denied"],
  ["server_error", "unavailable"],
  ["temporarily_unavailable", "unavailable"],
  ["unauthorized_client", "misconfigured"],
  ["unsupported_grant_type", "misconfigured"],
  ["unsupported_response_type", "misconfigured"],
]);

/** Explains a code by which an issuer refuses. One that is not standard may be any text, so that no log has it. */
export function refusalBy(code: string): { kind: Refusal; code: string } {
  const kind = REFUSALS.get(code);
  return kind === undefined ? { kind: "misconfigured", code: "other" } : { kind, code };
}

/** openid-client's codes where no whole answer came. */
const WITHOUT_ANSWER = new Set([
  "OAUTH_ABORT",
  "OAUTH_PARSE_ERROR",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_TIMEOUT",
]);

export function failureOf(error: unknown): SignInFailure {
  if (error instanceof UnverifiedEmailError) return { kind: "unverified", code: "email_verified" };
  if (error instanceof ResponseBodyError)
    return error.error === "invalid_grant" ? { kind: "stale", code: error.error } : refusalBy(error.error);
  // `fetch` throws this without a connection.
  if (error instanceof TypeError) return { kind: "unreachable", code: "no connection" };
  const code = error instanceof ClientError ? (error.code ?? "other") : "other";
  return { kind: WITHOUT_ANSWER.has(code) ? "unreachable" : "misconfigured", code };
}
