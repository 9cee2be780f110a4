/** Ways to break a function on purpose. */

import type { PublishedMessage } from "../../../../infra/local/aws/sns-rules.ts";
import type { AwsStub } from "../aws-stub.ts";
import { authenticationHeaders, SECRETS } from "../inputs/signing.ts";
import type { Call, Subject } from "../subject.ts";
import { bytesOf, type EndpointEvent } from "./oracle.ts";

/** Makes a broken function of the real one. */
export type Breaking = (real: Subject, aws: AwsStub) => Subject;

/** Breaks what comes out. */
export function after(change: (call: Call, event: EndpointEvent) => Call): Breaking {
  return (real) => ({ call: async (event: EndpointEvent) => change(await real.call(event), event) });
}

/** Breaks what goes in. */
export function before(change: (event: EndpointEvent) => unknown): Breaking {
  return (real) => ({ call: (event: EndpointEvent) => real.call(change(event)) });
}

/** Gives another answer. */
export function answering(statusCode: number, body: unknown): (call: Call) => Call {
  const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };
  const payload = JSON.stringify({ statusCode, headers, body: JSON.stringify(body) });
  return (call) => ({ ...call, outcome: { ok: true, payload, cpuMs: 0 } });
}

/** A refusal in these words. */
export function saying(message: string) {
  return { success: false, message };
}

/** An event as if somebody who knows a secret had signed it. */
export function signedAnew(event: EndpointEvent): EndpointEvent {
  const { method } = event.requestContext.http;
  const good = {
    secret: SECRETS[0]?.value ?? "",
    timestamp: String,
    spoil: (signature: string) => signature,
    names: { signature: "x-wavynode-hmac", timestamp: "x-wavynode-timestamp" },
  };
  const proof = authenticationHeaders(good, { method, path: event.rawPath, body: bytesOf(event) });
  const [signature = "", hmac, timestamp = "", time] = proof;
  return { ...event, headers: { ...event.headers, [signature]: hmac, [timestamp]: time } };
}

/** A function that is broken in one way, and the finding that it must lead to. */
export type Broken = readonly [what: string, breaking: Breaking, finding: RegExp];

/** Breaks what was published. */
export function publishing(change: (publication: PublishedMessage) => void): Breaking {
  return (real, aws) => ({
    async call(event) {
      const call = await real.call(event);
      for (const publication of aws.activity.published) change(publication);
      return call;
    },
  });
}
