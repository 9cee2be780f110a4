/** Files that are made of the settings' schema: the JSON Schema of vigia.json, and the construct's properties. */

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import * as z from "zod/mini";
import { readSettings, settings } from "../../../lib/settings/settings.ts";

export const ROOT = join(import.meta.dirname, "../../..");

/** The files by their paths, as they are committed. */
export function generatedFiles(): Record<string, string> {
  const files = { "vigia.schema.json": schemaFile(), "infra/vigia-props.ts": propsFile() };
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, formatted(name, text)]));
}

function formatted(name: string, text: string): string {
  const biome = join(ROOT, "node_modules/.bin/biome");
  const args = ["format", "--stdin-file-path", name];
  return execFileSync(biome, args, { cwd: ROOT, input: text, encoding: "utf8" });
}

/** The part of JSON Schema that the settings use. */
interface JsonSchema {
  description?: string | undefined;
  type?: string | undefined;
  const?: unknown;
  enum?: unknown[] | undefined;
  default?: unknown;
  properties?: Record<string, JsonSchema> | undefined;
  required?: string[] | undefined;
  items?: JsonSchema | undefined;
  additionalProperties?: JsonSchema | boolean | undefined;
  anyOf?: JsonSchema[] | undefined;
}

const jsonSchema: z.ZodMiniType<JsonSchema> = z.looseObject({
  description: z.optional(z.string()),
  type: z.optional(z.string()),
  enum: z.optional(z.array(z.unknown())),
  properties: z.optional(
    z.record(
      z.string(),
      z.lazy(() => jsonSchema),
    ),
  ),
  required: z.optional(z.array(z.string())),
  items: z.optional(z.lazy(() => jsonSchema)),
  additionalProperties: z.optional(z.union([z.boolean(), z.lazy(() => jsonSchema)])),
  anyOf: z.optional(z.array(z.lazy(() => jsonSchema))),
});

/** The schema of one stage's settings, with each default. */
function stageSchema(): JsonSchema {
  const made = jsonSchema.parse(
    z.toJSONSchema(settings, { io: "input", unrepresentable: "any", target: "draft-7" }),
  );
  const { desk, ...others } = withDefaults(made, readSettings({})).properties ?? {};
  const { description, ...section } = desk ?? {};
  return { ...made, properties: { ...others, desk: { description, anyOf: [{ const: true }, section] } } };
}

/** Sections have no default of their own: the settings in them do. */
function withDefaults({ default: _, ...schema }: JsonSchema, value: unknown): JsonSchema {
  if (schema.properties === undefined) return value === undefined ? schema : { ...schema, default: value };
  const below = Object.entries(schema.properties).map(([key, inner]) => {
    const own: unknown = Object(value)[key];
    return [key, withDefaults(inner, own)] as const;
  });
  return { ...schema, properties: Object.fromEntries(below) };
}

/** A merge patch of what a schema describes: each setting may be absent, or null, which takes it away. */
function patchOf({ required: _, default: __, ...schema }: JsonSchema): JsonSchema {
  if (schema.anyOf !== undefined) return { ...schema, anyOf: schema.anyOf.map(patchOf) };
  if (schema.properties === undefined) return schema;
  const nullable = Object.entries(schema.properties).map(([key, inner]) => {
    const { description, ...rest } = patchOf(inner);
    const either: JsonSchema = { description, anyOf: [rest, { type: "null" }] };
    return [key, either] as const;
  });
  return { ...schema, properties: Object.fromEntries(nullable) };
}

/** `vigia.schema.json`, with which editors check vigia.json. */
function schemaFile(): string {
  const { stage, ...ofStage } = stageSchema().properties ?? {};
  const patch = patchOf({ type: "object", properties: ofStage, additionalProperties: false });
  return `${JSON.stringify(
    {
      $schema: "http://json-schema.org/draft-07/schema#",
      title: "Settings of Vigía (vigia.json)",
      type: "object",
      properties: {
        $schema: { type: "string" },
        stage: { ...stage, description: "Stage that is deployed where `-c stage=…` names none." },
        ...ofStage,
        stages: {
          description:
            "Settings of single stages, by name, as a merge patch: objects are merged, all else is replaced, and null takes a setting away.",
          type: "object",
          propertyNames: { pattern: "^[a-z][a-z0-9-]{0,19}$" },
          additionalProperties: patch,
        },
      },
      additionalProperties: false,
    },
    null,
    2,
  )}\n`;
}

/** Settings of a stack, which a construct in another stack does not have. */
const OF_STACK = ["account", "region", "stackName"];

/** `infra/vigia-props.ts`. */
function propsFile(): string {
  const all = Object.entries(stageSchema().properties ?? {});
  const ofStack = all.filter(([key]) => OF_STACK.includes(key));
  const others = all.filter(([key]) => !OF_STACK.includes(key));
  return [
    "/** Generated from lib/settings/settings.ts by `npm run schema`. */\n",
    ...interfaces("Vigia", {
      description: "Properties of Vigía; what is absent takes its default.",
      properties: Object.fromEntries(others),
    }),
    ...interfaces("StackPlacement", {
      description: "Place of a deployed stage, and the name of its stack.",
      properties: Object.fromEntries(ofStack),
    }),
  ].join("\n");
}

/** An interface of a section of settings, behind those of the sections in it. */
function interfaces(
  name: string,
  { description = "", properties = {}, required = [] }: JsonSchema,
): string[] {
  const inner: string[] = [];
  const members = Object.entries(properties).map(([key, member]) => {
    const type = typeOf(
      member,
      `${name === "Vigia" ? "" : name}${key[0]?.toUpperCase()}${key.slice(1)}`,
      inner,
    );
    const typed = required.includes(key) ? `${key}: ${type}` : `${key}?: ${type} | undefined`;
    return `${docOf(member, "  ")}  readonly ${typed};\n`;
  });
  return [
    ...inner,
    `${docOf({ description }, "")}export interface ${name === "StackPlacement" ? name : `${name}Props`} {\n${members.join("")}}\n`,
  ];
}

/** A schema as a type of TypeScript. @param inner gets the interfaces that it names */
function typeOf(schema: JsonSchema, name: string, inner: string[]): string {
  const { anyOf, enum: values, properties, items, additionalProperties, type = "unknown" } = schema;
  if (anyOf !== undefined) {
    // Of several objects none has a name of its own.
    const isOne = anyOf.filter((one) => one.properties !== undefined).length < 2;
    return anyOf.map((one) => typeOf(one, isOne ? name : "", inner)).join(" | ");
  }
  if ("const" in schema) return JSON.stringify(schema.const);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (properties !== undefined && name === "") return inlined(properties);
  if (properties !== undefined) {
    inner.push(...interfaces(name, schema));
    return `${name}Props`;
  }
  if (items !== undefined) return `readonly ${typeOf(items, name.replace(/s$/, ""), inner)}[]`;
  if (typeof additionalProperties === "object")
    return `Readonly<Record<string, ${typeOf(additionalProperties, name, inner)}>>`;
  return type === "integer" ? "number" : type;
}

function inlined(properties: Record<string, JsonSchema>): string {
  const members = Object.entries(properties).map(([key, one]) => `readonly ${key}: ${typeOf(one, "", [])}`);
  return `{ ${members.join("; ")} }`;
}

const MAX_LINE = 110;

function docOf({ description = "", default: value }: JsonSchema, indent: string): string {
  const isEmpty =
    value === undefined || (Array.isArray(value) ? value.length === 0 : JSON.stringify(value) === "{}");
  const ends = isEmpty || /Default:/.test(description) ? "" : ` Default: ${JSON.stringify(value)}.`;
  const text = `${description}${ends}`;
  if (text === "") return "";
  const line = `${indent}/** ${text} */`;
  if (line.length <= MAX_LINE) return `${line}\n`;
  const wrapped = text.replace(
    new RegExp(`(.{1,${MAX_LINE - indent.length - 3}})(?: |$)`, "g"),
    `${indent} * $1\n`,
  );
  return `${indent}/**\n${wrapped}${indent} */\n`;
}
