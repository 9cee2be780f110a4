/** Options that were meant for `npm start` and that npm took for itself, because no `--` stands before them. */

/** The options that `npm start` has, by the variables in which npm hands on what it took. */
const TAKEN = { npm_config_call: "-c", npm_config_context: "--context", npm_config_service: "--service" };

/** @returns what to say where npm took an option; it would be ignored without a word otherwise */
export function takenByNpm(environment: Record<string, string | undefined>): string | undefined {
  const [found] = Object.entries(TAKEN).filter(([variable]) => environment[variable]);
  if (found === undefined) return undefined;
  const [variable, option] = found;
  const value = environment[variable];
  const example = value === undefined || value === "true" ? "…" : value;
  return `npm took ${option} for itself, and the stack would start without it: put -- before it, as in npm start -- ${option} ${example}`;
}
