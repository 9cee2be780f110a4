/** The User record that `GET /users/{userId}` answers, and the ids that can be looked up. */

import * as z from "zod/mini";
import { isCalendarDate } from "./calendar-date.ts";

/** Nothing that a person's record holds is longer; a line past it is a mistake in the file. */
const MAX_TEXT = 1_000;

const text = z.string().check(
  z.maxLength(MAX_TEXT),
  z.refine((value) => value.isWellFormed(), { error: "contains half of a character (a lone surrogate)" }),
);
const code = z.number().check(z.refine(Number.isSafeInteger, { error: "expected a whole number" }));

/** The part of a record that Mexican compliance reports need. */
const mexicoRecord = z.object({
  rfc: z.optional(text),
  curp: text,
  actividadEconomica: code,
  cuentaRelacionada: text,
  monedaCuentaRelacionada: code,
  documentoIdentificacion: z.object({ tipoIdentificacion: code, numeroIdentificacion: text }),
});

/** The fields of a record, those that have no value left out. */
const userFields = z.object({
  givenName: text,
  maternalSurname: z.optional(text),
  paternalSurname: text,
  birthdate: z.string().check(z.refine(isCalendarDate, { error: "expected a date as YYYY-MM-DD" })),
  nationality: z
    .string()
    .check(z.regex(/^[A-Z]{2}$/, { error: "expected an ISO 3166-1 alpha-2 code, such as MX" })),
  phoneNumber: z.object({
    countryCode: z
      .string()
      .check(z.regex(/^\+\d{1,4}$/, { error: "expected a plus sign and digits, such as +52" })),
    phoneNumber: code,
  }),
  email: text.check(z.regex(/^[^\s@]+@[^\s@]+$/, { error: "expected an e-mail address" })),
  address: z.object({
    country: text,
    region: text,
    city: text,
    street: text,
    colonia: text,
    exteriorNumber: text,
    interiorNumber: z.optional(text),
    postalCode: text,
  }),
  mexico: z.optional(mexicoRecord),
});
export type UserRecord = z.infer<typeof userFields>;

/** A user, with the contract's fields only: unknown ones are dropped. `null` is no value. All of it is personal data. */
export const userRecord = z.pipe(z.transform(withoutNulls), userFields);

/** A column of a database that holds nothing becomes `null` in JSON, and an attribute `NULL` in DynamoDB. */
export function withoutNulls(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const members = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(members.map(([name, inner]) => [name, withoutNulls(inner)]));
}

/** No stack serves more. */
const MAX_PROJECTS = 100;

/** Ids in text count: a set of strings is an easy slip of a backend. */
const projectId = z.pipe(
  z.transform((value: unknown) =>
    typeof value === "string" && /^(0|[1-9]\d{0,14})$/.test(value) ? Number(value) : value,
  ),
  code.check(z.minimum(0)),
);

/** Beside a record, and never in an answer: the projects that may look the user up. DynamoDB's sets do as well. */
export const userProjects = z.optional(
  z.pipe(
    z.transform((value: unknown) => (value instanceof Set ? [...value] : value)),
    z.array(projectId).check(z.minLength(1), z.maxLength(MAX_PROJECTS)),
  ),
);

/** Finds `projects` in capitals or between spaces: ignoring such a field would open the user to all projects. */
export function misspellsProjects(fields: Record<string, unknown>): boolean {
  return Object.keys(fields).some((name) => name !== "projects" && name.trim().toLowerCase() === "projects");
}

/** DynamoDB's limit for a partition key, in bytes. */
export const MAX_USER_ID_BYTES = 2_048;

/** A user's id: text that can travel through an HTTP API's path and stand as a key. */
export const userId = z.string().check(
  z.minLength(1),
  z.refine((id) => id.isWellFormed(), { error: "contains half of a character (a lone surrogate)" }),
  z.refine((id) => Buffer.byteLength(id) <= MAX_USER_ID_BYTES, {
    error: `is longer than ${MAX_USER_ID_BYTES} bytes`,
  }),
  z.refine((id) => !/[%/?]/.test(id), {
    error: "contains %, / or ?, which cannot be looked up through an HTTP API",
  }),
  z.refine((id) => id !== "." && id !== "..", {
    error: "is . or .., which HTTP clients remove from a path",
  }),
  // ASCII's: every control character but the second block.
  z.refine((id) => !/[^\P{Cc}\u0080-\u009f]/u.test(id), { error: "contains a control character" }),
);
