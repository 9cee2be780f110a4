/** What a page of the desk may hold, whatever is stored: text that stays text, and links that lead where they may. */

import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { FORGED_MARKUP } from "../inputs/hostile-markup.ts";
import { essence } from "./printed-text.ts";
import { FuzzError } from "./reply-checks.ts";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** What a page is made of, as a browser reads it. */
export interface ReadPage {
  /** Everything that is shown, and what stands in fields. */
  text: string;
  /** Where its links lead. */
  links: string[];
}

/** Elements that load, run or change what is not the page's own. */
const FORBIDDEN = ["iframe", "object", "embed", "base", "style", "img", "template", "noscript", "math"];

const ADDRESSES = ["href", "src", "action", "formaction", "xlink:href", "poster", "data", "ping"];

/** Reads a page as a browser does. @throws {FuzzError} where it holds anything that is not the desk's own */
export function readPage(html: string): ReadPage {
  if (!/^<!doctype html>/i.test(html))
    throw new FuzzError(`a page in quirks mode: ${JSON.stringify(html.slice(0, 200))}`);
  const page: ReadPage = { text: "", links: [] };
  const waiting: Node[] = [parse(html)];
  for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
    if ("value" in node) page.text += `${node.value}\n`;
    if ("data" in node) throw new FuzzError(`a comment: ${node.data.slice(0, 200)}`);
    if ("tagName" in node) readElement(node, page);
    if ("childNodes" in node) waiting.unshift(...node.childNodes);
  }
  return page;
}

function readElement(element: Element, page: ReadPage): void {
  const { tagName, attrs } = element;
  const has = (name: string) => attrs.find((attribute) => attribute.name === name)?.value;
  if (tagName.includes(FORGED_MARKUP) || FORBIDDEN.includes(tagName))
    throw new FuzzError(`an element ${tagName}`);
  if (tagName === "script" && !isOwnAsset(has("src"), element)) throw new FuzzError("a script in the page");
  for (const { name, value } of attrs) {
    if (name.includes(FORGED_MARKUP) || /^on|^(?:style|srcdoc)$/.test(name))
      throw new FuzzError(`an attribute ${name} of ${tagName}`);
    if (ADDRESSES.includes(name)) checkAddress(name, value, tagName);
  }
  if (tagName === "a") page.links.push(has("href") ?? "");
  if (tagName === "input") page.text += `${has("value") ?? ""}\n`;
}

function isOwnAsset(source: string | undefined, { childNodes }: Element): boolean {
  return source?.startsWith("/assets/") === true && childNodes.length === 0;
}

/** Links lead to pages of the desk or to web sites; nothing but a link leads away from the desk. */
function checkAddress(name: string, value: string, tagName: string): void {
  const isOwn = /^\/(?!\/)|^#/.test(value);
  const isSite = tagName === "a" && /^https?:\/\/[^\s]/.test(value);
  if (!isOwn && !isSite)
    throw new FuzzError(`${tagName} with ${name} ${JSON.stringify(value.slice(0, 200))}`);
}

/** So much of a text is never cut. */
const NEVER_CUT = 60;

/** @throws {FuzzError} where a page does not show a text as it is stored */
export function checkShown(page: ReadPage, texts: Record<string, string>): void {
  const shown = essence(page.text);
  for (const [what, stored] of Object.entries(texts)) {
    const begin = essence(stored).slice(0, NEVER_CUT);
    if (!shown.includes(begin))
      throw new FuzzError(`${what} is not shown as it is: ${JSON.stringify(stored)}`);
  }
}
