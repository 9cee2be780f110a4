/** Log fields of an unexpected error: its place and the fields it concerns, never its text. */

import { issuesOf } from "../contract/issues.ts";
import { isSchemaError } from "../contract/lazy-schema.ts";
import { type ErrorOrigin, errorOrigin } from "./error-name.ts";

/** Origin of an error: only names of the code itself, and no quotation of a request or a stored record. */
type ErrorPlace = ErrorOrigin & {
  /** Paths of a value that did not fit its schema. */
  paths: string[] | undefined;
};

export function errorPlace(error: unknown): ErrorPlace {
  const paths = isSchemaError(error) ? [...new Set(issuesOf(error).map(({ path }) => path))] : undefined;
  return { ...errorOrigin(error), paths };
}
