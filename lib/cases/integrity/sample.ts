/**
 * A random sample that anyone can draw again. Each case of a period has a digest: the SHA-256, in hexadecimal, of the
 * seed, the case's subject and what opened it, with a line feed between them, in UTF-8. The sample is those whose digests
 * sort first. So it depends on nothing but the seed and which cases there are, and with `sha256sum` it can be checked.
 */

import { createHash, randomBytes } from "node:crypto";
import { compareTexts } from "../../i18n/text/compare-texts.ts";
import type { CaseKey } from "../case-keys.ts";

/** Most cases of a sample. */
export const MOST_SAMPLED = 500;

/** Characters that need no quoting in addresses, logs and shells. */
export const SEED = /^[\w-]{1,64}$/;

/** Random seed. */
export function newSeed(): string {
  return randomBytes(8).toString("hex");
}

/** A case that was drawn, and its digest. */
export interface Drawn<One> {
  digest: string;
  item: One;
}

interface Sample<One> {
  /** Number of all cases. */
  total: number;
  /** In the order of the digests. */
  drawn: Drawn<One>[];
  /** True if there are more cases than may be read: then there is no sample. */
  isCut: boolean;
}

interface SampleOrder {
  seed: string;
  size: number;
  /** Most cases to read; all if absent. */
  most?: number | undefined;
}

export function drawDigest(seed: string, { subject, opened }: CaseKey): string {
  return createHash("sha256").update(`${seed}\n${subject}\n${opened}`).digest("hex");
}

/** Counts cases, which come in any order, and draws from them. */
export async function drawSample<One extends CaseKey>(
  cases: AsyncIterable<One>,
  { seed, size, most = Number.POSITIVE_INFINITY }: SampleOrder,
): Promise<Sample<One>> {
  let [total, drawn]: [number, Drawn<One>[]] = [0, []];
  for await (const item of cases) {
    if (total === most) return { total, drawn: [], isCut: true };
    total++;
    drawn.push({ digest: drawDigest(seed, item), item });
    // Digests that cannot be drawn any more are dropped, for any number of cases.
    if (drawn.length > 2 * size + 100) drawn = first(drawn, size);
  }
  return { total, drawn: first(drawn, size), isCut: false };
}

function first<One>(drawn: readonly Drawn<One>[], size: number): Drawn<One>[] {
  return drawn.toSorted((a, b) => compareTexts(a.digest, b.digest)).slice(0, size);
}
