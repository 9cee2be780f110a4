/** Ids of users in files that are imported, of users and of wallets alike: what is refused, what is odd, and which look the same. */

import * as z from "zod/mini";
import { userId } from "../../contract/user.ts";
import { plainText, withPlainHyphens } from "../../i18n/text/cleaning.ts";
import { countOf } from "../../i18n/text/cut.ts";
import { shellWord } from "../../i18n/text/own-command.ts";
import { spoiltId } from "./spoilt-text.ts";

/** An id as a file has it: exactly the contract's, unless a program spoilt it on its way here. */
export const importedUserId = z.pipe(
  z.string().check((context) => {
    const message = spoiltId(context.value);
    if (message !== undefined) context.issues.push({ code: "custom", message, input: context.value });
  }),
  userId,
);

/** Format characters, which texts from web pages bring along, and controls but those between lines and columns. */
export const UNSEEN = /\p{Cf}|[^\P{Cc}\t\n\r]/u;

/** Dates that a spreadsheet makes of ids such as `3-1` or `MAR1`, in English and Spanish. */
const DAY =
  /^(?:\d{1,2}-(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec|ene|abr|ago|dic)|(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec|ene|abr|ago|dic)-\d{2})$/i;

/** Oddities of an id that is kept exactly as it is, and may not be what was meant. */
export function* oddUserId(id: string): Generator<string> {
  if (id !== id.trim()) yield "userId begins or ends with white space, and is found by exactly that";
  else if (/ {2}|[^\S ]/.test(id))
    yield "userId holds white space that no one tells from a blank, and is found by exactly that";
  if (UNSEEN.test(id)) yield "userId: holds characters that no one sees, and is found by exactly that";
  if (/^["'“‘«].*["'”’»]$/.test(id.trim()))
    yield "userId is in quotation marks, and is found by exactly that";
  if (DAY.test(id)) yield "userId reads like a day, which a spreadsheet makes of ids such as 3-1";
}

/** Equal for two ids that a reader cannot tell apart: in another Unicode form or case, with another hyphen, or without leading zeros. */
function likenessOf(id: string): string {
  // The compatibility form knows other hyphens than the id.
  const plain = /^[!-~]*$/.test(id) ? id : withPlainHyphens(plainText(withPlainHyphens(id), MOST_CHARACTERS));
  return (plain === "" ? id : plain).toLowerCase().replace(/^0+(?=\d+$)/, "");
}

/** The longest id in its compatibility form. */
const MOST_CHARACTERS = 40_000;

/** Reports whether two ids differ, and a reader cannot tell them apart. */
export function areLookAlikes(a: string, b: string): boolean {
  return a !== b && likenessOf(a) === likenessOf(b);
}

/** Groups of lines that are named. */
const MOST_GROUPS = 5;
const MOST_LINES = 5;

/** The ids of a file by what a reader sees of them. */
export class LookAlikes {
  /** Ids by likeness, each with the first line that has it. */
  readonly #ids = new Map<string, Map<string, number>>();

  /** Takes the id of a line; the same id of a later one adds nothing. */
  add(line: number, id: string): void {
    const likeness = likenessOf(id);
    const alike = this.#ids.get(likeness);
    if (alike === undefined) this.#ids.set(likeness, new Map([[id, line]]));
    else if (!alike.has(id)) alike.set(id, line);
  }

  /** An id of the file that is another one, and looks like this one; undefined if no id does. */
  otherThan(id: string): string | undefined {
    return [...(this.#ids.get(likenessOf(id))?.keys() ?? [])].find((other) => other !== id);
  }

  /** `userId: …: lines 7, 8 and 9; lines 11 and 12`; undefined where all can be told apart. */
  sentence(): string | undefined {
    const groups = [...this.#ids.values()].filter(({ size }) => size > 1);
    if (groups.length === 0) return undefined;
    const lines = groups.slice(0, MOST_GROUPS).map((alike) => {
      const numbers = [...alike.values()];
      const more =
        numbers.length > MOST_LINES ? ` and ${countOf(numbers.length - MOST_LINES, "more", "more")}` : "";
      return `lines ${numbers.slice(0, MOST_LINES).join(", ")}${more}`;
    });
    const others = groups.length - lines.length;
    const more = others === 0 ? "" : `; and ${countOf(others, "more group")}`;
    return `userId: ids that a reader cannot tell apart, and that are different users (${lines.join("; ")}${more})`;
  }
}

/** Ids that a reader sees whole, and a shell takes as they are. */
const PLAIN_ID = /^[\p{L}\p{N}][\p{L}\p{N}_@%+=:,./#-]*$/u;

/** An id for a command: as it is where that is plain to see, else as a shell reads it. */
export function exactId(id: string): string {
  return PLAIN_ID.test(id) && id === id.normalize("NFC") ? id : shellWord(id);
}
