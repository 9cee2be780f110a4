/** What the item of a notification takes: its bytes, its write units, and what is stored of it with both indexes. */

import { attributes, itemBytes, storedBytes, writeUnitsOfPut } from "../costs/dynamodb-units.ts";
import { templateResources } from "../costs/template-facts.ts";
import { mean } from "../environment/aws-calls.ts";
import { BODIES, type BodyName, MIX_OF, MIX_SIZE } from "../environment/body-mix.ts";
import { itemOfText } from "../environment/stored-items.ts";
import { type Figure, figure } from "../figure.ts";

/** The mean of the items that a body's name stands for. */
export interface ItemFacts {
  itemBytes: number;
  storedBytes: number;
  writeUnits: number;
}

/** A tenth of the shards, ids and wallets of a busy hour. */
const ITEMS = 40 * MIX_SIZE;

/** The items of what a name stands for; of an id of six digits, as they are in their second year. */
export async function itemFacts(name: BodyName): Promise<ItemFacts> {
  const table = (await templateResources()).tables.find(({ logicalId }) =>
    logicalId.startsWith("Notifications"),
  );
  if (table === undefined) throw new Error("The template has no table of notifications.");
  const items = Array.from({ length: ITEMS }, (_, index) => {
    const id = 918_270 + index;
    return attributes.parse(wireForm(itemOfText(id, BODIES[name](id, 10))));
  });
  return {
    itemBytes: mean(items.map(itemBytes)),
    storedBytes: mean(items.map((item) => storedBytes(item, table))),
    writeUnits: mean(items.map((item) => writeUnitsOfPut(item, table))),
  };
}

/** As it goes over the wire. */
function wireForm(item: Record<string, unknown>): unknown {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, wireValue(value)]));
}

function wireValue(value: unknown): unknown {
  if (typeof value === "string") return { S: value };
  if (typeof value === "number") return { N: String(value) };
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString("base64") };
  if (Array.isArray(value)) return { L: value.map(wireValue) };
  return { M: wireForm({ ...Object(value) }) };
}

export async function measureItems(): Promise<Figure[]> {
  const names: BodyName[] = ["oneLaw", "mix", "fiveLaws"];
  const figures: Figure[] = [];
  for (const name of names) {
    const { itemBytes: bytes, storedBytes: stored, writeUnits } = await itemFacts(name);
    const note = name === "mix" ? MIX_OF : undefined;
    figures.push(
      figure(`item.${name}.bytes`, bytes, "bytes", note),
      figure(`item.${name}.writeUnits`, writeUnits, "units"),
      figure(`item.${name}.stored`, stored, "bytes", "with indexes and DynamoDB's own 100 bytes an item"),
    );
  }
  return figures;
}
