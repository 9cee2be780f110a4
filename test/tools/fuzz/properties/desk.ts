/**
 * The property of the desk: whatever is stored and whatever is asked for, it never fails, shows text as text, and shows
 * whoever is not signed in nothing of it.
 */

import { gunzipSync } from "node:zlib";
import * as fc from "fast-check";
import * as z from "zod/mini";
import { decodedPath, GatewayError, gatewayEvent } from "../../../../infra/local/http/gateway-event.ts";
import { DeskSessionStore } from "../../../../lib/desk/sign-in/desk-sessions.ts";
import { checkShown, type ReadPage, readPage } from "../checks/page-checks.ts";
import { FuzzError } from "../checks/reply-checks.ts";
import type { EmulatedStack } from "../emulated-stack.ts";
import { type Asker, type DeskRequest, deskRequest } from "../inputs/desk-requests.ts";
import { markup } from "../inputs/hostile-markup.ts";
import { HASHES, type StoredTexts, storedTextsOf, storeTexts } from "../stored-texts.ts";

/** A reply of the desk, as a browser gets it. */
export interface DeskReply {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** Changes what the desk answers: a desk that is broken on purpose. */
export type BreakingDesk = (reply: DeskReply, request: DeskRequest) => DeskReply;

const whole: BreakingDesk = (reply) => reply;

const result = z.object({
  statusCode: z.number(),
  headers: z._default(z.record(z.string(), z.string()), {}),
  body: z._default(z.string(), ""),
  isBase64Encoded: z._default(z.boolean(), false),
});

/** Each page whose links are followed, at most. */
const MOST_PAGES = 40;

const HOUR_MS = 3_600_000;

/** Stores hostile texts, looks at every page that links lead to, and sends any requests. */
export function deskProperty(stack: EmulatedStack, breaking: BreakingDesk = whole) {
  return fc.asyncProperty(
    storedTextsOf(markup),
    fc.array(deskRequest, { minLength: 20, maxLength: 40 }),
    async (texts, requests) => {
      await storeTexts(stack, texts);
      const desk = new Desk(stack, await cookiesIn(stack), breaking);
      await checkPages(desk, texts);
      for (const request of requests) await checkAnswer(desk, request, texts);
    },
  );
}

/** The cookies of each who asks. */
export async function cookiesIn({ database, endpoints }: EmulatedStack): Promise<Record<Asker, string>> {
  const { deskSessions } = endpoints.tables;
  if (deskSessions === undefined) throw new Error("The stack has no desk.");
  const sessions = new DeskSessionStore(database, deskSessions);
  const endsAt = Date.now() + HOUR_MS;
  const signedIn = (subject: string, groups: string[]) =>
    sessions.open({
      kind: "signed-in",
      endsAt,
      idleUntil: endsAt,
      person: { subject, name: `${subject}@company.example`, groups },
    });
  return {
    nobody: "",
    "a stranger": "x".repeat(43),
    "an auditor": await signedIn("ana", ["auditors"]),
    "an officer": await signedIn("olga", ["officers"]),
  };
}

/** The desk's function, and what a gateway makes of requests. */
export class Desk {
  readonly #stack: EmulatedStack;
  readonly #breaking: BreakingDesk;
  readonly #cookies: Record<Asker, string>;

  constructor(stack: EmulatedStack, cookies: Record<Asker, string>, breaking: BreakingDesk = whole) {
    this.#stack = stack;
    this.#breaking = breaking;
    this.#cookies = cookies;
  }

  /** @returns undefined where the gateway itself would have refused */
  async ask(request: DeskRequest): Promise<DeskReply | undefined> {
    const { asker, method, target, headers, body } = request;
    const cookie = this.#cookies[asker];
    try {
      const path = decodedPath(target.split("?", 1)[0] ?? "");
      const event = gatewayEvent(
        {
          method,
          target,
          httpVersion: "HTTP/1.1",
          rawHeaders: [...headers, ...(cookie === "" ? [] : ["cookie", `__Host-vigia-desk=${cookie}`])],
          body: Buffer.from(body),
          sourceIp: "127.0.0.1",
        },
        { route: { key: "$default", functionArn: "", sourceArn: "", timeoutMs: 30_000 }, pathParameters: {} },
        path,
        new Date(),
      );
      const answer = result.parse(await this.#stack.call("ServeDesk", event));
      const bytes = Buffer.from(answer.body, answer.isBase64Encoded ? "base64" : "utf8");
      const text = (answer.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString();
      return this.#breaking({ status: answer.statusCode, headers: answer.headers, text }, request);
    } catch (error) {
      if (error instanceof GatewayError) return undefined;
      throw error;
    }
  }

  get lastProblem(): string {
    return this.#stack.lastProblem;
  }

  /** A page, as an officer's browser asks for it. */
  async page(target: string): Promise<ReadPage> {
    const request = { asker: "an officer" as const, method: "GET", target, headers: [], body: "" };
    const reply = await this.ask(request);
    if (reply === undefined) return { text: "", links: [] };
    return inWords(request, () => {
      if (reply.status !== 200)
        throw new FuzzError(`a link leads to status ${reply.status}: ${this.lastProblem}`);
      return isPage(reply) ? readPage(reply.text) : { text: reply.text, links: [] };
    });
  }
}

function isPage({ headers }: DeskReply): boolean {
  return headers["content-type"]?.startsWith("text/html") === true;
}

/** Follows links from the inbox, a page once for each of its addresses. */
async function checkPages(desk: Desk, texts: StoredTexts): Promise<void> {
  const found = new Map<string, ReadPage>();
  const waiting = [
    "/",
    "/notifications",
    "/wallets",
    "/scans",
    "/notification?name=1%231",
    "/notification?name=1%232",
  ];
  for (
    let target = waiting.shift();
    target !== undefined && found.size < MOST_PAGES;
    target = waiting.shift()
  ) {
    if (found.has(target)) continue;
    const page = await desk.page(target);
    found.set(target, page);
    waiting.push(...page.links.filter((link) => /^\/(?!\/)/.test(link)));
  }
  const { userId, symbol, tokenName, lawName, lawDescription, lawSource, country, description } = texts;
  for (const target of ["/notification?name=1%231", "/notification?name=1%232"]) {
    const page = found.get(target);
    if (page === undefined) throw new FuzzError(`${target} was not looked at`);
    checkShown(page, { userId, symbol, tokenName, lawName, lawDescription, lawSource, country, description });
  }
}

async function checkAnswer(desk: Desk, request: DeskRequest, texts: StoredTexts): Promise<void> {
  const reply = await desk.ask(request);
  if (reply === undefined) return;
  inWords(request, () => {
    const { status, headers, text } = reply;
    // Without an issuer nobody can sign in, and the page says so.
    const isNobodysFault = status === 503 && /^\/sign-(?:in|out)/.test(request.target);
    if (status >= 500 && !isNobodysFault) throw new FuzzError(`status ${status}: ${desk.lastProblem}`);
    const page = isPage(reply) && text !== "" ? readPage(text) : { text, links: [] };
    if (request.asker === "nobody" || request.asker === "a stranger") checkShowsNothing(reply, page, texts);
    if (/^(?:https?:)?\/\/(?!desk\.example)/.test(headers["location"] ?? ""))
      throw new FuzzError("leads away");
  });
}

/** Whoever is not signed in is sent to sign in, or told no more than that. */
function checkShowsNothing({ status, text }: DeskReply, page: ReadPage, texts: StoredTexts): void {
  if (![200, 303, 400, 401, 403, 404, 405, 503].includes(status))
    throw new FuzzError(`status ${status} for nobody`);
  const isShown = [HASHES.illegal, HASHES.warned, "/notification?", "/wallet?"].some((one) =>
    text.includes(one),
  );
  if (isShown || (texts.userId.length > 20 && page.text.includes(texts.userId)))
    throw new FuzzError("shown to somebody who is not signed in");
}

/** Says which request it was that something was found with. */
function inWords<T>({ asker, method, target }: DeskRequest, check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw error instanceof FuzzError
      ? new FuzzError(`${asker}: ${method} ${target.slice(0, 300)}: ${error.message}`)
      : error;
  }
}
