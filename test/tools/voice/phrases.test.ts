import { expect, it } from "vitest";
import { findPhrases } from "./phrases.ts";

const phrasesIn = (file: string, text: string) =>
  findPhrases(file, text).map(({ line, phrase }) => `${line} ${phrase}`);

it.each([
  ["a comment", "a.ts", "/** Keys of the table. */\nconst a = 1; // Whoever reads it.\n", ["2 Whoever"]],
  [
    "the first word of a comment",
    "a.ts",
    "/**\n * What is stored.\n * What follows may go on.\n */\n",
    ["2 What"],
  ],
  [
    "the first word of a line of comment",
    "a.ts",
    "  // Where nothing is stored.\n  // Where it goes on.\n",
    ["1 Where"],
  ],
  ["the name of a test", "a.test.ts", 'it("alerts nobody", () => {});\n', ["1 nobody"]],
  [
    "the name of a test with a table",
    "a.test.ts",
    'it.each(ROWS)("is none for %s", () => {});\n',
    ["1 is none"],
  ],
  [
    "a text of the catalogue",
    "lib/i18n/catalogue/a.ts",
    '  en: "It stands in the table.",\n',
    ["1 stands in"],
  ],
  ["a sentence of the code", "lib/a.ts", "note(`Stored. It is none of hers.`);\n", ["1 is none", "1 hers"]],
  [
    "a sentence of a document, by the other rules",
    "a.md",
    "Whose address of then.\nWhat is kept is read.\nWho hears of it?\nIt warns else.\nAs people live them.\nHow a run stands.\nThe next without it takes it back.\nRuns that are kept for storing.\n",
    [
      "1 address of then",
      "2 What is kept is",
      "3 Who hears of",
      "4  else",
      "5 As people live them",
      "6 stands",
      "7 The next without it",
      "7 takes it back",
      "8 are kept for storing",
    ],
  ],
  [
    "a sentence of the code of more than 32 words",
    "lib/a.ts",
    `print("Short. ${"word ".repeat(33)}");\nprint("${"word ".repeat(32)}");\n`,
    [`1 ${"word ".repeat(33)}`],
  ],
  ["a document", "a.md", "Text.\n\nThe key is made anew by her.\n", ["3 anew", "3 her"]],
])("is found in %s", (_, file, text, found) => {
  expect(phrasesIn(file, text)).toEqual(found);
});

it.each([
  ["code", "a.ts", 'const nobody = "whoever";\nreturn kind === "none" ? she : what;\n'],
  ["a value and a flag", "lib/a.ts", 'run("none", "vigia desk sign-out --everybody");\n'],
  ["a plain sentence about absence", "a.md", "There is none, and there are no days.\n"],
  ["quoted code", "a.ts", '/** Counts `nobody` and "is none". */\n'],
  ["a document's block of code", "a.md", "```sh\nvigia desk remove nobody\n```\n"],
  ["the Spanish of the catalogue", "lib/i18n/catalogue/a.ts", '  es: "is none",\n'],
])("is not looked for in %s", (_, file, text) => {
  expect(phrasesIn(file, text)).toEqual([]);
});
