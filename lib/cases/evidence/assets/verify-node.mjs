import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { checkPack, escaped, sentencesOf } from "./check-pack.mjs";

/** Checks the pack in the folder of this program, and prints what was found; the last line is the verdict. */
export async function verifyFolder(texts) {
  const [, , noted] = process.argv;
  const pack = await checkPack(entriesOf(dirname(fileURLToPath(import.meta.url))), noted);
  const { isIntact, problems, gaps, digest, verdict } = sentencesOf(pack, texts);
  const lines = [
    ...problems.map((problem) => `- ${problem}`),
    ...listed(texts.gaps, gaps),
    ...listed(texts.ofSystem, pack.ofSystem.map(escaped)),
    digest,
    verdict,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  process.exitCode = isIntact ? 0 : 1;
}

/** Links are not followed. */
function entriesOf(folder) {
  const entries = new Map();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const kind = entry.isFile() ? "file" : entry.isDirectory() ? "folder" : "other";
    entries.set(relative(folder, path).split(sep).join("/"), { kind, read: () => readFileSync(path) });
  }
  return entries;
}

function listed(title, lines) {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `- ${line}`)];
}
