/** The property of the whole local stack: hostile requests over HTTP, and nothing stored that nobody signed. */

import { createHash } from "node:crypto";
import { Agent, request } from "node:http";
import * as fc from "fast-check";
import { localProject } from "../../../../infra/local/sandbox/local-projects.ts";
import { expandBody } from "../../../../lib/notifications/raw-body.ts";
import { TestStack } from "../../../support/test-stack.ts";
import { FuzzError } from "../checks/reply-checks.ts";
import { body } from "../inputs/hostile-bodies.ts";
import { contentType, otherHeaders, type RawHeaders } from "../inputs/hostile-headers.ts";
import { userTarget } from "../inputs/hostile-paths.ts";
import { CANARY } from "../inputs/hostile-text.ts";
import { authenticationHeaders, mayBeTaken, SECRETS, signing } from "../inputs/signing.ts";
import type { Target } from "../subject.ts";

/** What the local stack's secrets are in place of those that cases are signed with. */
const LOCAL_SECRETS = new Map(
  SECRETS.map(({ projectId, value }) => [value, localProject(projectId).webhookSecret]),
);

const TIMEOUT_MS = 20_000;

const method = fc.oneof(
  { weight: 9, arbitrary: fc.constant("POST") },
  { weight: 1, arbitrary: fc.constantFrom("GET", "PUT", "DELETE", "OPTIONS", "HEAD", "PROPFIND") },
);

const target = fc.oneof(
  { weight: 6, arbitrary: fc.constant("/webhook") },
  { weight: 2, arbitrary: userTarget },
  {
    weight: 1,
    arbitrary: fc.constantFrom("/", "/webhook/", "/Webhook", "/webhook?x=1", "//webhook", "/.env", "*"),
  },
);

/** What was sent with a signature that may be taken. */
type Signed = Set<string>;

function wireProperty(
  stack: TestStack,
  agent: Agent,
  signed: Signed,
  tookMs: (milliseconds: number) => void,
) {
  return fc.asyncProperty(
    ...[method, target, body, contentType, otherHeaders, signing],
    async (verb, path, bytes, type, others, how) => {
      const bare = path.split("?", 1)[0] ?? "";
      const local = { ...how, secret: LOCAL_SECRETS.get(how.secret) ?? how.secret };
      const headers = [
        ...type,
        ...others,
        ...authenticationHeaders(local, { method: verb, path: bare, body: bytes }),
      ];
      fc.pre(headers.every((text) => /^[\t\x20-\x7e\x80-\xff]*$/.test(text)));
      if (mayBeTaken(how)) signed.add(digest(bytes));
      const start = performance.now();
      const reply = await send(agent, stack.stack.endpoints.adapter, verb, path, headers, bytes);
      tookMs(performance.now() - start);
      checkReply(reply, mayBeTaken(how));
    },
  );
}

/** Starts a local stack and sends it any request. */
export async function startWire(): Promise<Target> {
  // The consumer has twelve seconds for a batch: that it fails for want of time on a busy machine is no finding.
  const stack = await TestStack.start({ timeScale: 5 });
  await stack.load("ReceiveWebhook", "GetUser", "StoreNotifications");
  const agent = new Agent({ keepAlive: true });
  const signed: Signed = new Set();
  let slowest = 0;
  const failures: string[] = [];
  stack.stack.events.listen((event) => {
    if (event.type === "failure") failures.push(event.message);
    if (event.type === "delivery" && event.failed > 0) failures.push(`${event.failed} messages failed`);
  });
  return {
    property: wireProperty(stack, agent, signed, (milliseconds) => {
      slowest = Math.max(slowest, milliseconds);
    }),
    slowest: () => slowest,
    afterwards: async () => {
      for (const { key } of await stack.notifications({ rehearsals: true })) {
        const raw = (await stack.notification(key))?.raw;
        if (raw === undefined || !signed.has(digest(expandBody(raw))))
          throw new FuzzError(`${key}: nobody signed it`);
      }
      if (failures.length > 0) throw new FuzzError(`functions failed: ${failures.join("; ")}`);
    },
    async close() {
      agent.destroy();
      await stack.close();
    },
  };
}

interface WireReply {
  status: number;
  text: string;
}

function send(
  agent: Agent,
  base: string,
  verb: string,
  path: string,
  headers: RawHeaders,
  bytes: Buffer,
): Promise<WireReply> {
  return new Promise((done, fail) => {
    const { hostname, port, host } = new URL(base);
    const own = headers.some((text, index) => index % 2 === 0 && text.toLowerCase() === "host")
      ? []
      : ["host", host];
    const call = request(
      {
        ...{ agent, hostname, port, method: verb, path, timeout: TIMEOUT_MS },
        headers: [...own, ...headers, "content-length", String(bytes.length)],
      },
      async (reply) => {
        const chunks: Buffer[] = [];
        for await (const chunk of reply) chunks.push(chunk);
        done({ status: reply.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
      },
    );
    call.on("timeout", () => fail(new FuzzError("no reply: it hangs")));
    // A parser that refuses enormous paths and headers does not wait for the rest of the request.
    const enormous = path.length + headers.join("").length > 8_000;
    call.on("error", (error) => (enormous ? done({ status: 431, text: "" }) : fail(error)));
    call.end(bytes);
  });
}

function checkReply({ status, text }: WireReply, mayBeTaken: boolean): void {
  if (status === 200 && !mayBeTaken) throw new FuzzError(`unsigned, but answered ${status}: ${text}`);
  if (status >= 500) throw new FuzzError(`status ${status}: ${text}`);
  if (text.includes(CANARY)) throw new FuzzError(`status ${status} with what was sent: ${text}`);
  if (/^\s+at /m.test(text)) throw new FuzzError(`status ${status} with a stack trace: ${text}`);
}

function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
