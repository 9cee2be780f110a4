/** What every reply must be: of a known status and of known words, so that nothing of what was sent can be in it. */

import * as z from "zod/mini";
import { CANARY } from "../inputs/hostile-text.ts";
import type { Call } from "../subject.ts";

/** Something that must never happen. */
export class FuzzError extends Error {
  override name = "FuzzError";
}

const result = z.strictObject({
  statusCode: z.number(),
  headers: z.strictObject({
    "content-type": z.literal("application/json; charset=utf-8"),
    "cache-control": z.literal("no-store"),
  }),
  body: z.string(),
});

export interface Reply {
  status: number;
  body: string;
}

/** The reply of an HTTP function; a {@link FuzzError} where it threw, hung, failed, or printed what it was sent. */
export function replyOf({ outcome, printed }: Call): Reply {
  if (!outcome.ok) throw new FuzzError(`no reply: ${outcome.error.errorType} ${outcome.error.errorMessage}`);
  const reading = result.safeParse(JSON.parse(outcome.payload));
  if (!reading.success) throw new FuzzError(`a reply of another form: ${outcome.payload.slice(0, 300)}`);
  const { statusCode: status, body } = reading.data;
  if (status >= 500) throw new FuzzError(`status ${status}: ${body}; printed: ${printed}`);
  checkPrinted(printed);
  return { status, body };
}

/** What was printed, without the fields that may name what was sent, as the audit line names the user's id. */
export function withoutFields(printed: string, ...names: string[]): string {
  return printed
    .split("\n")
    .map((line) =>
      line.startsWith("{")
        ? JSON.stringify(JSON.parse(line), (name, value) => (names.includes(name) ? undefined : value))
        : line,
    )
    .join("\n");
}

/** A {@link FuzzError} where a log line holds the canary or a stack trace. */
export function checkPrinted(printed: string): void {
  if (printed.includes(CANARY)) throw new FuzzError(`printed what was sent: ${printed.slice(0, 500)}`);
  if (/\n\s+at |\\n\s+at |"stack"/.test(printed))
    throw new FuzzError(`printed a stack trace: ${printed.slice(0, 500)}`);
}

const MESSAGES: Record<number, readonly string[]> = {
  400: [
    "The body is not text in UTF-8.",
    "The body is not JSON.",
    "The body is not a JSON object.",
    "The body is nested deeper than 64 levels.",
    "The body is not a webhook.",
  ],
  401: ["The request is not authenticated."],
  404: ["There is no such user."],
  413: [
    "The body is larger than 262144 bytes.",
    "The body is larger than 1048576 bytes.",
    "The request has a body, and is to have none.",
  ],
};

const PATH =
  /^(|type|data(\.(id|projectId|chainId|txHash|timestamp|address(\.(id|userId|address|description))?|amount(\.(value|usd))?|token(\.(name|symbol|decimals|address))?|inflictedLaws(\.\d+(\.(name|description|source|risk|country|countryCode))?)?))?)$/;

const ISSUES: readonly string[] = [
  ...["text", "a number", "an object", "a list", "a whole number"].map((what) => `expected ${what}`),
  'expected "notification" or "error"',
  'expected "warn" or "illegal"',
  "is missing",
  "expected at most 78 digits",
  "expected at most 255",
  "expected at most 5000 entries",
  "expected at least 1 character",
  "expected a number that is not negative",
  "expected a number of at most 100 characters",
  "expected a time as ISO 8601",
  "is not a project that the sender is authenticated for",
];

const refusal = z.strictObject({
  success: z.literal(false),
  message: z.string(),
  issues: z.optional(
    z.array(z.strictObject({ path: z.string(), message: z.string() })).check(z.maxLength(50)),
  ),
});

/** A {@link FuzzError} where a refusal says anything but the words above. */
export function checkRefusal({ status, body }: Reply): z.infer<typeof refusal> {
  const reading = refusal.safeParse(JSON.parse(body));
  if (!reading.success) throw new FuzzError(`a refusal of another form: ${body.slice(0, 300)}`);
  const { message, issues = [] } = reading.data;
  if (!MESSAGES[status]?.includes(message))
    throw new FuzzError(`status ${status} with other words: ${message}`);
  for (const issue of issues) {
    if (!PATH.test(issue.path) || !ISSUES.includes(issue.message))
      throw new FuzzError(`an issue in other words: ${JSON.stringify(issue)}`);
  }
  return reading.data;
}
