import type * as z from "zod/mini";

/**
 * Parses an environment.
 * @throws {Error} that names each variable that is missing or malformed, never a value
 */
export function readEnvironment<T extends z.ZodMiniType>(
  schema: () => T,
  environment: Record<string, string | undefined>,
): z.output<T> {
  const result = schema().safeParse(environment);
  if (result.success) return result.data;
  const names = [...new Set(result.error.issues.map((issue) => String(issue.path[0])))];
  throw new Error(
    `The function's environment lacks or misspells ${names.join(", ")}: deploy the stack again, which sets them.`,
  );
}
