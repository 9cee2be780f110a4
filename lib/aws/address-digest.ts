/** Digest of an e-mail address, for places in which it must not be readable: outputs and functions' environments. */

import { createHash } from "node:crypto";

/** The same for the same address in the same stage, and short: 48 bits tell the addresses of a stage apart. */
export function addressDigest(stage: string, address: string): string {
  return createHash("sha256").update(`${stage}:${address.toLowerCase()}`).digest("base64url").slice(0, 8);
}
