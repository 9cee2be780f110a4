/**
 * The property of the desk: with anything stored and asked for, it never fails, shows text as text, and shows
 * nothing of it to who is not signed in.
 */

import { gunzipSync } from "node:zlib";
import * as fc from "fast-check";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import * as z from "zod/mini";
import { decodedPath, GatewayError, gatewayEvent } from "../../../infra/local/http/gateway.ts";
import { DeskSessionStore } from "../../../lib/desk/frame/desk-sessions.ts";
import { essence } from "./commands.ts";
import { FuzzError, within } from "./finding.ts";
import { otherHeaders, type RawHeaders } from "./signing.ts";
import type { Stack } from "./stack.ts";
import { HASHES, type StoredTexts, storedTexts, storeTexts } from "./stored.ts";
import { CANARY, FORGED_MARKUP, markup, text, weighted } from "./texts.ts";

/** Visitor: without a cookie, with one that opens nothing, or signed in. */
export type Asker = "a visitor" | "a stranger" | "an auditor" | "an officer";

interface DeskRequest {
  asker: Asker;
  method: string;
  target: string;
  headers: RawHeaders;
  body: string;
}

interface DeskReply {
  status: number;
  location: string;
  isPage: boolean;
  text: string;
}

const result = z.object({
  statusCode: z.number(),
  headers: z._default(z.record(z.string(), z.string()), {}),
  body: z._default(z.string(), ""),
  isBase64Encoded: z._default(z.boolean(), false),
});

const HOUR_MS = 3_600_000;

/** The desk's function, and what a gateway makes of requests. */
export class Desk {
  readonly #stack: Stack;
  readonly #cookies: Record<Asker, string>;

  private constructor(stack: Stack, cookies: Record<Asker, string>) {
    this.#stack = stack;
    this.#cookies = cookies;
  }

  /** With people who are signed in. */
  static async open(stack: Stack): Promise<Desk> {
    const { deskSessions } = stack.endpoints.tables;
    if (deskSessions === undefined) throw new Error("The stack has no desk.");
    const sessions = new DeskSessionStore(stack.database, deskSessions);
    const endsAt = Date.now() + HOUR_MS;
    const signedIn = (subject: string, groups: string[]) => {
      const person = { subject, name: `${subject}@company.example`, groups };
      return sessions.open({ endsAt, idleUntil: endsAt, person });
    };
    return new Desk(stack, {
      "a visitor": "",
      "a stranger": "x".repeat(43),
      "an auditor": await signedIn("ana", ["auditors"]),
      "an officer": await signedIn("olga", ["officers"]),
    });
  }

  /** @returns undefined where the gateway itself would have refused */
  async ask({ asker, method, target, headers, body }: DeskRequest): Promise<DeskReply | undefined> {
    const cookie = this.#cookies[asker];
    const rawHeaders = [...headers, ...(cookie === "" ? [] : ["cookie", `__Host-vigia-desk=${cookie}`])];
    const wire = {
      method,
      target,
      httpVersion: "HTTP/1.1",
      rawHeaders,
      body: Buffer.from(body),
      sourceIp: "127.0.0.1",
    };
    const route = { key: "$default", functionArn: "", sourceArn: "", timeoutMs: 30_000 };
    try {
      const path = decodedPath(target.split("?", 1)[0] ?? "");
      const event = gatewayEvent(wire, { route, pathParameters: {} }, path, new Date());
      const answer = result.parse(await this.#stack.call("ServeDesk", event));
      const bytes = Buffer.from(answer.body, answer.isBase64Encoded ? "base64" : "utf8");
      const { "content-type": type = "", "content-encoding": encoding, location = "" } = answer.headers;
      return {
        status: answer.statusCode,
        location,
        isPage: type.startsWith("text/html"),
        text: (encoding === "gzip" ? gunzipSync(bytes) : bytes).toString(),
      };
    } catch (error) {
      if (error instanceof GatewayError) return undefined;
      throw error;
    }
  }

  /** A page, as an officer's browser asks for it. @throws {FuzzError} where it is not shown */
  page(target: string): Promise<ReadPage> {
    return within(`a link to ${target}`, async () => {
      const reply = await this.ask({ asker: "an officer", method: "GET", target, headers: [], body: "" });
      if (reply === undefined) return { text: "", links: [] };
      // A notification leads to its case, and the sign-in to the page of who is signed in.
      if (reply.status === 303) return this.page(reply.location.replace(this.#stack.deskUrl, ""));
      if (reply.status !== 200) throw new FuzzError(`status ${reply.status}: ${this.#stack.lastProblem}`);
      return reply.isPage ? readPage(reply.text) : { text: reply.text, links: [] };
    });
  }
}

const PATHS =
  `/ /notifications /notification /users /wallets /wallet /system /system/runs /c/1.1 /n/1.1 /w/1.0x1 /u/u-1 /s/1 /sign-in /signed-in /signed-out /session /language
  /notifications.csv /wallets.csv /system/runs.csv /system/unscored.csv /inbox.csv /case /evidence /month /selected /audit /audit.csv
  /audit.zip /month.csv /month.xlsx /inbox.xlsx /audit.xlsx /c/user.1.u-1.0 /c/1.1. /u/~c3 /assets/x/desk.css /favicon.ico /robots.txt // /../.. /notification/1 /%2e%2e
  /a%2Fb`.split(/\s+/);

const NAMES =
  `older newer below name project address chain user wallet law country risk kind since until page state code
  before after language by run subject opened month day act step cases count size seed check list from record
  __proto__
  constructor x`.split(/\s+/);

const WORDS = [
  ..."1 2 0 -1 1e0 01 illegal none notification score rise 1#1 1#1#x notification#1#1 notification#1#2".split(
    " ",
  ),
  ..."wallet#1#0xabc#1 month#1#2026-01 once 2026-01 9999-12 0#1 2026-01-01 9999-99-99 / //x".split(" "),
  "",
  "2026-01-01T00:00:00.000Z",
  "2026-01-01T00:00:00.000Z#aaaaaaaaaaaa",
  "2026-01-01T00:00:00.000Z#1#1",
  "\\\\x",
  "%00",
  "9".repeat(30),
  `${"0".repeat(15)}60.000000#1#3#0xabc#1`,
  `0x${"1".repeat(40)}`,
  ...[901, 1_025, 2_049].map((length) => "a".repeat(length)),
];

const value = weighted([4, fc.constantFrom(...WORDS)], [2, markup], [2, text]);

const encoder = fc.constantFrom<(text: string) => string>(
  encodeURIComponent,
  encodeURIComponent,
  (value) => encodeURIComponent(value).replaceAll("%20", "+"),
  (value) => encodeURIComponent(encodeURIComponent(value)),
  ...["%", "%zz", "%C0%80"].map((broken) => () => broken),
);

const query = fc
  .array(fc.tuple(fc.constantFrom(...NAMES), value, encoder), { maxLength: 4 })
  .map((pairs) => pairs.map(([name, value, encode]) => `${name}=${encode(value.toWellFormed())}`).join("&"));

const headers = fc
  .tuple(
    otherHeaders,
    fc.constantFrom<RawHeaders>(
      [],
      ["sec-fetch-mode", "cors"],
      ["sec-fetch-mode", "navigate"],
      ["accept-encoding", "gzip"],
      ...["https://evil.example", "null", "", CANARY].map((origin) => ["origin", origin]),
      ...["es;q=0.9,*;q=zz", CANARY].map((languages) => ["accept-language", languages]),
    ),
    fc.constantFrom<RawHeaders>(
      [],
      ...["application/x-www-form-urlencoded", "application/json", "multipart/form-data; boundary=x"].map(
        (type) => ["content-type", type],
      ),
    ),
  )
  // The cookie is the asker's own.
  .map((parts) =>
    parts.flat().filter((_, at, headers) => headers[at - (at % 2)]?.toLowerCase() !== "cookie"),
  );

const METHODS = "GET GET GET GET GET GET HEAD POST POST PUT DELETE OPTIONS TRACE PATCH CONNECT".split(" ");

const ASKERS: readonly Asker[] = [
  ...(["a visitor", "a stranger"] as const),
  ...(["an auditor", "an auditor", "an officer", "an officer"] as const),
];

const deskRequest: fc.Arbitrary<DeskRequest> = fc.record({
  asker: fc.constantFrom(...ASKERS),
  method: fc.constantFrom(...METHODS),
  target: fc
    .tuple(fc.constantFrom(...PATHS), query)
    .map(([path, queryText]) => `${path}${queryText && `?${queryText}`}`),
  headers,
  body: fc.oneof(fc.constantFrom("", "project=9", "project=1&project=1", "language=xx"), text, query),
});

/** Stores hostile texts, looks at every page that links lead to, and sends any requests. */
export function deskPages(stack: Stack) {
  const requests = fc.array(deskRequest, { minLength: 20, maxLength: 40 });
  return fc.asyncProperty(storedTexts(markup), requests, async (texts, deskRequests) => {
    await storeTexts(stack, texts);
    const desk = await Desk.open(stack);
    await checkPages(desk, texts);
    for (const request of deskRequests)
      await within(`${request.asker}: ${request.method} ${request.target.slice(0, 300)}`, async () => {
        const reply = await desk.ask(request);
        if (reply !== undefined) checkReply(reply, request, texts, stack);
      });
  });
}

/** An officer's first page, and the pages that show every text. */
const BEGINNINGS = ["/", "/notifications", "/wallets", "/system"];
const TWO_OF_ONE_NUMBER = "/n/1.1";
const SHOWING = [TWO_OF_ONE_NUMBER, "/n/1.2"];

/** So many pages are looked at. */
const MOST_PAGES = 40;

/** Follows links from the inbox, a page once for each of its addresses. */
async function checkPages(desk: Desk, texts: StoredTexts): Promise<void> {
  const { userId, symbol, tokenName, lawName, lawDescription, lawSource, country, description } = texts;
  // The two are of two users, and the one that was stored first is shown.
  const ofBoth = { symbol, tokenName, lawName, lawDescription, lawSource, country, description };
  const seen = new Set<string>();
  const waiting = [...BEGINNINGS, ...SHOWING];
  for (
    let target = waiting.shift();
    target !== undefined && seen.size < MOST_PAGES;
    target = waiting.shift()
  ) {
    if (seen.has(target)) continue;
    seen.add(target);
    const page = await desk.page(target);
    if (SHOWING.includes(target))
      checkShown(page, target === TWO_OF_ONE_NUMBER ? ofBoth : { ...ofBoth, userId });
    waiting.push(...page.links.filter((link) => /^\/(?!\/)/.test(link)));
  }
}

function checkReply(
  reply: DeskReply,
  { asker, target }: DeskRequest,
  texts: StoredTexts,
  stack: Stack,
): void {
  const { status, location, isPage } = reply;
  // Without an issuer no one can sign in, and the page says so.
  const isExpected = status === 503 && /^\/sign-(?:in|out)/.test(target);
  if (status >= 500 && !isExpected) throw new FuzzError(`status ${status}: ${stack.lastProblem}`);
  const page = isPage && reply.text !== "" ? readPage(reply.text) : { text: reply.text, links: [] };
  if (/^(?:https?:)?\/\//.test(location) && !location.startsWith(`${stack.deskUrl}/`))
    throw new FuzzError("leads away");
  if (asker !== "a visitor" && asker !== "a stranger") return;
  // A visitor without a session is sent to sign in, or told no more than that.
  if (![200, 303, 400, 401, 403, 404, 405, 503].includes(status))
    throw new FuzzError(`status ${status} for a visitor`);
  const marks = [HASHES.illegal, HASHES.warned, "/n/", "/w/"];
  if (
    marks.some((mark) => reply.text.includes(mark)) ||
    (texts.userId.length > 20 && page.text.includes(texts.userId))
  )
    throw new FuzzError("shown to a visitor who is not signed in");
}

type Element = DefaultTreeAdapterTypes.Element;

/** A page as a browser reads it. */
interface ReadPage {
  /** Everything that is shown, and what fields hold. */
  text: string;
  /** Targets of its links. */
  links: string[];
}

/** Elements that load, run or change what is not the page's own. */
const FORBIDDEN = ["iframe", "object", "embed", "base", "style", "img", "template", "noscript", "math"];

const ADDRESSES = ["href", "src", "action", "formaction", "xlink:href", "poster", "data", "ping"];

/** Reads a page as a browser does. @throws {FuzzError} where it holds anything that is not the desk's own */
export function readPage(html: string): ReadPage {
  if (!/^<!doctype html>/i.test(html)) throw new FuzzError(`a page in quirks mode: ${html.slice(0, 200)}`);
  const page: ReadPage = { text: "", links: [] };
  const waiting: DefaultTreeAdapterTypes.Node[] = [parse(html)];
  for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
    if ("value" in node) page.text += `${node.value}\n`;
    if ("data" in node) throw new FuzzError(`a comment: ${node.data.slice(0, 200)}`);
    if ("tagName" in node) readElement(node, page);
    if ("childNodes" in node) waiting.unshift(...node.childNodes);
  }
  return page;
}

function readElement({ tagName, attrs, childNodes }: Element, page: ReadPage): void {
  const attribute = (name: string) => attrs.find((candidate) => candidate.name === name)?.value ?? "";
  if (tagName.includes(FORGED_MARKUP) || FORBIDDEN.includes(tagName))
    throw new FuzzError(`an element ${tagName}`);
  if (tagName === "script" && (!attribute("src").startsWith("/assets/") || childNodes.length > 0))
    throw new FuzzError("a script in the page");
  for (const { name, value } of attrs) {
    if (name.includes(FORGED_MARKUP) || /^on|^(?:style|srcdoc)$/.test(name))
      throw new FuzzError(`an attribute ${name} of ${tagName}`);
    // Links lead to pages of the desk or to web sites; nothing but a link leads away from the desk.
    const isOwn = /^\/(?!\/)|^#/.test(value) || (tagName === "a" && /^https?:\/\/[^\s]/.test(value));
    if (ADDRESSES.includes(name) && !isOwn)
      throw new FuzzError(`${tagName} with ${name} ${JSON.stringify(value.slice(0, 200))}`);
  }
  if (tagName === "a") page.links.push(attribute("href"));
  if (tagName === "input") page.text += `${attribute("value")}\n`;
}

/** So much of a text is never cut. */
const NEVER_CUT = 60;

/** A letter under more marks than fit is cut as a whole. */
const LAST_PILE = /\P{M}\p{M}{5,}$/u;

/** @throws {FuzzError} where a page does not show a text as it is stored */
export function checkShown(page: ReadPage, texts: Record<string, string>): void {
  const shown = essence(page.text);
  for (const [field, stored] of Object.entries(texts))
    if (!shown.includes(essence(stored).slice(0, NEVER_CUT).replace(LAST_PILE, "")))
      throw new FuzzError(`${field} is not shown as it is: ${JSON.stringify(stored)}`);
}
