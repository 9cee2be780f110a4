/** Functions that are broken on purpose, each in one way: whoever looks for findings must find it. */

import type { AwsStub } from "./aws-stub.ts";
import { bytesOf, type DoorEvent } from "./oracle.ts";
import { authenticationHeaders, SECRETS } from "./signing.ts";
import type { Call, Subject } from "./subject.ts";

type Breaking = (real: Subject, aws: AwsStub) => Subject;

/** Breaks what comes out. */
function after(change: (call: Call, event: DoorEvent) => Call): Breaking {
  return (real) => ({ call: async (event: DoorEvent) => change(await real.call(event), event) });
}

/** Breaks what goes in. */
function before(change: (event: DoorEvent) => unknown): Breaking {
  return (real) => ({ call: (event: DoorEvent) => real.call(change(event)) });
}

function answering(statusCode: number, body: unknown): (call: Call) => Call {
  const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };
  const payload = JSON.stringify({ statusCode, headers, body: JSON.stringify(body) });
  return (call) => ({ ...call, outcome: { ok: true, payload } });
}

function saying(message: string) {
  return { success: false, message };
}

/** An event as if somebody who knows a secret had signed it. */
function signedAnew(event: DoorEvent): DoorEvent {
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

/** What breaks the webhook's door, and the finding that it must lead to. */
export const BROKEN_DOORS: readonly [what: string, breaking: Breaking, finding: RegExp][] = [
  ["answers 500", after(answering(500, saying("An unforeseen error."))), /status 500/],
  ["answers 503", after(answering(503, saying("Temporarily unavailable."))), /status 503/],
  [
    "throws",
    after((call) => ({
      ...call,
      outcome: { ok: false, error: { errorType: "E", errorMessage: "", trace: [] } },
    })),
    /no reply/,
  ],
  [
    "echoes the body",
    after((call, event) => answering(400, saying(`Not understood: ${event.body?.slice(0, 20)}`))(call)),
    /other words/,
  ],
  [
    "tells which key is wrong",
    after(
      answering(400, {
        ...saying("The body is not a webhook."),
        issues: [{ path: "x", message: "unknown" }],
      }),
    ),
    /an issue in other words/,
  ],
  [
    "sends a header that says what it runs on",
    after((call) => {
      const { payload } = call.outcome.ok ? call.outcome : { payload: "{}" };
      return {
        ...call,
        outcome: { ok: true, payload: JSON.stringify({ ...JSON.parse(payload), cookies: [] }) },
      };
    }),
    /another form/,
  ],
  [
    "prints the body",
    after((call, event) => ({ ...call, printed: event.body ?? "" })),
    /printed what was sent/,
  ],
  ["prints a stack trace", after((call) => ({ ...call, printed: "Error\n    at x (y:1:1)" })), /stack trace/],
  [
    "takes what nobody signed",
    before((event) => (event.headers["x-wavynode-hmac"] === undefined ? signedAnew(event) : event)),
    /not authentic was queued/,
  ],
  [
    "refuses everybody",
    after(answering(401, saying("The request is not authenticated."))),
    /but answered 401/,
  ],
  ["says yes and queues nothing", after(answering(200, { success: true })), /answered 200|queued 0 times/],
  [
    "queues twice",
    (real) => ({
      async call(event) {
        await real.call(event);
        return real.call(event);
      },
    }),
    /queued 2 times/,
  ],
  [
    "queues other bytes",
    (real, aws) => ({
      async call(event) {
        const call = await real.call(event);
        const spoilt = (text: string) => JSON.stringify({ ...JSON.parse(text), body: "e30=" });
        aws.deeds.sent = aws.deeds.sent.map(spoilt);
        return call;
      },
    }),
    /other bytes/,
  ],
  [
    "queues what SQS refuses",
    (real, aws) => ({
      async call(event) {
        const call = await real.call(event);
        aws.deeds.refused.push("too long");
        return call;
      },
    }),
    /AWS would have refused/,
  ],
];

/** What breaks the check of signatures. */
export const BROKEN_SIGNATURES: readonly [what: string, breaking: Breaking, finding: RegExp][] = [
  [
    "does not look at the method",
    before((event) => ({ ...event, requestContext: { ...event.requestContext, http: { method: "POST" } } })),
    /tampered with, but answered/,
  ],
  ["does not look at the path", before((event) => ({ ...event, rawPath: "/webhook" })), /tampered with/],
  ["takes any signature", before(signedAnew), /tampered with/],
  [
    "refuses another spelling",
    after((call, event) =>
      /\\u00|\n/.test(event.body ?? "")
        ? answering(401, saying("The request is not authenticated."))(call)
        : call,
    ),
    /only spelt otherwise/,
  ],
];

/** What breaks the look-up. */
export const BROKEN_LOOK_UPS: readonly [what: string, breaking: Breaking, finding: RegExp][] = [
  [
    "reads the table before it checks who asks",
    (real) => ({
      async call(event: DoorEvent) {
        await real.call(signedAnew(event));
        return real.call(event);
      },
    }),
    /who may not ask/,
  ],
  ["answers anybody", before(signedAnew), /who may not ask/],
  [
    "does not tell small letters from capitals",
    (real, aws) => ({
      async call(event: DoorEvent & { pathParameters?: { userId?: string } }) {
        const call = await real.call(event);
        return aws.deeds.reads.size > 0 &&
          call.outcome.ok &&
          call.outcome.payload.includes('"statusCode":404')
          ? answering(200, {})(call)
          : call;
      },
    }),
    /nobody of that id/,
  ],
  [
    "tells every project what only one may see",
    after((call) => {
      const { payload } = call.outcome.ok ? call.outcome : { payload: "{}" };
      const reply = JSON.parse(payload);
      if (reply.statusCode !== 200) return call;
      return answering(200, { ...JSON.parse(reply.body), mexico: {} })(call);
    }),
    /known, but answered/,
  ],
  [
    "prints the record",
    after((call) => ({ ...call, printed: call.outcome.ok ? call.outcome.payload : "" })),
    /printed/,
  ],
];

/** What breaks the consumer. */
export const BROKEN_CONSUMERS: readonly [what: string, breaking: Breaking, finding: RegExp][] = [
  [
    "fails the whole batch",
    after((call) => ({
      ...call,
      outcome: { ok: false, error: { errorType: "E", errorMessage: "", trace: [] } },
    })),
    /the whole batch failed/,
  ],
  ["drops a message", (real) => ({ call: () => real.call({ Records: [] }) }), /stored 0 times/],
  [
    "gives a message back for ever",
    after((call) => ({
      ...call,
      outcome: { ok: true, payload: '{"batchItemFailures":[{"itemIdentifier":"m-0"}]}' },
    })),
    /accepted, but not stored/,
  ],
  [
    "stores other bytes",
    (real, aws) => ({
      async call(event) {
        const call = await real.call(event);
        for (const { item } of aws.deeds.written) if (item["raw"]) item["raw"] = { B: "AQMA" };
        return call;
      },
    }),
    /other bytes/,
  ],
  [
    "tells nobody",
    (real, aws) => ({
      async call(event) {
        const call = await real.call(event);
        aws.deeds.published = [];
        return call;
      },
    }),
    /due, but not told/,
  ],
  [
    "shows what turns text round",
    (real, aws) => ({
      async call(event) {
        const call = await real.call(event);
        for (const { texts } of aws.deeds.published) texts["email"] = "\u202eexe.law";
        return call;
      },
    }),
    /an alert with/,
  ],
  ["prints what is in the queue", after((call) => ({ ...call, printed: "cnry7Q" })), /printed what was sent/],
];
