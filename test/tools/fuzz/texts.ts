/** Arbitrary text: it breaks programs, drives terminals, forges rows, formulas, links and mentions, or is markup. */

import * as fc from "fast-check";
import { anyText } from "../../support/any-text.ts";

/** A mark in what a request sends: a reply or a log line that holds it is an echo. */
export const CANARY = "cnry7Q";

/** A line begins with it only where a stored text has forged one. */
export const FORGED = "FORGED-ROW";

/** A part of the name of each element and attribute: a page that has one of that name took text for markup. */
export const FORGED_MARKUP = "x-forged";

/** One of several, each as often as its number says. */
export function weighted<T>(...choices: readonly [number, fc.Arbitrary<T>][]): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** A piece of a row; all rows are equally likely. */
function pieceOf(rows: readonly (readonly string[])[]): fc.Arbitrary<string> {
  return fc.oneof(...rows.map((row) => fc.constantFrom(...row)));
}

function joined(piece: fc.Arbitrary<string>, minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc.array(piece, { minLength, maxLength }).map((pieces) => pieces.join(""));
}

const BREAKING = [
  [CANARY, "", "\u0000", "\u0007", "\u001b[31m", "\r\n", "\uffff", "\ufeff", "\u202e", "\u2028", "e\u0301"],
  [
    CANARY,
    "\ud800",
    "\udfff",
    "👩‍👩‍👧‍👦",
    ..."__proto__ constructor toString illegal notification ::".split(" "),
  ],
  ["<!channel>", "<script>alert(1)</script>", "$" + "{7*7}", "%s%n", "%2e%2e%2f", "../../etc/passwd"],
  ["' OR 1=1 --", "=HYPERLINK(1)", "a@b.example", "https://claim.example/now"],
];

/** Text for programs; often with the canary in it. */
export const text: fc.Arbitrary<string> = weighted(
  [6, joined(pieceOf(BREAKING), 0, 4)],
  [2, anyText({ maxLength: 20 })],
  [1, fc.string({ maxLength: 20 }).map((text) => `${CANARY}${text}`)],
);

const PLAIN = ["USDC", "Straße", "漢字", "مرحبا", "שלום", "👩‍👩‍👧‍👦", "é", "x".repeat(90), "0.5", " "];

/** Texts that drive terminals, begin lines, are invisible, are calculated, end quotes, format, link, identify or flood. */
const DECEIVING = [
  [
    "\u001b]52;c;ZXZpbA==\u0007",
    "\u001b[2J",
    "\u001b[5;31m",
    "\u009b31m",
    "\u009d52;c;x\u009c",
    "\u001bP1\u001b\\",
  ],
  ["\u0000", "\b\b\b", "\u0007", "\u007f", "\u000e", "\u0085", "\u000b", "\f", "\r", "\u001b", "\u0090"],
  ["\n", "\r\n", "\t", "\u2028", "\u2029"].map((end) => `${end}${FORGED}`),
  [
    "\u202e",
    "\u202d",
    "\u2066",
    "\u2067",
    "\u2069",
    "\u061c",
    "\u200f",
    "\u200b",
    "\u00ad",
    "\ufeff",
    "\u180e",
  ],
  ["\u3164", "\u115f", "\u034f", "\ufe0f", "\u2800", "\uffa0", "\u{e0041}", "\u{e007f}", "\u2060", "\ufff9"],
  ["=1+1", "+1", "-1", "@SUM(1)", "\t=1", "\r=1", "＝1+1", "'=1", '=HYPERLINK("https://x")', "|x", "%0A=1"],
  ['"', '""', '","', `"\r\n"${FORGED}","`, "'", "\\", "\\u001b", '"}\n{"key":"1#999"}', "a,b;c"],
  [
    "<!channel>",
    "<https://evil.example|click>",
    "*bold*",
    "_it_",
    "`code`",
    "~no~",
    "&lt;",
    "<@U1>",
    "&",
    ":white_check_mark:",
  ],
  ["https://evil.example/x", "evil.example", "www.evil.example", "//evil.example", "mailto:a@evil.example"],
  ["evil．example", "evil｡example", "ｅｖｉｌ.example", "evil\u200b.example", "evil.\u00adexample"],
  ["https：//evil.example", "evil․example", "http:/\u0338/evil.example", "evil.\u0301example"],
  ["http:/\u0338/3232235777", "http:\u0301//3232235777", "http:\u0301//1.1.1.1/x", "1\u0338.1.\u03011.1"],
  ["tel:5550100", "te\u0301l\u20dd:\u03015550100", "\\\\evilhost\\share", "\\\u0338\\evilhost"],
  // A tax identifier with marks that a subject drops: invented, the check digit fits.
  ["PEGA900101\u0338ABA", "PEGA\u0301900101ABA", "P\u20ddEGA90\u03010101ABA"],
  [...PLAIN, "ETH (USD 1) - user u-9"],
  ["e\u0301".repeat(20), `Z${"\u0335\u0489".repeat(40)}`, "\u202e".repeat(30)],
  ["\ud800", "\udfff", "a\ud83d"],
];

/** Text for what people read; not empty, and seldom long. */
export const shownText: fc.Arbitrary<string> = weighted(
  [8, joined(pieceOf(DECEIVING), 1, 4)],
  [1, anyText({ minLength: 1, maxLength: 30 })],
  [1, fc.constantFrom(...PLAIN)],
);

const MARKUP = [
  `<${FORGED_MARKUP}>`,
  ...["title", "pre></details", "select"].map((end) => `</${end}><${FORGED_MARKUP}>`),
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

const ADDRESSES = [
  "javascript:alert(1)",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "JaVaScRiPt:alert(1)//https://",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "https://evil.example/x?a=1&b=2",
  "//evil.example",
];

/** Characters at which a key or an address of a page may be cut or changed. */
const SEPARATORS = ["#", "/", "%", "?", "&", "=", "+", "%00", "%2e%2e/", "..", "\\", "{userId}", "{$user}"];

/** Text that is markup, a script or a link where a page takes it for more than text. */
export const markup: fc.Arbitrary<string> = joined(
  weighted(
    [6, fc.constantFrom(...MARKUP)],
    [3, fc.constantFrom(...SEPARATORS)],
    [2, fc.constantFrom(...ADDRESSES)],
    [2, shownText],
    [1, fc.constantFrom("u".repeat(2_000), "é".repeat(1_000), `${"%".repeat(600)}`)],
  ),
  1,
  3,
);

/** Text as a subject shows it: in compatibility form, without what is not seen and without marks. */
function bare(shown: string): string {
  return shown.normalize("NFKD").replace(/[\p{Default_Ignorable_Code_Point}\p{M}]/gu, "");
}

/** Reports whether a text, as programs that look for links read it, has one of the links above. */
export function holdsLink(shown: string): boolean {
  const links = ["evil.example", "://3232235777", "1.1.1.1", "tel:5550100", "\\\\evilhost"];
  return links.some((link) => bare(shown).toLowerCase().includes(link));
}

/** Reports whether a text, as a subject shows it, has the tax identifier: whole, and not as a part of another word. */
export function holdsRfc(shown: string): boolean {
  return /(?<![A-Z0-9&;])PEGA900101ABA(?![A-Z0-9]|\.\.\.)/i.test(bare(shown));
}
