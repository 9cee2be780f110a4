/** A risk service that answers well, but for some addresses oddly, each in a way of its own. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import * as z from "zod/mini";
import { close, listen } from "../../../infra/local/http/loopback.ts";
import { scanRequest } from "../../../lib/contract/scan.ts";
import { numberOf } from "../../lib/scans/addresses.ts";

/** An odd way, what becomes of its wallet, and what is said of why. */
export interface OddWay {
  /** Fields of the entry, or the entries, in place of the usual one. */
  entries?: (usual: Entry) => readonly unknown[];
  /** In place of the whole reply, for every request that holds the address. */
  reply?: (response: ServerResponse) => void;
  outcome: "completed" | "failed" | "missing";
  score?: number;
  why: string;
}

type Entry = Readonly<Record<string, unknown>>;

function odd(fields: Entry) {
  return (usual: Entry) => [{ ...usual, ...fields }];
}

function nested(depth: number): unknown {
  return depth === 0 ? [] : [nested(depth - 1)];
}

/** By name. */
export const ODD_WAYS: Readonly<Record<string, OddWay>> = {
  "a score of 1e17": { entries: odd({ riskScore: 1e17 }), outcome: "failed", why: "cannot be kept exactly" },
  "a score of 1e-200": {
    entries: odd({ riskScore: 1e-200 }),
    outcome: "failed",
    why: "cannot be kept exactly",
  },
  "a score below 0": { entries: odd({ riskScore: -1 }), outcome: "failed", why: "is below 0" },
  "a score as text": { entries: odd({ riskScore: "5" }), outcome: "failed", why: "not a number" },
  "a score that is true": { entries: odd({ riskScore: true }), outcome: "failed", why: "not a number" },
  "an error with a score of 0": {
    entries: odd({ status: "error", riskScore: 0 }),
    outcome: "failed",
    why: 'status "error" is none that is known',
  },
  "an error with a score above the alert score": {
    entries: odd({ status: "error", riskScore: 95 }),
    outcome: "completed",
    score: 95,
    why: 'status "error" is none that is known',
  },
  "two entries, the better one first": {
    entries: (usual) => [usual, { ...usual, riskScore: 80 }],
    outcome: "completed",
    score: 80,
    why: "2 entries for the address, of which the worst counts",
  },
  "a level of 450 KB": {
    entries: odd({ riskScore: 11, riskLevel: "high".repeat(112_500) }),
    outcome: "completed",
    score: 11,
    why: "riskLevel: cut from 450000 characters",
  },
  "a level that is a list": {
    entries: odd({ riskScore: 11, riskLevel: ["high"] }),
    outcome: "completed",
    score: 11,
    why: "riskLevel: expected text",
  },
  "half a character": {
    entries: odd({ riskScore: 11, riskReason: "a mixer \ud800", riskLevel: "\udfff" }),
    outcome: "completed",
    score: 11,
    why: "half characters were replaced",
  },
  "suspicious activity as text": {
    entries: odd({ riskScore: 11, suspiciousActivity: "no" }),
    outcome: "completed",
    score: 11,
    why: "suspiciousActivity: expected true or false",
  },
  "no entry, but one that nobody asked for": {
    entries: (usual) => [{ ...usual, address: `0x${"f".repeat(40)}` }, null, 5],
    outcome: "missing",
    why: "leaves the address out",
  },
  "patterns nested 100 deep": {
    entries: odd({ patterns: nested(100) }),
    outcome: "failed",
    why: "nested deeper than 64 levels",
  },
  "400,000 patterns": {
    entries: odd({ patterns: Array(400_000).fill(1) }),
    outcome: "failed",
    why: "holds too many values",
  },
  "no end": { reply: endless, outcome: "failed", why: "longer than 1048576 bytes" },
  "no JSON": {
    reply: (response) => response.end("<html>"),
    outcome: "failed",
    why: "the answer is not JSON",
  },
  "a wrong key": { reply: refuse(401), outcome: "failed", why: "refused with status 401" },
  "nothing found": { reply: refuse(404), outcome: "failed", why: "found nothing (status 404)" },
  "a redirect": { reply: refuse(302), outcome: "failed", why: "redirected (status 302)" },
};

const WAYS = Object.values(ODD_WAYS);

/** The score of the address with a number, where it is not odd: from 0 to 49. */
export function usualScore(number: number): number {
  return number % 50;
}

/** The first addresses are odd, one each way. */
export async function startOddService(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  const port = await listen(server, 0);
  return { url: `http://127.0.0.1:${port}/v1`, close: () => close(server) };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (chunk instanceof Buffer) chunks.push(chunk);
  if (request.url === "/v1/chains") return json(response, []);
  if (request.method === "GET") return json(response, { status: "flagged", tags: [] });
  const { addresses } = z.parse(scanRequest, JSON.parse(Buffer.concat(chunks).toString()));
  const [reply] = addresses.flatMap(({ address }) => WAYS[numberOf(address)]?.reply ?? []);
  if (reply !== undefined) return reply(response);
  const results = addresses.flatMap(({ address, chainId }) => {
    const usual = { address, chainId, status: "completed", riskScore: usualScore(numberOf(address)) };
    return WAYS[numberOf(address)]?.entries?.(usual) ?? [usual];
  });
  json(response, { results });
}

function json(response: ServerResponse, data: unknown): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ success: true, data }));
}

function refuse(status: number) {
  return (response: ServerResponse) =>
    response.writeHead(status, { location: "https://elsewhere.example/" }).end("{}");
}

function endless(response: ServerResponse): void {
  const chunk = Buffer.alloc(65_536, " ");
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", more);
  more();
}
