/** Taking a wallet out of the Wallets table, with a note of it, and of those who had it. */

import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { keyOfRemoval, keyOfWallet, type WalletName } from "./wallet-keys.ts";
import { OWNERSHIP_ATTRIBUTES, ownership } from "./wallet-sights.ts";

/**
 * Takes a wallet out: nothing scans it until it is seen again. That it was known before is noted first: whoever looks for
 * its notifications must not take those that are seen later for all that it had. So are its users, since a hold on one of
 * them is over its scores and cases, too.
 */
export async function removeWallet(
  client: DynamoDBDocumentClient,
  table: string,
  name: WalletName,
): Promise<void> {
  const place = { TableName: table, Key: keyOfWallet(name) };
  const { Item } = await client.send(
    new GetCommand({ ...place, ConsistentRead: true, ProjectionExpression: OWNERSHIP_ATTRIBUTES }),
  );
  const known = usersIn(Item);
  await client.send(new UpdateCommand(noteOf(table, name, known)));
  const { Attributes } = await client.send(new DeleteCommand({ ...place, ReturnValues: "ALL_OLD" }));
  // Who was seen with it between the two.
  const late = usersIn(Attributes).filter((user) => !known.includes(user));
  if (late.length > 0) await client.send(new UpdateCommand(noteOf(table, name, late)));
}

function usersIn(item: Record<string, unknown> | undefined): string[] {
  const { owners, userId } = ownership.parse(item ?? {});
  return [...new Set([...owners, ...(userId === undefined ? [] : [userId])])];
}

/** A wallet may be taken out more than once: those who had it before stay noted. */
function noteOf(TableName: string, name: WalletName, users: readonly string[]): UpdateCommandInput {
  const { projectId, chainId, address } = name;
  return {
    TableName,
    Key: keyOfRemoval(name),
    UpdateExpression: `SET projectId = :project, chainId = :chain, address = :address${users.length > 0 ? " ADD owners :users" : ""}`,
    ExpressionAttributeValues: {
      ":project": projectId,
      ":chain": chainId,
      ":address": address,
      ...(users.length > 0 ? { ":users": new Set(users) } : {}),
    },
  };
}
