/** A file of an evidence pack. */

export interface EvidenceFile {
  /** With `/` between folders. */
  path: string;
  content: Uint8Array;
}

/** A file of text. */
export function textFile(path: string, text: string): EvidenceFile {
  return { path, content: Buffer.from(text) };
}

/** A file of JSON, with everything that a table holds: sets as lists, bytes in base64. */
export function jsonFile(path: string, value: unknown): EvidenceFile {
  return textFile(path, `${JSON.stringify(value, plain, 2)}\n`);
}

function plain(_name: string, value: unknown): unknown {
  if (value instanceof Set) return [...value];
  return value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value;
}
