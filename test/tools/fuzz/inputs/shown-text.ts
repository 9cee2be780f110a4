/** Arbitrary text for what people read: it drives terminals, turns lines round, forges rows, formulas, links and mentions. */

import * as fc from "fast-check";
import { anyText } from "../../../support/any-text.ts";

/** A domain that must never become a link, however it is spelt. */
const LINKED = "evil.example";

/** Stands at the beginning of a line only where somebody has forged one. */
export const FORGED = "FORGED-ROW";

const DRIVERS = [
  ...[
    "\u001b]52;c;ZXZpbA==\u0007",
    "\u001b[2J",
    "\u001b[5;31m",
    "\u009b31m",
    "\u009d52;c;x\u009c",
    "\u001bP1\u001b\\",
  ],
  ...["\u0000", "\b\b\b", "\u0007", "\u007f", "\u000e", "\u0085", "\u000b", "\f", "\r", "\u001b", "\u0090"],
];

const LINES = ["\n", "\r\n", "\t", "\u2028", "\u2029"].map((end) => `${end}${FORGED}`);

const UNSEEN = [
  ...[
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
  ...[
    "\u3164",
    "\u115f",
    "\u034f",
    "\ufe0f",
    "\u2800",
    "\uffa0",
    "\u{e0041}",
    "\u{e007f}",
    "\u2060",
    "\ufff9",
  ],
];

const FORMULAS = [
  "=1+1",
  "+1",
  "-1",
  "@SUM(1)",
  "\t=1",
  "\r=1",
  "＝1+1",
  "'=1",
  '=HYPERLINK("https://x")',
  "|x",
  "%0A=1",
];

const QUOTES = ['"', '""', '","', `"\r\n"${FORGED}","`, "'", "\\", "\\u001b", '"}\n{"key":"1#999"}', "a,b;c"];

const SLACK = [
  "<!channel>",
  "<https://evil.example|click>",
  "*bold*",
  "_it_",
  "`code`",
  "~no~",
  "&lt;",
  "<@U1>",
  "&",
];

const LINKS = [
  ...[
    "https://evil.example/x",
    "evil.example",
    "www.evil.example",
    "//evil.example",
    "mailto:a@evil.example",
  ],
  ...[
    "evil．example",
    "evil｡example",
    "ｅｖｉｌ.example",
    "evil\u200b.example",
    "evil.\u00adexample",
    "https：//evil.example",
  ],
  "evil․example",
  "http:/\u0338/evil.example",
  "evil.\u0301example",
  "http:/\u0338/3232235777",
  "http:\u0301//3232235777",
  "http:\u0301//1.1.1.1/x",
  "1\u0338.1.\u03011.1",
  "tel:5550100",
  "te\u0301l\u20dd:\u03015550100",
  "\\\\evilhost\\share",
  "\\\u0338\\evilhost",
];

/** A tax identifier with marks that a subject drops: invented, the check digit fits. */
const RFCS = ["PEGA900101\u0338ABA", "PEGA\u0301900101ABA", "P\u20ddEGA90\u03010101ABA"];

const PLAIN = [
  "USDC",
  "Straße",
  "漢字",
  "مرحبا",
  "שלום",
  "👩‍👩‍👧‍👦",
  "é",
  "x".repeat(90),
  "0.5",
  "ETH (USD 1) - user u-9",
  " ",
];

const FLOODS = ["e\u0301".repeat(20), `Z${"\u0335\u0489".repeat(40)}`, "\u202e".repeat(30)];

const HALVES = ["\ud800", "\udfff", "a\ud83d"];

/** Everything, one of each now and then. */
const ATOMS = [DRIVERS, LINES, UNSEEN, FORMULAS, QUOTES, SLACK, LINKS, RFCS, PLAIN, FLOODS, HALVES];

const atom = fc.oneof(...ATOMS.map((kind) => fc.constantFrom(...kind)));

/** Text of one to four such pieces; not empty, and seldom long. */
export const shownText: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.array(atom, { minLength: 1, maxLength: 4 }).map((atoms) => atoms.join("")) },
  { weight: 1, arbitrary: anyText({ minLength: 1, maxLength: 30 }) },
  { weight: 1, arbitrary: fc.constantFrom(...PLAIN) },
);

/** Text as a subject shows it: in compatibility form, without what is not seen and without marks. */
function bare(text: string): string {
  return text.normalize("NFKD").replace(/[\p{Default_Ignorable_Code_Point}\p{M}]/gu, "");
}

/** Whether a text, as programs that look for links read it, holds the domain, a host of numbers, a telephone or a share. */
export function holdsLink(text: string): boolean {
  const shown = bare(text).toLowerCase();
  return [LINKED, "://3232235777", "1.1.1.1", "tel:5550100", "\\\\evilhost"].some((link) =>
    shown.includes(link),
  );
}

/**
 * Whether a text, as a subject shows it, holds the tax identifier; beside a letter or digit it is none, and what was cut
 * may have gone on.
 */
export function holdsRfc(text: string): boolean {
  return /(?<![A-Z0-9&;])PEGA900101ABA(?![A-Z0-9]|\.\.\.)/i.test(bare(text));
}
