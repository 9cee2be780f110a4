/** Users in a file: one a line, as JSON, or as CSV with a column for each field (`address.city`, `mexico.curp`). */

import { isObject } from "../../../contract/exact-json.ts";
import { type Issue, issuesLine, issuesOf } from "../../../contract/issues.ts";
import { misspellsProjects, userId, userProjects, userRecord, withoutNulls } from "../../../contract/user.ts";
import type { User } from "../../../users/user-item.ts";
import {
  type CsvRecord,
  csvRecords,
  jsonRecords,
  type Line,
  type NamedStream,
} from "../../core/csv-records.ts";

const NUMBER_COLUMNS = new Set([
  "phoneNumber.phoneNumber",
  "mexico.actividadEconomica",
  "mexico.monedaCuentaRelacionada",
  "mexico.documentoIdentificacion.tipoIdentificacion",
]);

/** Beside the fields: the projects that may look the user up, as a list; in CSV their ids with spaces between. */
const PROJECTS = "projects";

const COLUMNS = new Set([
  "userId",
  "givenName",
  "maternalSurname",
  "paternalSurname",
  "birthdate",
  "nationality",
  "phoneNumber.countryCode",
  "phoneNumber.phoneNumber",
  "email",
  "address.country",
  "address.region",
  "address.city",
  "address.street",
  "address.colonia",
  "address.exteriorNumber",
  "address.interiorNumber",
  "address.postalCode",
  "mexico.rfc",
  "mexico.curp",
  "mexico.actividadEconomica",
  "mexico.cuentaRelacionada",
  "mexico.monedaCuentaRelacionada",
  "mexico.documentoIdentificacion.tipoIdentificacion",
  "mexico.documentoIdentificacion.numeroIdentificacion",
  PROJECTS,
]);

/** A line of a file: its user, and the fields by dotted name that no record has; or what is wrong with it. */
type UserLine =
  | { line: number; value: User; unknown: readonly string[] }
  | Extract<Line<User>, { wrong: string }>;

/**
 * The users of a file, or why a line holds none; the reasons hold nothing of the line. Of several lines with one
 * user's id the first is taken: which of them is right is for a person to say.
 */
export async function* readUsers(input: NamedStream, format: "jsonl" | "csv"): AsyncGenerator<UserLine> {
  const lineOf = new Map<string, number>();
  for await (const read of format === "csv" ? csvUsers(input) : jsonRecords(input)) {
    const user = "wrong" in read ? read : { line: read.line, ...userOf(read.value) };
    if ("wrong" in user) {
      yield user;
      continue;
    }
    const earlier = lineOf.get(user.value.userId);
    if (earlier !== undefined) {
      yield { line: user.line, wrong: `repeats the userId of line ${earlier}, which is used` };
      continue;
    }
    lineOf.set(user.value.userId, user.line);
    yield user;
  }
}

function userOf(
  fields: Record<string, unknown>,
): { value: User; unknown: readonly string[] } | { wrong: string } {
  const id = userId.safeParse(fields["userId"]);
  const record = userRecord.safeParse(fields);
  const projects = userProjects.safeParse(fields[PROJECTS]);
  const misspelt = misspellsProjects(fields);
  if (id.success && record.success && projects.success && !misspelt)
    return {
      value: { userId: id.data, record: record.data, projects: projects.data },
      unknown: unknownFields(fields),
    };
  const issues: Issue[] = [];
  if (!id.success)
    issues.push(
      ...issuesOf(id.error).map((issue) => ({
        ...("userId" in fields ? issue : { is: "missing" as const }),
        path: "userId",
      })),
    );
  if (!record.success) issues.push(...issuesOf(record.error, withoutNulls(fields)));
  if (!projects.success)
    issues.push(...issuesOf(projects.error).map((issue) => ({ ...issue, path: PROJECTS })));
  if (misspelt) issues.push({ path: PROJECTS, is: "said", values: ["expected this name in lower case"] });
  return { wrong: issuesLine(issues) };
}

/** A field without a value counts as missing. */
function unknownFields(fields: Record<string, unknown>, above = ""): string[] {
  return Object.entries(fields).flatMap(([key, value]) => {
    const name = `${above}${key}`;
    if (COLUMNS.has(name) || value === null) return [];
    const isSection = [...COLUMNS].some((column) => column.startsWith(`${name}.`));
    return isSection && isObject(value) ? unknownFields(value, `${name}.`) : [name];
  });
}

async function* csvUsers(input: NamedStream): AsyncGenerator<Line<Record<string, unknown>>> {
  for await (const read of csvRecords(input, { allowed: COLUMNS, required: ["userId"] })) {
    yield "wrong" in read ? read : { line: read.line, value: fieldsOf(read.value) };
  }
}

function fieldsOf(record: CsvRecord): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [column, cell] of record) setField(fields, column.split("."), typedCell(column, cell));
  return fields;
}

function typedCell(column: string, cell: string): unknown {
  if (column === PROJECTS)
    return cell
      .trim()
      .split(/[\s,;]+/)
      .map(numberIn);
  return NUMBER_COLUMNS.has(column) ? numberIn(cell) : cell;
}

function numberIn(text: string): string | number {
  return /^\d+$/.test(text) ? Number(text) : text;
}

function setField(fields: Record<string, unknown>, [name = "", ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    fields[name] = value;
    return;
  }
  const inner = isObject(fields[name]) ? fields[name] : {};
  fields[name] = inner;
  setField(inner, rest, value);
}
