/** Holds the texts of the catalogue and the handbooks to the table of terms in lib/i18n/README.md. */

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { catalogueEntries, wordsOf } from "./catalogue-entries.ts";

const ROOT = join(import.meta.dirname, "../../..");
const README = join(ROOT, "lib/i18n/README.md");

const listed = (cell: string) =>
  cell
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");

const TERMS = readFileSync(README, "utf8")
  .split("\n")
  .filter((line) => /^\| (?!English|---)/.test(line))
  .map((line) => {
    const [, en = "", es = "", , notEn = "", notEs = ""] = line.split("|");
    return { en: listed(en), es: listed(es), notEn: listed(notEn), notEs: listed(notEs) };
  });

const ENTRIES = (await catalogueEntries()).map(({ key, en, es }) => ({
  key,
  en: wordsOf(en),
  es: wordsOf(es),
}));

const HANDBOOKS = [
  ...globSync("docs/officer/*.md", { cwd: ROOT }).map((file) => ({ file, language: "notEn" as const })),
  ...globSync("docs/es/oficial/!(mensajes).md", { cwd: ROOT }).map((file) => ({
    file,
    language: "notEs" as const,
  })),
].map((page) => ({ ...page, text: readFileSync(join(ROOT, page.file), "utf8") }));

function has(text: string, words: readonly string[]): boolean {
  return words.some((word) =>
    new RegExp(`(?<![\\p{L}\\p{N}-])${word.replace("*", "\\p{L}*")}(?![\\p{L}\\p{N}])`, "iu").test(text),
  );
}

describe("a term of the table", () => {
  it.each(TERMS)("$en.0 is $es.0 in Spanish, wherever a text has it", ({ en, es }) => {
    const used = ENTRIES.filter((entry) => has(entry.en, en));
    expect(used).not.toEqual([]);
    expect(used.filter((entry) => !has(entry.es, es))).toEqual([]);
  });

  it.each(TERMS)("$en.0 has no other name", ({ notEn, notEs }) => {
    expect(ENTRIES.filter((entry) => has(entry.en, notEn) || has(entry.es, notEs))).toEqual([]);
    const named = HANDBOOKS.filter(({ text, language }) => has(text, { notEn, notEs }[language]));
    expect(named.map(({ file }) => file)).toEqual([]);
  });
});
