/** Endpoints, consumers and alerts that take rehearsals or foreign texts wrongly, each in one way. */

import { REHEARSAL_SECRET } from "../inputs/signing.ts";
import { type Broken, before, publishing } from "./breaking.ts";
import { bytesOf, canonicalText, type EndpointEvent, readableBody, signatureOf } from "./oracle.ts";

const HEADER = "x-vigia-rehearsal";

/** The event with a proof that is right. */
function proven(event: EndpointEvent): EndpointEvent {
  const canonical = canonicalText(readableBody(bytesOf(event))?.value ?? {});
  const timestamp = event.headers["x-wavynode-timestamp"] ?? "";
  const proof = signatureOf("POST", "/webhook", canonical, timestamp, REHEARSAL_SECRET);
  return { ...event, headers: { ...event.headers, [HEADER]: proof } };
}

function without(event: EndpointEvent): EndpointEvent {
  const { [HEADER]: _, ...headers } = event.headers;
  return { ...event, headers };
}

/** What breaks the proof of a rehearsal. */
export const BROKEN_PROOFS: readonly Broken[] = [
  [
    "believes what a body says of itself",
    before((event) =>
      !(HEADER in event.headers) && readableBody(bytesOf(event))?.value["rehearsal"] === true
        ? proven(event)
        : event,
    ),
    /not proven, but queued with true/,
  ],
  ["takes any proof", before((event) => (HEADER in event.headers ? proven(event) : event)), /a wrong proof/],
  ["takes a wrong proof for none", before(without), /a wrong proof|proven, but queued with undefined/],
];

interface Batch {
  Records: { body: string }[];
}

/** A batch in which the envelopes are changed. */
function envelopes(change: (envelope: Record<string, unknown>, said: unknown) => Record<string, unknown>) {
  return (event: unknown): unknown => {
    const { Records }: Batch = Object(event);
    return {
      Records: Records.map((record) => {
        const envelope = JSON.parse(record.body);
        const said: unknown = JSON.parse(Buffer.from(envelope.body, "base64").toString());
        return { ...record, body: JSON.stringify(change(envelope, said)) };
      }),
    };
  };
}

/** What breaks the consumer of rehearsals. */
export const BROKEN_BATCHES: readonly Broken[] = [
  [
    "believes what a body says of itself",
    before(
      envelopes((envelope, said) =>
        Reflect.get(Object(said), "rehearsal") === true ? { ...envelope, rehearsal: true } : envelope,
      ),
    ),
    /a real one is stored as/,
  ],
  [
    "takes rehearsals for real",
    before(envelopes(({ rehearsal: _, ...envelope }) => envelope)),
    /a rehearsal is stored as/,
  ],
  [
    "marks every message as a test",
    publishing((one) => {
      one.subject = `[TEST] ${one.subject.replace(/^\[TEST\] /, "")}`;
    }),
    /a real one is in the message|not alerted as real/,
  ],
  [
    "marks no message as a test",
    publishing((one) => {
      one.subject = one.subject.replace(/^\[TEST\] /, "");
    }),
    /a rehearsal is in the message|not alerted as a rehearsal/,
  ],
];

/** What breaks an alert. */
export const BROKEN_ALERTS: readonly Broken[] = [
  [
    "masks ordinary ids",
    publishing((one) => {
      one.texts["email"] = (one.texts["email"] ?? "").replace(/usr\d{6}[a-z]{3}/g, "[RFC masked]");
    }),
    /is not in the alert as it is/,
  ],
  [
    "masks nothing",
    publishing((one) => {
      one.texts["email"] = (one.texts["email"] ?? "").replaceAll("[RFC masked]", "GODE561231GR8");
    }),
    /personal data is in an alert/,
  ],
  [
    "lets a link through",
    publishing((one) => {
      one.texts["email"] = (one.texts["email"] ?? "").replaceAll("evil[.]example", "evil．example");
    }),
    /a link in/,
  ],
  [
    "mentions everybody",
    publishing((one) => {
      one.texts["https"] = (one.texts["https"] ?? "").replaceAll("&lt;!channel&gt;", "<!channel>");
    }),
    /markup in Slack/,
  ],
  [
    "formats what others wrote",
    publishing((one) => {
      one.texts["https"] = (one.texts["https"] ?? "").replaceAll("\u200b", "");
    }),
    /formatting in Slack/,
  ],
  [
    "leaves text turned round",
    publishing((one) => {
      one.texts["email"] = (one.texts["email"] ?? "").replaceAll("\u2069", "");
    }),
    /not closed/,
  ],
  [
    "has a subject that SNS refuses",
    publishing((one) => {
      one.subject = `${one.subject}${"!".repeat(99)}`;
    }),
    /a subject of \d+ characters/,
  ],
];
