/**
 * A random sample that anyone can draw again. Each case of a period has a digest: the SHA-256, in hexadecimal, of the
 * seed, the case's subject and what opened it, with a line feed between them, in UTF-8. The sample is those whose digests
 * sort first. So it depends on nothing but the seed and which cases there are, and with `sha256sum` it can be checked.
 */

import { createHash, randomBytes } from "node:crypto";

/** Most cases of a sample. */
export const MOST_SAMPLED = 500;

/** Characters that need no quoting in addresses, logs and shells. */
export const SEED = /^[\w-]{1,64}$/;

/** Random seed. */
export function newSeed(): string {
  return randomBytes(8).toString("hex");
}

/** A case as it is drawn and counted. */
interface Drawable {
  subject: string;
  opened: string;
  kind: string;
  risk?: string | undefined;
  outcome?: string | undefined;
}

/** All cases of a period in numbers, by what they are, what they say and how they ended. */
export interface Population {
  total: number;
  /** `unreadable` of those that are corrupt, of which no risk and no outcome is known. */
  kinds: Record<string, number>;
  /** `none` of a wallet's, which is judged by its score. */
  risks: Record<string, number>;
  /** `open` of those that are not decided. */
  outcomes: Record<string, number>;
}

/** A case that was drawn, and its digest. */
export interface Drawn<One> {
  digest: string;
  one: One;
}

interface Sample<One> {
  population: Population;
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

export function drawDigest(seed: string, { subject, opened }: Pick<Drawable, "subject" | "opened">): string {
  return createHash("sha256").update(`${seed}\n${subject}\n${opened}`).digest("hex");
}

/** Counts cases, which come in any order, and draws from them. */
export async function drawSample<One extends Drawable>(
  cases: AsyncIterable<One>,
  { seed, size, most = Number.POSITIVE_INFINITY }: SampleOrder,
): Promise<Sample<One>> {
  const population: Population = { total: 0, kinds: {}, risks: {}, outcomes: {} };
  let drawn: Drawn<One>[] = [];
  for await (const one of cases) {
    if (population.total === most) return { population, drawn: [], isCut: true };
    count(population, one);
    drawn.push({ digest: drawDigest(seed, one), one });
    // Digests that cannot be drawn any more are dropped, for any number of cases.
    if (drawn.length > 2 * size + 100) drawn = first(drawn, size);
  }
  return { population, drawn: first(drawn, size), isCut: false };
}

function first<One>(drawn: readonly Drawn<One>[], size: number): Drawn<One>[] {
  return drawn.toSorted((a, b) => (a.digest < b.digest ? -1 : 1)).slice(0, size);
}

function count(population: Population, { kind, risk = "none", outcome = "open" }: Drawable): void {
  const { kinds, risks, outcomes } = population;
  population.total++;
  kinds[kind] = (kinds[kind] ?? 0) + 1;
  if (kind === "unreadable") return;
  risks[risk] = (risks[risk] ?? 0) + 1;
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
}
