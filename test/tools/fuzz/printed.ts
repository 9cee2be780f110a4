/** What functions print while they work on hostile input. */

import { FuzzError } from "./finding.ts";
import { CANARY } from "./texts.ts";

/** @throws {FuzzError} where anything but the fields that may name what was sent holds it */
export function checkPrinted(printed: string, ...mayName: string[]): void {
  const rest = printed
    .split("\n")
    .map((line) =>
      line.startsWith("{")
        ? JSON.stringify(JSON.parse(line), (name, value) => (mayName.includes(name) ? undefined : value))
        : line,
    );
  if (rest.some((line) => line.includes(CANARY)))
    throw new FuzzError(`printed what was sent: ${printed.slice(0, 500)}`);
}
