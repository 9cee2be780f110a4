/** Users in a file: one a line, as JSON, or as CSV with a column for each field (`address.city`, `mexico.curp`). */

import * as z from "zod/mini";
import { isObject } from "../../../contract/exact-json.ts";
import { type Issue, issuesLine, issuesOf } from "../../../contract/issues.ts";
import { userProjects, userRecord } from "../../../contract/user.ts";
import type { User } from "../../../users/user-item.ts";
import { type CsvRecord, csvRecords } from "../../core/csv-records.ts";
import type { Importable } from "../../core/file-import.ts";
import { filledFields, jsonRecords } from "../../core/json-records.ts";
import { spoiltText } from "../../core/spoilt-text.ts";
import type { NamedStream } from "../../core/text-lines.ts";
import { importedUserId } from "../../core/user-ids.ts";
import { corrected } from "./corrections.ts";

const PHONE = "phoneNumber.phoneNumber";

const NUMBER_COLUMNS = new Set([
  PHONE,
  "mexico.actividadEconomica",
  "mexico.monedaCuentaRelacionada",
  "mexico.documentoIdentificacion.tipoIdentificacion",
]);

/** Beside the fields: the projects that may look the user up, as a list; in CSV their ids with spaces between. */
const PROJECTS = "projects";

/** The columns of a CSV file, in the order of the contract. */
export const COLUMNS: ReadonlySet<string> = new Set([
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

/** A line of a file: its user, or what is wrong with it. Its cells are those of a CSV file alone. */
export type UserLine = Importable<User> & { cells?: CsvRecord | undefined; changes: readonly string[] };

/**
 * The users of a file, or why a line holds none; the reasons hold nothing of the line.
 * @param correct true to read the cells of a CSV file as {@link corrected} writes them
 */
export function readUsers(
  input: NamedStream,
  format: "jsonl" | "csv",
  correct: boolean,
): AsyncGenerator<UserLine> {
  return format === "csv" ? csvUsers(input, correct) : jsonUsers(input);
}

async function* jsonUsers(input: NamedStream): AsyncGenerator<UserLine> {
  for await (const read of jsonRecords(input))
    yield {
      line: read.line,
      changes: [],
      ...("wrong" in read ? { wrong: [read.wrong] } : userOf(filled(read.value))),
    };
}

/** A record without its empty fields, since an empty cell is an absent one. Projects stay: without them the user would be open to all. */
function filled(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.hasOwn(fields, PROJECTS)
    ? { ...filledFields(fields), [PROJECTS]: fields[PROJECTS] }
    : filledFields(fields);
}

async function* csvUsers(input: NamedStream, correct: boolean): AsyncGenerator<UserLine> {
  for await (const read of csvRecords(input, { allowed: COLUMNS, required: ["userId"] })) {
    if ("wrong" in read) {
      yield { line: read.line, changes: [], wrong: [read.wrong] };
      continue;
    }
    const { cells, changes } = correct ? corrected(read.value) : { cells: read.value, changes: [] };
    yield { line: read.line, cells, changes, ...userOf(fieldsOf(cells)) };
  }
}

const identified = z.object({ userId: importedUserId });

function userOf(fields: Record<string, unknown>): { value: User } | { wrong: string[] } {
  const id = identified.safeParse(fields);
  const record = userRecord.safeParse(fields);
  const projects = userProjects.safeParse(fields[PROJECTS]);
  const oddities = [...fieldIssues(fields)];
  if (id.success && record.success && projects.success && oddities.length === 0)
    return { value: { ...id.data, record: record.data, projects: projects.data } };
  const issues: Issue[] = [];
  if (!id.success) issues.push(...issuesOf(id.error, fields));
  if (!record.success) issues.push(...issuesOf(record.error, fields));
  if (!projects.success)
    issues.push(...issuesOf(projects.error).map((issue) => ({ ...issue, path: PROJECTS })));
  // The oddity of a field says more than what its schema expects.
  const explained = new Set(oddities.map(({ path }) => path));
  return {
    wrong: [...issues.filter(({ path }) => !explained.has(path)), ...oddities].map((issue) =>
      issuesLine([issue]),
    ),
  };
}

/** Problems that no schema of a record knows: unknown names, words for no value, and numbers that are none. The id has its own rule. */
function* fieldIssues(fields: Record<string, unknown>, section = ""): Generator<Issue> {
  for (const [key, value] of Object.entries(fields)) {
    const path = section === "" ? key : `${section}.${key}`;
    const isSection = SECTIONS.has(path);
    if (isSection && isObject(value)) yield* fieldIssues(value, path);
    else if (!COLUMNS.has(path) && !isSection) yield unknownName(path, section);
    else if (typeof value === "string") yield* textIssues(path, value);
  }
}

const SECTIONS = new Set(
  [...COLUMNS].flatMap((column) => [...column.matchAll(/\./g)].map(({ index }) => column.slice(0, index))),
);

/** A name is not repeated: it may be a value that slipped. */
function unknownName(path: string, section: string): Issue {
  const plain = (name: string) => name.replace(/[\s_-]/g, "").toLowerCase();
  const meant = [...COLUMNS, ...SECTIONS].find((name) => plain(name) === plain(path));
  return meant === undefined
    ? { path: section, is: "freeText", values: ["has a field that no record has"] }
    : { path: meant, is: "freeText", values: ["expected exactly this name"] };
}

function* textIssues(path: string, text: string): Generator<Issue> {
  const issueOf = (words: string): Issue => ({ path, is: "freeText", values: [words] });
  if (path === "userId") return;
  const spoilt = spoiltText(text);
  if (spoilt !== undefined) yield issueOf(spoilt);
  else if (NUMBER_COLUMNS.has(path)) yield issueOf(wrongNumber(text));
}

function wrongNumber(text: string): string {
  if (/^0\d*$/.test(text)) return "begins with 0, which a number does not keep: leave the prefix out";
  if (/^\d+\.0+$/.test(text)) return "expected digits without .0, as a spreadsheet adds it";
  return "expected digits alone";
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
  return NUMBER_COLUMNS.has(column) && !(column === PHONE && cell.startsWith("0")) ? numberIn(cell) : cell;
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
