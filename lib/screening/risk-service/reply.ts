/** An answer of the risk service read: its data, or the error that it is. */

import * as z from "zod/mini";
import { parseObject, UnreadableJsonError } from "../../contract/exact-json.ts";
import { issuesLine, issuesOf } from "../../contract/issues.ts";
import { plainText } from "../../i18n/text/cleaning.ts";
import { quoted } from "../../i18n/text/quoting.ts";
import {
  type ServiceCall,
  ServiceNotFoundError,
  ServiceRedirectedError,
  ServiceRejectedError,
  ServiceReplyInvalidError,
  ServiceReplyOversizedError,
  ServiceReportedFailureError,
  ServiceUnauthorizedError,
} from "./errors.ts";
import type { ServiceReply } from "./request.ts";

/** A reply to a successful call: `success: false` is an error with every HTTP status. */
export const successfulReply = z.looseObject({ success: z.literal(true), data: z.optional(z.unknown()) });

/** A reply that says that the call failed; `message` where the service gives one. */
export const failedReply = z.looseObject({ success: z.literal(false), message: z.optional(z.string()) });

/**
 * The `data` of an answer, or the error that the answer is.
 * @throws {ServiceError} of the class that fits
 */
export function readReply<T extends z.ZodMiniType>(
  call: ServiceCall,
  reply: ServiceReply,
  data: T,
  key: string,
): z.output<T> {
  const { status } = reply;
  if (status >= 300 && status < 400) throw new ServiceRedirectedError(call, status);
  if (status === 401 || status === 403) {
    throw new ServiceUnauthorizedError(call, `was refused with status ${status}`, status, said(reply, key));
  }
  if (status === 404) throw new ServiceNotFoundError(call, said(reply, key));
  if (status >= 400) throw new ServiceRejectedError(call, status, said(reply, key));
  const read = readBody(reply.text);
  if (read.kind === "crowded")
    throw new ServiceReplyOversizedError(call, status, "the answer holds too many values to be read");
  if (read.kind === "unreadable")
    throw new ServiceReplyInvalidError(call, status, `the answer is not JSON: ${read.why}`);
  if (failedReply.safeParse(read.body).success)
    throw new ServiceReportedFailureError(call, status, said(reply, key));
  const envelope = successfulReply.safeParse(read.body);
  if (!envelope.success) throw invalid(call, status, envelope.error, []);
  const reading = data.safeParse(envelope.data.data);
  if (!reading.success) throw invalid(call, status, reading.error, ["data"]);
  return reading.data;
}

function invalid(
  call: ServiceCall,
  status: number,
  error: z.core.$ZodError,
  above: string[],
): ServiceReplyInvalidError {
  const issues = issuesOf(error).map(({ path, ...wrong }) => ({
    path: [...above, path].filter((part) => part !== "").join("."),
    ...wrong,
  }));
  return new ServiceReplyInvalidError(
    call,
    status,
    `the answer is not as the interface says (${issuesLine(issues)})`,
  );
}

/** Each value takes some hundred bytes of memory, and the text of one only three. */
const MAX_VALUES = 200_000;

type BodyReading =
  | { kind: "object"; body: Record<string, unknown> }
  | { kind: "crowded" }
  | { kind: "unreadable"; why: string };

function readBody(text: string): BodyReading {
  if (isCrowded(text)) return { kind: "crowded" };
  try {
    return { kind: "object", body: parseObject(text) };
  } catch (error) {
    if (error instanceof UnreadableJsonError) return { kind: "unreadable", why: error.message };
    throw error;
  }
}

/** Reports whether a JSON text may have too many values, by its separators. */
function isCrowded(text: string): boolean {
  if (text.length < MAX_VALUES) return false;
  let parts = 0;
  for (let at = 0; at < text.length && parts <= MAX_VALUES; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === BRACKET || code === BRACE) parts++;
  }
  return parts > MAX_VALUES;
}

const COMMA = 0x2c;
const BRACKET = 0x5b;
const BRACE = 0x7b;

/** Text of an error reply, in quotation marks, on one line and without the key; empty if it has none. */
export function said(reply: ServiceReply, key: string): string {
  const read = readBody(reply.text);
  if (read.kind !== "object" || typeof read.body["message"] !== "string") return "";
  // Cleaned first: a key with invisible characters in it would be whole again afterwards.
  return quoted(plainText(read.body["message"], 1_000).replaceAll(key, "[key]"), 300);
}
