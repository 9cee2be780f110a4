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
 * Takes a wallet out: nothing scans it until it is seen again. The former wallet is noted first: a reader that looks for
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
  // Seen with it between the two.
  const last = usersIn(Attributes);
  const late = last.owners.filter((user) => !known.owners.includes(user));
  if (late.length > 0 || last.moreOwners !== known.moreOwners)
    await client.send(new UpdateCommand(noteOf(table, name, { ...last, owners: late })));
}

/** The users that a wallet was seen with. */
export interface WalletUsers {
  owners: readonly string[];
  /** True if there were other owners, whom nothing lists. */
  moreOwners: boolean;
}

/** Owners with whom a wallet was seen before it was taken out; empty if it never was. */
export async function usersBeforeRemoval(
  client: DynamoDBDocumentClient,
  table: string,
  name: WalletName,
): Promise<WalletUsers> {
  const { Item } = await client.send(
    new GetCommand({ TableName: table, Key: keyOfRemoval(name), ConsistentRead: true }),
  );
  return usersIn(Item);
}

function usersIn(item: Record<string, unknown> | undefined): WalletUsers {
  const { owners, userId, moreOwners = false } = ownership.parse(item ?? {});
  return { owners: [...new Set([...owners, ...(userId === undefined ? [] : [userId])])], moreOwners };
}

/** A wallet may be taken out more than once: those who had it before stay noted. */
function noteOf(
  TableName: string,
  name: WalletName,
  { owners, moreOwners }: WalletUsers,
): UpdateCommandInput {
  const { projectId, chainId, address } = name;
  const more = moreOwners ? ", moreOwners = :more" : "";
  return {
    TableName,
    Key: keyOfRemoval(name),
    UpdateExpression: `SET projectId = :project, chainId = :chain, address = :address${more}${owners.length > 0 ? " ADD owners :users" : ""}`,
    ExpressionAttributeValues: {
      ":project": projectId,
      ":chain": chainId,
      ":address": address,
      ...(moreOwners ? { ":more": true } : {}),
      ...(owners.length > 0 ? { ":users": new Set(owners) } : {}),
    },
  };
}
