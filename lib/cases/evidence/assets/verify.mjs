#!/usr/bin/env node
// Checks an evidence pack of Vigía, offline, with Node 20 or later and nothing else:
//
//   node verify.mjs [<SHA-256 of manifest.json, as it was noted when the pack was made>]
//
// The manifest names each file with its SHA-256. The events of a case are a chain: each event holds the SHA-256 of the event
// before it, over its JSON in the canonical form of RFC 8785, and the first one that of {"opened":…,"subject":…}. The manifest
// and the item for lists have the SHA-256 of the last event. An event names a message of the service by the SHA-256 of its
// body, which is in the case's folder unless the manifest names it as absent. A decision names the notice of a month by its id: the
// month's file has the events of such a notice whole, and of the month's other events the SHA-256 alone. The last line printed is the verdict. The exit code is 0 if
// every check passes, and 1 if not. Without a noted SHA-256, a pack that was rebuilt as a whole passes too.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));
const UNLISTED = new Set(["manifest.json", "manifest.sha256"]);

/** What Finder and Explorer leave in a folder that they show or unpack. */
const OF_SYSTEM = /(^|\/)(\.DS_Store|desktop\.ini|Thumbs\.db)$/i;
const OF_FINDER = /^__MACOSX(\/|$)/;

const problems = [];
const lacking = [];
const ofSystem = [];

function sha256(content) {
  return createHash("sha256").update(content).digest("hex");
}

/** Entries in the folder of the pack and below, by path; links are not followed. */
const found = new Map();
attempt(() => {
  for (const entry of readdirSync(HERE, { recursive: true, withFileTypes: true }))
    found.set(relative(HERE, join(entry.parentPath, entry.name)).split(sep).join("/"), entry);
});

/** Keeps the problems found so far if the pack cannot be read to its end. */
function attempt(check) {
  try {
    check();
  } catch (error) {
    problems.push(
      `Not everything can be checked, because the pack contains something that Vigía does not write: ${error.message}`,
    );
  }
}

function read(path) {
  try {
    return found.get(path)?.isFile() ? readFileSync(join(HERE, path)) : undefined;
  } catch {
    return undefined;
  }
}

function json(path) {
  try {
    return JSON.parse(read(path)?.toString() ?? "");
  } catch {
    return undefined;
  }
}

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(",")}}`;
}

/** The members of an object, or no members for any other value. */
function membersOf(value) {
  return typeof value === "object" && value !== null ? value : {};
}

/** The objects of a list; anything else in it is a problem. */
function objectsOf(value, name) {
  if (!Array.isArray(value)) {
    problems.push(`${name} is not a list.`);
    return [];
  }
  return value.filter((one, index) => {
    const isObject = typeof one === "object" && one !== null;
    if (!isObject) problems.push(`${name}: entry ${index + 1} is not what Vigía writes.`);
    return isObject;
  });
}

function checkFiles(files) {
  for (const { path, sha256: noted } of files) {
    const content = read(path);
    if (found.has(path) && !found.get(path).isFile()) problems.push(`${path} is not a file.`);
    else if (content === undefined) problems.push(`${path} was removed.`);
    else if (sha256(content) !== noted) problems.push(`${path} was changed.`);
  }
  const listed = new Set([...UNLISTED, ...files.map(({ path }) => String(path))]);
  const folders = new Set(
    [...listed].flatMap((path) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))),
  );
  for (const [path, entry] of found) {
    if ((entry.isDirectory() ? folders : listed).has(path)) continue;
    if (isOfSystem(path, entry)) ofSystem.push(path);
    else problems.push(`${path} was added.`);
  }
}

/** Nothing of such a file is read, and links are not followed. */
function isOfSystem(path, entry) {
  if (entry.isDirectory()) return OF_FINDER.test(path);
  return entry.isFile() && (OF_SYSTEM.test(path) || path.startsWith("__MACOSX/"));
}

/** Finds cases and months that the manifest does not name: nothing else checks them. */
function checkNamed(files, cases, months) {
  const named = new Set([
    ...cases.map(({ folder }) => `${folder}/case.json`),
    ...months.map(({ path }) => path),
  ]);
  for (const path of files.map((file) => String(file.path))) {
    if (named.has(path)) continue;
    if (path.endsWith("/case.json")) problems.push(`${path}: the manifest does not list this case.`);
    else if (path.startsWith("months/")) problems.push(`${path}: the manifest does not list this month.`);
  }
}

/** Each body that an event names is in the folder, as the service sent it, or named as absent. */
function checkBodies(events, folder, absentBodies, name) {
  const packed = new Set(
    files
      .filter(({ path }) => String(path).startsWith(`${folder}/`) && String(path).endsWith(".body"))
      .map(({ sha256: digest }) => digest),
  );
  const absent = new Set(Array.isArray(absentBodies) ? absentBodies : []);
  for (const event of events) {
    const named = event.rawSha256 ?? membersOf(event.facts).rawSha256;
    if (named === undefined || packed.has(named) || absent.has(named)) continue;
    problems.push(`${name}: no body in the pack is the message that event ${event.number} names (${named}).`);
  }
}

/** Each notice of a month that an event names is in the pack whole, or its month is named as absent. */
function checkNotices(events, subject, absentMonths, name) {
  const [, project] = String(subject).split("#");
  const absent = new Set(Array.isArray(absentMonths) ? absentMonths : []);
  for (const event of events) {
    const { month, id } = membersOf(event.notice);
    if (id === undefined || absent.has(month) || noticesOf(`month#${project}#${month}`).has(id)) continue;
    problems.push(`${name}: no month in the pack has the notice that event ${event.number} names (${id}).`);
  }
}

/** Ids of the notices that a month in the pack has whole. */
function noticesOf(subject) {
  const paths = months.filter((month) => month.subject === subject).map(({ path }) => path);
  const events = paths.flatMap((path) => membersOf(json(path)).events ?? []);
  return new Set(
    events
      .map((entry) => membersOf(membersOf(entry).event))
      .filter(({ kind }) => kind === "notice")
      .map(({ id }) => id),
  );
}

/** Events of a case or month are numbered from 1 on. */
function checkNumbers(numbers, count, name) {
  for (let number = 1; number <= count; number++) {
    if (!numbers.includes(number)) problems.push(`${name}: event ${number} was removed.`);
  }
  if (numbers.length > count) problems.push(`${name}: an event was added: there were ${count}.`);
  if (numbers.some((number, index) => index > 0 && number <= numbers[index - 1])) {
    problems.push(`${name}: events were reordered: ${numbers.join(", ")}.`);
  }
}

/** The item for lists and the manifest name the digest of the last event. */
function checkEnd(found, before, { subject, opened, last }, name) {
  const { subject: its, opened: itsOpened, head } = membersOf(found);
  if (before === undefined || before !== membersOf(head).last)
    problems.push(`${name}: the last event was changed, removed or added.`);
  if (membersOf(head).last !== last)
    problems.push(`${name}: the end of its chain differs from the manifest.`);
  if (its !== subject || itsOpened !== opened)
    problems.push(`${name}: its subject or opening differs from the manifest.`);
}

/** A month has the events of the pack's notices whole, and of every other event the digest. */
function checkMonth(month) {
  const { subject, opened, path, events: count, whole } = month;
  const name = `${subject} (${path})`;
  const found = json(path);
  if (found === undefined) return problems.push(`${name}: it cannot be read.`);
  const entries = objectsOf(membersOf(found).events, `${name}: events`);
  checkNumbers(
    entries.map(({ number }) => number),
    count,
    name,
  );
  for (const number of Array.isArray(whole) ? whole : []) {
    if (entries.some((entry) => entry.number === number && entry.event === undefined))
      problems.push(`${name}: event ${number} was removed: only its digest is there.`);
  }
  let before = sha256(canonical({ opened, subject }));
  for (const { number, sha256: digest, event } of entries) {
    if (event !== undefined) {
      if (sha256(canonical(event)) !== digest || membersOf(event).number !== number)
        problems.push(`${name}: event ${number} was changed: it does not have its digest.`);
      if (membersOf(event).previous !== before)
        problems.push(`${name}: event ${number} is not intact: it does not follow the digest before it.`);
    }
    before = digest;
  }
  checkEnd(found, entries.length === 0 ? undefined : before, month, name);
}

function checkChain(packedCase) {
  const { subject, opened, folder, events: count, lacks, absentBodies, absentMonths } = packedCase;
  const name = `${subject} (${folder}/case.json)`;
  for (const lack of Array.isArray(lacks) ? lacks : []) lacking.push(`${subject} (${folder}): ${lack}`);
  const found = json(`${folder}/case.json`);
  if (found === undefined) return problems.push(`${name}: it cannot be read.`);
  const events = objectsOf(membersOf(found).events, `${name}: events`);
  const numbers = events.map(({ number }) => number);
  checkNumbers(numbers, count, name);
  let before = sha256(canonical({ opened, subject }));
  for (const [index, event] of events.entries()) {
    if (event.previous !== before) {
      const what = index === 0 ? "the key of the case" : `event ${numbers[index - 1]} as this file has it`;
      problems.push(`${name}: event ${event.number} is not intact: it does not follow ${what}.`);
    }
    before = sha256(canonical(event));
  }
  checkBodies(events, folder, absentBodies, name);
  checkNotices(events, subject, absentMonths, name);
  checkEnd(found, events.length === 0 ? undefined : before, packedCase, name);
}

const bytes = read("manifest.json");
const manifest = json("manifest.json") ?? undefined;
const digest = bytes === undefined ? "" : sha256(bytes);
const [, , noted] = process.argv;
if (manifest === undefined)
  problems.push("manifest.json is missing or was changed: nothing can be checked with it.");
else if (read("manifest.sha256")?.toString().trim() !== digest)
  problems.push("manifest.json or manifest.sha256 was changed.");
if (noted !== undefined && noted.toLowerCase() !== digest) {
  problems.push("manifest.json does not have the SHA-256 that was noted.");
}
const { files: listed, cases: packed, months: packedMonths, madeAt } = membersOf(manifest);
const files = manifest === undefined ? [] : objectsOf(listed, "manifest.json: files");
const cases = manifest === undefined ? [] : objectsOf(packed, "manifest.json: cases");
const months = manifest === undefined ? [] : objectsOf(packedMonths, "manifest.json: months");
if (manifest !== undefined) {
  attempt(() => checkFiles(files));
  attempt(() => checkNamed(files, cases, months));
  for (const month of months) attempt(() => checkMonth(month));
  for (const one of cases) attempt(() => checkChain(one));
}

/** Escapes what a terminal acts on or hides: a changed pack may have it in the names of files and cases. */
function escaped(text) {
  return text.replace(/\p{C}|\p{Default_Ignorable_Code_Point}|[\p{Zl}\p{Zp}]/gu, (found) =>
    Array.from({ length: found.length }, (_, at) => found.charCodeAt(at).toString(16).padStart(4, "0"))
      .map((code) => `\\u${code}`)
      .join(""),
  );
}

if (manifest !== undefined && !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(madeAt))
  problems.push("manifest.json: madeAt is not a time.");

const lines = [
  ...problems.map((problem) => `- ${problem}`),
  ...(lacking.length > 0
    ? ["Records that the pack never contained:", ...lacking.map((lack) => `- ${lack}`)]
    : []),
  ...(ofSystem.length > 0
    ? [
        "Files of the operating system, which are not part of the pack:",
        ...ofSystem.map((path) => `- ${path}`),
      ]
    : []),
  `SHA-256 of manifest.json: ${digest}${noted === undefined ? "; compare it with the one that was noted." : ""}`,
  problems.length > 0
    ? `THE PACK IS NOT INTACT. Problems listed above: ${problems.length}.`
    : `${noted === undefined ? "Everything matches manifest.json" : "Everything is intact"}: ${files.length} files, ${cases.length} cases, made at ${madeAt}.`,
];
process.stdout.write(`${lines.map(escaped).join("\n")}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
