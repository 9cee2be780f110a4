import { checkPack, escaped, sentencesOf } from "./check-pack.mjs";

/** Checks the zip or the folder that its reader chooses, and shows what was found. Nothing leaves the browser. */
export function verifyChosen(texts) {
  const [zip, folder, noted] = ["zip", "folder", "noted"].map((id) => document.getElementById(id));
  zip.addEventListener("change", () => chosen(() => entriesOfZip(zip.files[0], texts)));
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
const DESCRIPTOR = { flag: 0x8, length: 16 };
/** A further field of an entry with a name in Unicode, under which Info-ZIP unpacks it. */
const UNICODE_PATH = 0x7075;
const STORED = 0;
const DEFLATED = 8;
const LINK = 0o120000;
const KIND_OF_FILE = 0o170000;

/**
 * The entries of a zip by its central directory. That has to stand where other programs look for it, right before the record at the end
 * of the file, or they would unpack other files than these.
 */
async function entriesOfZip(file, texts) {
  const zip = await bytesOf(file);
  const view = viewOf(zip);
  const end = zip.length - END.length;
  if (end < 0 || view.getUint32(end, true) !== END.signature) throw new Error("no record at the end");
  const [size, offset] = [view.getUint32(end + 12, true), view.getUint32(end + 16, true)];
  if (offset + size !== end) throw new Error("the central directory is not before the record at the end");
  const entries = entriesIn(zip.subarray(offset, end), zip);
  if (!areEndToEnd([...entries.values()], zip, offset)) throw new Error(texts.otherEntries);
  return inPack(entries);
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
      fields: directory.subarray(at + ENTRY.length + nameLength, at + ENTRY.length + nameLength + extra),
      method: view.getUint16(at + 10, true),
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      isLink: ((view.getUint32(at + 38, true) >>> 16) & KIND_OF_FILE) === LINK,
      offset: view.getUint32(at + 42, true),
    };
    const kind = path.endsWith("/") ? "folder" : entry.isLink ? "other" : "file";
    entries.set(path.replace(/\/$/, ""), { ...entry, kind, read: () => contentOf(entry, zip) });
    at += ENTRY.length + nameLength + extra + comment;
  }
  return entries;
}

/**
 * Reports whether a zip is the entries of its central directory end to end, and then that directory. Programs that read a zip from its
 * first byte on unpack whatever stands between them, and do not ask the directory.
 */
function areEndToEnd(entries, zip, directoryAt) {
  const inOrder = entries.sort((a, b) => a.offset - b.offset);
  const begins = [...inOrder.map(({ offset }) => offset), directoryAt];
  const ends = [0, ...inOrder.map((entry) => placeOf(entry, zip).end)];
  return begins.every((begin, index) => begin === ends[index]);
}

/** Where the content of an entry starts, and where the entry ends; that is nowhere if its own header differs from the central directory. */
function placeOf({ name, fields, method, packedSize, offset }, zip) {
  const header = viewOf(zip.subarray(offset, offset + LOCAL.length));
  const nameAt = offset + LOCAL.length;
  const ownName = zip.subarray(nameAt, nameAt + header.getUint16(26, true));
  const fieldsAt = nameAt + ownName.length;
  const start = fieldsAt + header.getUint16(28, true);
  const ownFields = zip.subarray(fieldsAt, start);
  // A writer that does not know the size yet states none, and lets a descriptor with it follow the content.
  const hasDescriptor = (header.getUint16(6, true) & DESCRIPTOR.flag) !== 0;
  const ownSize = header.getUint32(18, true);
  const isAsListed =
    header.getUint32(0, true) === LOCAL.signature &&
    header.getUint16(8, true) === method &&
    (ownSize === packedSize || (hasDescriptor && ownSize === 0)) &&
    String(ownName) === String(name) &&
    ![fields, ownFields].some(hasOtherName);
  const end = start + packedSize + (hasDescriptor ? DESCRIPTOR.length : 0);
  return { start, end: isAsListed ? end : undefined };
}

function hasOtherName(fields) {
  const view = viewOf(fields);
  for (let at = 0; at + 4 <= fields.length; at += 4 + view.getUint16(at + 2, true))
    if (view.getUint16(at, true) === UNICODE_PATH) return true;
  return false;
}

async function contentOf(entry, zip) {
  const { method, packedSize, size } = entry;
  const { start } = placeOf(entry, zip);
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
