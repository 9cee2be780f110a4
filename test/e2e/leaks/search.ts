/** Finds pieces of data in texts, also where they are written in base64 or percent signs. */

/** A place where something may have been written. */
export interface Source {
  name: string;
  text: string;
}

/** A piece that was found, with the text around it. */
export interface Sighting {
  canary: string;
  source: string;
  around: string;
}

/** Every sighting of every canary; each once for each source. */
export function search(sources: readonly Source[], canaries: readonly string[]): Sighting[] {
  return sources.flatMap(({ name, text }) => {
    const readings = readingsOf(text);
    return canaries.flatMap((canary) => {
      const leak = readings.find((reading) => reading.includes(canary));
      return leak === undefined ? [] : [{ canary, source: name, around: around(leak, canary) }];
    });
  });
}

const CONTEXT = 80;

function around(text: string, canary: string): string {
  const at = text.indexOf(canary);
  return text.slice(Math.max(0, at - CONTEXT), at + canary.length + CONTEXT);
}

/** A text as it is, and as it may be meant; base64 may stand within base64. */
function readingsOf(text: string): string[] {
  const plain = unescaped(text);
  const once = decoded(plain);
  return [text, plain, once, decoded(unescaped(once))];
}

function unescaped(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The beginning of base64 is not always known: each of its runs is read from each of its first four digits. */
function decoded(text: string): string {
  const runs = text.match(/[A-Za-z0-9+/_-]{8,}/g) ?? [];
  return runs
    .flatMap((run) => [0, 1, 2, 3].map((start) => Buffer.from(run.slice(start), "base64").toString("latin1")))
    .join("\n");
}
