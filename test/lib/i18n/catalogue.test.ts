/** Walks the catalogue: every text is there in both languages, says something else in each, and can be said. */

import { MessageFormat } from "messageformat";
import { describe, expect, it } from "vitest";
import { LOCALES } from "../../../lib/i18n/catalogue/texts.ts";
import { toAscii } from "../../../lib/i18n/text/ascii.ts";
import { catalogueEntries, type Entry, wordsOf } from "./catalogue-entries.ts";

const ENTRIES = await catalogueEntries();

/** Formats of the texts that were said: none is the same in both languages. */
const FORMATS = new Map<string, MessageFormat>();

/** The names of the values that a text needs. */
function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\$([a-zA-Z]\w*)/g)].map(([, name = ""]) => name))].sort();
}

function textOf({ key, en, es }: Entry, language: "en" | "es", count: number, value = "x"): string {
  const text = language === "en" ? en : es;
  const values = Object.fromEntries(
    placeholdersOf(text).map((name) => [
      name,
      new RegExp(`\\$${name} :(integer|number)`).test(text) ? count : value,
    ]),
  );
  const format = FORMATS.get(text) ?? new MessageFormat(LOCALES[language], text, { bidiIsolation: "none" });
  FORMATS.set(text, format);
  return format.format(values, (error) => {
    throw new Error(`${key}: ${error}`);
  });
}

describe("the catalogue", () => {
  it("has more than a hundred texts, each needing the same values in both languages", () => {
    expect(ENTRIES.length).toBeGreaterThan(100);
    const differing = ENTRIES.filter(({ en, es }) => placeholdersOf(en).join() !== placeholdersOf(es).join());
    expect(differing).toEqual([]);
  });

  it("has no sentence of more than 32 words", () => {
    const sentences = ENTRIES.flatMap(({ key, en, es }) =>
      [en, es]
        .flatMap((text) => wordsOf(text).split(/\n|(?<=[.!?])\s/))
        .map((sentence) => ({ key, sentence })),
    );
    expect(sentences.filter(({ sentence }) => sentence.trim().split(/\s+/).length > 32)).toEqual([]);
  });

  it("says in no text the same in both languages", () => {
    const equal = ENTRIES.filter((entry) => textOf(entry, "en", 2) === textOf(entry, "es", 2));
    expect(equal.map(({ key }) => key)).toEqual([]);
  });

  it.each([0, 1, 2, 1_000])(
    "says every text for %i, with every value in it and nothing of its syntax",
    (count) => {
      for (const entry of ENTRIES)
        for (const language of ["en", "es"] as const) {
          const text = textOf(entry, language, count, "{$v}.input");
          expect([entry.key, text.replaceAll("{$v}.input", "")]).toEqual([
            entry.key,
            expect.not.stringMatching(/[{}$]|\.(input|match)|undefined/),
          ]);
          for (const name of placeholdersOf(entry[language]))
            if (!new RegExp(`\\$${name} :(integer|number)`).test(entry[language]))
              expect([entry.key, text]).toEqual([entry.key, expect.stringContaining("{$v}.input")]);
        }
    },
  );

  it("leaves in subjects room for names and numbers, and loses nothing of them in ASCII", () => {
    const subjects = ENTRIES.filter(({ key }) => /subject/i.test(key));
    expect(subjects.length).toBeGreaterThan(8);
    for (const entry of subjects)
      for (const language of ["en", "es"] as const) {
        const words = textOf(entry, language, 1_000_000, "");
        const subject = toAscii(words);
        expect([entry.key, subject.length <= 80]).toEqual([entry.key, true]);
        expect([entry.key, subject]).toEqual([entry.key, words.normalize("NFD").replaceAll(/\p{M}/gu, "")]);
      }
  });
});
