/** Comparisons, printed in a line each; a difference ends the program. */

import { isDeepStrictEqual } from "node:util";

class UnexpectedError extends Error {
  override name = "UnexpectedError";
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const MAX_SHOWN = 1_000;

function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, MAX_SHOWN) ?? "nothing";
}

/** @throws {UnexpectedError} where the two differ */
export function expectSame(what: string, found: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(found, expected))
    throw new UnexpectedError(`${what}: found ${shown(found)} in place of ${shown(expected)}`);
  say(`  ${what}: ${shown(found)}`);
}
