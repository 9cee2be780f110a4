/**
 * The property of rehearsals at the endpoint: a webhook is one exactly where a header proves it with the rehearsal
 * secret, for this body and this time; whatever the body says of it changes nothing, and a wrong proof is refused.
 */

import * as fc from "fast-check";
import type { AwsStub } from "../aws-stub.ts";
import { canonicalText, readableBody, signatureOf } from "../checks/oracle.ts";
import { checkRefusal, FuzzError, replyOf } from "../checks/reply-checks.ts";
import { endpointEvent, WEBHOOK_MATCH } from "../inputs/gateway-events.ts";
import { notificationText } from "../inputs/hostile-bodies.ts";
import { anyCase, spoiltSignature } from "../inputs/hostile-headers.ts";
import { json, text } from "../inputs/hostile-text.ts";
import { REHEARSAL_SECRET, SECRETS, signing } from "../inputs/signing.ts";
import type { Subject } from "../subject.ts";

/** A body that may say of itself that it is a rehearsal, in any place and of any type. */
const body = fc
  .tuple(
    notificationText,
    fc.oneof(fc.constantFrom("true", "false", '"true"', "1", "null"), json),
    fc.constantFrom("first", "last", "inside", "nowhere"),
  )
  .map(([whole, claim, place]) => {
    const says = `"rehearsal":${claim}`;
    if (place === "first") return `{${says},${whole.slice(1)}`;
    if (place === "last") return `${whole.slice(0, -1)},${says}}`;
    return place === "inside" ? whole.replace('"data":{', `"data":{${says},`) : whole;
  })
  .filter((whole) => whole.length < 40_000 && readableBody(Buffer.from(whole)) !== undefined);

/** What a proof is made of. */
interface Proven {
  method: string;
  path: string;
  canonical: string;
  timestamp: string;
  secret: string;
}

/** What of a proof is wrong; `undefined` for a header that is not sent. */
type Change = (right: Proven) => Partial<Proven> | undefined;

const RIGHT: Change = () => ({});

const wrong: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom<Change>(
    () => ({ secret: SECRETS[0]?.value ?? "" }),
    () => ({ secret: SECRETS[1]?.value ?? "" }),
    () => ({ secret: "" }),
    ({ secret }) => ({ secret: secret.toUpperCase() }),
    () => ({ method: "GET" }),
    () => ({ path: "/users/1" }),
    () => ({ canonical: "{}" }),
    ({ canonical }) => ({ canonical: canonical.slice(0, -1) }),
    ({ timestamp }) => ({ timestamp: String(Number(timestamp) - 1) }),
    ({ timestamp }) => ({ timestamp: String(Number(timestamp) - 600_000) }),
    () => ({ timestamp: "" }),
  ),
  text
    .filter((secret) => secret.replace(/\0+$/, "") !== REHEARSAL_SECRET)
    .map(
      (secret): Change =>
        () => ({ secret }),
    ),
);

const proof = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: "none" as const }) },
  {
    weight: 3,
    arbitrary: fc.constant({ kind: "right" as const, change: RIGHT, spoil: (good: string) => good }),
  },
  {
    weight: 3,
    arbitrary: wrong.map((change) => ({ kind: "wrong" as const, change, spoil: (good: string) => good })),
  },
  {
    weight: 2,
    arbitrary: spoiltSignature.map((spoil) => ({ kind: "wrong" as const, change: RIGHT, spoil })),
  },
);

/** Sends webhooks with and without proofs of being a rehearsal; some of them again. */
export function rehearsalProofsProperty(subject: Subject, aws: AwsStub) {
  return fc.asyncProperty(
    ...[body, signing, proof, anyCase("x-vigia-rehearsal"), fc.boolean()],
    async (whole, how, given, header, again) => {
      const request = {
        ...{ method: "POST", path: "/webhook", signedPath: "/webhook", match: WEBHOOK_MATCH },
        ...{
          headers: ["content-type", "application/json"],
          body: Buffer.from(whole),
          form: "as AWS" as const,
        },
        signing: how,
      };
      const event = endpointEvent(request);
      const timestamp = event.headers["x-wavynode-timestamp"] ?? "";
      const right = {
        ...{ method: "POST", path: "/webhook", secret: REHEARSAL_SECRET, timestamp },
        canonical: canonicalText(readableBody(Buffer.from(whole))?.value),
      };
      const headers = { ...event.headers };
      if (given.kind !== "none") {
        const proven = { ...right, ...given.change(right) };
        const { method, path, canonical, secret } = proven;
        headers[header.toLowerCase()] = given.spoil(
          signatureOf(method, path, canonical, proven.timestamp, secret),
        );
      }
      const authentic = isAuthentic(event.headers, right);
      fc.pre(authentic !== undefined);
      const sent = { ...event, headers };
      await checkProof(sent, authentic === true ? given.kind : "unsigned", subject, aws);
      // A proof that somebody recorded proves the same again, and nothing else.
      if (again) await checkProof(sent, authentic === true ? given.kind : "unsigned", subject, aws);
    },
  );
}

/** Whether a project signed; undefined where the timestamp is one that two readings take differently. */
function isAuthentic(
  headers: Record<string, string | undefined>,
  { method, path, canonical, timestamp }: Proven,
): boolean | undefined {
  if (!/^[0-9]+$/.test(timestamp)) return false;
  const distance = Math.abs(Date.now() - Number(timestamp));
  if (distance > 310_000) return false;
  if (distance > 290_000 || timestamp !== String(Number(timestamp))) return undefined;
  const signature = headers["x-wavynode-hmac"];
  return SECRETS.some(({ value }) => signature === signatureOf(method, path, canonical, timestamp, value));
}

/** Sends one; throws a {@link FuzzError} where it is taken for anything but what it is. */
async function checkProof(
  event: unknown,
  kind: "none" | "right" | "wrong" | "unsigned",
  subject: Subject,
  aws: AwsStub,
): Promise<void> {
  aws.begin();
  const reply = replyOf(await subject.call(event));
  const { sent } = aws.activity;
  if (reply.status !== 200) checkRefusal(reply);
  if (kind === "unsigned" || kind === "wrong") {
    if (reply.status !== 401 || sent.length > 0)
      throw new FuzzError(`${kind === "wrong" ? "a wrong proof" : "unsigned"}, but answered ${reply.status}`);
    return;
  }
  const [message, ...others] = sent.map((queued) => JSON.parse(queued));
  if (message === undefined || others.length > 0)
    throw new FuzzError(`answered ${reply.status}, queued ${sent.length} times`);
  if (kind === "right" ? message.rehearsal !== true : "rehearsal" in message)
    throw new FuzzError(
      `${kind === "right" ? "proven" : "not proven"}, but queued with ${message.rehearsal}`,
    );
}
