/** A thread for the tests of isolation: what it is given says what it does to its thread. */

import { setTimeout as sleep } from "node:timers/promises";
import { answerIsolated } from "../../../lib/aws/isolation.ts";

const WORK: Record<string, () => unknown> = {
  blocks() {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
  fills() {
    for (const all: string[][] = []; ; ) all.push(Array.from({ length: 10_000 }, () => "a string"));
  },
  throws() {
    throw new TypeError("unexpected");
  },
  exits: () => process.exit(3),
  waits: () => sleep(700),
};

const startingMs = Number(process.env["STARTING_MS"] ?? 0);
if (startingMs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, startingMs);

answerIsolated(async (items: string[]) => {
  const done: string[] = [];
  for (const item of items) {
    await WORK[item]?.();
    done.push(item);
  }
  return done;
});
