/** What DynamoDB charges for, by its rules for the sizes of items: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html (2025-11). */

import * as z from "zod/mini";
import type { EmulatedTable } from "../../../../infra/local/template/resources.ts";

/** A value as DynamoDB's API writes it. */
export type Value =
  | { S: string }
  | { N: string }
  | { B: string }
  | { BOOL: boolean }
  | { NULL: boolean }
  | { SS: string[] }
  | { L: Value[] }
  | { M: Record<string, Value> };

const value: z.ZodMiniType<Value> = z.union([
  z.object({ S: z.string() }),
  z.object({ N: z.string() }),
  z.object({ B: z.string() }),
  z.object({ BOOL: z.boolean() }),
  z.object({ NULL: z.boolean() }),
  z.object({ SS: z.array(z.string()) }),
  z.object({ L: z.array(z.lazy(() => value)) }),
  z.object({
    M: z.record(
      z.string(),
      z.lazy(() => value),
    ),
  }),
]);

/** An item, or a part of one. */
export const attributes = z.record(z.string(), value);
export type Attributes = z.infer<typeof attributes>;

const WRITE_UNIT = 1_024;
const READ_UNIT = 4_096;

/** Lists and maps have three bytes for themselves and one for each entry. */
const CONTAINER = 3;

/** An item's size in bytes: names and values. */
export function itemBytes(item: Attributes): number {
  return Object.entries(item).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value),
    0,
  );
}

function valueBytes(value: Value): number {
  if ("S" in value) return Buffer.byteLength(value.S);
  if ("N" in value) return numberBytes(value.N);
  if ("B" in value) return Buffer.byteLength(value.B, "base64");
  if ("SS" in value) return value.SS.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if ("L" in value) return CONTAINER + value.L.reduce((sum, entry) => sum + 1 + valueBytes(entry), 0);
  if ("M" in value) return CONTAINER + Object.keys(value.M).length + itemBytes(value.M);
  return 1;
}

/** A byte for two significant digits, one more, and one more where it is negative. */
function numberBytes(text: string): number {
  const digits = text.replace(/e.*$/i, "").replace(/[-.]/g, "").replace(/^0+/, "").replace(/0+$/, "");
  return Math.ceil(digits.length / 2) + 1 + (text.startsWith("-") ? 1 : 0);
}

type Index = NonNullable<EmulatedTable["properties"]["GlobalSecondaryIndexes"]>[number];

const projection = z.looseObject({
  ProjectionType: z.enum(["ALL", "KEYS_ONLY", "INCLUDE"]),
  NonKeyAttributes: z._default(z.array(z.string()), []),
});

function indexesOf({ properties }: EmulatedTable): Index[] {
  return properties.GlobalSecondaryIndexes ?? [];
}

/** What an index holds of an item: its keys, the table's, and what is projected. Undefined where a key is missing. */
function inIndex(item: Attributes, { properties }: EmulatedTable, index: Index): Attributes | undefined {
  const own = index.KeySchema.map(({ AttributeName }) => AttributeName);
  if (own.some((name) => item[name] === undefined)) return undefined;
  const { ProjectionType, NonKeyAttributes } = projection.parse(index.Projection);
  const kept = new Set([
    ...own,
    ...properties.KeySchema.map(({ AttributeName }) => AttributeName),
    ...NonKeyAttributes,
  ]);
  if (ProjectionType === "ALL") return item;
  return Object.fromEntries(Object.entries(item).filter(([name]) => kept.has(name)));
}

/** Write units of putting an item where there is none: the table's, and those of each index that holds it. */
export function writeUnitsOfPut(item: Attributes, table: EmulatedTable): number {
  const indexes = indexesOf(table).map((index) => {
    const entry = inIndex(item, table, index);
    return entry === undefined ? 0 : writeUnits(itemBytes(entry));
  });
  return indexes.reduce((sum, units) => sum + units, writeUnits(itemBytes(item)));
}

/**
 * Write units of changing some attributes of an item, given as it is afterwards: an index is written where one of them
 * is in it, and twice where one is its key.
 */
export function writeUnitsOfUpdate(
  changed: ReadonlySet<string>,
  item: Attributes,
  table: EmulatedTable,
): number {
  const indexes = indexesOf(table).map((index) => {
    const entry = inIndex(item, table, index) ?? {};
    if (!Object.keys(entry).some((name) => changed.has(name))) return 0;
    const moved = index.KeySchema.some(({ AttributeName }) => changed.has(AttributeName));
    return writeUnits(itemBytes(entry)) * (moved ? 2 : 1);
  });
  return indexes.reduce((sum, units) => sum + units, writeUnits(itemBytes(item)));
}

/** What is stored of an item in bytes, with the hundred that DynamoDB adds to each item of a table and of an index. */
export function storedBytes(item: Attributes, table: EmulatedTable): number {
  const entries = indexesOf(table).flatMap((index) => {
    const entry = inIndex(item, table, index);
    return entry === undefined ? [] : [itemBytes(entry)];
  });
  return [itemBytes(item), ...entries].reduce((sum, bytes) => sum + bytes + 100, 0);
}

function writeUnits(bytes: number): number {
  return Math.ceil(bytes / WRITE_UNIT);
}

/** Read units of a call that reads so many bytes; at least the smallest step. */
export function readUnits(bytes: number, consistent: boolean): number {
  return Math.max(1, Math.ceil(bytes / READ_UNIT)) * (consistent ? 1 : 0.5);
}
