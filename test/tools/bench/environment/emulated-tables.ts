/** The tables of the template, and what they hold in an emulator now, as DynamoDB's API writes it. */

import * as z from "zod/mini";
import { LOCAL_REGION } from "../../../../infra/local/template/intrinsics.ts";
import type { EmulatedTable } from "../../../../infra/local/template/resources.ts";
import { type Attributes, attributes } from "../costs/dynamodb-units.ts";
import { templateResources } from "../costs/template-facts.ts";
import type { TablesNow } from "./aws-calls.ts";

const page = z.object({ Items: z.array(attributes), LastEvaluatedKey: z.optional(attributes) });

/** Every table of the template with every item. @param url where the emulator listens, @param context the settings of the template */
export async function tablesAt(
  url: string,
  context: Readonly<Record<string, unknown>> = {},
): Promise<TablesNow> {
  const { tables } = await templateResources(context);
  const entries = tables.map(
    async (table) => [table.name, { table, items: await itemsOf(table, url) }] as const,
  );
  return new Map(await Promise.all(entries));
}

/** One table of them, by the end of its name. */
export function tableNamed(
  tables: TablesNow,
  name: string,
): { table: EmulatedTable; items: readonly Attributes[] } {
  const found = tables.get(name);
  if (found === undefined) throw new Error(`The template has no table ${name}.`);
  return found;
}

async function itemsOf({ name }: EmulatedTable, url: string): Promise<Attributes[]> {
  const items: Attributes[] = [];
  let from: Attributes | undefined;
  do {
    const { Items, LastEvaluatedKey } = page.parse(
      await scan(url, { TableName: name, ExclusiveStartKey: from }),
    );
    items.push(...Items);
    from = LastEvaluatedKey;
  } while (from !== undefined);
  return items;
}

async function scan(url: string, body: unknown): Promise<unknown> {
  const credential = `Credential=local/20250101/${LOCAL_REGION}/dynamodb/aws4_request`;
  const reply = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.0",
      "x-amz-target": "DynamoDB_20120810.Scan",
      "x-amz-date": "20250101T000000Z",
      authorization: `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=host, Signature=local`,
    },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`The emulated DynamoDB refused a scan: ${await reply.text()}`);
  return reply.json();
}
