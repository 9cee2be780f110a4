/**
 * The programs that check a pack offline: verify.mjs with Node, and verify.html in a browser. Each is one file with the same check in it, and
 * depends on nothing of the pack: SECURITY.md has their digests.
 */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { html, raw } from "hono/html";
import { EVIDENCE } from "../../i18n/catalogue/desk/evidence.ts";
import { VERIFIER, VERIFIER_PAGE } from "../../i18n/catalogue/desk/verifier.ts";
import type { Language } from "../../i18n/catalogue/language.ts";
import type { Text } from "../../i18n/catalogue/texts.ts";
import { type EvidenceFile, textFile } from "./evidence-messages.ts";
import { GAP_TEXTS } from "./gap.ts";

const HEADER = `#!/usr/bin/env node
// Checks an evidence pack of Vigía, offline, with Node 20 or later and nothing else:
//
//   node verify.mjs [<SHA-256 of manifest.json, as it was noted when the pack was made, or its first 16 digits>]
//
// The last line printed is the verdict. The exit code is 0 if every check passes, and 1 if not. Without a noted SHA-256, a pack that was
// rebuilt as a whole passes too.
`;

/** The program, which is in English. */
export function verifierProgram(): EvidenceFile {
  const code = `${codeOf("verify-node.mjs", "en")}\nawait verifyFolder(TEXTS);\n`;
  return textFile("verify.mjs", `${HEADER}\n${code}`);
}

const STYLE = [
  "body{max-width:50rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;color:#1b1b1b;background:#fff}",
  "fieldset{min-width:0;border:1px solid #767676;border-radius:.3rem;margin:1rem 0;padding:.75rem 1rem}legend{font-weight:700;padding:0 .3rem}",
  "label{display:block;margin:.5rem 0}input{font:inherit;max-width:100%}input[type=text]{display:block;width:100%;box-sizing:border-box}",
  "#result:not(:empty){border-top:1px solid #767676;margin-top:1.5rem}li,.digest,h2{overflow-wrap:anywhere}",
  ".good{color:#0a5c2b}.bad{color:#a3120a}.note{color:#4d4d4d}",
].join("");

/** The page, in the language of the pack. */
export async function verifierPage(language: Language): Promise<EvidenceFile> {
  const say = (text: Text) => text[language];
  const script = `${codeOf("verify-page.mjs", language)}\nverifyChosen(TEXTS);\n`;
  const policy = `default-src 'none'; script-src '${hashOf(script)}'; style-src '${hashOf(STYLE)}'; base-uri 'none'; form-action 'none'`;
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="content-security-policy" content="${policy}">
<title>${say(VERIFIER_PAGE.title)}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
<h1>${say(VERIFIER_PAGE.title)}</h1>
<p>${say(VERIFIER_PAGE.explained)}</p>
<fieldset>
<legend>${say(VERIFIER_PAGE.choose)}</legend>
<label>${say(VERIFIER_PAGE.zip)} <input type="file" id="zip" accept=".zip"></label>
<label>${say(VERIFIER_PAGE.folder)} <input type="file" id="folder" webkitdirectory></label>
</fieldset>
<label>${say(VERIFIER_PAGE.noted)} <input type="text" id="noted" autocomplete="off" spellcheck="false"></label>
<div id="result" role="status"></div>
<p class="note">${say(VERIFIER_PAGE.trust)}</p>
<p class="note">${say(EVIDENCE.noCertificate)}</p>
</main>
<script type="module">${raw(script)}</script>
</body>
</html>
`;
  return textFile("verify.html", String(await page));
}

/** The texts, the check, and what asks for the pack and shows the result, as the code of one file. */
function codeOf(name: string, language: Language): string {
  const texts = JSON.stringify(textsIn(language), undefined, 2).replaceAll("<", "\\u003c");
  const asset = (file: string) => readFileSync(join(import.meta.dirname, "assets", file), "utf8");
  const own = asset(name);
  const imports = own.match(/^import .*\n/gm) ?? [];
  const ofNode = imports.filter((line) => line.includes('"node:'));
  const code = [asset("check-pack.mjs"), own.replaceAll(/^import .*\n/gm, "")].join("\n");
  return `${ofNode.join("")}\nconst TEXTS = ${texts};\n\n${code.replaceAll(/^export /gm, "")}`;
}

/** The texts in one language, by the codes of the check and of the page. */
function textsIn(language: Language): Record<string, string> {
  const gaps = Object.entries(GAP_TEXTS).map(([kind, text]) => [`gap ${kind}`, text] as const);
  const all = [...Object.entries<Text>(VERIFIER), ...gaps];
  return Object.fromEntries(all.map(([code, text]) => [code, text[language]]));
}

function hashOf(content: string): string {
  return `sha256-${createHash("sha256").update(content).digest("base64")}`;
}
