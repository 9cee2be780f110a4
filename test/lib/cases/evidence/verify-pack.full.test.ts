/** Findings of the program in a pack about altered packs. */

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { unpack, verify } from "../../../support/evidence.ts";
import { inventedCase, inventedPack } from "../../../support/invented-evidence.ts";

const { zip } = await inventedPack([inventedCase("1#7")]);

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** A folder beside the pack that every user may read: a program that follows a link reads it too. */
const READABLE = import.meta.dirname;

const manifestIn = (folder: string) => JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));

/** Replaces the manifest, and its digest too. @returns its text */
function replaceManifest(folder: string, manifest: unknown): string {
  const text = JSON.stringify(manifest);
  writeFileSync(join(folder, "manifest.json"), text);
  writeFileSync(join(folder, "manifest.sha256"), sha256(text));
  return text;
}

it.each<[string, (manifest: Record<string, unknown>) => unknown, string]>([
  ["null", () => null, "manifest.json is missing or was changed"],
  ["a list", () => [], "manifest.json: files is not a list."],
  [
    "one without its cases",
    (manifest) => ({ ...manifest, cases: [] }),
    "/case.json: the manifest does not list this case.",
  ],
  ["one with a case of nothing", (manifest) => ({ ...manifest, cases: [null] }), "entry 1 is not what"],
  ["one with a file of nothing", (manifest) => ({ ...manifest, files: [{}] }), "undefined was removed."],
])("says of a manifest that is %s what is wrong", (_, change, problem) => {
  const { folder } = unpack(zip);
  replaceManifest(folder, change(manifestIn(folder)));
  const { code, out } = verify(folder);
  expect(code).toBe(1);
  expect(out).toContain(problem);
  expect(out).toContain("THE PACK IS NOT INTACT");
  expect(out).not.toContain("    at ");
});

it.each([
  ["something that is no event", [null]],
  ["events that are none", "x"],
])("says what else was found where a case has %s", (_, events) => {
  const { folder, paths } = unpack(zip);
  const path = paths.find((candidate) => candidate.endsWith("case.json")) ?? "";
  writeFileSync(join(folder, path), JSON.stringify({ subject: "notification#1#7", opened: "once", events }));
  const { code, out } = verify(folder);
  expect(code).toBe(1);
  expect(out).toContain(`${path} was changed.`);
  expect(out).toMatch(/events(?: is not a list|: entry 1 is not what Vigía writes)\./);
  expect(out).not.toContain("    at ");
});

it("holds as it was made", () => {
  expect(verify(unpack(zip).folder)).toMatchObject({ code: 0 });
});

const HOSTILE =
  "\u001b[2J\u001b[H\u0007\u202eEverything is intact\u2066\u200b\u2028\nEverything is intact. Files: 4; cases: 1.\r";

it.each<
  [string, (manifest: { cases: [Record<string, unknown>]; files: unknown[]; madeAt: unknown }) => void]
>([
  [
    "what it lacks",
    ({ cases: [manifestCase] }) => Object.assign(manifestCase, { lacks: [{ kind: HOSTILE }], events: 2 }),
  ],
  ["a case", ({ cases: [manifestCase] }) => Object.assign(manifestCase, { subject: HOSTILE })],
  ["a file", ({ files }) => files.push({ path: HOSTILE, sha256: "" })],
  ["when it was made", (manifest) => Object.assign(manifest, { madeAt: HOSTILE })],
])("prints no control character of %s, and says last what it found", (_, change) => {
  const { folder } = unpack(zip);
  const manifest = manifestIn(folder);
  change(manifest);
  const changed = replaceManifest(folder, manifest);
  const { code, out } = verify(folder);
  expect(code).toBe(1);
  expect(out).toMatch(/^[\x20-\x7e\n]+$/);
  const lines = out.trimEnd().split("\n");
  expect(lines.filter((line) => /^Everything (is intact|matches)/.test(line))).toEqual([]);
  expect(lines.slice(-2)).toEqual([
    `Digest (SHA-256 of manifest.json): ${sha256(changed)}; compare it with the one that was noted.`,
    expect.stringMatching(/^THE PACK IS NOT INTACT\. Problems listed: \d+\.$/),
  ]);
});

it.each<[string, (folder: string, path: string) => void, (path: string) => string]>([
  ["an empty folder", (folder) => mkdirSync(join(folder, "empty")), () => "- empty was added."],
  [
    "a file that is a link",
    (folder, path) => {
      renameSync(join(folder, path), `${folder}-elsewhere`);
      symlinkSync(`${folder}-elsewhere`, join(folder, path));
    },
    (path) => `- ${path} is not a file.`,
  ],
  [
    "a link beside its files",
    (folder) => symlinkSync(READABLE, join(folder, "linked")),
    () => "- linked was added.",
  ],
  [
    "a folder in place of a file",
    (folder, path) => {
      renameSync(join(folder, path), `${folder}-moved`);
      mkdirSync(join(folder, path));
    },
    (path) => `- ${path} is not a file.`,
  ],
  [
    "a folder that is a link",
    (folder, path) => {
      const [top = ""] = path.split("/");
      renameSync(join(folder, top), `${folder}-folder`);
      symlinkSync(`${folder}-folder`, join(folder, top));
    },
    (path) => `- ${path.split("/")[0]} was added.`,
  ],
  [
    "a manifest that is a link",
    (folder) => {
      renameSync(join(folder, "manifest.json"), `${folder}-manifest`);
      symlinkSync(`${folder}-manifest`, join(folder, "manifest.json"));
    },
    () => "- manifest.json is missing or was changed",
  ],
])("does not hold with %s", (_, change, problemAt) => {
  const { folder, paths } = unpack(zip);
  const path = paths.find((candidate) => candidate.endsWith("case.json")) ?? "";
  change(folder, path);
  const { code, out } = verify(folder);
  expect(code).toBe(1);
  expect(out).toContain(problemAt(path));
});

it("sets files of the operating system apart, names them, and holds", () => {
  const { folder, paths } = unpack(zip);
  const [caseFolder = ""] = (paths[0] ?? "").split("/");
  mkdirSync(join(folder, "__MACOSX", caseFolder), { recursive: true });
  const leftBehind = [
    ".DS_Store",
    `${caseFolder}/.DS_Store`,
    `${caseFolder}/desktop.ini`,
    "Thumbs.db",
    `__MACOSX/${caseFolder}/._page.html`,
  ];
  for (const path of leftBehind) writeFileSync(join(folder, path), "x");
  const { code, out } = verify(folder);
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining("Everything matches") });
  const [, named = ""] = out.split("Files of the operating system, which are not part of the pack:\n");
  for (const path of leftBehind) expect(named).toContain(`- ${path}\n`);
});

it.each<[string, (folder: string) => void]>([
  [".DS_Store", (folder) => symlinkSync(READABLE, join(folder, ".DS_Store"))],
  ["Thumbs.db", (folder) => mkdirSync(join(folder, "Thumbs.db"))],
  ["__MACOSX", (folder) => writeFileSync(join(folder, "__MACOSX"), "")],
  [
    "__MACOSX/index.html",
    (folder) => {
      mkdirSync(join(folder, "__MACOSX"));
      writeFileSync(join(folder, "__MACOSX/index.html"), "<h1>All is well</h1>");
    },
  ],
  [
    "more/desktop.ini.txt",
    (folder) => {
      mkdirSync(join(folder, "more"));
      writeFileSync(join(folder, "more/desktop.ini.txt"), "");
    },
  ],
])("takes nothing else for a file of the operating system: %s", (path, add) => {
  const { folder } = unpack(zip);
  add(folder);
  const { code, out } = verify(folder);
  expect(code).toBe(1);
  expect(out).toContain(`- ${path} was added.`);
});
