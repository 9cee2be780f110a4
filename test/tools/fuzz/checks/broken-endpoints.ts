/** Endpoints that are broken on purpose, each in one way: whoever looks for findings must find it. */

import { after, answering, type Broken, before, saying, signedAnew } from "./breaking.ts";

/** What breaks the webhook endpoint, and the finding that it must lead to. */
export const BROKEN_ENDPOINTS: readonly Broken[] = [
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
    "names the key that is wrong",
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
        outcome: { ok: true, payload: JSON.stringify({ ...JSON.parse(payload), cookies: [] }), cpuMs: 0 },
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
    /not authentic was queued|unsigned, but answered/,
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
        aws.activity.sent = aws.activity.sent.map(spoilt);
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
        aws.activity.refused.push("too long");
        return call;
      },
    }),
    /AWS would have refused/,
  ],
];
