/** `vigia users schema`: what a User record must hold, for people and as JSON Schema. */

import * as z from "zod/mini";
import { userFields } from "../../../contract/user.ts";
import { addCommand, type Call, type CommandGroup } from "../../core/command.ts";
import { tableOf } from "../../output/table.ts";

export function addUserSchema(group: CommandGroup): void {
  addCommand(group, "schema", {
    summary: "show the fields of a User record, or its JSON Schema",
    details:
      "In CSV a field is a column under the same name. An optional field may be null, which means absent. mexico is required if Mexican compliance is enabled for a project.",
    examples: ["vigia users schema", "vigia users schema --format json > user.schema.json"],
    action: showSchema,
  }).option("--format <format>", "table or json", "table");
}

async function showSchema({ context, options }: Call): Promise<undefined> {
  const { format } = options({ format: z.enum(["table", "json"]) });
  const text =
    format === "json"
      ? JSON.stringify(recordJsonSchema(), null, 2)
      : tableOf(
          [
            { header: "field", value: ({ name }) => name },
            { header: "needed", value: ({ needed }) => needed },
            { header: "type", value: ({ type }) => type },
            { header: "form", value: ({ form }) => form, wrap: 20 },
          ],
          fieldRows(),
          context.stdout,
        );
  await context.print(text);
}

/** Additions in words, for rules that JSON Schema cannot express. */
const FORMS: Record<string, string> = {
  birthdate: "a date as YYYY-MM-DD",
  nationality: "ISO 3166-1 alpha-2, such as MX",
  "phoneNumber.countryCode": "a plus sign and digits, such as +52",
  email: "an e-mail address",
  userId: "your own id of the user: no %, / or ?",
  projects: "ids of the projects that may look the user up; all if absent",
};

interface FieldRow {
  name: string;
  needed: string;
  type: string;
  form: string;
}

const node = z.looseObject({
  type: z.optional(z.string()),
  properties: z.optional(z.record(z.string(), z.unknown())),
  required: z._default(z.array(z.string()), []),
});

function fieldRows(): FieldRow[] {
  const rows: FieldRow[] = [
    { name: "userId", needed: "required", type: "text", form: FORMS["userId"] ?? "" },
    { name: "projects", needed: "optional", type: "list", form: FORMS["projects"] ?? "" },
  ];
  const walk = (schema: unknown, path: string[]): void => {
    const { properties = {}, required } = node.parse(schema);
    for (const [key, inner] of Object.entries(properties)) {
      const name = [...path, key].join(".");
      const { type, properties: nested } = node.parse(inner);
      const inPart = path.length > 0 ? ` in ${path[0]}` : "";
      const needed = required.includes(key) ? `required${inPart}` : "optional";
      const words = type === "string" ? "text" : type === "object" ? "object" : "whole number";
      rows.push({ name, needed, type: words, form: FORMS[name] ?? "" });
      if (nested !== undefined) walk(inner, [...path, key]);
    }
  };
  walk(z.toJSONSchema(userFields, { io: "input" }), []);
  return rows;
}

/** An object of JSON Schema in which what is not required may be null too. */
function nullable(schema: unknown): unknown {
  const { properties, required, ...rest } = node.parse(schema);
  if (properties === undefined) return schema;
  const fields = Object.entries(properties).map(([key, inner]) => {
    const field = nullable(inner);
    return [key, required.includes(key) ? field : { anyOf: [field, { type: "null" }] }];
  });
  return { ...rest, properties: Object.fromEntries(fields), required };
}

/** A line of a file for `vigia users import`: the record with the user's id and, where it is limited, its projects. */
function recordJsonSchema() {
  const record = node.parse(nullable(z.toJSONSchema(userFields, { io: "input" })));
  return {
    ...record,
    title: "A user of Vigia",
    properties: {
      userId: { type: "string", minLength: 1, pattern: "^[^%/?]+$", description: FORMS["userId"] },
      projects: { type: "array", minItems: 1, items: { type: "integer" }, description: FORMS["projects"] },
      ...record.properties,
    },
    required: ["userId", ...record.required],
  };
}
