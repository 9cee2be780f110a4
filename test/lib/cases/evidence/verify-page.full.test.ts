/** The page of a pack that checks it, in a real browser without a network: it finds what the program finds, in the pack's language. */

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { unzipSync, zipSync } from "fflate";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { digestOfBytes } from "../../../../lib/cases/chain.ts";
import type { Language } from "../../../../lib/i18n/catalogue/language.ts";
import { expandBody } from "../../../../lib/intake/notifications/raw-body.ts";
import { launchChromium, noBrowser } from "../../../support/desk/chromium.ts";
import { unpack, verify } from "../../../support/evidence.ts";
import { inventedCase, inventedPack, inventedRevision } from "../../../support/invented-evidence.ts";

const missing = noBrowser();
beforeEach(({ skip }) => skip(missing !== undefined, missing));

let browser: Browser;
beforeAll(async () => {
  if (missing === undefined) browser = await launchChromium();
});
afterAll(() => browser?.close());

type Files = Record<string, Uint8Array>;

const REVISION = inventedRevision("7", "first");
const RAW_SHA256 = digestOfBytes(expandBody(REVISION.raw));

async function packIn(language: Language) {
  const cases = [inventedCase("1#7", {}, { rawSha256: RAW_SHA256 })];
  const find = () => ({ notification: REVISION, revisions: [], others: [] });
  const { zip, summary } = await inventedPack(cases, find, 1_000, new Date("2026-03-01T12:00:00Z"), language);
  return { zip, files: unzipSync(zip), manifest: summary.manifest };
}

const pathOf = (files: Files, ending: string) =>
  Object.keys(files).find((path) => path.endsWith(ending)) ?? "";

function changedAt(files: Files, ending: string): Files {
  const path = pathOf(files, ending);
  const content = Uint8Array.from(files[path] ?? []);
  content[content.length - 3] = (content[content.length - 3] ?? 0) ^ 1;
  return { ...files, [path]: content };
}

/** A body that was changed by someone who lets the manifest fit it. */
function bodyChanged(files: Files): Files {
  const path = pathOf(files, ".body");
  const content = Buffer.from('{"digest":"other"}');
  const manifest = JSON.parse(Buffer.from(files["manifest.json"] ?? []).toString());
  for (const file of manifest.files) if (file.path === path) file.sha256 = digestOfBytes(content);
  const text = Buffer.from(JSON.stringify(manifest));
  const digest = Buffer.from(`${digestOfBytes(text)}\n`);
  return { ...files, [path]: content, "manifest.json": text, "manifest.sha256": digest };
}

function without(files: Files, ending: string): Files {
  const removed = pathOf(files, ending);
  return Object.fromEntries(Object.entries(files).filter(([path]) => path !== removed));
}

/** The page of a pack, opened from its folder. Whatever it asks the network for, or its own rules refuse, ends the test. */
async function opened(files: Files): Promise<{ page: Page; folder: string; errors: string[] }> {
  const { folder } = unpack(zipSync(files));
  const context = await browser.newContext({ offline: true });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("request", (request) => request.url().startsWith("file:") || errors.push(request.url()));
  await page.goto(pathToFileURL(join(folder, "verify.html")).href);
  return { page, folder, errors };
}

/** What the page says of a zip or of its own folder. */
async function result(page: Page, place: string, choice: string | { name: string; content: Uint8Array }) {
  const input = page.locator(place);
  if (typeof choice === "string") await input.setInputFiles(choice);
  else {
    const buffer = Buffer.from(choice.content);
    await input.setInputFiles({ name: choice.name, mimeType: "application/zip", buffer });
  }
  await page.locator("#result h2").waitFor();
  return {
    verdict: await page.locator("#result h2").innerText(),
    digest: await page.locator("#result .digest").innerText(),
    lines: await page.locator("#result li").allInnerTexts(),
  };
}

it.each<[Language, string, (files: Files) => Files, string[], string]>([
  ["en", "an intact pack", (files) => files, [], "Everything matches manifest.json. Files: 9; cases: 1;"],
  ["es", "an intact pack", (files) => files, [], "Todo coincide con manifest.json. Archivos: 9; casos: 1;"],
  [
    "en",
    "a changed byte",
    (files) => changedAt(files, "page.html"),
    ["FOLDER/page.html was changed."],
    "THE PACK IS NOT INTACT. Problems listed: 1.",
  ],
  [
    "es",
    "a changed byte",
    (files) => changedAt(files, "page.html"),
    ["FOLDER/page.html se modificó."],
    "EL EXPEDIENTE NO ESTÁ ÍNTEGRO. Problemas: 1.",
  ],
  [
    "en",
    "a changed body whose digest in the manifest fits",
    bodyChanged,
    [
      `notification#1#7 (FOLDER/case.json): no body in the pack is the message that event 1 names (${RAW_SHA256}).`,
    ],
    "THE PACK IS NOT INTACT. Problems listed: 1.",
  ],
  [
    "es",
    "a changed body whose digest in the manifest fits",
    bodyChanged,
    [
      `notification#1#7 (FOLDER/case.json): ningún mensaje del expediente es el que indica la actuación 1 (${RAW_SHA256}).`,
    ],
    "EL EXPEDIENTE NO ESTÁ ÍNTEGRO. Problemas: 1.",
  ],
  [
    "en",
    "a file more",
    (files) => ({ ...files, "more.txt": new Uint8Array([1]) }),
    ["more.txt was added."],
    "THE PACK IS NOT INTACT. Problems listed: 1.",
  ],
  [
    "es",
    "a file less",
    (files) => without(files, "scores.json"),
    ["FOLDER/scores.json se eliminó."],
    "EL EXPEDIENTE NO ESTÁ ÍNTEGRO. Problemas: 1.",
  ],
])(
  "says in %s what it finds of %s, from the zip and from the folder",
  async (language, _, change, lines, verdict) => {
    const { files } = await packIn(language);
    const [name = ""] = pathOf(files, "/case.json").split("/");
    const changed = change(files);
    const { page, folder, errors } = await opened(changed);
    const ofZip = await result(page, "#zip", { name: "pack.zip", content: zipSync(changed) });
    await page.reload();
    const ofFolder = await result(page, "#folder", folder);
    for (const result of [ofZip, ofFolder]) {
      expect(result.lines).toEqual(lines.map((line) => line.replaceAll("FOLDER", name)));
      expect(result.verdict).toContain(verdict);
      expect(result.digest).toContain(digestOfBytes(changed["manifest.json"] ?? new Uint8Array()));
    }
    expect(errors).toEqual([]);
    // The program in the pack says the same, in English.
    const { out, code } = verify(folder);
    expect(code).toBe(lines.length === 0 ? 0 : 1);
    if (language === "en") for (const line of ofZip.lines) expect(out).toContain(`- ${line}\n`);
    await page.context().close();
  },
);

it("compares the digest that was noted, or its first 16 digits, and says so", async () => {
  const { files, manifest } = await packIn("en");
  const { page } = await opened(files);
  const noted = page.getByRole("textbox");
  for (const [text, verdict] of [
    [manifest, "Everything is intact"],
    [` ${manifest.slice(0, 16).toUpperCase()} `, "Everything is intact"],
    [`1-42-72fc83a9-${manifest.slice(0, 16)} (1).zip`, "Everything is intact"],
    [manifest.slice(0, 8), "NOTHING WAS COMPARED WITH A NOTED DIGEST"],
    [`1-42-72fc83a9-${"0".repeat(16)}.zip`, "THE PACK IS NOT INTACT"],
    ["0".repeat(64), "THE PACK IS NOT INTACT"],
  ] as const) {
    await page.reload();
    await noted.fill(text);
    expect((await result(page, "#zip", { name: "p.zip", content: zipSync(files) })).verdict).toContain(
      verdict,
    );
  }
  // What is typed after the choice is compared too.
  await noted.fill(manifest);
  await noted.press("Enter");
  await page.getByRole("heading", { name: "Everything is intact" }).waitFor();
  await page.context().close();
});

it("takes a pack in a folder that was zipped again, and names what lies beside it", async () => {
  const { files } = await packIn("en");
  const { page } = await opened(files);
  const zipped = Object.fromEntries(
    Object.entries(files).map(([path, content]) => [`quarter/${path}`, content]),
  );
  const beside = {
    ...zipped,
    "__MACOSX/quarter/._page.html": new Uint8Array(),
    "other.txt": new Uint8Array(),
  };
  const ofZip = await result(page, "#zip", { name: "quarter.zip", content: zipSync(beside) });
  expect(ofZip.lines).toEqual(["../other.txt was added.", "../__MACOSX/quarter/._page.html"]);
  // The folder around the pack's may be chosen as well.
  const { folder: around } = unpack(zipSync(zipped));
  await page.reload();
  expect((await result(page, "#folder", around)).verdict).toContain("Everything matches");
  await page.context().close();
});

it("takes no zip for intact that other programs unpack to other files", async () => {
  const { files } = await packIn("en");
  const { page } = await opened(files);
  const page1 = pathOf(files, "/page.html");
  const forged = { ...files, [page1]: Buffer.from("<p>USD 9.00</p>") };
  const within = (folder: string, all: Files) =>
    Object.fromEntries(Object.entries(all).map(([path, content]) => [`${folder}/${path}`, content]));
  // A forged pack at the top, without a manifest, and the true one in a folder.
  const { "manifest.json": _, ...top } = forged;
  const collision = await result(page, "#zip", {
    name: "p.zip",
    content: zipSync({ ...top, ...within("original", files) }),
  });
  expect(collision.verdict).toContain("THE PACK IS NOT INTACT");
  expect(collision.lines).toContain(`../${page1} was added.`);
  // Two central directories: the record at the end points to the first, and unzip reads the one before the record.
  const [truth, lie] = [Buffer.from(zipSync(files)), Buffer.from(zipSync(forged))];
  const both = Buffer.concat([truth.subarray(0, -22), lie.subarray(0, -22), truth.subarray(-22)]);
  await page.reload();
  await page.locator("#zip").setInputFiles({ name: "p.zip", mimeType: "application/zip", buffer: both });
  await page.locator("#result h2").waitFor();
  expect(await page.locator("#result").innerText()).toContain("This is no pack that can be read here.");
  await page.context().close();
});

/** A zip whose central directory lost its entry of this number. */
function unlisted(zip: Buffer, number: number): Buffer {
  const end = Buffer.from(zip.subarray(-22));
  const directoryAt = end.readUInt32LE(16);
  const starts = [directoryAt];
  for (let at = directoryAt; at < zip.length - end.length; starts.push(at))
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  const [start, next] = starts.slice(number);
  if (start === undefined || next === undefined) throw new Error("There is no such entry.");
  end.writeUInt32LE(end.readUInt32LE(12) - (next - start), 12);
  return Buffer.concat([zip.subarray(0, start), zip.subarray(next, -end.length), end]);
}

/** Changes two bytes of the header before the content of the first entry. */
function changedHeader(files: Files, place: number, value: number): Buffer {
  const zip = Buffer.from(zipSync(files, { level: 0 }));
  zip.writeUInt16LE(value, place);
  return zip;
}

/** A zip whose first entry has a further name, in the field for names in Unicode. */
function withSecondName(files: Files): Buffer {
  const [[path, content] = ["", new Uint8Array()], ...others] = Object.entries(files);
  const field = { [0x7075]: Buffer.from("\x01\0\0\0\0forged.html") };
  return Buffer.from(zipSync({ [path]: [content, { extra: field }], ...Object.fromEntries(others) }));
}

const FORGED = { "forged.html": Buffer.from("<p>USD 9.00</p>") };

it.each<[string, (files: Files) => Buffer]>([
  ["another entry first", (files) => unlisted(Buffer.from(zipSync({ ...FORGED, ...files })), 0)],
  [
    "another entry between",
    (files) => {
      const [[path, content] = ["", new Uint8Array()], ...others] = Object.entries(files);
      const all = { [path]: content, ...FORGED, ...Object.fromEntries(others) };
      return unlisted(Buffer.from(zipSync(all)), 1);
    },
  ],
  [
    "another entry last",
    (files) => unlisted(Buffer.from(zipSync({ ...files, ...FORGED })), Object.keys(files).length),
  ],
  ["an entry of another method", (files) => changedHeader(files, 8, 8)],
  ["an entry of another size", (files) => changedHeader(files, 18, 1)],
  ["an entry of another name", (files) => changedHeader(files, 30, 0x7878)],
  ["an entry with a second name", withSecondName],
])("takes no zip for intact in which programs that read it as it streams find %s", async (_, change) => {
  for (const [language, sentence] of [
    ["en", "The list of files in this zip is not all that is in it"],
    ["es", "La lista de archivos de este zip no dice todo lo que contiene"],
  ] as const) {
    const { files } = await packIn(language);
    const { page } = await opened(files);
    await page
      .locator("#zip")
      .setInputFiles({ name: "p.zip", mimeType: "application/zip", buffer: change(files) });
    await page.locator("#result h2").waitFor();
    expect(await page.locator("#result").innerText()).toContain(sentence);
    await page.context().close();
  }
});

it("takes a pack as Vigía wrote it, whose sizes stand behind the content of each file", async () => {
  const { files, zip } = await packIn("en");
  const { page } = await opened(files);
  expect((await result(page, "#zip", { name: "p.zip", content: zip })).verdict).toContain("matches");
  await page.context().close();
});

it("fits a telephone, as the pages to read do, of which the table of cases scrolls in itself", async () => {
  for (const language of ["en", "es"] as const) {
    const { files } = await packIn(language);
    const { page, folder } = await opened(files);
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of ["verify.html", "index.html", pathOf(files, "/page.html")]) {
      await page.goto(pathToFileURL(join(folder, path)).href);
      const width = await page.evaluate<number>("document.documentElement.scrollWidth");
      expect([path, width]).toEqual([path, 320]);
    }
    await page.context().close();
  }
});

it("says that a file which is no zip cannot be read, and unpacks no entry beyond the size that it states", async () => {
  const { files } = await packIn("en");
  const { page } = await opened(files);
  const choose = async (content: Uint8Array) => {
    await page.reload();
    await page
      .locator("#zip")
      .setInputFiles({ name: "p.zip", mimeType: "application/zip", buffer: Buffer.from(content) });
    await page.locator("#result h2").waitFor();
    return page.locator("#result").innerText();
  };
  expect(await choose(Buffer.from("no zip"))).toContain("This is no pack that can be read here.");
  const path = pathOf(files, "/page.html");
  const zip = Buffer.from(zipSync(files));
  // In the central directory the length of the content stands 22 bytes before its name.
  const entry = zip.lastIndexOf(path);
  zip.writeUInt32LE(5, entry - 22);
  expect(await choose(zip)).toContain(`${path}: it cannot be read.`);
  await page.context().close();
});
