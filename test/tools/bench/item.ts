/** The item of a notification: its bytes, its write units, and what is stored of it with its indexes. */

import { readDelivery } from "../../../lib/intake/delivery.ts";
import { storedItem } from "../../support/deliveries.ts";
import { BODIES, type BodyName, MIX_OF } from "./bodies.ts";
import { attributes, itemBytes, storedBytes, unitsOfPut } from "./dynamodb-units.ts";
import { type Figure, figure, mean } from "./figures.ts";
import { templateResources } from "./stack.ts";

/** A tenth of the shards, ids and wallets of a busy hour. */
const ITEMS = 400;

/** The item of a body of project 1, received a second after that of the id before. */
export function itemOf(id: number, body: string): Record<string, unknown> {
  const receivedAt = new Date(1_760_000_000_000 + id * 1_000).toISOString();
  const delivery = {
    // As long as the ids of API Gateway.
    deliveryId: `JKJaX${String(id).padStart(10, "0")}=`,
    receivedAt,
    signedAt: receivedAt,
    projectId: 1,
    body: Buffer.from(body),
  };
  return storedItem(readDelivery(delivery, { retentionYears: 10, deadlines: [] }));
}

/** Means of the items of bodies of a kind, with ids of six digits: those of a second year. */
export async function itemFacts(name: BodyName) {
  const { tables } = await templateResources();
  const table = tables.find(({ shortName }) => shortName === "Notifications");
  if (table === undefined) throw new Error("The template has no table of notifications.");
  const items = Array.from({ length: ITEMS }, (_, index) => {
    const id = 918_270 + index;
    return attributes.parse(wireForm(itemOf(id, BODIES[name](id, 10))));
  });
  return {
    bytes: mean(items.map(itemBytes)),
    stored: mean(items.map((item) => storedBytes(item, table))),
    writeUnits: mean(items.map((item) => unitsOfPut(item, table))),
  };
}

export async function measureItems(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const name of ["oneLaw", "mix", "fiveLaws"] as const) {
    const { bytes, stored, writeUnits } = await itemFacts(name);
    figures.push(
      figure(`item.${name}.bytes`, bytes, "bytes", name === "mix" ? MIX_OF : undefined),
      figure(`item.${name}.writeUnits`, writeUnits, "units"),
      figure(`item.${name}.stored`, stored, "bytes", "with indexes and DynamoDB's own 100 bytes an item"),
    );
  }
  return figures;
}

/** An item as it goes over the wire. */
function wireForm(item: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, wireValue(value)]));
}

function wireValue(value: unknown): unknown {
  if (typeof value === "string") return { S: value };
  if (typeof value === "number") return { N: String(value) };
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString("base64") };
  if (Array.isArray(value)) return { L: value.map(wireValue) };
  return { M: wireForm(Object(value)) };
}
