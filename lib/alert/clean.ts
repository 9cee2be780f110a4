/** Makes text from outside fit to be read by a person: no tricks, no personal data, a bounded length. */

/** Control characters, bidirectional overrides, zero-width ones and variation tags: they show one thing and mean another. */
const TRICKS =
  /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffc\ufffe\uffff]|[\u{e0000}-\u{e007f}]/gu;

/** Text without control, bidirectional or invisible characters, on one line, of at most `max` characters. */
export function cleanText(text: string, max: number): string {
  // Cut before and after: the work on a hostile text stays small, and what is removed makes no room for more.
  const visible = text
    .slice(0, max * 4)
    .toWellFormed()
    .replace(/[^\S\ufeff]+/gu, " ")
    .replace(TRICKS, "")
    .trim();
  const characters = [...visible];
  return characters.length <= max ? visible : `${characters.slice(0, max - 1).join("")}…`;
}

const EMAIL = /[^\s@<>(),;:"]+@[^\s@<>(),;:"]+/gu;
/** Mexico's population registry identifier: 18 characters (Instructivo normativo para la asignación de la CURP). */
const CURP = /(?<![A-Z0-9])[A-Z]{4}\d{6}[A-Z]{6}[A-Z0-9]\d(?![A-Z0-9])/giu;
/** Mexico's tax identifier: 12 or 13 characters (Código Fiscal de la Federación, article 27). */
const RFC = /(?<![A-ZÑ&0-9])[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}(?![A-Z0-9])/giu;

/** Text as {@link cleanText}, with what looks like an e-mail address, a CURP or an RFC masked. */
export function maskPersonal(text: string, max: number): string {
  return cleanText(text, max)
    .replace(EMAIL, "[e-mail masked]")
    .replace(CURP, "[CURP masked]")
    .replace(RFC, "[RFC masked]");
}

/**
 * Text as {@link maskPersonal}, in which nothing is a link: anyone can name a token `claim at example.com` and send it
 * to a wallet, and mail clients turn that into something to click on.
 */
export function withoutLinks(text: string, max: number): string {
  return maskPersonal(text, max)
    .replaceAll("://", "[:]//")
    .replace(/\.(?=[\p{L}\d]{2,})/gu, "[.]");
}

/** Text in printable ASCII: accents are dropped, anything else becomes a question mark. */
export function toAscii(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replaceAll("…", "...")
    .replace(/[–—]/gu, "-")
    .replace(/[^\x20-\x7e]/gu, "?");
}

/** Text in which Slack sees no mention, link or formatting: https://docs.slack.dev/messaging/formatting-message-text. */
export function escapeForSlack(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/[*_~`]/g, (mark) => `\u200b${mark}`);
}
