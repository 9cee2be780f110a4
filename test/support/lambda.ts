/** Input of a function from Lambda. */

import type { Context, SQSEvent } from "aws-lambda";

let requests = 0;

/** A context of its own for each call, with fifteen minutes left. */
export function lambdaContext(): Context {
  const awsRequestId = `request-${++requests}`;
  const done = () => undefined;
  return {
    awsRequestId,
    callbackWaitsForEmptyEventLoop: false,
    functionName: "function",
    functionVersion: "$LATEST",
    invokedFunctionArn: "arn:aws:lambda:us-east-1:000000000000:function:function",
    memoryLimitInMB: "256",
    logGroupName: "log",
    logStreamName: "stream",
    getRemainingTimeInMillis: () => 900_000,
    done,
    fail: done,
    succeed: done,
  };
}

/** One message, delivered for the `deliveries`-th time. */
export function sqsEvent(body: string, deliveries = 1): SQSEvent {
  return {
    Records: [
      {
        messageId: "message-1",
        receiptHandle: "receipt-1",
        body,
        attributes: {
          ApproximateReceiveCount: String(deliveries),
          SentTimestamp: "0",
          SenderId: "sender",
          ApproximateFirstReceiveTimestamp: "0",
        },
        messageAttributes: {},
        md5OfBody: "",
        eventSource: "aws:sqs",
        eventSourceARN: "arn:aws:sqs:us-east-1:000000000000:queue",
        awsRegion: "us-east-1",
      },
    ],
  };
}
