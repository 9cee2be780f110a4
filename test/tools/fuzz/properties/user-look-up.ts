/** The property of GET /users/{userId}: only who may ask is answered, and only about exactly whom they asked. */

import * as fc from "fast-check";
import {
  decodedPath,
  GatewayError,
  type Match,
  matchRoute,
} from "../../../../infra/local/http/gateway-event.ts";
import type { Route } from "../../../../infra/local/template/resources.ts";
import { userId as userIdSchema } from "../../../../lib/contract/user.ts";
import type { AwsStub } from "../aws-stub.ts";
import { type EndpointEvent, judge } from "../checks/oracle.ts";
import { checkRefusal, FuzzError, type Reply, replyOf, withoutFields } from "../checks/reply-checks.ts";
import { endpointEvent } from "../inputs/gateway-events.ts";
import { body } from "../inputs/hostile-bodies.ts";
import { contentType, otherHeaders } from "../inputs/hostile-headers.ts";
import { userTarget } from "../inputs/hostile-paths.ts";
import { SECRETS, signing } from "../inputs/signing.ts";
import { MEXICO, PERSONAL, RECORD, userItem } from "../inputs/user-records.ts";
import type { Subject } from "../subject.ts";

const ROUTES: readonly Route[] = [
  { key: "GET /users/{userId}", functionArn: "", sourceArn: "", timeoutMs: 30_000 },
];

export const USERS_TABLE = "Vigia-local-Users";

/** What of the path is signed. */
const signedForm = fc.constantFrom(
  "as sent",
  "as sent",
  "decoded",
  "encodeURIComponent",
  "encodeURI",
  "capitals",
);

/** Who is in the table: the one who is asked for, one whose id only looks the same, or nobody. */
const stored = fc.constantFrom("asked for", "asked for", "in capitals", "in small letters", "nobody");

const noBody = fc.constant(Buffer.alloc(0));
const anyBody = fc.oneof({ weight: 9, arbitrary: noBody }, { weight: 1, arbitrary: body });

/** Sends any request to the look-up endpoint. */
export function userLookUpProperty(subject: Subject, aws: AwsStub) {
  return fc.asyncProperty(
    ...[userTarget, signedForm, stored, anyBody, contentType, otherHeaders, signing],
    async (target, form, inTable, bytes, type, others, how) => {
      const found = routed(target);
      // The gateway answers by itself.
      fc.pre(found !== undefined);
      const id = found.match.pathParameters["userId"] ?? "";
      const event = endpointEvent({
        method: "GET",
        ...found,
        headers: [...type, ...others],
        body: bytes,
        form: "as AWS",
        signing: how,
        signedPath: signedPath(form, target, found.path, id),
      });
      await checkLookUp(event, id, inTable, subject, aws);
    },
  );
}

function routed(target: string): { path: string; match: Match } | undefined {
  try {
    const path = decodedPath(target.split("?", 1)[0] ?? "");
    return { path, match: matchRoute(ROUTES, "GET", path) };
  } catch (error) {
    if (error instanceof GatewayError) return undefined;
    throw error;
  }
}

function signedPath(form: string, target: string, decoded: string, id: string): string {
  if (form === "decoded") return decoded;
  if (form === "encodeURIComponent") return `/users/${encodeURIComponent(id)}`;
  if (form === "encodeURI") return `/users/${encodeURI(id)}`;
  const sent = target.split("?", 1)[0] ?? "";
  return form === "capitals" ? sent.toUpperCase() : sent;
}

/** Sends one event to the look-up endpoint; throws a {@link FuzzError} where it gets anything but what it must. */
async function checkLookUp(
  event: EndpointEvent,
  id: string,
  inTable: string,
  subject: Subject,
  aws: AwsStub,
): Promise<void> {
  aws.begin();
  const other = { "in capitals": id.toUpperCase(), "in small letters": id.toLowerCase() }[inTable] ?? id;
  if (inTable !== "nobody") aws.place(USERS_TABLE, other, userItem(other));
  const call = await subject.call(event);
  const paths = [event.rawPath, `/users/${encodeURIComponent(id)}`, `/users/${encodeURI(id)}`];
  const verdict = judge(event, paths, false, SECRETS);
  // The audit line of an authentic look-up names the id, as it should.
  const audited = verdict.kind === "authentic" || verdict.kind === "either";
  const reply = replyOf(audited ? { ...call, printed: withoutFields(call.printed, "userId") } : call);
  if (call.printed.includes(PERSONAL))
    throw new FuzzError(`printed personal data: ${call.printed.slice(0, 300)}`);
  if (aws.activity.refused.length > 0)
    throw new FuzzError(`AWS would have refused: ${aws.activity.refused.join("; ")}`);
  if (reply.status !== 200) checkRefusal(reply);

  if (verdict.kind === "either") return;
  if (verdict.kind === "authentic") {
    const known = inTable !== "nobody" && other === id && userIdSchema.safeParse(id).success;
    return checkAnswer(reply, known, verdict.projectId);
  }
  if ((aws.activity.reads.get(USERS_TABLE) ?? 0) > 0)
    throw new FuzzError("looked up for somebody who may not ask");
  const status = verdict.kind === "unread" ? 413 : 401;
  if (reply.status !== status) throw new FuzzError(`${verdict.kind}, but answered ${reply.status}`);
}

function checkAnswer({ status, body: text }: Reply, known: boolean, projectId: number): void {
  if (!known) {
    if (status !== 404) throw new FuzzError(`nobody of that id, but answered ${status}`);
    return;
  }
  const record = projectId === 2 ? { ...RECORD, mexico: MEXICO } : RECORD;
  if (status !== 200 || !sameJson(JSON.parse(text), record))
    throw new FuzzError(`known, but answered ${status} ${text}`);
}

function sameJson(a: unknown, b: unknown): boolean {
  const sorted = (_: string, value: unknown) =>
    typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1)))
      : value;
  return JSON.stringify(a, sorted) === JSON.stringify(b, sorted);
}
