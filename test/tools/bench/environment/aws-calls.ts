/** The calls that functions made to AWS, and what DynamoDB charges for them. */

import * as z from "zod/mini";
import type { EmulatedTable } from "../../../../infra/local/template/resources.ts";
import {
  type Attributes,
  attributes,
  itemBytes,
  readUnits,
  writeUnitsOfPut,
  writeUnitsOfUpdate,
} from "../costs/dynamodb-units.ts";
import type { AwsCall } from "../processes/calls-channel.ts";

/** A call as it is told. */
export const awsCall = z.object({ action: z.string(), body: z.string(), answer: z.optional(z.string()) });

/** The emulated tables after the calls were made: what each is like, and what it holds. */
export type TablesNow = ReadonlyMap<string, { table: EmulatedTable; items: readonly Attributes[] }>;

/** What calls add up to. */
export interface Spent {
  /** Calls by action, without the service's prefix: `SendMessage`. */
  calls: Record<string, number>;
  writeUnits: number;
  readUnits: number;
}

const dynamoCall = z.looseObject({
  TableName: z.optional(z.string()),
  ConsistentRead: z.optional(z.boolean()),
});
const put = z.object({ Item: attributes });
const batch = z.object({ RequestItems: z.record(z.string(), z.array(z.object({ PutRequest: put }))) });
const update = z.object({
  UpdateExpression: z.string(),
  ExpressionAttributeNames: z._default(z.record(z.string(), z.string()), {}),
});
const found = z.object({ Items: z.array(attributes) });

/** What a call is charged. */
interface Units {
  write?: number;
  read?: number;
}

/** Adds calls up. A call of DynamoDB that is not known here is an error: it would be counted as free. */
export function spentBy(calls: readonly AwsCall[], tables: TablesNow): Spent {
  const spent: Spent = { calls: {}, writeUnits: 0, readUnits: 0 };
  const charge = charger(tables);
  for (const call of calls) {
    const [service = "", name = call.action] = call.action.split(".");
    spent.calls[name] = (spent.calls[name] ?? 0) + 1;
    if (!service.startsWith("DynamoDB")) continue;
    const { write = 0, read = 0 } = charge(name, call);
    spent.writeUnits += write;
    spent.readUnits += read;
  }
  return spent;
}

function charger(tables: TablesNow) {
  // An update is charged by its item, of which only the table's mean is known: looked up once for each kind of update.
  const means = new Map<string, number>();
  const meanOf = (kind: string, table: string, bytesOrUnits: (item: Attributes) => number): number => {
    const known = means.get(kind) ?? mean(at(tables, table).items.map(bytesOrUnits));
    means.set(kind, known);
    return known;
  };
  return (name: string, call: AwsCall): Units => unitsOf(name, call, tables, meanOf);
}

function unitsOf(
  name: string,
  { body, answer }: AwsCall,
  tables: TablesNow,
  meanOf: (kind: string, table: string, of: (item: Attributes) => number) => number,
): Units {
  const json: unknown = JSON.parse(body);
  const { TableName = "", ConsistentRead = false } = dynamoCall.parse(json);
  switch (name) {
    case "PutItem":
      return { write: writeUnitsOfPut(put.parse(json).Item, at(tables, TableName).table) };
    case "BatchWriteItem": {
      const units = Object.entries(batch.parse(json).RequestItems).flatMap(([table, requests]) =>
        requests.map(({ PutRequest }) => writeUnitsOfPut(PutRequest.Item, at(tables, table).table)),
      );
      return { write: units.reduce((sum, one) => sum + one, 0) };
    }
    case "UpdateItem": {
      const { table } = at(tables, TableName);
      const changed = changedBy(update.parse(json));
      const kind = `${TableName} ${[...changed].sort().join()}`;
      return { write: meanOf(kind, TableName, (item) => writeUnitsOfUpdate(changed, item, table)) };
    }
    case "GetItem":
      return { read: readUnits(meanOf(`${TableName} read`, TableName, itemBytes), ConsistentRead) };
    case "Query": {
      const bytes = found.parse(JSON.parse(answer ?? "")).Items.map(itemBytes);
      return {
        read: readUnits(
          bytes.reduce((sum, one) => sum + one, 0),
          ConsistentRead,
        ),
      };
    }
    default:
      throw new Error(`The bench does not know what DynamoDB charges for ${name}.`);
  }
}

function at(tables: TablesNow, name: string) {
  const found = tables.get(name);
  if (found === undefined) throw new Error(`The template has no table ${name}.`);
  return found;
}

/** The attributes that an update sets, adds to or removes. */
function changedBy({ UpdateExpression, ExpressionAttributeNames }: z.infer<typeof update>): Set<string> {
  const clauses = UpdateExpression.split(/\b(?:SET|REMOVE|ADD|DELETE)\b/);
  const names = clauses.flatMap((clause) =>
    clause.split(",").flatMap((part) => part.match(/[#\w]+/)?.[0] ?? []),
  );
  return new Set(names.map((name) => ExpressionAttributeNames[name] ?? name));
}

/** The mean; 0 of nothing. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
