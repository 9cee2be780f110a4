/** Refusal of a call in the words of each service of AWS. */

import type { AwsReply, AwsService } from "../../../infra/local/aws/gate.ts";
import type { Verdict } from "./judge.ts";

/** The SDK knows SQS's errors by the names of its older protocol, which this header carries. */
const QUERY_ERROR = "x-amzn-query-error";

const UNKNOWN = "The security token included in the request is invalid.";

type Refusal = Exclude<Verdict, { kind: "allowed" }>;

export function refusalReply(service: AwsService, refusal: Refusal): AwsReply {
  const known = refusal.kind === "refused";
  const message = known ? refusal.message : UNKNOWN;
  if (service === "sns") {
    const code = !known
      ? "InvalidClientTokenId"
      : refusal.action.startsWith("kms:")
        ? "KMSAccessDenied"
        : "AuthorizationError";
    return {
      status: code === "KMSAccessDenied" ? 400 : 403,
      headers: { "content-type": "text/xml" },
      body: queryError(code, message),
    };
  }
  const type = known ? "AccessDeniedException" : "UnrecognizedClientException";
  if (service === "lambda") return json(403, type, message, { "x-amzn-errortype": type }, "application/json");
  if (service === "sqs") {
    const code = known ? "AccessDenied" : "InvalidClientTokenId";
    return json(403, type, message, { [QUERY_ERROR]: `${code};Sender` }, "application/x-amz-json-1.0");
  }
  return json(400, type, message, {}, `application/x-amz-json-${service === "dynamodb" ? "1.0" : "1.1"}`);
}

function json(
  status: number,
  type: string,
  message: string,
  headers: Record<string, string>,
  contentType: string,
): AwsReply {
  return {
    status,
    headers: { "content-type": contentType, ...headers },
    body: JSON.stringify({ __type: `com.amazon.coral.service#${type}`, Message: message, message }),
  };
}

/** An error of the query protocol, which SNS speaks. */
export function queryError(code: string, message: string): string {
  const escaped = message.replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${escaped}</Message></Error><RequestId>local</RequestId></ErrorResponse>`;
}
