/**
 * The property of scans: with any reply of the service, the run ends, every wallet is accounted for with what was said of
 * it alone, and nothing but the interface's paths is ever asked for.
 */

import * as fc from "fast-check";
import { FuzzError } from "./finding.ts";
import type { AskedAddress, ServiceReply, Stack } from "./stack.ts";
import { shownText } from "./texts.ts";

/** Fields of an entry as JSON texts; those of a plain one stand where none is given, and an empty text is no field. */
type Fields = Record<string, string>;

/** An odd way to answer for one address, and what must become of its wallet. */
interface Odd {
  /** Entries about it, as fields or as they are; `text` is one of the wallet's own. */
  entries?: (asked: AskedAddress, text: string) => readonly (Fields | string)[];
  /** In place of the whole reply. */
  reply?: ServiceReply;
  /** Possible results of a run for the wallet. */
  outcomes: readonly ("completed" | "skipped" | "failed" | "missing")[];
  /** Its score then; null for none, undefined for any. */
  score?: number | null | undefined;
  isSuspicious?: true;
}

const DONE = ["completed"] as const;
const FAILED = ["failed"] as const;
const EITHER = ["completed", "failed"] as const;

function odd(fields: Fields, outcomes: Odd["outcomes"] = DONE, score?: number | null): Odd {
  return { entries: () => [fields], outcomes, score };
}

/** Two entries, the second first as often as not. */
function both(one: Fields, other: Fields, outcomes: Odd["outcomes"], score: number | null): Odd {
  const entries = [one, other];
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

const LONG = JSON.stringify("long ".repeat(90_000));
const SUSPICIOUS = { suspiciousActivity: "true" };
const UNKNOWN = { status: '"error"', riskScore: "" };
const UNKNOWN_ZERO = { status: '"error"', riskScore: "0" };

const ODD_ANSWERS = {
  "a plain low score": odd({}, DONE, 12),
  "a plain high score": odd({ riskScore: "88" }, DONE, 88),
  "the score 1e17": odd({ riskScore: "1e17" }, EITHER),
  "the score 1e-200": odd({ riskScore: "1e-200" }, EITHER),
  "the score 1e400": odd({ riskScore: "1e400" }, EITHER),
  "a negative score": odd({ riskScore: "-5" }, EITHER),
  "a score of many digits": odd({ riskScore: `44.${"3".repeat(60)}` }, EITHER),
  "a score in text": odd({ riskScore: '"88"' }, EITHER),
  "no score": odd({ riskScore: "" }, EITHER, null),
  "a null score": odd({ riskScore: "null" }, EITHER, null),
  "an unknown status with the score 0": odd(UNKNOWN_ZERO, FAILED, null),
  "an unknown status with a high score": odd({ ...UNKNOWN, riskScore: "95" }, DONE, 95),
  "a status that is a number": odd({ status: "1" }, EITHER),
  "a status in capitals": odd({ status: '"COMPLETED"' }, DONE, 12),
  "skipped with a score": odd({ status: '"skipped"', riskScore: "0" }, ["skipped"], null),
  "failed with a score": odd({ status: '"failed"', riskScore: "0" }, FAILED, null),
  "skipped with a high score": odd({ status: '"skipped"', riskScore: "61" }, DONE, 61),
  "skipped with a suspicion": {
    ...odd({ ...SUSPICIOUS, status: '"skipped"', riskScore: "" }, DONE, null),
    isSuspicious: true,
  },
  "a suspicion with a score in text": {
    ...odd({ ...SUSPICIOUS, riskScore: '"12"' }, DONE, null),
    isSuspicious: true,
  },
  "a suspicion beside a status that is not known": {
    ...both(SUSPICIOUS, UNKNOWN, DONE, 12),
    isSuspicious: true,
  },
  "a suspicion beside a failure": {
    ...both({ ...SUSPICIOUS, status: '"failed"', riskScore: "" }, {}, DONE, 12),
    isSuspicious: true,
  },
  "a high score beside one that cannot be kept": both({ riskScore: "61" }, { riskScore: "1e17" }, DONE, 61),
  "a low score beside a status that is not known": both({}, UNKNOWN, FAILED, null),
  "a low score beside an unknown status with the score 0": both({}, UNKNOWN_ZERO, FAILED, null),
  "a low and a high score": both({ riskScore: "95" }, { riskScore: "5" }, DONE, 95),
  "its address in capitals": respelt((address) =>
    /^(0x[0-9a-f]{40}|bc1[0-9a-z]+)$/.test(address) ? address.toUpperCase().replace(/^0X/, "0x") : address,
  ),
  "white space around its address": respelt((address) => ` \t${address}\n`),
  "a chain in a list": odd({ chainId: '["999"]' }, ["missing"], null),
  "another chain": odd({ chainId: '"999"' }, ["missing"], null),
  "its chain as a number": { entries: ({ chainId }) => [{ chainId }], outcomes: DONE, score: 12 },
  "no chain": odd({ chainId: "" }, DONE, 12),
  "a level of 450 KB": odd({ riskLevel: LONG }, DONE, 12),
  "a reason of 450 KB": odd({ riskReason: LONG }, DONE, 12),
  "patterns of 450 KB": odd({ patterns: `[${LONG}]` }, DONE, 12),
  "a level that is a number": odd({ riskLevel: "5" }, EITHER),
  "half a character": odd(
    { riskLevel: '"a\\ud800"', riskReason: '"\\udfff"', patterns: '["\\ud800"]' },
    DONE,
    12,
  ),
  "hostile texts": {
    entries: (_, text) => {
      const said = JSON.stringify(text);
      return [{ riskScore: "88", riskLevel: said, riskReason: said, patterns: `[${said},{"name":${said}}]` }];
    },
    ...{ outcomes: DONE, score: 88 },
  },
  "patterns as a count": odd({ patterns: "3" }, DONE, 12),
  "patterns nested 2,000 deep": odd({ patterns: `${"[".repeat(2_000)}${"]".repeat(2_000)}` }, EITHER),
  "a suspicion in text": odd({ suspiciousActivity: '"yes"' }, EITHER),
  "a suspicion": odd(SUSPICIOUS, DONE, 12),
  "keys that objects have": odd(
    Object.fromEntries(["constructor", "toString", "toJSON", "then", "valueOf"].map((key) => [key, "1"])),
    DONE,
    12,
  ),
  "another's prototype": odd({ ["__proto__"]: '{"riskScore":99,"status":"completed"}' }, DONE, 12),
  "2,000 foreign addresses": behind(2_000, DONE, 44),
  "entries that are not": {
    entries: () => ["null", "1", '"x"', "[]", "{}", '{"address":1}', { riskScore: "44" }],
    ...{ outcomes: DONE, score: 44 },
  },
  nothing: { entries: () => [], outcomes: ["missing"], score: null },
  "a reply that is not JSON": { reply: { body: '{"success":true,"data":' }, outcomes: FAILED },
} satisfies Record<string, Odd>;

/** Each takes megabytes or many tries. */
const SLOW_ANSWERS = {
  // More than any reply needs: it may be given up.
  "30,000 foreign addresses": behind(30_000, EITHER),
  "a reply that never ends": { reply: { body: "endless" }, outcomes: FAILED },
  "a reply that is refused": {
    reply: { status: 400, body: '{"success":false,"message":"no\\u001b[2J\\ud800"}' },
    outcomes: FAILED,
  },
} satisfies Record<string, Odd>;

const ALL: Readonly<Record<OddName, Odd>> = { ...ODD_ANSWERS, ...SLOW_ANSWERS };

type OddName = keyof typeof ODD_ANSWERS | keyof typeof SLOW_ANSWERS;

/** An entry as JSON text. */
function entryOf({ address, chainId }: AskedAddress, fields: Fields | string): string {
  if (typeof fields === "string") return fields;
  const plain: Fields = {
    ...{ address: JSON.stringify(address), chainId: JSON.stringify(chainId), status: '"completed"' },
    ...{ riskScore: "12", riskLevel: '"minimal"', riskReason: '"nothing found"' },
    ...{ suspiciousActivity: "false", patterns: "[]" },
  };
  const shown = [
    ...Object.entries(plain).filter(([name]) => !Object.hasOwn(fields, name)),
    ...Object.entries(fields),
  ];
  const said = shown
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`);
  return `{${said.join(",")}}`;
}

/** A wallet, and how the service answers for it. */
interface OddWallet {
  address: string;
  odd: OddName;
  text: string;
}

/** The service's replies to scans of these wallets. */
export function scanReplies(chosen: readonly OddWallet[]): (asked: readonly AskedAddress[]) => ServiceReply {
  return (asked) => {
    const about = asked.flatMap((one) =>
      chosen
        .filter(({ address: own }) => own.toLowerCase() === one.address.toLowerCase())
        .map((wallet) => ({ one, text: wallet.text, answer: ALL[wallet.odd] })),
    );
    const reply = about.map(({ answer }) => answer.reply).find((one) => one !== undefined);
    if (reply !== undefined) return reply;
    const entries = about.flatMap(({ one, text, answer }) =>
      (answer.entries?.(one, text) ?? []).map((fields) => entryOf(one, fields)),
    );
    return { body: `{"success":true,"data":{"summary":null,"results":[${entries.join(",")}]}}` };
  };
}

const hex = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 40, maxLength: 40 });

const address = fc.oneof(
  { weight: 6, arbitrary: hex.map((digits) => `0x${digits}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...[".", "..", "a/b", "../status", "?x=1", "#y", "%2e%2e", "%2f", "-x", "a b", "__proto__"],
      ...["bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "1BoatSLRHtKNngkdXEeobR76b53LETtpyT"],
    ),
  },
  {
    weight: 1,
    arbitrary: shownText.filter((text) => text.isWellFormed() && text.trim() === text && text !== ""),
  },
);

const nameIn = <T extends object>(named: T) => fc.constantFrom(...(Object.keys(named) as (keyof T)[]));

const wallets: fc.Arbitrary<OddWallet[]> = fc.uniqueArray(
  fc.record({
    address,
    odd: fc.oneof<fc.WeightedArbitrary<OddName>[]>(
      { weight: 40, arbitrary: nameIn(ODD_ANSWERS) },
      { weight: 1, arbitrary: nameIn(SLOW_ANSWERS) },
    ),
    text: shownText,
  }),
  { minLength: 1, maxLength: 8, selector: ({ address: one }) => one.toLowerCase() },
);

function chain(id: number | string, name: string): string {
  const fields = `"rpc_url":"https://rpc.example","explorer_url":"https://explorer.example"`;
  return `{"id":${id},"name":"${name}",${fields},"currency_symbol":"ETH","currency_decimals":18}`;
}

function chains(...entries: readonly string[]): ServiceReply {
  return { body: `{"success":true,"data":[${entries.join(",")}]}` };
}

/** Lists of chains. */
const CHAINS: Record<string, () => ServiceReply> = {
  "not any": () => chains(),
  one: () => chains(chain(1, "Ethereum")),
  "entries that are not": () => chains("null", "1", "{}", "[]", chain(1, "Ethereum")),
  "half characters": () => chains(chain(1, "\\ud800")),
  "one chain often": () => chains(...Array<string>(5_000).fill(chain(1, "Ethereum"))),
  "5.7 MB of chains": () =>
    chains(...Array.from({ length: 45_000 }, (_, id) => chain(id, "Ethereum".repeat(4)))),
  "a name of 900 KB": () => chains(chain(1, "x".repeat(900_000))),
  "nested deep": () => ({ body: `{"success":true,"data":${"[".repeat(5_000)}${"]".repeat(5_000)}}` }),
  "wrong types": () => ({ body: '{"success":true,"data":{"length":3}}' }),
  "numbers of 400 digits": () => chains(chain("9".repeat(400), "x")),
  "not JSON": () => ({ body: "<html>" }),
  endless: () => ({ body: "endless" }),
  "hang up": () => ({ body: "hang up" }),
  refused: () => ({ status: 403, body: '{"success":false,"message":"no\\u001b[2J"}' }),
  "a redirect": () => ({ status: 302, headers: { location: "http://127.0.0.1:1/" }, body: "" }),
};

/** So many chains are no service's. */
const MOST_CHAINS = 20_000;

const STATUSES: Record<string, ServiceReply> = {
  clean: { body: '{"success":true,"data":{"status":"clean","tags":["a"]}}' },
  "wrong types": { body: '{"success":true,"data":{"status":5,"tags":{}}}' },
  "2 MB of tags": { body: `{"success":true,"data":{"status":"x","tags":["${"t".repeat(2_000_000)}"]}}` },
  "half characters": { body: '{"success":true,"data":{"status":"\\ud800","tags":["\\udfff"]}}' },
  "not JSON": { body: "\u001b[2J" },
  refused: { status: 400, body: '{"success":false,"message":"\\u009b31m"}' },
};

/** Scans wallets of which the service says what it likes. */
export function scanRuns(stack: Stack) {
  const status = fc.constantFrom(...Object.entries(STATUSES));
  return fc.asyncProperty(
    wallets,
    fc.constantFrom(...Object.entries(CHAINS)),
    status,
    async (chosen, [, listed], [, known]) => {
      await stack.clear();
      await stack.remember(chosen);
      stack.service.behave({ chains: listed, status: () => known, scan: scanReplies(chosen) });
      await stack.scan();
      const { strays } = stack.service;
      if (strays.length > 0) throw new FuzzError(`asked for ${strays.join(" ")}`);
      const kept = (await stack.items(stack.endpoints.tables.chains)).length;
      if (kept > MOST_CHAINS) throw new FuzzError(`${kept} chains were stored`);
      await stack.checkStored();
      await checkRun(stack, chosen);
    },
  );
}

async function checkRun(stack: Stack, chosen: readonly OddWallet[]): Promise<void> {
  const [run] = await stack.rows("scan", "list", "--project", "1");
  const outcomes = ["recent", "completed", "skipped", "failed", "missing"].map((name) => Number(run?.[name]));
  const sum = outcomes.reduce((total, one) => total + one, 0);
  if (run?.["status"] !== "completed" || run["known"] !== chosen.length || sum !== chosen.length)
    throw new FuzzError(`${chosen.length} wallets, but the run is ${JSON.stringify(run)}`);
  const found = await stack.rows("wallets", "list", "--project", "1", "--limit", "1000");
  if (found.length !== chosen.length)
    throw new FuzzError(`${chosen.length} wallets were known, and now ${found.length}`);
  for (const wallet of chosen) {
    const item = found.find((one) => String(one["address"]).toLowerCase() === wallet.address.toLowerCase());
    await checkWallet(stack, wallet, item ?? {});
  }
}

async function checkWallet(
  stack: Stack,
  { address: own, odd: name }: OddWallet,
  item: Record<string, unknown>,
): Promise<void> {
  const { outcomes, score, isSuspicious } = ALL[name];
  const outcome = outcomes.find((one) => one === item["lastOutcome"]);
  const said = `${name}: ${JSON.stringify(item)}`;
  if (outcome === undefined) throw new FuzzError(`${outcomes.join(" or ")} expected of ${said}`);
  if (score !== undefined && (outcome === "completed" || score === null) && item["score"] !== score)
    throw new FuzzError(`the score ${score} expected of ${said}`);
  if (isSuspicious === true && item["suspicious"] !== true)
    throw new FuzzError(`a suspicion is lost: ${said}`);
  if (outcome !== "failed") return;
  const [scan] = await stack.rows("wallets", "history", "--project", "1", "--", own);
  if (typeof scan?.["reason"] !== "string" || scan["reason"] === "")
    throw new FuzzError(`failed without a reason: ${said}, ${JSON.stringify(scan)}`);
}
