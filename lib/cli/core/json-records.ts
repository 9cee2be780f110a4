/** The records of a file of JSON Lines. Messages name the line and quote nothing of it. */

import { isObject } from "../../contract/exact-json.ts";
import type { Line } from "./csv-records.ts";
import { CommandError } from "./failure.ts";
import { isEmptyText } from "./spoilt-text.ts";
import { type NamedStream, type TextLine, textLines } from "./text-lines.ts";

/**
 * One JSON object a line; blank lines are skipped.
 * @throws {CommandError} for a list, for one object over several lines, and for what is no text
 */
export async function* jsonRecords(file: NamedStream): AsyncGenerator<Line<Record<string, unknown>>> {
  const lines = textLines(file);
  let isFirst = true;
  for await (const read of lines) {
    if ("wrong" in read) yield read;
    else if (read.text.trim() !== "") {
      const record = jsonRecord(read.text);
      if (isFirst && "wrong" in record) await refuseWhole(file.name, read.text.trim(), lines);
      yield { line: read.line, ...record };
      isFirst = false;
    }
  }
}

const DYNAMO_JSON =
  "is DynamoDB's own JSON, which has a type before each value: write plain values, one object a line, as unmarshall of @aws-sdk/util-dynamodb does";

function jsonRecord(text: string): { value: Record<string, unknown> } | { wrong: string } {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return { wrong: "is not a JSON object" };
    return isDynamoJson(value) ? { wrong: DYNAMO_JSON } : { value };
  } catch {
    return { wrong: "is not JSON" };
  }
}

/** The most lines that are shown of an object over several lines. */
const SHOWN_LINES = 40;

/** @param first the first line of a file, which holds no record */
async function refuseWhole(name: string, first: string, lines: AsyncGenerator<TextLine>): Promise<void> {
  const isList = first.startsWith("[");
  // A line that is only cut, or has a slip, does not end where a printer breaks it.
  if (!isList && !/^\{(?:.*[[{,])?$/.test(first)) return;
  let text = first;
  for (let count = 0; count < SHOWN_LINES; count++) {
    const next = await lines.next();
    if (next.done === true) break;
    if ("text" in next.value) text += next.value.text;
  }
  if (TYPED_VALUE.test(text)) throw new CommandError(`${name} ${DYNAMO_JSON}.`);
  throw new CommandError(
    isList
      ? `${name} is a JSON list: write one object a line, as jq -c '.[]' does.`
      : `${name} has a JSON object over several lines: write one object a line, as jq -c . does.`,
  );
}

/** The types of DynamoDB's attributes. */
const TYPES = new Set(["S", "N", "B", "SS", "NS", "BS", "M", "L", "NULL", "BOOL"]);

const TYPED_VALUE = new RegExp(`:\\s*\\{\\s*"(?:${[...TYPES].join("|")})"\\s*:`);

/** Levels above an item in what AWS writes: of an export, of a stream, of a batch, of a table's answers. */
const MOST_ABOVE = 4;

/** Reports whether an object is an item with the types of its values, or holds one. */
function isDynamoJson(value: unknown, above = MOST_ABOVE): boolean {
  if (Array.isArray(value)) return above > 0 && isDynamoJson(value[0], above - 1);
  if (!isObject(value)) return false;
  const values = Object.values(value);
  if (values.length > 0 && values.every(isTypedValue)) return true;
  return above > 0 && values.some((inner) => isDynamoJson(inner, above - 1));
}

function isTypedValue(value: unknown): boolean {
  if (!isObject(value)) return false;
  const [type, ...others] = Object.keys(value);
  return type !== undefined && others.length === 0 && TYPES.has(type);
}

/** Levels of a record, and one that is wrong. */
const MOST_LEVELS = 4;

/** A record without what has no value: `null`, a text that shows nothing, and an object in which nothing is left. */
export function filledFields(record: Record<string, unknown>, levels = MOST_LEVELS): Record<string, unknown> {
  const fields = Object.entries(record).map(([name, value]) => [
    name,
    isObject(value) && levels > 0 ? filledFields(value, levels - 1) : value,
  ]);
  return Object.fromEntries(fields.filter(([, value]) => !isNothing(value)));
}

function isNothing(value: unknown): boolean {
  if (typeof value === "string") return isEmptyText(value);
  return value === null || (isObject(value) && Object.keys(value).length === 0);
}
