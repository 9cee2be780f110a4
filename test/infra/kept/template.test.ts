/**
 * The template against the kept one: what an update of a stage would replace, and with it lose, or what CloudFormation
 * would refuse. The kept one is that of the release 0.2.0 and never written again.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { harmBetween, held, heldOf } from "../../../lib/cli/commands/upgrade/harm.ts";
import { type Properties, synthesize } from "../synthesized.ts";

const FILE = join(import.meta.dirname, "template-0.2.0.json");

const template = synthesize({ desk: true, escalationEmails: "head@company.example" });
const current = heldOf(template);
const kept = held.parse(JSON.parse(readFileSync(FILE, "utf8")));

test("an update of a stage replaces nothing that holds data or is attached elsewhere, and is not refused", () => {
  expect(harmBetween(kept, current)).toEqual([]);
});

/** The same template with one resource changed. */
function changed(prefix: string, change: (properties: Properties) => Properties): ReturnType<typeof heldOf> {
  const [id, resource] = Object.entries(template.Resources).find(([name]) => name.startsWith(prefix)) ?? [];
  if (id === undefined || resource === undefined) throw new Error(`There is no ${prefix} in the template.`);
  const Properties = change(structuredClone(resource.Properties));
  return heldOf({ ...template, Resources: { ...template.Resources, [id]: { ...resource, Properties } } });
}

test.each<[string, string, (properties: Properties) => Properties, RegExp[]]>([
  [
    "another key of a table",
    "Alerts9",
    (table) => ({ ...table, KeySchema: [{ AttributeName: "id", KeyType: "HASH" }] }),
    [/AttributeDefinitions, KeySchema changes: a new table begins empty/],
  ],
  [
    "another description of a policy",
    "Reader",
    (policy) => ({ ...policy, Description: "Another" }),
    [/Description changes/],
  ],
  [
    "another attribute of a pool",
    "DeskPeople2",
    (pool) => ({ ...pool, Schema: [] }),
    [/since Schema changes/],
  ],
  [
    "another kind of API",
    "Api",
    (api) => ({ ...api, ProtocolType: "WEBSOCKET" }),
    [/the old one answers no more/],
  ],
  ["the name of a secret", "InboundSecret", (secret) => ({ ...secret, Name: "x" }), [/since Name changes/]],
  [
    "another projection of an index",
    "Wallets7",
    (table) => withIndexes(table, ([one, ...others]) => [{ ...one, Projection: {} }, ...others]),
    [/DynamoDB changes no index/],
  ],
  [
    "a second index that goes",
    "Wallets7",
    (table) => withIndexes(table, () => []),
    [/lose its index byUser/, /lose its index byScore/, /byUser, byScore come or go/],
  ],
  [
    "one index that goes",
    "Wallets7",
    (table) => withIndexes(table, ([one]) => [one ?? {}]),
    [/lose its index byScore/],
  ],
  [
    "nothing where one index comes",
    "Wallets7",
    (table) => withIndexes(table, (all) => [...all, { ...all[0], IndexName: "another" }]),
    [],
  ],
])("notices %s", (_, prefix, change, harm) => {
  expect(harmBetween(current, changed(prefix, change))).toEqual(
    harm.map((words) => expect.stringMatching(words)),
  );
});

test("notices a table in whose place another one comes", () => {
  const { Holds2A44DBB8, ...others } = current;
  if (Holds2A44DBB8 === undefined) throw new Error("There is no table of holds.");
  expect(harmBetween(current, { ...others, HoldsAgain: Holds2A44DBB8 })).toEqual([
    "Holds2A44DBB8 (AWS::DynamoDB::Table) would be removed: a new table begins empty, and the records stay behind in the old one.",
  ]);
});

function withIndexes(table: Properties, change: (indexes: Properties[]) => Properties[]): Properties {
  return { ...table, GlobalSecondaryIndexes: change(table["GlobalSecondaryIndexes"]) };
}
