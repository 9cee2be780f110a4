/** Preload of a worker: counts what a function reads to its end, by what reads it, into memory that it shares. */

import crypto from "node:crypto";
import { workerData } from "node:worker_threads";

/** Counters, in characters or bytes; each has its place in the shared memory. */
export const READS = ["parsed", "decoded", "hashed"] as const;

const { preloadData: counts }: { preloadData: Float64Array } = workerData ?? {};

/** Replaces a method by one that counts first. */
function count(owner: object, name: string, kind: (typeof READS)[number], ofSelf = false): void {
  const original: unknown = Reflect.get(owner, name);
  if (typeof original !== "function") throw new Error(`There is no ${name} to be counted.`);
  const at = READS.indexOf(kind);
  const counted = new Proxy(original, {
    apply(method, self, given: unknown[]) {
      const read = ofSelf ? self : given[0];
      const size = typeof read === "string" ? read.length : read instanceof Uint8Array ? read.byteLength : 0;
      counts[at] = (counts[at] ?? 0) + size;
      return Reflect.apply(method, self, given);
    },
  });
  Object.defineProperty(owner, name, { value: counted, configurable: true, writable: true });
}

if (counts !== undefined) {
  count(JSON, "parse", "parsed");
  count(Buffer, "from", "decoded");
  count(Buffer.prototype, "write", "decoded");
  count(Buffer.prototype, "toString", "decoded", true);
  count(TextDecoder.prototype, "decode", "decoded");
  count(TextEncoder.prototype, "encode", "decoded");
  count(crypto.Hmac.prototype, "update", "hashed");
  count(crypto.Hash.prototype, "update", "hashed");
}
