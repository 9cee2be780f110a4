/** Comparisons, printed in a line each; a difference ends the program. */

import { setTimeout as sleep } from "node:timers/promises";
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
export function expectSame(fact: string, actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected))
    throw new UnexpectedError(`${fact}: found ${shown(actual)} in place of ${shown(expected)}`);
  say(`  ${fact}: ${shown(actual)}`);
}

const PATIENCE_MS = 60_000;

/** Waits until something holds. @throws {Error} after a minute */
export async function until(fact: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const began = Date.now();
  while (!(await holds())) {
    if (Date.now() - began > PATIENCE_MS) throw new Error(`Waited for ${fact} for a minute.`);
    await sleep(250);
  }
}
