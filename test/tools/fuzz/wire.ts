/** The property of the whole local stack: hostile requests over HTTP, and nothing is stored that was not signed. */

import { createHash } from "node:crypto";
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import * as fc from "fast-check";
import { headersOf } from "../../../infra/local/http/gateway-event.ts";
import { localProject } from "../../../infra/local/sandbox/local-projects.ts";
import { expandBody } from "../../../lib/notifications/raw-body.ts";
import { TestStack } from "../../support/test-stack.ts";
import { body } from "./bodies.ts";
import { FuzzError } from "./finding.ts";
import { userTarget } from "./requests.ts";
import {
  authenticationHeaders,
  contentType,
  judge,
  otherHeaders,
  type RawHeaders,
  SECRETS,
  signing,
} from "./signing.ts";
import { CANARY, weighted } from "./texts.ts";

const asked = fc.record({
  method: weighted(
    [9, fc.constant("POST")],
    [1, fc.constantFrom("GET", "PUT", "DELETE", "OPTIONS", "HEAD", "PROPFIND")],
  ),
  path: weighted(
    [6, fc.constant("/webhook")],
    [2, userTarget],
    [1, fc.constantFrom("/", "/webhook/", "/Webhook", "/webhook?x=1", "//webhook", "/.env", "*")],
  ),
  bytes: body,
  headers: fc.tuple(contentType, otherHeaders).map((parts) => parts.flat()),
  how: signing,
});

/** A local stack, the property of what it answers, and the check of what it keeps. */
export async function startWire() {
  // The consumer has twelve seconds for a batch: that it fails for want of time on a busy machine is no finding.
  const stack = await TestStack.start({ timeScale: 5 });
  await stack.load("ReceiveWebhook", "GetUser", "StoreNotifications");
  const { adapter } = stack.stack.endpoints;
  const secrets = SECRETS.map(({ projectId }) => ({
    projectId,
    value: localProject(projectId).webhookSecret,
  }));
  const agent = new Agent({ keepAlive: true });
  const failures: string[] = [];
  stack.stack.events.listen((event) => {
    if (event.type === "failure") failures.push(event.message);
    if (event.type === "delivery" && event.failed > 0) failures.push(`${event.failed} messages failed`);
  });
  /** Requests with a signature that may be accepted. */
  const signed = new Set<string>();
  const property = fc.asyncProperty(asked, async ({ method, path, bytes, headers, how }) => {
    const secret = secrets[SECRETS.findIndex(({ value }) => value === how.secret)]?.value ?? how.secret;
    const parts = { method, path: path.split("?", 1)[0] ?? "", body: bytes };
    const sent = [...headers, ...authenticationHeaders({ ...how, secret }, parts)];
    fc.pre(sent.every((header) => /^[\t\x20-\x7e\x80-\xff]*$/.test(header)));
    // HTTP trims the values of headers.
    const event = {
      ...{ rawPath: parts.path, headers: headersOf({ rawHeaders: sent.map((header) => header.trim()) }) },
      ...{
        body: bytes.toString("base64"),
        isBase64Encoded: true,
        requestContext: { http: { method }, requestId: "" },
      },
    };
    const { kind } = judge(event, [parts.path], true, secrets);
    const mayBeTaken = kind === "authentic" || kind === "either";
    if (mayBeTaken) signed.add(digest(bytes));
    checkReply(await send(agent, adapter, method, path, sent, bytes), mayBeTaken);
  });
  return {
    property,
    async afterwards() {
      for (const { key } of await stack.notifications({ rehearsals: true })) {
        const raw = (await stack.notification(key))?.raw;
        if (raw === undefined || !signed.has(digest(expandBody(raw))))
          throw new FuzzError(`${key} was not signed`);
      }
      if (failures.length > 0) throw new FuzzError(`functions failed: ${failures.join("; ")}`);
    },
    async close() {
      agent.destroy();
      await stack.close();
    },
  };
}

const TIMEOUT_MS = 20_000;

interface WireReply {
  status: number;
  said: string;
}

function send(
  agent: Agent,
  base: string,
  method: string,
  path: string,
  headers: RawHeaders,
  bytes: Buffer,
): Promise<WireReply> {
  return new Promise((done, fail) => {
    const { hostname, port, host } = new URL(base);
    const hasHost = headers.some((name, at) => at % 2 === 0 && name.toLowerCase() === "host");
    const own = ["content-length", String(bytes.length), ...(hasHost ? [] : ["host", host])];
    const options = {
      agent,
      hostname,
      port,
      method,
      path,
      timeout: TIMEOUT_MS,
      headers: [...headers, ...own],
    };
    const call = request(options, async (reply) =>
      done({ status: reply.statusCode ?? 0, said: await text(reply) }),
    );
    call.on("timeout", () => fail(new FuzzError("no reply: it hangs")));
    // A parser that refuses enormous paths and headers does not wait for the rest of the request.
    const isEnormous = path.length + headers.join("").length > 8_000;
    call.on("error", (error) => (isEnormous ? done({ status: 431, said: "" }) : fail(error)));
    call.end(bytes);
  });
}

function checkReply({ status, said }: WireReply, mayBeTaken: boolean): void {
  if (status === 200 && !mayBeTaken) throw new FuzzError(`not signed, but answered ${status}: ${said}`);
  if (status >= 500) throw new FuzzError(`status ${status}: ${said}`);
  if (said.includes(CANARY)) throw new FuzzError(`status ${status} with what was sent: ${said}`);
  if (/^\s+at /m.test(said)) throw new FuzzError(`status ${status} with a stack trace: ${said}`);
}

function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
