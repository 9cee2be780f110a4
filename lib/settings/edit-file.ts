/** Writes single settings into the text of cdk.json: everything else in it stays as it stands, byte by byte. */

import { InvalidSettingsError } from "./settings.ts";

/** A member of an object in a text of JSON: where its value begins and ends. */
interface Member {
  key: string;
  from: number;
  to: number;
}

/**
 * Sets a value in a text of JSON, and makes the objects on the way to it.
 * @param path the keys, from the outermost object on
 * @throws {InvalidSettingsError} where something on the way is no object
 */
export function withValue(text: string, path: readonly string[], value: unknown): string {
  return setIn(text, text.indexOf("{"), path, value, 1);
}

function setIn(
  text: string,
  open: number,
  [key = "", ...rest]: readonly string[],
  value: unknown,
  depth: number,
): string {
  if (text[open] !== "{") throw new InvalidSettingsError(`cdk.json: expected an object before ${key}.`);
  const members = membersOf(text, open);
  const found = members.find((member) => member.key === key);
  if (found !== undefined && rest.length > 0) return setIn(text, found.from, rest, value, depth + 1);
  const nested = rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  const json = JSON.stringify(nested, null, 2).replaceAll("\n", `\n${"  ".repeat(depth)}`);
  if (found !== undefined) return text.slice(0, found.from) + json + text.slice(found.to);
  const at = members.at(-1)?.to ?? open + 1;
  const member = `${members.length === 0 ? "" : ","}\n${"  ".repeat(depth)}${JSON.stringify(key)}: ${json}`;
  const closing = members.length === 0 ? `\n${"  ".repeat(depth - 1)}` : "";
  return text.slice(0, at) + member + closing + text.slice(members.length === 0 ? text.indexOf("}", at) : at);
}

/** @param open where the object's brace is; the text is known to be JSON */
function membersOf(text: string, open: number): Member[] {
  const members: Member[] = [];
  let at = skip(text, open + 1);
  while (text[at] === '"') {
    const keyEnd = endOf(text, at);
    const key = String(JSON.parse(text.slice(at, keyEnd)));
    const from = skip(text, skip(text, keyEnd) + 1);
    const to = endOf(text, from);
    members.push({ key, from, to });
    at = skip(text, to);
    if (text[at] === ",") at = skip(text, at + 1);
  }
  return members;
}

function skip(text: string, at: number): number {
  let next = at;
  while (/\s/.test(text[next] ?? "")) next++;
  return next;
}

const STRING = /"(?:[^"\\]|\\.)*"/y;
const SCALAR = /[^\s,\]}]+/y;
const PART = /"(?:[^"\\]|\\.)*"|[[\]{}]/g;

/** Where the value that begins at `from` ends. */
function endOf(text: string, from: number): number {
  const first = text[from] ?? "";
  if (first === "{" || first === "[") {
    PART.lastIndex = from;
    let depth = 0;
    for (let part = PART.exec(text); part !== null; part = PART.exec(text)) {
      if (part[0] === "{" || part[0] === "[") depth++;
      else if (part[0] === "}" || part[0] === "]") depth--;
      if (depth === 0) return PART.lastIndex;
    }
    return text.length;
  }
  const pattern = first === '"' ? STRING : SCALAR;
  pattern.lastIndex = from;
  pattern.exec(text);
  return pattern.lastIndex;
}
