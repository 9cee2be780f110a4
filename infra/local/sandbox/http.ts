import type { IncomingMessage, ServerResponse } from "node:http";
import type * as z from "zod/mini";
import { parseObjectExactly, textOf, UnreadableJsonError } from "../../../lib/contract/exact-json.ts";
import { type Issue, issuesOf, saidIssues } from "../../../lib/contract/issues.ts";

/** 50 addresses are a few KiB. */
const MAX_BODY_BYTES = 1024 * 1024;

/** An answer other than success. */
export class SandboxHttpError extends Error {
  override name = "SandboxHttpError";
  readonly status: number;
  readonly issues: readonly Issue[];
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    status: number,
    message: string,
    issues: readonly Issue[] = [],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.issues = issues;
    this.headers = headers;
  }
}

/**
 * The body of a request as its schema reads it, numbers exact.
 * @throws {SandboxHttpError} 400 with the issues, or 413
 */
export async function readBody<T extends z.ZodMiniType>(
  request: IncomingMessage,
  schema: T,
): Promise<z.output<T>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    if (!(chunk instanceof Uint8Array)) continue;
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES)
      throw new SandboxHttpError(413, "The body is too large.", [], { connection: "close" });
    chunks.push(chunk);
  }
  const reading = schema.safeParse(parsed(Buffer.concat(chunks)));
  if (!reading.success) throw new SandboxHttpError(400, "The request is not valid.", issuesOf(reading.error));
  return reading.data;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return parseObjectExactly(textOf(bytes));
  } catch (error) {
    if (error instanceof UnreadableJsonError)
      throw new SandboxHttpError(400, `The request is not valid: ${error.message}.`);
    throw error;
  }
}

export function answer(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.destroyed) return;
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(`${JSON.stringify(body)}\n`);
}

/** Answers with what went wrong, in the service's envelope. */
export function answerError(response: ServerResponse, error: unknown): void {
  if (error instanceof SandboxHttpError) {
    const { status, message, issues, headers } = error;
    answer(
      response,
      status,
      { success: false, message, ...(issues.length > 0 ? { issues: saidIssues(issues) } : {}) },
      headers,
    );
    return;
  }
  answer(response, 500, { success: false, message: `The sandbox failed: ${String(error)}` });
}
