import { checkPack, escaped, sentencesOf } from "./check-pack.mjs";

/** Checks the zip or the folder that its reader chooses, and shows what was found. Nothing leaves the browser. */
export function verifyChosen(texts) {
  const [zip, folder, noted] = ["zip", "folder", "noted"].map((id) => document.getElementById(id));
  zip.addEventListener("change", () => chosen(() => entriesOfZip(zip.files[0])));
  folder.addEventListener("change", () => chosen(() => entriesOfFolder(folder.files)));
  let entriesOf;
  let checks = 0;

  function chosen(read) {
    entriesOf = read;
    show();
  }
  noted.addEventListener("change", () => entriesOf !== undefined && show());

  async function show() {
    const check = ++checks;
    shown([element("p", texts.checking)]);
    const result = await resultOf();
    // Of two checks the one of the last choice counts.
    if (check === checks) shown(result);
  }

  async function resultOf() {
    try {
      return elementsOf(await checkPack(await entriesOf(), noted.value.trim() || undefined));
    } catch (error) {
      return [element("h2", texts.unreadableFile, "bad"), element("p", escaped(String(error.message)))];
    }
  }

  function elementsOf(pack) {
    const { isIntact, problems, gaps, digest, verdict } = sentencesOf(pack, texts);
    return [
      element("h2", verdict, isIntact ? "good" : "bad"),
      element("p", digest, "digest"),
      ...listed(texts.problems, problems),
      ...listed(texts.gaps, gaps),
      ...listed(texts.ofSystem, pack.ofSystem.map(escaped)),
    ];
  }
}

function shown(elements) {
  document.getElementById("result").replaceChildren(...elements);
}

function element(name, text, className = "") {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}

function listed(title, lines) {
  if (lines.length === 0) return [];
  const list = document.createElement("ul");
  list.append(...lines.map((line) => element("li", line)));
  return [element("h3", title), list];
}

/** The files of a chosen folder. */
function entriesOfFolder(files) {
  const entries = new Map();
  for (const file of files) entries.set(file.webkitRelativePath, { kind: "file", read: () => bytesOf(file) });
  return inPack(entries);
}

/**
 * Entries by their paths in the pack. What is beside the pack's folder has a path above it, so that it is named as added: who opens the
 * files meets it, too.
 */
function inPack(entries) {
  const root = rootOf(entries);
  const isAround = (path, { kind }) => kind === "folder" && root.startsWith(`${path}/`);
  return new Map(
    [...entries]
      .filter(([path, entry]) => !isAround(path, entry))
      .map(([path, entry]) => [path.startsWith(root) ? path.slice(root.length) : `../${path}`, entry]),
  );
}

/** The folder of the manifest that is nearest to the top, with its slash. */
function rootOf(entries) {
  const [manifest = ""] = [...entries.keys()]
    .filter((path) => /(^|\/)manifest\.json$/.test(path))
    .sort((a, b) => a.split("/").length - b.split("/").length);
  return manifest.slice(0, manifest.lastIndexOf("/") + 1);
}

async function bytesOf(blob) {
  return new Uint8Array(await blob.arrayBuffer());
}

/** Signatures and lengths of a zip's records, as APPNOTE.TXT of PKWARE has them. */
const END = { signature: 0x06054b50, length: 22 };
const ENTRY = { signature: 0x02014b50, length: 46 };
const LOCAL = { signature: 0x04034b50, length: 30 };
const STORED = 0;
const DEFLATED = 8;
const LINK = 0o120000;
const KIND_OF_FILE = 0o170000;

/**
 * The entries of a zip by its central directory. That has to stand where other programs look for it, right before the record at the end
 * of the file, or they would unpack other files than these.
 */
async function entriesOfZip(file) {
  const zip = await bytesOf(file);
  const view = viewOf(zip);
  const end = zip.length - END.length;
  if (end < 0 || view.getUint32(end, true) !== END.signature) throw new Error("no record at the end");
  const [size, offset] = [view.getUint32(end + 12, true), view.getUint32(end + 16, true)];
  if (offset + size !== end) throw new Error("the central directory is not before the record at the end");
  return inPack(entriesIn(zip.subarray(offset, end), zip));
}

function entriesIn(directory, zip) {
  const view = viewOf(directory);
  const entries = new Map();
  for (let at = 0; at < directory.length; ) {
    if (view.getUint32(at, true) !== ENTRY.signature) throw new Error("no entry of central directory");
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    const name = directory.subarray(at + ENTRY.length, at + ENTRY.length + nameLength);
    const path = new TextDecoder().decode(name);
    if (entries.has(path)) throw new Error(`two entries of one name: ${path}`);
    const entry = {
      name,
      method: view.getUint16(at + 10, true),
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      isLink: ((view.getUint32(at + 38, true) >>> 16) & KIND_OF_FILE) === LINK,
      offset: view.getUint32(at + 42, true),
    };
    if (path.endsWith("/")) entries.set(path.slice(0, -1), { kind: "folder" });
    else entries.set(path, { kind: entry.isLink ? "other" : "file", read: () => contentOf(entry, zip) });
    at += ENTRY.length + nameLength + extra + comment;
  }
  return entries;
}

async function contentOf({ name, method, packedSize, size, offset }, zip) {
  const local = viewOf(zip.subarray(offset, offset + LOCAL.length));
  if (local.getUint32(0, true) !== LOCAL.signature) throw new Error("no local header");
  const nameAt = offset + LOCAL.length;
  const localName = zip.subarray(nameAt, nameAt + local.getUint16(26, true));
  if (String(localName) !== String(name)) throw new Error("an entry has two names");
  const start = nameAt + localName.length + local.getUint16(28, true);
  const packed = zip.subarray(start, start + packedSize);
  if (method === STORED) return packed;
  if (method !== DEFLATED) throw new Error(`method ${method}`);
  const content = new Uint8Array(size);
  let length = 0;
  for await (const piece of piecesOf(inflated(packed))) {
    // Nothing is unpacked beyond what the entry says of itself.
    if (length + piece.length > size) throw new Error("more than its size");
    content.set(piece, length);
    length += piece.length;
  }
  return content.subarray(0, length);
}

function inflated(packed) {
  const source = new ReadableStream({
    start(controller) {
      controller.enqueue(packed);
      controller.close();
    },
  });
  return source.pipeThrough(new DecompressionStream("deflate-raw"));
}

/** Not every browser iterates streams. */
async function* piecesOf(stream) {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

function viewOf({ buffer, byteOffset, byteLength }) {
  return new DataView(buffer, byteOffset, byteLength);
}
