/** Arbitrary text that is markup, a script or a link where a page takes it for more than text. */

import * as fc from "fast-check";
import { shownText } from "./shown-text.ts";

/** Stands in the name of each element and attribute: a page that has one of that name took text for markup. */
export const FORGED_MARKUP = "x-forged";

const MARKUP = [
  `<${FORGED_MARKUP}>`,
  `</title><${FORGED_MARKUP}>`,
  `</pre></details><${FORGED_MARKUP}>`,
  `</select><${FORGED_MARKUP}>`,
  `"><${FORGED_MARKUP} a="`,
  `" ${FORGED_MARKUP}="1`,
  `' ${FORGED_MARKUP}='1`,
  ` ${FORGED_MARKUP}=1 `,
  `" onfocus="${FORGED_MARKUP}" autofocus="`,
  `<svg/onload=alert(1) ${FORGED_MARKUP}>`,
  `<img src=x onerror=alert(1) ${FORGED_MARKUP}>`,
  "<script>alert(1)</script>",
  "<!--",
  "]]>",
  "&lt;b&gt;",
  "&#60;b&#62;",
  "&quot;",
  "<style>*{display:none}</style>",
  "<base href=https://evil.example>",
  "<meta http-equiv=refresh content=0>",
];

const LINKS = [
  "javascript:alert(1)",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "JaVaScRiPt:alert(1)//https://",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "https://evil.example/x?a=1&b=2",
  "//evil.example",
];

/** What a key or an address of a page may be cut or changed at. */
const SEPARATORS = ["#", "/", "%", "?", "&", "=", "+", "%00", "%2e%2e/", "..", "\\", "{userId}", "{$user}"];

const LONG = ["u".repeat(2_000), "é".repeat(1_000), `${"%".repeat(600)}`];

const atom = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...MARKUP) },
  { weight: 3, arbitrary: fc.constantFrom(...SEPARATORS) },
  { weight: 2, arbitrary: fc.constantFrom(...LINKS) },
  { weight: 2, arbitrary: shownText },
  { weight: 1, arbitrary: fc.constantFrom(...LONG) },
);

export const markup: fc.Arbitrary<string> = fc
  .array(atom, { minLength: 1, maxLength: 3 })
  .map((atoms) => atoms.join(""));
