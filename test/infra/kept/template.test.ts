/**
 * The template against the kept one: what an update of a stage would replace, and with it lose, or what CloudFormation
 * would refuse. The kept one is that of the release 0.2.0 and never written again.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { type Properties, type Resource, synthesize, type Template } from "../synthesized.ts";

const FILE = join(import.meta.dirname, "template-0.2.0.json");

/**
 * By type, the properties whose change replaces the resource or fails, and descriptions: a changed one replaces a
 * managed policy, which fails where the policy is attached, and those of keys and roles are held beside it.
 */
const FROZEN: Readonly<Record<string, readonly string[]>> = {
  "AWS::Cognito::UserPool": [
    ...["AliasAttributes", "Schema", "UserPoolName", "UsernameAttributes", "UsernameConfiguration"],
  ],
  "AWS::Cognito::UserPoolClient": ["GenerateSecret"],
  "AWS::Cognito::UserPoolGroup": ["GroupName"],
  "AWS::DynamoDB::Table": ["AttributeDefinitions", "KeySchema", "LocalSecondaryIndexes", "TableName"],
  "AWS::IAM::ManagedPolicy": ["Description", "ManagedPolicyName", "Path"],
  "AWS::IAM::Role": ["Description", "Path", "RoleName"],
  "AWS::KMS::Key": ["Description", "KeySpec", "KeyUsage", "MultiRegion", "Origin"],
  "AWS::SecretsManager::Secret": ["Name"],
  "AWS::SNS::Topic": ["FifoTopic", "TopicName"],
  "AWS::SQS::Queue": ["FifoQueue", "QueueName"],
};

const keptSchema = z.record(
  z.string(),
  z.object({
    type: z.string(),
    frozen: z.record(z.string(), z.unknown()),
    /** Of a table, by name: all of an index, since DynamoDB changes none. */
    indexes: z.optional(z.record(z.string(), z.unknown())),
  }),
);
type Kept = z.infer<typeof keptSchema>;

/** What is held of a template, by logical id. */
function keptOf({ Resources }: Template): Kept {
  return Object.fromEntries(
    Object.entries(Resources).flatMap(([id, resource]) => {
      const names = FROZEN[resource.Type];
      return names === undefined ? [] : [[id, { type: resource.Type, ...heldOf(resource, names) }]];
    }),
  );
}

function heldOf({ Type, Properties }: Resource, names: readonly string[]) {
  const frozen = Object.fromEntries(names.map((name) => [name, Properties[name]]));
  if (Type !== "AWS::DynamoDB::Table") return { frozen: plain(frozen) };
  const indexes: Properties[] = Properties["GlobalSecondaryIndexes"] ?? [];
  // Attributes of indexes come and go with them; the type of the table's own key is for ever.
  const own: string[] = Properties["KeySchema"].map(({ AttributeName }: Properties) => AttributeName);
  const AttributeDefinitions = Properties["AttributeDefinitions"].filter(({ AttributeName }: Properties) =>
    own.includes(AttributeName),
  );
  const byName = Object.fromEntries(indexes.map(({ IndexName, ...index }) => [IndexName, index]));
  return { frozen: plain({ ...frozen, AttributeDefinitions }), indexes: plain(byName) };
}

/** As JSON keeps it: without what is absent. */
function plain(value: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value));
}

/** What an update from one to the other replaces or fails at, one line each. */
function harmOf(before: Kept, after: Kept): string[] {
  return Object.entries(before).flatMap(([id, { type, frozen, indexes = {} }]) => {
    const now = after[id];
    if (now === undefined && type === "AWS::IAM::Role") return [];
    if (now === undefined)
      return [`${id} is gone: what comes in its place begins empty, or is attached nowhere`];
    const changed = namesOf(frozen, now.frozen).map((name) => `${id} is replaced, or fails: ${name} differs`);
    const moved = namesOf(indexes, now.indexes ?? {});
    const rebuilt = moved.filter((name) => name in indexes && name in (now.indexes ?? {}));
    return [
      ...changed,
      ...rebuilt.map((name) => `${id} fails: DynamoDB changes no index, and ${name} differs`),
      ...(moved.length > 1
        ? [
            `${id} fails: ${moved.join(", ")} come or go, and an update may add or remove one index of a table`,
          ]
        : []),
    ];
  });
}

/** The names under which two records differ. */
function namesOf(one: Record<string, unknown>, other: Record<string, unknown>): string[] {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
}

const template = synthesize({ desk: true, escalationEmails: "head@company.example" });
const current = keptOf(template);
const kept = keptSchema.parse(JSON.parse(readFileSync(FILE, "utf8")));

test("an update of a stage replaces nothing that holds data or is attached elsewhere, and is not refused", () => {
  expect(harmOf(kept, current)).toEqual([]);
});

/** The same template with one resource changed. */
function changed(prefix: string, change: (properties: Properties) => Properties): Kept {
  const [id, resource] = Object.entries(template.Resources).find(([name]) => name.startsWith(prefix)) ?? [];
  if (id === undefined || resource === undefined) throw new Error(`There is no ${prefix} in the template.`);
  const Properties = change(structuredClone(resource.Properties));
  return keptOf({ ...template, Resources: { ...template.Resources, [id]: { ...resource, Properties } } });
}

test.each<[string, string, (properties: Properties) => Properties, RegExp[]]>([
  [
    "another key of a table",
    "Alerts9",
    (table) => ({ ...table, KeySchema: [{ AttributeName: "id", KeyType: "HASH" }] }),
    [/AttributeDefinitions differs/, /KeySchema differs/],
  ],
  [
    "another description of a policy",
    "Reader",
    (policy) => ({ ...policy, Description: "Another" }),
    [/Description differs/],
  ],
  ["another attribute of a pool", "DeskPeople2", (pool) => ({ ...pool, Schema: [] }), [/Schema differs/]],
  ["the name of a secret", "InboundSecret", (secret) => ({ ...secret, Name: "x" }), [/Name differs/]],
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
    [/byUser, byScore come or go/],
  ],
  ["one index that goes", "Wallets7", (table) => withIndexes(table, ([one]) => [one ?? {}]), []],
])("notices %s", (_, prefix, change, harm) => {
  expect(harmOf(current, changed(prefix, change))).toEqual(harm.map((words) => expect.stringMatching(words)));
});

test("notices what is gone", () => {
  const { Holds2A44DBB8: _, ...others } = current;
  expect(harmOf(current, others)).toEqual([
    "Holds2A44DBB8 is gone: what comes in its place begins empty, or is attached nowhere",
  ]);
});

function withIndexes(table: Properties, change: (indexes: Properties[]) => Properties[]): Properties {
  return { ...table, GlobalSecondaryIndexes: change(table["GlobalSecondaryIndexes"]) };
}
