/** The property of signatures: a change of what is signed is refused, and a change of what is not signed is not. */

import * as fc from "fast-check";
import type { AwsStub } from "../aws-stub.ts";
import { canonicalText, readableBody } from "../checks/oracle.ts";
import { FuzzError, replyOf } from "../checks/reply-checks.ts";
import { endpointEvent, WEBHOOK_MATCH } from "../inputs/gateway-events.ts";
import { notificationText } from "../inputs/hostile-bodies.ts";
import { spoiltSignature, timestampText } from "../inputs/hostile-headers.ts";
import { otherChanges, type ValueChange, valueChange } from "../inputs/json-changes.ts";
import { goodSigning, otherSecret } from "../inputs/signing.ts";
import type { Subject } from "../subject.ts";

type Event = ReturnType<typeof endpointEvent>;

/** What is done to a signed request; undefined where it turned out to change nothing that is signed. */
type Tampering = (event: Event) => Event | undefined;

const SIGNATURE = "x-wavynode-hmac";
const TIMESTAMP = "x-wavynode-timestamp";

const anotherMethod = fc.constantFrom("GET", "PUT", "PATCH", "DELETE", "OPTIONS", "POSTS", "").map(
  (method): Tampering =>
    (event) => ({
      ...event,
      requestContext: { ...event.requestContext, http: { ...event.requestContext.http, method } },
    }),
);

const anotherPath = fc
  .constantFrom("/", "", "/webhook/", "/webhooks", "//webhook", "/webhook ", "/users/1")
  .map(
    (rawPath): Tampering =>
      (event) => ({ ...event, rawPath }),
  );

const anotherTimestamp = fc
  .oneof(
    timestampText,
    fc.integer({ min: -299_000, max: 299_000 }).map((shift) => (now: number) => String(now + shift)),
  )
  .map(
    (text): Tampering =>
      (event) => {
        const [before = "", after] = [event.headers[TIMESTAMP], text(Number(event.headers[TIMESTAMP]))];
        return before === after ? undefined : { ...event, headers: { ...event.headers, [TIMESTAMP]: after } };
      },
  );

const anotherSignature = spoiltSignature.map(
  (spoil): Tampering =>
    (event) => {
      const [before = "", after] = [event.headers[SIGNATURE], spoil(event.headers[SIGNATURE] ?? "")];
      return before === after ? undefined : { ...event, headers: { ...event.headers, [SIGNATURE]: after } };
    },
);

const anotherBody = valueChange.map(
  (change): Tampering =>
    (event) =>
      withBody(event, change, false),
);

function withBody(event: Event, change: ValueChange, same: boolean): Event | undefined {
  const before = readableBody(Buffer.from(event.body ?? ""))?.value;
  const text = before === undefined ? undefined : change(before);
  const after = text === undefined ? undefined : readableBody(Buffer.from(text))?.value;
  if (text === undefined || before === undefined || after === undefined) return undefined;
  return (canonicalText(before) === canonicalText(after)) === same ? { ...event, body: text } : undefined;
}

const tampering = fc.oneof(
  anotherMethod,
  anotherPath,
  anotherTimestamp,
  anotherSignature,
  anotherBody,
  anotherBody,
);

const harmless: fc.Arbitrary<Tampering> = fc.oneof(
  fc.constantFrom("/Webhook", "/WEBHOOK").map(
    (rawPath): Tampering =>
      (event) => ({ ...event, rawPath }),
  ),
  otherChanges.map(
    (change): Tampering =>
      (event) =>
        withBody(event, change, true),
  ),
);

/** A text that is an object, of which alone a signature is looked at; small enough to be taken in any spelling. */
const object = notificationText.filter(
  (text) => text.length < 40_000 && readableBody(Buffer.from(text)) !== undefined,
);

const JSON_TYPE = ["content-type", "application/json"];

/** Sends a signed request, changed where it must not be, or where it may be. */
export function tamperingProperty(subject: Subject, aws: AwsStub) {
  const change = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(fc.constant(true), tampering) },
    { weight: 1, arbitrary: fc.tuple(fc.constant(false), harmless) },
  );
  const secret = fc.oneof(
    { weight: 9, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: otherSecret },
  );
  return fc.asyncProperty(
    object,
    goodSigning,
    secret,
    change,
    async (text, good, wrong, [forbidden, tamper]) => {
      const signed = endpointEvent({
        method: "POST",
        path: "/webhook",
        match: WEBHOOK_MATCH,
        headers: JSON_TYPE,
        body: Buffer.from(text),
        form: "as AWS",
        signing: wrong === undefined ? good : { ...good, secret: wrong },
        signedPath: "/webhook",
      });
      const event = wrong === undefined ? tamper(signed) : signed;
      fc.pre(event !== undefined);
      await checkTampered(event, wrong !== undefined || forbidden, subject, aws);
    },
  );
}

/** Sends an event that was tampered with; throws a {@link FuzzError} where it is taken, or was taken wrongly. */
async function checkTampered(
  event: unknown,
  forbidden: boolean,
  subject: Subject,
  aws: AwsStub,
): Promise<void> {
  aws.begin();
  const { status } = replyOf(await subject.call(event));
  const taken = aws.activity.sent.length > 0;
  if (forbidden && (status !== 401 || taken)) throw new FuzzError(`tampered with, but answered ${status}`);
  if (!forbidden && (status === 401 || !taken))
    throw new FuzzError(`only spelt otherwise, but answered ${status}`);
}
