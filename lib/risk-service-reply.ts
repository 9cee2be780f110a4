/** An answer of the risk service read: its data, or the error that it is. */

import type * as z from "zod/mini";
import { parseObject, UnreadableJson } from "./contract/exact-json.ts";
import { issuesLine, issuesOf } from "./contract/issues.ts";
import { failedReply, successfulReply } from "./contract/reply.ts";
import {
  type ServiceCall,
  ServiceNotFound,
  ServiceRedirected,
  ServiceRejected,
  ServiceReplyInvalid,
  ServiceReportedFailure,
  ServiceUnauthorized,
} from "./risk-service-errors.ts";
import type { ServiceReply } from "./risk-service-request.ts";
import { shorten } from "./text/cut.ts";

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
  if (status >= 300 && status < 400) throw new ServiceRedirected(call, status);
  if (status === 401 || status === 403) {
    throw new ServiceUnauthorized(call, `was refused with status ${status}${said(reply, key)}`, status);
  }
  if (status === 404) throw new ServiceNotFound(call, said(reply, key));
  if (status >= 400) throw new ServiceRejected(call, status, said(reply, key));
  const body = parsed(reply.text);
  if (body instanceof UnreadableJson)
    throw new ServiceReplyInvalid(call, status, `the answer is not JSON: ${body.message}`);
  if (failedReply.safeParse(body).success) throw new ServiceReportedFailure(call, status, said(reply, key));
  const envelope = successfulReply.safeParse(body);
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
): ServiceReplyInvalid {
  const issues = issuesOf(error).map(({ path, message }) => ({
    path: [...above, path].filter((part) => part !== "").join("."),
    message,
  }));
  return new ServiceReplyInvalid(
    call,
    status,
    `the answer is not as the interface says (${issuesLine(issues)})`,
  );
}

/** Each value takes some hundred bytes of memory, and the text of one only three. */
const MAX_VALUES = 200_000;

function parsed(text: string): Record<string, unknown> | UnreadableJson {
  if (isCrowded(text)) return new UnreadableJson("it holds too many values");
  try {
    return parseObject(text);
  } catch (error) {
    if (error instanceof UnreadableJson) return error;
    throw error;
  }
}

/** Whether there may be too many values in a JSON text, judged by what can part two. */
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

/** What an error reply says of itself, if anything, on one line and without the key. */
export function said(reply: ServiceReply, key: string): string {
  const body = parsed(reply.text);
  if (body instanceof UnreadableJson || typeof body["message"] !== "string") return "";
  const message = body["message"]
    .replaceAll(key, "[key]")
    .replace(/[\s\p{C}]+/gu, " ")
    .trim();
  return message === "" ? "" : `, saying "${shorten(message, 300)}"`;
}
