/**
 * `node test/tools/voice/main.ts [folder…]`: refuses phrases that a reader has to read twice, in documents, comments, names of
 * tests and the catalogue of texts. It reads no code and no quoted code: a value `none` is no phrase. Ends with 1 where it finds
 * one, and names its place and rule.
 */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { findPhrases } from "./phrases.ts";

const files = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", ...process.argv.slice(2)],
  {
    encoding: "utf8",
  },
)
  .split("\n")
  .filter((file) => /\.(md|tsx?|js|css)$/.test(file) && !/\.es\.md$|^test\/infra\/kept\//.test(file));

const found = files.flatMap((file) =>
  findPhrases(file, readFileSync(file, "utf8")).map(
    ({ line, phrase, rule }) => `${file}:${line}: "${phrase}": ${rule}`,
  ),
);
if (found.length > 0) {
  process.stderr.write(`${found.join("\n")}\n${found.length} phrases to write in plain words.\n`);
  process.exitCode = 1;
}
