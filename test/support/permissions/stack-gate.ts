/** What stands before the emulated services of a test's stack: the judge of its permissions, and outages. */

import type { AwsReply, AwsRequest, AwsService, Deployment, Gate } from "../../../infra/local/aws/gate.ts";
import { isObject } from "../../../lib/contract/exact-json.ts";
import { publishRefusal, timesRefusal } from "../aws-rules.ts";
import type { AwsCall } from "./aws-call.ts";
import { assertDeployable } from "./deployable.ts";
import { Judge } from "./judge.ts";
import { readPermissions } from "./read-permissions.ts";
import { queryError, refusalReply } from "./refusal.ts";
import { dynamoDbCalls, invokeCall, secretCalls, snsCalls, sqsCalls } from "./requested-calls.ts";

/** The reply of a service that is out of reach. */
const AWAY: AwsReply = { status: 503, headers: { "content-type": "application/x-amz-json-1.0" }, body: "{}" };

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
      if (this.#away.has(request.service)) return AWAY;
      // The emulators themselves refuse an unsigned call.
      if (request.caller === undefined) return undefined;
      const verdict = judge.judge(request.caller, () => callsOf(request));
      return verdict.kind === "allowed" ? invalidCall(request) : refusalReply(request.service, verdict);
    };
  };
}

/** The reply to a call of messaging that AWS would refuse for what it says, and the emulator would not. */
function invalidCall({ service, action, fields }: AwsRequest): AwsReply | undefined {
  if (!isObject(fields)) return undefined;
  if (service === "sns" && action === "PublishBatch")
    throw new Error("PublishBatch is not emulated: call Publish for each message.");
  const why =
    service === "sqs"
      ? timesRefusal(fields)
      : service === "sns" && action === "Publish"
        ? publishRefusal(fields)
        : undefined;
  if (why === undefined) return undefined;
  if (service === "sns")
    return {
      status: 400,
      headers: { "content-type": "text/xml" },
      body: queryError("InvalidParameter", why),
    };
  const body = JSON.stringify({ __type: "com.amazonaws.sqs#InvalidParameterValue", message: why });
  return { ...AWAY, status: 400, body };
}

function callsOf({ service, action, fields }: AwsRequest): AwsCall[] {
  switch (service) {
    case "dynamodb":
      return dynamoDbCalls(action, fields);
    case "lambda":
      return [invokeCall(fields)];
    case "secretsmanager":
      return secretCalls(action, fields);
    case "sns":
      return snsCalls(fields);
    case "sqs":
      return sqsCalls(action, fields);
    default:
      return service satisfies never;
  }
}
