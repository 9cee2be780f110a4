/** The property of POST /webhook: whatever is sent, each request gets what the oracle says, and nothing else happens. */

import * as fc from "fast-check";
import type { AwsStub } from "../aws-stub.ts";
import { bytesOf, type EndpointEvent, judge } from "../checks/oracle.ts";
import { checkRefusal, FuzzError, type Reply, replyOf } from "../checks/reply-checks.ts";
import { type BodyForm, endpointEvent, WEBHOOK_MATCH } from "../inputs/gateway-events.ts";
import { body } from "../inputs/hostile-bodies.ts";
import { contentType, otherHeaders } from "../inputs/hostile-headers.ts";
import { SECRETS, signing } from "../inputs/signing.ts";
import type { Subject } from "../subject.ts";

const MAX_BODY_BYTES = 262_144;

const form: fc.Arbitrary<BodyForm> = fc.oneof(
  { weight: 8, arbitrary: fc.constant("as AWS") },
  { weight: 2, arbitrary: fc.constant("base64") },
  { weight: 1, arbitrary: fc.constantFrom("flagged", "unflagged") },
);

/** Sends any request to the webhook endpoint. */
export function webhookEndpointProperty(subject: Subject, aws: AwsStub) {
  return fc.asyncProperty(
    body,
    form,
    contentType,
    otherHeaders,
    signing,
    async (bytes, shape, type, others, how) => {
      const event = endpointEvent({
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

/** Sends one event to the webhook endpoint; throws a {@link FuzzError} where it gets anything but what it must. */
async function checkWebhook(event: EndpointEvent, subject: Subject, aws: AwsStub): Promise<void> {
  aws.begin();
  const reply = replyOf(await subject.call(event));
  const verdict = judge(event, [event.rawPath], true, SECRETS);
  const { sent, refused } = aws.activity;
  if (refused.length > 0) throw new FuzzError(`AWS would have refused: ${refused.join("; ")}`);
  if (reply.status === 200 && reply.body !== '{"success":true}')
    throw new FuzzError(`200 with ${reply.body}`);
  const words = reply.status === 200 ? undefined : checkRefusal(reply);
  const unreadable = reply.status === 400 && words?.issues === undefined;

  if (verdict.kind === "either") return;
  if (verdict.kind === "authentic") return checkTaken(event, verdict.projectId, reply, sent);
  if (sent.length > 0) throw new FuzzError("something that is not authentic was queued");
  if (verdict.kind === "unread" && reply.status !== 413)
    throw new FuzzError(`too large to be read, but answered ${reply.status}`);
  if (verdict.kind === "unreadable" && !unreadable)
    throw new FuzzError(`unreadable, but answered ${reply.status}`);
  if (verdict.kind === "refused" && reply.status !== 401)
    throw new FuzzError(`unsigned, but answered ${reply.status}`);
}

function checkTaken(
  event: EndpointEvent,
  projectId: number,
  { status }: Reply,
  sent: readonly string[],
): void {
  const bytes = bytesOf(event);
  if (bytes.length > MAX_BODY_BYTES) {
    if (status !== 413 || sent.length > 0)
      throw new FuzzError(`${bytes.length} bytes, but answered ${status}`);
    return;
  }
  if (status !== 200 && status !== 400) throw new FuzzError(`authentic, but answered ${status}`);
  const [message, ...others] = sent.map((text) => JSON.parse(text));
  if (message === undefined || others.length > 0) throw new FuzzError(`queued ${sent.length} times`);
  if (message.projectId !== projectId || message.deliveryId !== event.requestContext.requestId)
    throw new FuzzError(`queued for project ${message.projectId} as ${message.deliveryId}`);
  if (!Buffer.from(message.body, "base64").equals(bytes)) throw new FuzzError("queued with other bytes");
}
