/** The replies of both endpoints: plain words, and nothing of what was sent. */

import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { type Issue, issueTexts } from "../../contract/issues.ts";

/** Seconds that a caller should wait before the next try. */
const RETRY_AFTER_SECONDS = "30";

/** A request that is refused; what it says is what the caller reads. */
export class HttpError extends Error {
  override name = "HttpError";
  readonly status: 400 | 401 | 404 | 413 | 500 | 503;
  readonly issues: readonly Issue[] | undefined;
  constructor(status: HttpError["status"], message: string, issues?: readonly Issue[]) {
    super(message);
    this.status = status;
    this.issues = issues;
  }
}

/** One text for every failed authentication: it must not show a forger which part was wrong. */
export function unauthorized(): HttpError {
  return new HttpError(401, "The request is not authenticated.");
}

/** A body that is refused unread. @param limit in bytes; 0 where there is to be none */
export function tooLarge(limit: number): HttpError {
  return new HttpError(
    413,
    limit === 0 ? "The request must have no body." : `The body is larger than ${limit} bytes.`,
  );
}

/** Something that we need is out of reach for now; nothing was taken. */
export function unavailable(): HttpError {
  return new HttpError(503, "Temporarily unavailable. Send the request again later.");
}

/** 200 with `body` as JSON. */
export function ok(body: unknown): APIGatewayProxyStructuredResultV2 {
  return reply(200, body);
}

/** A refusal as a reply: `{"success":false,"message":…,"issues"?:[{path,message}]}`. */
export function refused({ status, message, issues }: HttpError): APIGatewayProxyStructuredResultV2 {
  const result = reply(status, {
    success: false,
    message,
    ...(issues === undefined ? {} : { issues: issueTexts(issues) }),
  });
  return status === 503
    ? { ...result, headers: { ...result.headers, "retry-after": RETRY_AFTER_SECONDS } }
    : result;
}

function reply(statusCode: number, body: unknown): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
    body: JSON.stringify(body),
  };
}
