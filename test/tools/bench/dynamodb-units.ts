/** DynamoDB's units, by its rules for the sizes of items: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html (2025-11). */

import * as z from "zod/mini";
import type { EmulatedTable } from "../../../infra/local/template/resources.ts";

/** A value as DynamoDB's API writes it: one of these is there. */
const value = z.strictObject({
  S: z.optional(z.string()),
  N: z.optional(z.string()),
  B: z.optional(z.string()),
  BOOL: z.optional(z.boolean()),
  NULL: z.optional(z.boolean()),
  SS: z.optional(z.array(z.string())),
  get L() {
    return z.optional(z.array(value));
  },
  get M() {
    return z.optional(z.record(z.string(), value));
  },
});
type Value = z.infer<typeof value>;

/** An item, or a part of one. */
export const attributes = z.record(z.string(), value);
export type Attributes = z.infer<typeof attributes>;

const WRITE_UNIT = 1_024;

/** Lists and maps have three bytes for themselves and one for each entry. */
const CONTAINER = 3;

/** Bytes that DynamoDB adds to each item of a table and of an index when it charges for storage. */
const STORED_BESIDE = 100;

/** An item's size in bytes: names and values. */
export function itemBytes(item: Attributes): number {
  return sum(Object.entries(item).map(([name, value]) => Buffer.byteLength(name) + valueBytes(value)));
}

function valueBytes({ S, N, B, SS, L, M }: Value): number {
  if (S !== undefined) return Buffer.byteLength(S);
  if (N !== undefined) return numberBytes(N);
  if (B !== undefined) return Buffer.byteLength(B, "base64");
  if (SS !== undefined) return sum(SS.map((text) => Buffer.byteLength(text)));
  if (L !== undefined) return CONTAINER + sum(L.map((entry) => 1 + valueBytes(entry)));
  if (M !== undefined) return CONTAINER + Object.keys(M).length + itemBytes(M);
  return 1;
}

/** A byte for two significant digits, one more, and one more where it is negative. */
function numberBytes(text: string): number {
  const digits = text
    .replace(/e.*$/i, "")
    .replace(/[-.]/g, "")
    .replace(/^0+|0+$/g, "");
  return Math.ceil(digits.length / 2) + 1 + (text.startsWith("-") ? 1 : 0);
}

const projection = z.looseObject({
  ProjectionType: z.enum(["ALL", "KEYS_ONLY", "INCLUDE"]),
  NonKeyAttributes: z._default(z.array(z.string()), []),
});

/** Copy of an item in each index that has it: its keys, the table's, and the projection; with the index's own keys. */
function entriesOf(item: Attributes, { properties }: EmulatedTable) {
  return (properties.GlobalSecondaryIndexes ?? []).flatMap(({ KeySchema, Projection }) => {
    const keys = KeySchema.map(({ AttributeName }) => AttributeName);
    if (keys.some((name) => item[name] === undefined)) return [];
    const { ProjectionType, NonKeyAttributes } = projection.parse(Projection);
    const tableKeys = properties.KeySchema.map(({ AttributeName }) => AttributeName);
    const copied = new Set([...keys, ...tableKeys, ...NonKeyAttributes]);
    const entry = Object.entries(item).filter(([name]) => ProjectionType === "ALL" || copied.has(name));
    return [{ keys, entry: Object.fromEntries(entry) }];
  });
}

/** Write units of putting a new item: the table's, and those of each index that holds it. */
export function unitsOfPut(item: Attributes, table: EmulatedTable): number {
  return writeUnits(item) + sum(entriesOf(item, table).map(({ entry }) => writeUnits(entry)));
}

/**
 * Write units of changing some attributes of an item, given as it is afterwards: an index is written where one of them
 * is in it, and twice where one is its key.
 */
export function unitsOfUpdate(changed: ReadonlySet<string>, item: Attributes, table: EmulatedTable): number {
  const indexes = entriesOf(item, table).map(({ keys, entry }) => {
    if (!Object.keys(entry).some((name) => changed.has(name))) return 0;
    return writeUnits(entry) * (keys.some((name) => changed.has(name)) ? 2 : 1);
  });
  return writeUnits(item) + sum(indexes);
}

/** The bytes that are stored of an item, with its indexes. */
export function storedBytes(item: Attributes, table: EmulatedTable): number {
  return sum(
    [item, ...entriesOf(item, table).map(({ entry }) => entry)].map(
      (entry) => itemBytes(entry) + STORED_BESIDE,
    ),
  );
}

function writeUnits(item: Attributes): number {
  return Math.ceil(itemBytes(item) / WRITE_UNIT);
}

function sum(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
