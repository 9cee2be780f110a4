/** The names that a pasted text may ask for: a person copies links, lines of mails and ids in quotation marks from other programs. */

import { caseIn, notificationIn, userIn, walletIn } from "../../alerts/messages/desk-links.ts";
import { decodedText, idsIn } from "../../alerts/messages/link-path.ts";
import { cleanText, compatibilityForm, withPlainHyphens } from "../../i18n/text/cleaning.ts";
import { SHORTENED } from "../kit/links.ts";
import { mayBeUser } from "../kit/open-case.tsx";

/** So much of a text is looked at: a whole alert begins with what it is about. */
const MOST_CHARACTERS = 4_000;

/** Ids and addresses are shorter; DynamoDB refuses longer keys. */
const MOST_BYTES = 1_000;

/** Most texts that are looked up for one that was pasted. */
const MOST_TEXTS = 8;

/** Marks of a line or a subject, or more than three words: an id has none of them. */
const OF_SENTENCE = /["“”()[\]<>]|(?:\S+\s+){3}\S/;

export interface Asked {
  /** As it was typed first, and then what it may hold, the most certain first; empty where there is nothing to look up. */
  texts: string[];
  /** That of the texts which may be the id of a user; undefined of a link, an address, a hash and a number. */
  userId: string | undefined;
}

/** @param pasted as it came */
export function askedFor(pasted: string): Asked {
  const text = pasted.slice(0, MOST_CHARACTERS).trim().toWellFormed();
  const plain = withoutEdges(seenIn(text));
  const user = userNamedIn(plain);
  const named = [
    ...linkedIn(text),
    ...numbersIn(text),
    ...longIdsIn(text),
    ...valuesOfLink(text),
    ...shortenedIn(text),
  ];
  const labelled = labelledIn(text);
  const texts = [text, ...named, ...present(user), ...labelled, plain, ...formsOf(plain)];
  const usable = texts
    .flatMap((candidate) => [candidate, withoutEdges(candidate)])
    .filter((candidate) => candidate !== "" && Buffer.byteLength(candidate) <= MOST_BYTES);
  const lookedUp = [...new Set(usable)].slice(0, MOST_TEXTS);
  const mayBeId = named.length === 0 && !/^(?:#?\d+$|0x)|[\n/]/i.test(text);
  const userId = user ?? (mayBeId ? (labelled[0] ?? plain) : undefined);
  const isId =
    userId !== undefined && lookedUp.includes(userId) && !OF_SENTENCE.test(userId) && mayBeUser(userId);
  return { texts: lookedUp, userId: isId ? userId : undefined };
}

function present(text: string | undefined): string[] {
  return text === undefined ? [] : [text];
}

/** A text without invisible characters, in the form in which keyboards write. */
function seenIn(text: string): string {
  return cleanText(text, text.length).normalize("NFC");
}

/** A text without the marks that a sentence, a table or a program puts around an id. */
function withoutEdges(text: string): string {
  return text
    .replace(/^[\s"'“”‘’«»`´(<[{*_~|#=,;:.¿¡-]+(?=\S)/u, "")
    .replace(/(?<![\s"'“”‘’«»`´)>\]}*_~|,;:.!?-])[\s"'“”‘’«»`´)>\]}*_~|,;:.!?-]+$/u, "");
}

/** `1#42`, with its transaction behind it; and `#42`. */
function numbersIn(text: string): string[] {
  const decoded = decodedText(text);
  const names =
    decoded.match(
      /(?:(?<=notification#)|(?<![\w#]))\d{1,16}#\d{1,78}(?:#[\w-]{16}(?:#[\w-]{22})?)?(?![\w-])/g,
    ) ?? [];
  const [, id] = /(?:^|\s)#(\d{1,78})(?!\w)/.exec(text) ?? [];
  return [...names, ...present(id)];
}

/** Hashes and addresses of EVM, in front of all others that are long: addresses of every chain, signatures and UUIDs. */
function longIdsIn(text: string): string[] {
  const seen = decodedText(seenIn(text));
  return [
    ...(seen.match(/0x(?:[0-9a-f]{64}|[0-9a-f]{40})(?![0-9a-f])/gi) ?? []),
    ...(seen.match(/(?<![\w-])[\w-]{25,}/g) ?? []),
  ];
}

/** `0x1111...1111`, as wallets and lists write it, in the desk's own form. */
function shortenedIn(text: string): string[] {
  const shortened = /(?<![A-Za-z0-9])([A-Za-z0-9]{4,})(?:\.{2,3}|…|\*{2,}|_{2,})([A-Za-z0-9]{2,})/g;
  return [...seenIn(text).matchAll(shortened)].map(([, start, end]) => `${start}${SHORTENED}${end}`);
}

/** The names in paths of links of the desk, in all lines of a text. */
function linkedIn(text: string): string[] {
  return [...decodedText(text).matchAll(/(?<=[\w\]])\/([cnuw])\/([\w.~-]+)/g)].flatMap(
    ([, page, path = ""]) => {
      const ids = idsIn(path);
      if (page === "u") return present(userIn(ids));
      if (page === "w") return present(walletIn(ids)?.address);
      return page === "n" ? [notificationIn(ids)] : namesOfCase(caseIn(ids).subject);
    },
  );
}

/** The parameters that name what a page is about, in links of the desk that have no such path. */
const NAMED = ["subject", "name", "user", "address", "q"];

function valuesOfLink(text: string): string[] {
  const [, query] = /\?([^\s#>"]+)/.exec(text) ?? [];
  if (query === undefined || !/^\S+$/.test(text)) return [];
  const parameters = new URLSearchParams(query.replaceAll("&amp;", "&"));
  return NAMED.flatMap((name) => parameters.get(name) ?? []).flatMap(namesOfCase);
}

/** A case is looked up by its subject; that of a notification or a user by the project and the id. */
function namesOfCase(subject: string): string[] {
  return [subject.replace(/^(?:notification|user)#/, "")];
}

/** The id behind the word for a user, as our subjects and lines have it, in English and Spanish. */
function userNamedIn(text: string): string | undefined {
  const [, id] = /(?:^|[\s(–-])(?:user|usuario)(?: id)?[\s:]+(\S.*?)(?: - .*)?$/iu.exec(text) ?? [];
  return id === undefined ? undefined : withoutEdges(id);
}

/** The words behind a label, as in `TxHash: 0x…` and `Folio: A-1`, or behind a chain's prefix, as in `bitcoin:bc1…?amount=1`, in the first lines. */
function labelledIn(text: string): string[] {
  return text
    .split("\n")
    .slice(0, MOST_TEXTS)
    .flatMap((line) => {
      const [, gap, value = ""] = /^\s*\p{L}[\p{L} ._-]{0,40}[:：](\s*)([^/\s].*)$/u.exec(line) ?? [];
      const isPrefix = gap === "";
      return value === "" ? [] : [withoutEdges(seenIn(isPrefix ? value.replace(/[?@].*$/, "") : value))];
    });
}

/** An id in other forms of Unicode, and with the hyphen of a keyboard. */
function formsOf(text: string): string[] {
  return [text.normalize("NFD"), withPlainHyphens(compatibilityForm(text))];
}
