/** Five free ports in a row, as `npm start` takes them. */

import { randomInt } from "node:crypto";
import { assertFree } from "../../../../infra/local/http/loopback.ts";

/** Below those that systems give to connections, which would take one before it is listened on. */
const [FROM, TO] = [20_000, 32_000];

/** The first of five ports that nothing listens on just now. */
export async function freePorts(): Promise<number> {
  for (;;) {
    const first = randomInt(FROM, TO);
    try {
      await assertFree(first);
      await assertFree(first + 1);
      await assertFree(first + 2);
      await assertFree(first + 3);
      await assertFree(first + 4);
      return first;
    } catch {
      // Taken: another five.
    }
  }
}
