/** The property of POST /webhook: whatever is sent, each request gets what the oracle says, and nothing else happens. */

import * as fc from "fast-check";
import type { AwsStub } from "./aws-stub.ts";
import { type BodyForm, doorEvent, WEBHOOK_MATCH } from "./door-events.ts";
import { body } from "./hostile-bodies.ts";
import { contentType, otherHeaders } from "./hostile-headers.ts";
import { bytesOf, type DoorEvent, judge } from "./oracle.ts";
import { checkRefusal, Finding, type Reply, replyOf } from "./reply-checks.ts";
import { SECRETS, signing } from "./signing.ts";
import type { Subject } from "./subject.ts";

const MAX_BODY_BYTES = 262_144;

const form: fc.Arbitrary<BodyForm> = fc.oneof(
  { weight: 8, arbitrary: fc.constant("as AWS") },
  { weight: 2, arbitrary: fc.constant("base64") },
  { weight: 1, arbitrary: fc.constantFrom("flagged", "unflagged") },
);

/** Sends any request to the webhook's door. */
export function webhookDoorProperty(subject: Subject, aws: AwsStub) {
  return fc.asyncProperty(
    body,
    form,
    contentType,
    otherHeaders,
    signing,
    async (bytes, shape, type, others, how) => {
      const event = doorEvent({
        method: "POST",
        path: "/webhook",
        match: WEBHOOK_MATCH,
        headers: [...type, ...others],
        body: bytes,
        form: shape,
        signing: how,
        signedPath: "/webhook",
      });
      await checkWebhook(event, subject, aws);
    },
  );
}

/** Sends one event to the webhook's door; throws a {@link Finding} where it gets anything but what it must. */
export async function checkWebhook(event: DoorEvent, subject: Subject, aws: AwsStub): Promise<void> {
  aws.begin();
  const reply = replyOf(await subject.call(event));
  const verdict = judge(event, [event.rawPath], true, SECRETS);
  const { sent, refused } = aws.deeds;
  if (refused.length > 0) throw new Finding(`AWS would have refused: ${refused.join("; ")}`);
  if (reply.status === 200 && reply.body !== '{"success":true}') throw new Finding(`200 with ${reply.body}`);
  const words = reply.status === 200 ? undefined : checkRefusal(reply);
  const unreadable = reply.status === 400 && words?.issues === undefined;

  if (verdict.kind === "either") return;
  if (verdict.kind === "authentic") return checkTaken(event, verdict.projectId, reply, sent);
  if (sent.length > 0) throw new Finding("something that is not authentic was queued");
  if (verdict.kind === "too large" && reply.status !== 413)
    throw new Finding(`too large to be read, but answered ${reply.status}`);
  if (verdict.kind === "unreadable" && !unreadable)
    throw new Finding(`unreadable, but answered ${reply.status}`);
  if (verdict.kind === "refused" && reply.status !== 401)
    throw new Finding(`unsigned, but answered ${reply.status}`);
}

function checkTaken(event: DoorEvent, projectId: number, { status }: Reply, sent: readonly string[]): void {
  const bytes = bytesOf(event);
  if (bytes.length > MAX_BODY_BYTES) {
    if (status !== 413 || sent.length > 0) throw new Finding(`${bytes.length} bytes, but answered ${status}`);
    return;
  }
  if (status !== 200 && status !== 400) throw new Finding(`authentic, but answered ${status}`);
  const [message, ...others] = sent.map((text) => JSON.parse(text));
  if (message === undefined || others.length > 0) throw new Finding(`queued ${sent.length} times`);
  if (message.projectId !== projectId || message.deliveryId !== event.requestContext.requestId)
    throw new Finding(`queued for project ${message.projectId} as ${message.deliveryId}`);
  if (!Buffer.from(message.body, "base64").equals(bytes)) throw new Finding("queued with other bytes");
}
