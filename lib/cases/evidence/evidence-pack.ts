/** An evidence pack: the files of some cases, a manifest of their digests, and what checks them offline. */

import { createHash } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { Zip, ZipPassThrough } from "fflate";
import type { Language } from "../../i18n/catalogue/language.ts";
import type { RawCase } from "../case.ts";
import type { CaseKey } from "../case-keys.ts";
import { digestOfBytes } from "../chain.ts";
import { type EvidenceSources, evidenceOf, type PackedCase } from "./evidence-files.ts";
import { type IndexedCase, indexFiles } from "./evidence-index.ts";
import { type EvidenceFile, jsonFile, textFile } from "./evidence-messages.ts";
import { EvidenceMonths } from "./evidence-months.ts";
import { verifierPage, verifierProgram } from "./verifiers.ts";

interface EvidenceOptions {
  /** Language of the pages to read. */
  language: Language;
  /** Time zone of their local times, as in `America/Mexico_City`. */
  timeZone: string;
  /** Time of making the pack. */
  now: Date;
  /** Most files in it. */
  mostFiles?: number;
}

/** The form of zips that every reader reads counts their files in two bytes, and finds them by offsets of four. */
const MOST_FILES = 65_535;
const MOST_BYTES = 4_000_000_000;

/** A pack would be more than a zip holds; its message says what of it. */
export class PackTooLargeError extends Error {
  override name = "PackTooLargeError";
}

/** Summary of a complete pack. */
export interface EvidenceSummary {
  cases: number;
  files: number;
  /** The cases that lack something, and whether what is stored of them is corrupt. */
  lacking: { packed: PackedCase; corrupt: boolean }[];
  /** The SHA-256 of the manifest, to be noted apart from the pack. */
  manifest: string;
}

/**
 * Makes a pack of cases as a zip, piece by piece.
 * @returns at the end what it holds
 * @throws {PackTooLargeError} before a file that would be one too many
 */
export async function* evidencePack(
  items: AsyncIterable<RawCase> | Iterable<RawCase>,
  sources: EvidenceSources,
  { language, timeZone, now, mostFiles = MOST_FILES }: EvidenceOptions,
): AsyncGenerator<Uint8Array, EvidenceSummary> {
  // Loaded with the first pack, not with the desk's function.
  const { translatorOf } = await import("../../i18n/translator.ts");
  const translator = translatorOf(language, timeZone);
  const zip = new ZipPieces(now, mostFiles);
  const files: { path: string; bytes: number; sha256: string }[] = [];
  const cases: PackedCase[] = [];
  const index: IndexedCase[] = [];
  const lacking: EvidenceSummary["lacking"] = [];
  const list = ({ path, content }: EvidenceFile) =>
    files.push({ path, bytes: content.length, sha256: digestOfBytes(content) });
  const folders = new Set<string>();
  const months = new EvidenceMonths(sources.cases);
  for await (const item of items) {
    const folder = freeName(folderOf(item), folders);
    const { packed, files, listed, corrupt } = await evidenceOf(item, sources, {
      folder,
      months,
      translator,
      now,
    });
    cases.push(packed);
    index.push(listed);
    if (packed.lacks.length > 0) lacking.push({ packed, corrupt });
    for (const file of files) {
      list(file);
      yield* zip.add(file);
    }
  }
  const packedMonths = months.packed();
  const around = [
    ...packedMonths.map(({ file }) => file),
    ...(await indexFiles(index, translator)),
    await verifierPage(language),
    verifierProgram(),
  ];
  for (const file of around) list(file);
  const manifest = jsonFile("manifest.json", {
    format: "vigia-evidence-1",
    madeAt: now.toISOString(),
    cases,
    months: packedMonths.map(({ packed }) => packed),
    files,
  });
  const digest = digestOfBytes(manifest.content);
  for (const file of [...around, manifest, textFile("manifest.sha256", `${digest}\n`)]) yield* zip.add(file);
  yield* zip.end();
  return { cases: cases.length, files: files.length, lacking, manifest: digest };
}

/** A pack as one file. */
export interface WholePack {
  zip: Uint8Array<ArrayBuffer>;
  /** The SHA-256 of its manifest. */
  manifest: string;
  /** Ends with the first digits of the digest, so that those who download the file can note them elsewhere. */
  fileName: string;
}

/** Digits of a digest that a file's name has, and that are enough to compare. */
const DIGITS_IN_NAME = 16;

/**
 * A whole pack; undefined as soon as it has more bytes than that.
 * @param name of the file, without its ending
 */
export async function packWithin(
  { mostBytes, name }: { mostBytes: number; name: string },
  ...order: Parameters<typeof evidencePack>
): Promise<WholePack | undefined> {
  const pack = evidencePack(...order);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await pack.next();
    if (done === true) {
      const { manifest } = value;
      const fileName = `${name}-${manifest.slice(0, DIGITS_IN_NAME)}.zip`;
      return { zip: new Uint8Array(Buffer.concat(pieces)), manifest, fileName };
    }
    pieces.push(value);
    bytes += value.length;
    if (bytes > mostBytes) return undefined;
  }
}

/**
 * Windows unpacks no path of more than 260 characters. A pack's name is its folder's too, and the names before it are
 * a company's own: the head, a digest and what {@link freeName} adds are 40 characters.
 */
const HEAD_CHARACTERS = 26;
const DIGEST_DIGITS = 8;

/** A name that every file system takes, as `1-42-49f6e3a5`: the project, the id, and a digest of the case's key. */
export function folderOf({ subject, opened }: CaseKey): string {
  const digest = createHash("sha256").update(`${subject}#${opened}`).digest("hex").slice(0, DIGEST_DIGITS);
  const head = subject
    .split("#")
    .slice(1, 3)
    .join("-")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .slice(0, HEAD_CHARACTERS);
  return `${head}-${digest}`;
}

/**
 * The name, or one beside it where a case of the pack has it already: a zip must not name a file twice, and senders choose ids
 * so that their short digests meet.
 */
function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name}-${number}`;
  taken.add(free);
  return free;
}

/** The number by which zips name the method of zlib's deflate. */
const DEFLATE = 8;

/** An entry that zlib compresses, whole: fflate's own deflate would be most of what it adds to a bundle. */
class DeflatedEntry extends ZipPassThrough {
  override compression = DEFLATE;

  protected override process(content: Uint8Array, isLast: boolean): void {
    this.ondata(null, deflateRawSync(content), isLast);
  }
}

/** A zip that is handed on as it is made. */
class ZipPieces {
  readonly #made: Uint8Array[] = [];
  readonly #zip: Zip;
  readonly #mtime: Date;
  readonly #mostFiles: number;
  #files = 0;
  #bytes = 0;

  constructor(mtime: Date, mostFiles: number) {
    this.#mtime = mtime;
    this.#mostFiles = mostFiles;
    this.#zip = new Zip((error, piece) => {
      if (error !== null) throw error;
      this.#made.push(piece);
      this.#bytes += piece.length;
    });
  }

  add({ path, content }: EvidenceFile): Uint8Array[] {
    if (++this.#files > this.#mostFiles)
      throw new PackTooLargeError(`more than ${this.#mostFiles.toLocaleString("en-US")} files`);
    if (this.#bytes + content.length > MOST_BYTES) throw new PackTooLargeError("more than 4 GB");
    const entry = new DeflatedEntry(path);
    entry.mtime = this.#mtime;
    this.#zip.add(entry);
    entry.push(content, true);
    return this.#made.splice(0);
  }

  end(): Uint8Array[] {
    this.#zip.end();
    return this.#made.splice(0);
  }
}
