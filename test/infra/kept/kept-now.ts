/** What 1.x keeps, as this version has it: `node test/infra/kept/renew.ts` writes it to `kept.json` for a release. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { TABLE_SHAPES } from "../../../lib/aws/tables/table-shapes.ts";
import { stackOutputs } from "../../../lib/settings/outputs.ts";
import { storedExamples } from "../../tools/docs/stored-examples.ts";
import { SUBSCRIBED, synthesize, WITH_DESK } from "../synthesized.ts";

const ROOT = join(import.meta.dirname, "../../..");
const textOf = (path: string) => readFileSync(join(ROOT, path), "utf8");

/** Names in code type at the beginning of the rows of a page's tables. */
const namesIn = (path: string) => [...textOf(path).matchAll(/^\| `([^`]+)`/gm)].map(([, name = ""]) => name);

/** Each command with each of its options, as the page of commands has them. */
function commands(): string[] {
  let command = "";
  return textOf("docs/reference/commands.md")
    .split("\n")
    .flatMap((line) => {
      command = /^#{2,3} `?(vigia [a-z -]+?)`?$/.exec(line)?.[1] ?? command;
      const option = /^\| `(--[a-z-]+)/.exec(line)?.[1];
      return option === undefined ? [] : [`${command} ${option}`];
    });
}

const node = z.looseObject({});

/** Paths of the leaves of a value with their types, as in `event.at: string`. */
function pathsOf(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((member) => pathsOf(member, `${path}[]`));
  const { data } = node.safeParse(value);
  if (data === undefined || value instanceof Uint8Array) return [`${path}: ${typeof value}`];
  return Object.entries(data).flatMap(([name, member]) =>
    pathsOf(member, path === "" ? name : `${path}.${name}`),
  );
}

/** Names of the properties anywhere in a JSON schema, behind those that they are in. */
function propertiesIn(schema: unknown, path: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((alternative) => propertiesIn(alternative, path));
  const { data = {} } = node.safeParse(schema);
  return Object.entries(data).flatMap(([name, member]) => {
    if (name !== "properties") return propertiesIn(member, path);
    return Object.entries(node.parse(member)).flatMap(([property, inner]) => {
      const own = path === "" ? property : `${path}.${property}`;
      return [own, ...propertiesIn(inner, own)];
    });
  });
}

/** The keys of each table and index, and what an index copies beside them. */
function tables(): string[] {
  return Object.entries(TABLE_SHAPES).flatMap(([table, { key, indexes }]) => [
    `${table}: ${keyText(key)}`,
    ...indexes.flatMap(({ index, copies, ...indexKey }) => [
      `${table}.${index}: ${keyText(indexKey)}`,
      ...copies.map((copy) => `${table}.${index} copies ${copy}`),
    ]),
  ]);
}

function keyText({ partition, sort = "no sort key" }: { partition: string; sort?: string }): string {
  return `${partition}, ${sort}`;
}

/** Each list by its name in `kept.json`. */
export async function keptNow(): Promise<Record<string, string[]>> {
  return {
    properties: namesIn("docs/reference/settings.md"),
    commands: commands(),
    outputs: Object.keys(stackOutputs.shape),
    events: propertiesIn(JSON.parse(textOf("lib/alerts/event/alert-event.schema.json")), ""),
    stored: Object.entries(await storedExamples()).flatMap(([name, item]) => pathsOf(item, name)),
    tables: tables(),
    retained: Object.entries(synthesize({ ...SUBSCRIBED, ...WITH_DESK }).Resources)
      .filter(([, { UpdateReplacePolicy }]) => UpdateReplacePolicy === "Retain")
      .map(([id, { Type }]) => `${id}: ${Type}`),
  };
}
