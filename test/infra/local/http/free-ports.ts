/** Four free ports in a row, as `npm start` takes them. */

import { createServer } from "node:http";
import { assertFree, close, listen } from "../../../../infra/local/http/loopback.ts";

/** The first of four ports that nothing listens on just now. */
export async function freePorts(): Promise<number> {
  for (;;) {
    const server = createServer();
    const first = await listen(server, 0);
    await close(server);
    try {
      await assertFree(first);
      await assertFree(first + 1);
      await assertFree(first + 2);
      await assertFree(first + 3);
      return first;
    } catch {
      // Taken: another four.
    }
  }
}
