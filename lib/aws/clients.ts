/** The AWS clients, each made once a process; endpoints, region and credentials come from the environment. */

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SNSClient } from "@aws-sdk/client-sns";
import { SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";

/** DynamoDB with plain JavaScript values. Absent fields are left out of items. */
export function documentClient(): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(new DynamoDBClient({}), {
    marshallOptions: { removeUndefinedValues: true },
  });
}

/** SQS. */
export function sqsClient(): SQSClient {
  return new SQSClient({});
}

/** SNS. */
export function snsClient(): SNSClient {
  return new SNSClient({});
}
