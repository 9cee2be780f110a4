/** Which use of a key a call of another service is: encrypted data is read and written in the caller's name. */

import { LOCAL_REGION } from "../template/intrinsics.ts";
import { type AwsCall, ownerOf } from "./aws-call.ts";

/** What the caller has to be allowed, besides the call itself. */
export interface KeyUse {
  keyArn: string;
  /** As `kms:ViaService` names it. */
  service: string;
  actions: readonly string[];
}

const READING = ["kms:Decrypt"];

/** What DynamoDB's documentation asks of whoever writes to a table under a key of the account's own. */
const WRITING = ["Decrypt", "Encrypt", "GenerateDataKey", "ReEncryptFrom", "ReEncryptTo"].map(
  (action) => `kms:${action}`,
);

const PUBLISHING = ["kms:GenerateDataKey", "kms:Decrypt"];

/** By action; what is not here, such as describing a table, needs no key. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  "dynamodb:BatchGetItem": READING,
  "dynamodb:GetItem": READING,
  "dynamodb:Query": READING,
  "dynamodb:Scan": READING,
  "dynamodb:BatchWriteItem": WRITING,
  "dynamodb:ConditionCheckItem": READING,
  "dynamodb:DeleteItem": WRITING,
  "dynamodb:PutItem": WRITING,
  "dynamodb:UpdateItem": WRITING,
  "sns:Publish": PUBLISHING,
};

/** @param keys the key's ARN by what is encrypted under it */
export function keyUseOf(
  { action, resource }: AwsCall,
  keys: Readonly<Record<string, string>>,
): KeyUse | undefined {
  const keyArn = keys[ownerOf(resource)];
  const actions = ACTIONS[action];
  if (keyArn === undefined || actions === undefined) return undefined;
  const [service = ""] = action.split(":");
  return { keyArn, service: `${service}.${LOCAL_REGION}.amazonaws.com`, actions };
}
