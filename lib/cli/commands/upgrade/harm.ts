/** Rules about templates: resources that a deployment would replace or lose, and updates that CloudFormation would refuse. */

import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";

const properties = z.record(z.string(), z.unknown());
type Properties = z.infer<typeof properties>;

/** A template of CloudFormation, as CDK writes it: the parts that are read here. */
export const template = z.object({
  Resources: z._default(
    z.record(
      z.string(),
      z.object({
        Type: z.string(),
        DeletionPolicy: z.optional(z.string()),
        Properties: z._default(properties, {}),
      }),
    ),
    {},
  ),
  Outputs: z._default(z.record(z.string(), z.object({ Value: z.unknown() })), {}),
});
export type Template = z.infer<typeof template>;

const table = z.object({
  KeySchema: z.array(z.object({ AttributeName: z.string() })),
  AttributeDefinitions: z.array(z.looseObject({ AttributeName: z.string() })),
  GlobalSecondaryIndexes: z._default(z.array(z.looseObject({ IndexName: z.string() })), []),
});

const TABLE = "AWS::DynamoDB::Table";

/**
 * By type: the properties whose change replaces a resource, or fails, by CloudFormation's reference; and what would be lost.
 * A role holds nothing, and may go.
 */
const HELD: Readonly<Record<string, { properties: readonly string[]; lost?: string }>> = {
  "AWS::ApiGatewayV2::Api": {
    properties: ["ProtocolType"],
    lost: "the new one has another URL, and the old one answers no more",
  },
  "AWS::Cognito::UserPool": {
    properties: ["AliasAttributes", "Schema", "UsernameAttributes", "UsernameConfiguration"],
    lost: "a new pool has no officers, groups and second factors",
  },
  "AWS::Cognito::UserPoolClient": {
    properties: ["GenerateSecret"],
    lost: "no officer can sign in until the desk knows the new client",
  },
  "AWS::Cognito::UserPoolGroup": {
    properties: ["GroupName"],
    lost: "officers lose what the group lets them do",
  },
  [TABLE]: {
    properties: ["AttributeDefinitions", "KeySchema", "LocalSecondaryIndexes", "TableName"],
    lost: "a new table begins empty, and the records stay behind in the old one",
  },
  "AWS::IAM::ManagedPolicy": {
    properties: ["Description", "ManagedPolicyName", "Path"],
    lost: "people and backends are refused until the new policy is attached to them",
  },
  "AWS::IAM::Role": { properties: ["Path", "RoleName"] },
  "AWS::KMS::Key": {
    properties: ["KeySpec", "KeyUsage", "MultiRegion", "Origin"],
    lost: "what the old key encrypted cannot be read without it",
  },
  "AWS::SecretsManager::Secret": {
    properties: ["Name"],
    lost: "a new secret is empty, and each call that needs it is refused until it is set",
  },
  "AWS::SNS::Topic": {
    properties: ["FifoTopic", "TopicName"],
    lost: "those who subscribed to the old topic hear nothing more",
  },
  "AWS::SQS::Queue": {
    properties: ["FifoQueue", "QueueName"],
    lost: "messages that wait in the old queue are not worked on any more",
  },
};

/** Parts of a template that an update has to leave as they are, by logical id. */
export const held = z.record(
  z.string(),
  z.object({
    type: z.string(),
    /** True if it stays in the account when it leaves the stack. */
    retained: z._default(z.boolean(), false),
    frozen: properties,
    /** Of a table, by name: the whole index, since DynamoDB changes none. */
    indexes: z._default(properties, {}),
  }),
);
type Held = z.infer<typeof held>;

/** Parts of a template that an update has to leave as they are. */
export function heldOf({ Resources }: Template): Held {
  const found: Held = {};
  for (const [id, { Type: type, DeletionPolicy = "", Properties }] of Object.entries(Resources)) {
    const names = HELD[type]?.properties;
    if (names === undefined) continue;
    const frozen = Object.fromEntries(names.map((name) => [name, Properties[name]]));
    const retained = DeletionPolicy.startsWith("Retain");
    found[id] = {
      type,
      retained,
      frozen,
      indexes: {},
      ...(type === TABLE ? ofTable(frozen, Properties) : {}),
    };
  }
  return found;
}

function ofTable(frozen: Properties, properties: Properties): { frozen: Properties; indexes: Properties } {
  const read = table.safeParse(properties);
  // A company's own table may name its keys by parameters.
  if (!read.success) return { frozen, indexes: {} };
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes } = read.data;
  // Attributes of indexes come and go with them; the type of the table's own key is for ever.
  const own = KeySchema.map(({ AttributeName }) => AttributeName);
  return {
    frozen: {
      ...frozen,
      AttributeDefinitions: AttributeDefinitions.filter(({ AttributeName }) => own.includes(AttributeName)),
    },
    indexes: Object.fromEntries(GlobalSecondaryIndexes.map(({ IndexName, ...index }) => [IndexName, index])),
  };
}

/** Losses and failures of an update from one to the other, a sentence each. */
export function harmBetween(before: Held, after: Held): string[] {
  return Object.entries(before).flatMap(([id, one]) => {
    const { type, frozen, indexes } = one;
    const { properties: names, lost } = HELD[type] ?? { properties: [] };
    const what = `${id} (${type})`;
    const now = after[id];
    if (now?.type !== type) {
      const isHarmless = lost === undefined || onlyLeaves(one, before, after);
      return isHarmless ? [] : [`${what} would be removed: ${lost}.`];
    }
    const replacing = names.filter((name) => !isDeepStrictEqual(frozen[name], now.frozen[name]));
    const moved = [...new Set([...Object.keys(indexes), ...Object.keys(now.indexes)])].filter(
      (name) => !isDeepStrictEqual(indexes[name], now.indexes[name]),
    );
    const rebuilt = moved.filter((name) => name in indexes && name in now.indexes);
    const gone = moved.filter((name) => !(name in now.indexes));
    return [
      ...(replacing.length === 0
        ? []
        : [
            `${what} would be replaced, or refused, since ${replacing.join(", ")} changes${lost === undefined ? "" : `: ${lost}`}.`,
          ]),
      ...rebuilt.map((name) => `${what} would fail: DynamoDB changes no index, and ${name} changes.`),
      ...gone.map(
        (name) =>
          `${what} would lose its index ${name}: what works now reads it, and so does the version before if you go back.`,
      ),
      ...(moved.length > 1
        ? [`${what} would fail: ${moved.join(", ")} come or go, and one update may add or remove one index.`]
        : []),
    ];
  });
}

/** Resources that leave the stack and stay in the account as they are: a setting names another in their place, or none. */
export function leavingBetween(before: Held, after: Held): string[] {
  return Object.entries(before).flatMap(([id, one]) =>
    after[id]?.type !== one.type && onlyLeaves(one, before, after) ? [`${id} (${one.type})`] : [],
  );
}

/** False where a new resource of its type comes in its place. */
function onlyLeaves({ type, retained }: Held[string], before: Held, after: Held): boolean {
  return (
    retained && !Object.entries(after).some(([id, one]) => one.type === type && before[id]?.type !== type)
  );
}
