/**
 * The place before the emulated services. Nothing stands there at `npm start`; the tests judge every call by the policies of the
 * template, and take a service away.
 */

import type { IncomingHttpHeaders } from "node:http";
import { isLocalCall } from "../../../lib/aws/local-call.ts";
import type { References } from "../template/intrinsics.ts";
import type { Resources } from "../template/resources.ts";
import type { Template } from "../template/template.ts";

export type AwsService = "dynamodb" | "lambda" | "secretsmanager" | "sns" | "sqs";

/** A call as it reaches an emulator. */
export interface AwsRequest {
  service: AwsService;
  /** `PutItem`, `SendMessageBatch`, … */
  action: string;
  /** Access key id of the signature: a function's is the name of its role, {@link ADMINISTRATOR} that of this machine. */
  caller: string | undefined;
  /** The call's fields; of Invoke the name or ARN of the function, as `FunctionName`. */
  fields: unknown;
}

/** A reply as it goes over the wire. */
export interface AwsReply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** @returns the reply to a call that goes no further; undefined for one that the emulator answers */
export type Gate = (request: AwsRequest) => AwsReply | undefined;

/** The stack for which a gate is made. */
export interface Deployment {
  template: Template;
  references: References;
  resources: Resources;
}

/** Access key id of this machine's own programs. */
export const ADMINISTRATOR = "local";

/** The access key id in a signature; undefined for an unsigned call. */
export function callerIn({ authorization }: IncomingHttpHeaders): string | undefined {
  return /Credential=([^/,\s]+)\//.exec(authorization ?? "")?.[1];
}

/** The status for what is no call of a program on this machine; a GET is what a page can send without being asked. */
export function wrongCall(headers: IncomingHttpHeaders, method: string | undefined): 403 | 405 | undefined {
  if (!isLocalCall(headers)) return 403;
  return method === "POST" ? undefined : 405;
}
