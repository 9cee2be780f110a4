/**
 * What 1.x keeps, as docs/operate/upgrade.md promises it. `kept.json` says what 1.0.0-rc.2 had: a later version may add to it, and takes
 * nothing away.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { stackOutputs } from "../../../lib/settings/outputs.ts";
import { storedExamples } from "../../tools/docs/stored-examples.ts";
import { SUBSCRIBED, synthesize, WITH_DESK } from "../synthesized.ts";
import kept from "./kept.json" with { type: "json" };

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

it.each([
  ["the properties of a stack", kept.properties, () => namesIn("docs/reference/settings.md")],
  ["the commands and their options", kept.commands, commands],
  ["the outputs of a stack", kept.outputs, () => Object.keys(stackOutputs.shape)],
  [
    "the attributes of events to topics",
    kept.events,
    () => propertiesIn(JSON.parse(textOf("lib/alerts/event/alert-event.schema.json")), ""),
  ],
  [
    "the attributes of what is stored",
    kept.stored,
    async () => Object.entries(await storedExamples()).flatMap(([name, item]) => pathsOf(item, name)),
  ],
  [
    "the logical ids of what a stack retains",
    kept.retained,
    () =>
      Object.entries(synthesize({ ...SUBSCRIBED, ...WITH_DESK }).Resources)
        .filter(([, { UpdateReplacePolicy }]) => UpdateReplacePolicy === "Retain")
        .map(([id, { Type }]) => `${id}: ${Type}`),
  ],
])("keeps %s", async (_, before, now) => {
  expect(before.length).toBeGreaterThan(5);
  const namesNow = new Set(await now());
  expect(before.filter((name) => !namesNow.has(name))).toEqual([]);
});
