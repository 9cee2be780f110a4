/** Checks of signatures, look-ups and consumers that are broken on purpose, each in one way. */

import { after, answering, type Broken, before, saying, signedAnew } from "./breaking.ts";
import type { EndpointEvent } from "./oracle.ts";

/** What breaks the check of signatures. */
export const BROKEN_SIGNATURES: readonly Broken[] = [
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
export const BROKEN_LOOK_UPS: readonly Broken[] = [
  [
    "reads the table before it checks who asks",
    (real) => ({
      async call(event: EndpointEvent) {
        await real.call(signedAnew(event));
        return real.call(event);
      },
    }),
    /who may not ask/,
  ],
  ["answers anybody", before(signedAnew), /who may not ask/],
  [
    "does not distinguish small letters from capitals",
    (real, aws) => ({
      async call(event: EndpointEvent & { pathParameters?: { userId?: string } }) {
        const call = await real.call(event);
        return aws.activity.reads.size > 0 &&
          call.outcome.ok &&
          call.outcome.payload.includes('"statusCode":404')
          ? answering(200, {})(call)
          : call;
      },
    }),
    /nobody of that id/,
  ],
  [
    "shows every project what only one may see",
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
export const BROKEN_CONSUMERS: readonly Broken[] = [
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
      outcome: { ok: true, payload: '{"batchItemFailures":[{"itemIdentifier":"m-0"}]}', cpuMs: 0 },
    })),
    /accepted, but not stored/,
  ],
  [
    "stores other bytes",
    (real, aws) => ({
      async call(event) {
        const call = await real.call(event);
        for (const { item } of aws.activity.written) if (item["raw"]) item["raw"] = { B: "AQMA" };
        return call;
      },
    }),
    /other bytes/,
  ],
  [
    "alerts nobody",
    (real, aws) => ({
      async call(event) {
        const call = await real.call(event);
        aws.activity.published = [];
        return call;
      },
    }),
    /due, but not alerted/,
  ],
  [
    "shows what turns text round",
    (real, aws) => ({
      async call(event) {
        const call = await real.call(event);
        for (const { texts } of aws.activity.published) texts["email"] = "\u202eexe.law";
        return call;
      },
    }),
    /an alert with/,
  ],
  ["prints what is in the queue", after((call) => ({ ...call, printed: "cnry7Q" })), /printed what was sent/],
];
