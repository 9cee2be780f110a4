/** Problems of a value that does not fit its schema, in plain words that quote nothing of the value. */

import type * as z from "zod/mini";

type Say = (...values: string[]) => string;

const plain = (en: string, es: string) => ({ en: () => en, es: () => es });

function limit(least: boolean, en: readonly [string, string], es: readonly [string, string]) {
  const of = (count: string, [singular, more]: readonly [string, string]) =>
    `${count} ${count === "1" ? singular : more}`;
  return {
    en: (count = "") => `expected at ${least ? "least" : "most"} ${of(count, en)}`.trimEnd(),
    es: (count = "") => `se esperaba como ${least ? "mínimo" : "máximo"} ${of(count, es)}`.trimEnd(),
  };
}

const CHARACTERS = [
  ["character", "characters"],
  ["carácter", "caracteres"],
] as const;
const ENTRIES = [
  ["entry", "entries"],
  ["elemento", "elementos"],
] as const;
const NUMBER = [
  ["", ""],
  ["", ""],
] as const;

/** Each kind of issue in the languages of the product, by the name under which it is stored. */
const WORDS = {
  missing: plain("is missing", "falta"),
  text: plain("expected text", "se esperaba texto"),
  number: plain("expected a number", "se esperaba un número"),
  wholeNumber: plain("expected a whole number", "se esperaba un número entero"),
  notNegative: plain("expected a number that is not negative", "se esperaba un número que no fuera negativo"),
  boolean: plain("expected true or false", "se esperaba true o false"),
  list: plain("expected a list", "se esperaba una lista"),
  object: plain("expected an object", "se esperaba un objeto"),
  jsonObject: plain("expected a JSON object", "se esperaba un objeto JSON"),
  value: plain("expected a value", "se esperaba un valor"),
  null: plain("expected null", "se esperaba null"),
  time: plain("expected a time as ISO 8601", "se esperaba una fecha y hora en ISO 8601"),
  allowedForms: plain("expected one of the allowed forms", "se esperaba una de las formas permitidas"),
  form: plain("not in the expected form", "no tiene la forma esperada"),
  otherProject: plain(
    "is not a project that the sender is authenticated for",
    "no es un proyecto para el que se haya autenticado el remitente",
  ),
  oneOf: {
    en: (...values) => `expected ${values.join(" or ")}`,
    es: (...values) => `se esperaba ${values.join(" o ")}`,
  },
  numberOfAtMost: {
    en: (count) => `expected a number of at most ${count} characters`,
    es: (count) => `se esperaba un número de máximo ${count} caracteres`,
  },
  digitsAtMost: limit(false, ["digit", "digits"], ["dígito", "dígitos"]),
  charactersAtMost: limit(false, ...CHARACTERS),
  charactersAtLeast: limit(true, ...CHARACTERS),
  entriesAtMost: limit(false, ...ENTRIES),
  entriesAtLeast: limit(true, ...ENTRIES),
  atMost: limit(false, ...NUMBER),
  atLeast: limit(true, ...NUMBER),
  unknown: {
    en: (...keys) => `unknown: ${keys.join(", ")}`,
    es: (...keys) => `desconocido: ${keys.join(", ")}`,
  },
  /** A schema's own words, in the language that they are in. */
  freeText: { en: (words = "") => words, es: (words = "") => words },
} satisfies Record<string, Record<"en" | "es", Say>>;
export type IssueName = keyof typeof WORDS;

export function isIssueName(name: string): name is IssueName {
  return Object.hasOwn(WORDS, name);
}

/** One thing that is wrong: where, as in `data.inflictedLaws.0.risk`, and what. */
export interface Issue {
  path: string;
  is: IssueName;
  /** Values that its words name: a limit, allowed values as JSON, keys, or the schema's own words. */
  values?: string[] | undefined;
}

/** An issue as a reply and JSON output have it. */
export interface IssueText {
  path: string;
  message: string;
}

/** Issues in the words of a language. */
export function issueTexts(issues: readonly Issue[], language: "en" | "es" = "en"): IssueText[] {
  return issues.map(({ path, is, values = [] }) => {
    const say: Say = WORDS[is][language];
    return { path, message: say(...values) };
  });
}

/** Issues as one line: `data.id: expected a number; data.txHash: expected text`. */
export function issuesLine(issues: readonly Issue[], language?: "en" | "es"): string {
  return issueTexts(issues, language)
    .map(({ path, message }) => (path === "" ? message : `${path}: ${message}`))
    .join("; ");
}

/** A hostile body could have one issue a byte; the first of them are enough to act on. */
const MAX_ISSUES = 50;

/**
 * The issues of a failed parse; `zod/mini` ships no messages, so the words are ours. The error of a rule in a schema is the name
 * of an issue, or words.
 * @param parsed what was parsed, where it is to be said of a field that it is missing and not what was expected there
 */
export function issuesOf(error: z.core.$ZodError, parsed?: unknown): Issue[] {
  const flatIssues = error.issues.flatMap((issue) => flatten(issue, []));
  return flatIssues
    .filter((located) => !isOfAnotherType(located, flatIssues))
    .slice(0, MAX_ISSUES)
    .map(({ path, issue }) => ({
      path: path.join("."),
      ...(isMissing(parsed, path) ? ({ is: "missing" } as const) : wrongWith(issue)),
    }));
}

/** Reports whether an existing object lacks the last part of a path. */
function isMissing(parsed: unknown, path: readonly string[]): boolean {
  let value = parsed;
  for (const [index, key] of path.entries()) {
    if (typeof value !== "object" || value === null) return false;
    if (!Object.hasOwn(value, key)) return index === path.length - 1;
    value = Reflect.get(value, key);
  }
  return false;
}

type Located = { path: string[]; issue: z.core.$ZodIssue };

/** A key of hostile length would make the reply an echo of the body. */
const MAX_KEY = 60;

function keyName(key: PropertyKey): string {
  const name = String(key);
  return name.length <= MAX_KEY ? name : `(a key of ${name.length} characters)`;
}

function flatten(issue: z.core.$ZodIssue, above: string[]): Located[] {
  const path = [...above, ...issue.path.map(keyName)];
  // A union with one alternative that got further than the others speaks for that one.
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    const deepest = issue.errors.toSorted((a, b) => depth(b) - depth(a))[0] ?? [];
    if (depth(deepest) > 0) return deepest.flatMap((inner) => flatten(inner, path));
  }
  return [{ path, issue }];
}

/** A list has a length too: of a value of the wrong type, no other check says anything that helps. */
function isOfAnotherType({ path, issue }: Located, all: readonly Located[]): boolean {
  if (issue.code !== "too_small" && issue.code !== "too_big") return false;
  return all.some((other) => other.issue.code === "invalid_type" && other.path.join(".") === path.join("."));
}

function depth(issues: readonly z.core.$ZodIssue[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.length));
}

const TYPES: Record<string, IssueName> = {
  string: "text",
  number: "number",
  int: "wholeNumber",
  boolean: "boolean",
  array: "list",
  object: "object",
  record: "object",
  null: "null",
  nonoptional: "value",
};

type Wrong = Omit<Issue, "path">;

function wrongWith(issue: z.core.$ZodIssue): Wrong {
  switch (issue.code) {
    case "invalid_type": {
      const is = TYPES[issue.expected];
      return is === undefined ? { is: "oneOf", values: [issue.expected] } : { is };
    }
    case "invalid_value":
      return { is: "oneOf", values: issue.values.map((value) => JSON.stringify(value)) };
    case "invalid_union":
      return "options" in issue && Array.isArray(issue.options)
        ? { is: "oneOf", values: issue.options.map((option) => JSON.stringify(option)) }
        : { is: "allowedForms" };
    case "too_big":
      return limitOf("AtMost", Number(issue.maximum), issue.origin);
    case "too_small":
      return limitOf("AtLeast", Number(issue.minimum), issue.origin);
    case "invalid_key":
      return issue.issues[0] === undefined ? { is: "form" } : wrongWith(issue.issues[0]);
    case "unrecognized_keys":
      return { is: "unknown", values: issue.keys.map(keyName) };
    default:
      // A format, pattern or rule: the schema gives the words, since the pattern would mean nothing to a reader.
      return wrongBy(
        issue.message === undefined || issue.message === "Invalid input" ? "form" : issue.message,
      );
  }
}

/** @param error of a rule: an issue's name, with a limit behind a space where it has one, or words */
function wrongBy(error: string): Wrong {
  const [, name = "", value] = /^([a-zA-Z]+)(?: (\d+))?$/.exec(error) ?? [];
  if (!isIssueName(name)) return { is: "freeText", values: [error] };
  return value === undefined ? { is: name } : { is: name, values: [value] };
}

function limitOf(side: "AtMost" | "AtLeast", limit: number, origin: string): Wrong {
  const values = [String(limit)];
  if (origin === "string") return { is: `characters${side}`, values };
  if (origin === "array" || origin === "set") return { is: `entries${side}`, values };
  return { is: side === "AtMost" ? "atMost" : "atLeast", values };
}
