/** What stands before the emulated services of a test's stack: the judge of its permissions, and outages. */

import type { AwsReply, AwsRequest, AwsService, Deployment, Gate } from "../../../infra/local/aws/gate.ts";
import { isObject } from "../../../lib/contract/exact-json.ts";
import { publishRefusal, timesRefusal } from "../aws-rules.ts";
import { assertDeployable } from "./deployable.ts";
import { Judge, type Verdict } from "./judge.ts";
import { readPermissions } from "./read-permissions.ts";
import {
  type AwsCall,
  dynamoDbCalls,
  invokeCalls,
  secretCalls,
  snsCalls,
  sqsCalls,
} from "./requested-calls.ts";

export class StackGate {
  readonly #away = new Set<AwsService>();
  #judge: Judge | undefined;

  /** Takes a service away, so that it answers every call with 503, or gives it back. */
  outage(service: AwsService, isAway: boolean): void {
    if (isAway) this.#away.add(service);
    else this.#away.delete(service);
  }

  /** Knows the permissions of the template. @throws {Error} before the stack is started */
  get judge(): Judge {
    if (this.#judge === undefined) throw new Error("The stack has not read its template yet.");
    return this.#judge;
  }

  /** @throws {Error} that names what a deployment would fail at */
  readonly open = (deployment: Deployment): Gate => {
    const judge = new Judge(readPermissions(deployment.template, deployment.references));
    assertDeployable(judge, deployment);
    this.#judge = judge;
    return (request) => {
      if (this.#away.has(request.service)) return json(503, {});
      // The emulators themselves refuse an unsigned call.
      if (request.caller === undefined) return undefined;
      const { service, action, fields } = request;
      const verdict = judge.judge(request.caller, () => CALLS[service](action, fields));
      return verdict.kind === "allowed" ? invalidCall(request) : refusalReply(service, verdict);
    };
  };
}

const CALLS: Readonly<Record<AwsService, (action: string, fields: unknown) => AwsCall[]>> = {
  dynamodb: dynamoDbCalls,
  lambda: (_action, fields) => invokeCalls(fields),
  secretsmanager: secretCalls,
  sns: (_action, fields) => snsCalls(fields),
  sqs: sqsCalls,
};

/** The reply to a call of messaging that AWS would refuse for what it says, and the emulator would not. */
function invalidCall({ service, action, fields }: AwsRequest): AwsReply | undefined {
  if (!isObject(fields)) return undefined;
  if (service === "sqs") {
    const why = timesRefusal(fields);
    const type = "com.amazonaws.sqs#InvalidParameterValue";
    return why === undefined ? undefined : json(400, { __type: type, message: why });
  }
  if (service !== "sns") return undefined;
  if (action === "PublishBatch")
    throw new Error("PublishBatch is not emulated: call Publish for each message.");
  const why = action === "Publish" ? publishRefusal(fields) : undefined;
  return why === undefined ? undefined : xml(400, queryError("InvalidParameter", why));
}

/** A refusal in the words of the service. */
function refusalReply(service: AwsService, refusal: Exclude<Verdict, { kind: "allowed" }>): AwsReply {
  const isKnown = refusal.kind === "refused";
  const message = isKnown ? refusal.message : "The security token included in the request is invalid.";
  if (service === "sns") {
    const code = isKnown && refusal.action.startsWith("kms:") ? "KMSAccessDenied" : "AuthorizationError";
    return xml(403, queryError(isKnown ? code : "InvalidClientTokenId", message));
  }
  const type = isKnown ? "AccessDeniedException" : "UnrecognizedClientException";
  return json(
    400,
    { __type: `com.amazon.coral.service#${type}`, Message: message, message },
    {
      "x-amzn-errortype": type,
      // The SDK knows SQS's errors by the names of its older protocol.
      "x-amzn-query-error": `${isKnown ? "AccessDenied" : "InvalidClientTokenId"};Sender`,
    },
  );
}

function json(status: number, body: object, headers: Record<string, string> = {}): AwsReply {
  return {
    status,
    headers: { "content-type": "application/x-amz-json-1.0", ...headers },
    body: JSON.stringify(body),
  };
}

function xml(status: number, body: string): AwsReply {
  return { status, headers: { "content-type": "text/xml" }, body };
}

/** An error of the query protocol, which SNS speaks. */
export function queryError(code: string, message: string): string {
  const escaped = message.replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${escaped}</Message></Error><RequestId>local</RequestId></ErrorResponse>`;
}
