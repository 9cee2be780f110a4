/** A risk service that answers oddly, in many named ways. */

import { createServer, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { closeServer, listen } from "../../../infra/local/http/loopback.ts";

/** A reply: a text, one that never ends, or none at all. */
export interface ServiceReply {
  status?: number;
  headers?: Record<string, string>;
  body: string | "endless" | "hang up";
}

/** An address of a scan request. */
interface AskedAddress {
  address: string;
  chainId: string;
}

interface Behaviour {
  chains(): ServiceReply;
  scan(addresses: readonly AskedAddress[]): ServiceReply;
  /** @param address as in the path, decoded */
  status(address: string): ServiceReply;
}

/** A service with which nothing is wrong, and that knows nothing. */
const SILENT: Behaviour = {
  chains: () => ({ body: '{"success":true,"data":[]}' }),
  scan: () => ({ body: '{"success":true,"data":{"results":[]}}' }),
  status: () => ({ body: '{"success":true,"data":{"status":"clean","tags":[]}}' }),
};

/** A risk service that answers as it is told, and otherwise as if nothing were wrong. */
export class OddService {
  readonly url: string;
  behaviour: Behaviour = SILENT;
  /** Requests for paths that the interface does not have. */
  strays: string[] = [];
  /** Number of its replies, but for endless ones. */
  repliedBytes = 0;
  readonly #server: Server;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.url = `http://127.0.0.1:${port}`;
    server.on("request", async (request, response) => {
      const reply = this.#replyTo(request.url ?? "", await text(request));
      this.repliedBytes += reply.body.length;
      send(response, reply);
    });
  }

  static async start(): Promise<OddService> {
    const server = createServer();
    return new OddService(server, await listen(server, 0));
  }

  /** Behaves so from now on, and for the rest as if nothing were wrong. */
  behave(behaviour: Partial<Behaviour>): void {
    this.behaviour = { ...SILENT, ...behaviour };
    this.strays = [];
  }

  close(): Promise<void> {
    return closeServer(this.#server);
  }

  #replyTo(url: string, question: string): ServiceReply {
    if (url === "/v1/chains") return this.behaviour.chains();
    if (url === "/v1/projects/1/addresses/scan-risk")
      return this.behaviour.scan(JSON.parse(question).addresses);
    const [, address] = /^\/v1\/wallets\/([^/?#]+)\/status\?chainId=\d+$/.exec(url) ?? [];
    if (address !== undefined && !/^(\.|%2e){1,2}$/i.test(address))
      return this.behaviour.status(decodeURIComponent(address));
    this.strays.push(url);
    return { status: 404, body: '{"success":false,"message":"not found"}' };
  }
}

const PIECE = Buffer.alloc(65_536, "[");

function send(response: ServerResponse, { status = 200, headers = {}, body }: ServiceReply): void {
  if (body === "hang up") return void response.destroy();
  response.writeHead(status, { "content-type": "application/json", ...headers });
  if (body !== "endless") return void response.end(body);
  const more = () => {
    while (!response.destroyed && response.write(PIECE));
  };
  response.on("drain", more).on("error", () => {});
  more();
}

/** Fields of an entry as JSON texts; those of a plain one stand where none is given, and an empty text is no field. */
type Fields = Record<string, string>;

/** An odd way to answer for one address, and what must become of its wallet. */
export interface Odd {
  /** Entries about it, as fields or as they are; `text` is one of the wallet's own. */
  entries?: (asked: AskedAddress, text: string) => readonly (Fields | string)[];
  /** In place of the whole reply. */
  reply?: ServiceReply;
  /** Possible results of a run for the wallet. */
  outcomes: readonly ("completed" | "skipped" | "failed" | "missing")[];
  /** Its score then; null for none, undefined for any. */
  score?: number | null | undefined;
  isSuspicious?: true;
  /** A part of what is said of why it is odd. */
  why?: string | undefined;
}

const DONE = ["completed"] as const;
const FAILED = ["failed"] as const;
const EITHER = ["completed", "failed"] as const;

export function oddAnswer(
  fields: Fields,
  outcomes: Odd["outcomes"] = DONE,
  score?: number | null,
  why?: string,
): Odd {
  return { entries: () => [fields], outcomes, score, why };
}

/** An answer that says nothing which can be kept. */
function failing(fields: Fields, why: string): Odd {
  return oddAnswer(fields, FAILED, null, why);
}

/** Two entries, the second first as often as not. */
function twice(first: Fields, other: Fields, outcomes: Odd["outcomes"], score: number | null): Odd {
  const entries = [first, other];
  return { entries: (_, text) => (text.length % 2 === 0 ? entries : entries.toReversed()), outcomes, score };
}

/** An answer that spells the address in another way. */
function respelt(spell: (address: string) => string): Odd {
  const entries = ({ address }: AskedAddress) => [
    { address: JSON.stringify(spell(address)), riskScore: "77" },
  ];
  return { entries, outcomes: DONE, score: 77 };
}

/** An answer about the address behind many entries about others. */
function behind(foreign: number, outcomes: Odd["outcomes"], score?: number): Odd {
  const other = { address: JSON.stringify(`0x${"f".repeat(40)}`), riskScore: "99" };
  return { entries: () => [...Array<Fields>(foreign).fill(other), { riskScore: "44" }], outcomes, score };
}

const NOT_KNOWN = 'status "error" is unknown';
const LONG = JSON.stringify("long ".repeat(90_000));
const SUSPICIOUS = { suspiciousActivity: "true" };
const UNKNOWN = { status: '"error"', riskScore: "" };
const UNKNOWN_ZERO = { status: '"error"', riskScore: "0" };

export const ODD_ANSWERS = {
  "a plain low score": oddAnswer({}, DONE, 12),
  "a plain high score": oddAnswer({ riskScore: "88" }, DONE, 88),
  "the score 1e17": failing({ riskScore: "1e17" }, "cannot be kept exactly"),
  "the score 1e-200": failing({ riskScore: "1e-200" }, "cannot be kept exactly"),
  "the score 1e400": oddAnswer({ riskScore: "1e400" }, EITHER),
  "a negative score": failing({ riskScore: "-5" }, "is below 0"),
  "a score of many digits": oddAnswer({ riskScore: `44.${"3".repeat(60)}` }, EITHER),
  "a score in text": failing({ riskScore: '"88"' }, "not a number"),
  "a score that is true": failing({ riskScore: "true" }, "not a number"),
  "no score": oddAnswer({ riskScore: "" }, EITHER, null),
  "a null score": oddAnswer({ riskScore: "null" }, EITHER, null),
  "an unknown status with the score 0": failing(UNKNOWN_ZERO, NOT_KNOWN),
  "an unknown status with a high score": oddAnswer(
    { ...UNKNOWN, riskScore: "95" },
    DONE,
    95,
    'status "error"',
  ),
  "a status that is a number": oddAnswer({ status: "1" }, EITHER),
  "a status in capitals": oddAnswer({ status: '"COMPLETED"' }, DONE, 12),
  "skipped with a score": oddAnswer({ status: '"skipped"', riskScore: "0" }, ["skipped"], null),
  "failed with a score": oddAnswer({ status: '"failed"', riskScore: "0" }, FAILED, null),
  "skipped with a high score": oddAnswer({ status: '"skipped"', riskScore: "61" }, DONE, 61),
  "skipped with a suspicion": {
    ...oddAnswer({ ...SUSPICIOUS, status: '"skipped"', riskScore: "" }, DONE, null),
    isSuspicious: true,
  },
  "a suspicion with a score in text": {
    ...oddAnswer({ ...SUSPICIOUS, riskScore: '"12"' }, DONE, null),
    isSuspicious: true,
  },
  "a suspicion beside a status that is not known": {
    ...twice(SUSPICIOUS, UNKNOWN, DONE, 12),
    isSuspicious: true,
  },
  "a suspicion beside a failure": {
    ...twice({ ...SUSPICIOUS, status: '"failed"', riskScore: "" }, {}, DONE, null),
    isSuspicious: true,
  },
  "a high score beside one that cannot be kept": twice({ riskScore: "61" }, { riskScore: "1e17" }, DONE, 61),
  "a low score beside a status that is not known": twice({}, UNKNOWN, FAILED, null),
  "a low score beside an unknown status with the score 0": twice({}, UNKNOWN_ZERO, FAILED, null),
  "a low and a high score": {
    ...twice({ riskScore: "95" }, { riskScore: "5" }, DONE, 95),
    why: "2 entries for the address, of which the worst counts",
  },
  "its address in capitals": respelt((address) =>
    /^(0x[0-9a-f]{40}|bc1[0-9a-z]+)$/.test(address) ? address.toUpperCase().replace(/^0X/, "0x") : address,
  ),
  "white space around its address": respelt((address) => ` \t${address}\n`),
  "a chain in a list": oddAnswer({ chainId: '["999"]' }, ["missing"], null),
  "another chain": oddAnswer({ chainId: '"999"' }, ["missing"], null),
  "its chain as a number": { entries: ({ chainId }) => [{ chainId }], outcomes: DONE, score: 12 },
  "no chain": oddAnswer({ chainId: "" }, DONE, 12),
  "a level of 450 KB": oddAnswer({ riskLevel: LONG }, DONE, 12),
  "a reason of 450 KB": oddAnswer({ riskReason: LONG }, DONE, 12),
  "patterns of 450 KB": oddAnswer({ patterns: `[${LONG}]` }, DONE, 12),
  "a level that is a number": oddAnswer({ riskLevel: "5" }, DONE, 12),
  "half a character": oddAnswer(
    { riskLevel: '"a\\ud800"', riskReason: '"\\udfff"', patterns: '["\\ud800"]' },
    DONE,
    12,
  ),
  "hostile texts": {
    entries: (_, text) => {
      const quoted = JSON.stringify(text);
      return [
        {
          riskScore: "88",
          riskLevel: quoted,
          riskReason: quoted,
          patterns: `[${quoted},{"name":${quoted}}]`,
        },
      ];
    },
    outcomes: DONE,
    score: 88,
  },
  "patterns as a count": oddAnswer({ patterns: "3" }, DONE, 12),
  "patterns nested 2,000 deep": failing(
    { patterns: `${"[".repeat(2_000)}${"]".repeat(2_000)}` },
    "nested deeper than 64 levels",
  ),
  "a suspicion in text": failing({ suspiciousActivity: '"yes"' }, "is neither true nor false"),
  "a suspicion": oddAnswer(SUSPICIOUS, DONE, 12),
  "keys that objects have": oddAnswer(
    Object.fromEntries(["constructor", "toString", "toJSON", "then", "valueOf"].map((key) => [key, "1"])),
    DONE,
    12,
  ),
  "another's prototype": oddAnswer({ ["__proto__"]: '{"riskScore":99,"status":"completed"}' }, DONE, 12),
  "2,000 foreign addresses": behind(2_000, DONE, 44),
  "entries that are not": {
    entries: () => ["null", "1", '"x"', "[]", "{}", '{"address":1}', { riskScore: "44" }],
    outcomes: DONE,
    score: 44,
  },
  nothing: { entries: () => [], outcomes: ["missing"], score: null, why: "leaves the address out" },
  "a reply that is not JSON": {
    reply: { body: '{"success":true,"data":' },
    outcomes: FAILED,
    score: null,
    why: "the answer is not JSON",
  },
} satisfies Record<string, Odd>;

/** Each takes megabytes or many tries. */
export const SLOW_ANSWERS = {
  // More than any reply needs: it may be given up.
  "30,000 foreign addresses": behind(30_000, EITHER),
  "400,000 patterns": failing({ patterns: `[${Array(400_000).fill(1)}]` }, "holds too many values"),
  "a reply that never ends": {
    reply: { body: "endless" },
    outcomes: FAILED,
    score: null,
    why: "longer than 1048576 bytes",
  },
  "a reply that is refused": {
    reply: { status: 400, body: '{"success":false,"message":"no\\u001b[2J\\ud800"}' },
    outcomes: FAILED,
  },
} satisfies Record<string, Odd>;

/** An entry as JSON text. */
function entryOf({ address, chainId }: AskedAddress, fields: Fields | string): string {
  if (typeof fields === "string") return fields;
  const plain: Fields = {
    address: JSON.stringify(address),
    chainId: JSON.stringify(chainId),
    status: '"completed"',
    riskScore: "12",
    riskLevel: '"minimal"',
    riskReason: '"nothing found"',
    suspiciousActivity: "false",
    patterns: "[]",
  };
  const shown = [
    ...Object.entries(plain).filter(([name]) => !Object.hasOwn(fields, name)),
    ...Object.entries(fields),
  ];
  const differences = shown
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`);
  return `{${differences.join(",")}}`;
}

/** The service's replies to scans of these wallets. */
export function scanReplies(
  wallets: readonly { address: string; answer: Odd; text: string }[],
): Behaviour["scan"] {
  const knownWallets = new Map(wallets.map((wallet) => [wallet.address.toLowerCase(), wallet]));
  return (addresses) => {
    const about = addresses.flatMap((address) => {
      const wallet = knownWallets.get(address.address.toLowerCase());
      return wallet === undefined ? [] : [{ ...wallet, address }];
    });
    const reply = about.map(({ answer }) => answer.reply).find((candidate) => candidate !== undefined);
    if (reply !== undefined) return reply;
    const entries = about.flatMap(({ address, text, answer }) =>
      (answer.entries?.(address, text) ?? []).map((fields) => entryOf(address, fields)),
    );
    return { body: `{"success":true,"data":{"summary":null,"results":[${entries.join(",")}]}}` };
  };
}
