/** DynamoDB for the functions; endpoint, region and credentials come from the environment. */

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { BEHIND_QUEUE, clientConfig } from "./clients.ts";

/** DynamoDB with plain JavaScript values. Absent fields are left out of items. */
export function documentClient(limits = BEHIND_QUEUE): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(new DynamoDBClient(clientConfig(limits)), {
    marshallOptions: { removeUndefinedValues: true },
  });
}
