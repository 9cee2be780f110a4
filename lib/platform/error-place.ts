/** What a log may say of an error that nobody foresaw: where it happened, and of which fields, never what it says. */

import { issuesOf } from "../contract/issues.ts";
import { isSchemaError } from "../contract/lazy-schema.ts";
import { type ErrorOrigin, errorOrigin } from "./error-name.ts";

/** Where an error comes from: all of it is the code's own, nothing is quoted of what was sent or stored. */
export type ErrorPlace = ErrorOrigin & {
  /** Of a value that did not fit its schema. */
  paths: string[] | undefined;
};

export function errorPlace(error: unknown): ErrorPlace {
  const paths = isSchemaError(error) ? [...new Set(issuesOf(error).map(({ path }) => path))] : undefined;
  return { ...errorOrigin(error), paths };
}
