/**
 * `node test/tools/voice/main.ts [folder…]`: refuses phrases that a reader has to read twice, in documents, comments, names of
 * tests, the catalogue of texts and the sentences in strings of the code. It reads no other code and no quoted code: a value `none`
 * is no phrase. Ends with 1 where it finds one, and names its place and rule.
 */

import { globSync, readFileSync } from "node:fs";
import { findPhrases } from "./phrases.ts";

const folders = process.argv.slice(2);

/** Without Spanish documents, records of older versions, and the examples of this program's own test. */
const files = globSync([
  "*.{md,ts}",
  "{.github,docs,functions,infra,lib,test}/**/*.{md,ts,tsx,js,css}",
]).filter(
  (file) =>
    !/\.es\.md$|^docs\/es\/|\/cdk\.out\/|^test\/infra\/kept\/|^test\/tools\/voice\/phrases\.test/.test(
      file,
    ) &&
    (folders.length === 0 || folders.some((folder) => file.startsWith(folder))),
);

const found = files
  .toSorted()
  .flatMap((file) =>
    findPhrases(file, readFileSync(file, "utf8")).map(
      ({ line, phrase, rule }) => `${file}:${line}: "${phrase}": ${rule}`,
    ),
  );
if (found.length > 0) {
  process.stderr.write(`${found.join("\n")}\n${found.length} phrases to write in plain words.\n`);
  process.exitCode = 1;
}
if (files.length === 0) throw new Error("No file is there to read: run this in the repository's folder.");
