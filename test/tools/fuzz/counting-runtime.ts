/**
 * Runs in a worker thread: a function's bundle, with everything counted that reads a text or bytes to their end. The
 * event is handed over as an object, as Lambda's runtime does: parsing it is not the function's work.
 */

import crypto from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
import { loadHandler } from "../../../infra/local/lambda/handler.ts";

/** How many characters or bytes were read, by what read them. */
export type Work = Record<"parsed" | "decoded" | "hashed", number>;

const work: Work = { parsed: 0, decoded: 0, hashed: 0 };

/** Replaces a method by one that counts first. */
function count(
  owner: object,
  name: string,
  kind: keyof Work,
  sizeOf: (self: unknown, given: unknown[]) => number,
) {
  const original: unknown = Reflect.get(owner, name);
  if (typeof original !== "function") throw new Error(`There is no ${name} to be counted.`);
  const counted = new Proxy(original, {
    apply(method, self, given: unknown[]) {
      work[kind] += sizeOf(self, given);
      return Reflect.apply(method, self, given);
    },
  });
  Object.defineProperty(owner, name, { value: counted, configurable: true, writable: true });
}

const sizeOfFirst = (_: unknown, [first]: unknown[]): number => {
  if (typeof first === "string") return first.length;
  return first instanceof Uint8Array ? first.byteLength : 0;
};
const sizeOfSelf = (self: unknown): number => (self instanceof Uint8Array ? self.byteLength : 0);

count(JSON, "parse", "parsed", sizeOfFirst);
count(Buffer, "from", "decoded", sizeOfFirst);
count(Buffer.prototype, "write", "decoded", sizeOfFirst);
count(Buffer.prototype, "toString", "decoded", sizeOfSelf);
count(TextDecoder.prototype, "decode", "decoded", sizeOfFirst);
count(TextEncoder.prototype, "encode", "decoded", sizeOfFirst);
count(crypto.Hmac.prototype, "update", "hashed", sizeOfFirst);
count(crypto.Hash.prototype, "update", "hashed", sizeOfFirst);

const handler = await loadHandler(workerData);

parentPort?.on("message", async (event: unknown) => {
  Object.assign(work, { parsed: 0, decoded: 0, hashed: 0 });
  try {
    const result: unknown = await handler(event, { getRemainingTimeInMillis: () => 10_000 });
    parentPort?.postMessage({ result, work });
  } catch (error) {
    parentPort?.postMessage({ error: String(error), work });
  }
});
