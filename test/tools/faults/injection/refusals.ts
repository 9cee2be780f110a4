/** Replies of each service for a failure, and for too many calls. */

import type { DescribedCall } from "./described-call.ts";

/** An answer that is not the service's usual one. */
export interface Refusal {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const AWS_JSON = "application/x-amz-json-1.0";

/** The answer of a service that is out of order. */
export function refusalOf({ service }: DescribedCall): Refusal {
  switch (service) {
    case "service":
      return { status: 503, headers: json(), body: '{"success":false,"message":"out of order"}' };
    case "sns":
      return { status: 500, headers: xml(), body: errorXml("Receiver", "InternalFailure") };
    default:
      return { status: 500, headers: json(AWS_JSON), body: '{"__type":"InternalServerError"}' };
  }
}

/** The answer of a service that is called too often. */
export function throttlingOf({ service }: DescribedCall): Refusal {
  switch (service) {
    case "service":
      return {
        status: 429,
        headers: { ...json(), "retry-after": "1" },
        body: '{"success":false,"message":"too many requests"}',
      };
    case "sns":
      return { status: 400, headers: xml(), body: errorXml("Sender", "Throttling") };
    case "dynamodb":
      return {
        status: 400,
        headers: json(AWS_JSON),
        body: throttled("ProvisionedThroughputExceededException"),
      };
    case "sqs":
      return { status: 400, headers: json(AWS_JSON), body: throttled("RequestThrottled") };
    default:
      return { status: 400, headers: json(AWS_JSON), body: throttled("ThrottlingException") };
  }
}

function throttled(type: string): string {
  return JSON.stringify({ __type: type, message: "Rate exceeded" });
}

function json(type = "application/json"): Record<string, string> {
  return { "content-type": type };
}

function xml(): Record<string, string> {
  return { "content-type": "text/xml" };
}

function errorXml(type: string, code: string): string {
  return `<ErrorResponse><Error><Type>${type}</Type><Code>${code}</Code><Message>${code}</Message></Error></ErrorResponse>`;
}
