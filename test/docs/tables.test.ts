/** The page of tables names the keys, indexes and events that the code has; generated.test.ts compares its items. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { DESK_SESSIONS_SHAPE, TABLE_SHAPES, type TableShape } from "../../lib/aws/tables/table-shapes.ts";
import { caseEvent } from "../../lib/cases/step.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/reference/tables.md"), "utf8");

const SHAPES: readonly (readonly [string, TableShape])[] = [
  ...Object.entries(TABLE_SHAPES).map(
    ([name, shape]) => [`${name.charAt(0).toUpperCase()}${name.slice(1)}`, shape] as const,
  ),
  ["DeskSessions", DESK_SESSIONS_SHAPE],
];

/** The rows of the table whose first column has this title, as cells. */
function rowsUnder(...titles: string[]): string[][] {
  const [, behind = ""] = PAGE.split(`| ${titles.join(" | ")} |\n`);
  const [rows = ""] = behind.split("\n\n");
  return rows
    .split("\n")
    .slice(1)
    .map((row) => row.split("|").map((cell) => cell.trim()))
    .map((cells) => cells.slice(1, -1));
}

/** The names in code type. */
function namesIn(cell = ""): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
}

function keyOf({ partition, sort }: TableShape["key"]): string[] {
  return sort === undefined ? [partition] : [partition, sort];
}

it("names each table, its key, and whether its items expire", () => {
  const named = rowsUnder("Table", "Key", "Expires", "Holds").map(([name, key, expires]) => [
    name,
    namesIn(key),
    expires === "yes",
  ]);
  expect(named.sort()).toEqual(
    SHAPES.map(([name, { key, expires }]) => [name, keyOf(key), expires !== undefined]).sort(),
  );
});

it("names each index and its key, and says which copy nothing but keys", () => {
  const named = rowsUnder("Table", "Index", "Key", "Finds").map(([table, index, key, finds = ""]) => [
    table,
    ...namesIn(index),
    namesIn(key),
    finds.startsWith("keys of "),
  ]);
  const indexes = SHAPES.flatMap(([table, shape]) =>
    shape.indexes.map((indexShape) => ({ table, ...indexShape })),
  );
  expect(named.sort()).toEqual(
    indexes
      .map((indexOfTable) => [
        indexOfTable.table,
        indexOfTable.index,
        keyOf(indexOfTable),
        indexOfTable.copies.length === 0,
      ])
      .sort(),
  );
});

it("names each kind of event and its attributes", () => {
  const named = rowsUnder("Kind of event", "Attributes beside those of every event").flatMap(
    ([kinds, attributes]) => namesIn(kinds).map((kind) => [kind, namesIn(attributes).sort()]),
  );
  const ofEvery = new Set(["number", "id", "at", "previous", "retentionYears", "kind"]);
  const kinds = caseEvent._zod.def.options.map(({ _zod: { def } }) => {
    const [kind] = def.shape.kind._zod.def.values;
    return [
      kind,
      Object.keys(def.shape)
        .filter((name) => !ofEvery.has(name))
        .sort(),
    ];
  });
  expect(named.sort()).toEqual(kinds.sort());
});

it("says what each field of a list for programs means", () => {
  const [, lists = ""] = PAGE.split("## Lists for programs");
  const [, examples = ""] = lists.split("```");
  const lines = examples.split(/^\/\/ .*\n/m).slice(1);
  const fields = lines.flatMap((line) => Object.keys(JSON.parse(line)));
  expect(fields.length).toBeGreaterThan(80);
  const explained = rowsUnder("Field", "Meaning").flatMap(([names]) => namesIn(names));
  expect(explained.sort()).toEqual([...new Set(fields)].sort());
});
