/**
 * The property of scans: whatever the service replies, the run ends, every wallet is accounted for with what was said of
 * it alone, and nothing but the interface's paths is ever asked for.
 */

import * as fc from "fast-check";
import { FuzzError } from "../checks/reply-checks.ts";
import { CommandLines } from "../command-runner.ts";
import type { EmulatedStack } from "../emulated-stack.ts";
import type { AskedAddress, ServiceReply } from "../hostile-service.ts";
import { ODD_ANSWERS, ODD_NAMES, type OddAnswer, type OddName } from "../inputs/odd-answers.ts";
import { shownText } from "../inputs/shown-text.ts";

/** A wallet, and how the service answers for it. */
export interface OddWallet {
  address: string;
  odd: OddName;
  text: string;
}

const hex = fc
  .array(fc.constantFrom(..."0123456789abcdef"), { minLength: 40, maxLength: 40 })
  .map((digits) => `0x${digits.join("")}`);

const otherAddress = fc.oneof(
  fc.constantFrom(
    ...[".", "..", "a/b", "../status", "?x=1", "#y", "%2e%2e", "%2f", "-x", "a b", "__proto__"],
  ),
  fc.constantFrom("bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "1BoatSLRHtKNngkdXEeobR76b53LETtpyT"),
  shownText.filter((text) => text.isWellFormed() && text.trim() === text && text !== ""),
);

const address = fc.oneof({ weight: 3, arbitrary: hex }, { weight: 1, arbitrary: otherAddress });

/** Replies that are kept from coming as often: each takes megabytes. */
const SLOW: readonly OddName[] = [
  "a reply that never ends",
  "a reply that is refused",
  "30,000 foreign addresses",
];

const oddName = fc.oneof(
  { weight: 40, arbitrary: fc.constantFrom(...ODD_NAMES.filter((name) => !SLOW.includes(name))) },
  { weight: 1, arbitrary: fc.constantFrom(...SLOW) },
);

const wallets: fc.Arbitrary<OddWallet[]> = fc.uniqueArray(
  fc.record({ address, odd: oddName, text: shownText }),
  {
    minLength: 1,
    maxLength: 8,
    selector: ({ address: one }) => one.toLowerCase(),
  },
);

/** Lists of chains, as bodies. */
const CHAINS: Record<string, () => ServiceReply> = {
  none: () => ({ body: '{"success":true,"data":[]}' }),
  one: () => ({ body: chains([chain(1, "Ethereum")]) }),
  "entries that are none": () => ({ body: chains(["null", "1", "{}", "[]", chain(1, "Ethereum")]) }),
  "half characters": () => ({ body: chains([chain(1, "\\ud800")]) }),
  "one chain often": () => ({ body: chains(Array<string>(5_000).fill(chain(1, "Ethereum"))) }),
  "5.7 MB of chains": () => ({
    body: chains(Array.from({ length: 45_000 }, (_, id) => chain(id, "Ethereum".repeat(4)))),
  }),
  "a name of 900 KB": () => ({ body: chains([chain(1, "x".repeat(900_000))]) }),
  "nested deep": () => ({ body: `{"success":true,"data":${"[".repeat(5_000)}${"]".repeat(5_000)}}` }),
  "wrong types": () => ({ body: '{"success":true,"data":{"length":3}}' }),
  "numbers of 400 digits": () => ({ body: chains([chain(1, "x").replace(":1,", `:${"9".repeat(400)},`)]) }),
  "not JSON": () => ({ body: "<html>" }),
  endless: () => ({ body: "endless" }),
  "hang up": () => ({ body: "hang up" }),
  refused: () => ({ status: 403, body: '{"success":false,"message":"no\\u001b[2J"}' }),
  "a redirect": () => ({ status: 302, headers: { location: "http://127.0.0.1:1/" }, body: "" }),
};

function chain(id: number, name: string): string {
  const fields = `"rpc_url":"https://rpc.example","explorer_url":"https://explorer.example"`;
  return `{"id":${id},"name":"${name}",${fields},"currency_symbol":"ETH","currency_decimals":18}`;
}

function chains(entries: readonly string[]): string {
  return `{"success":true,"data":[${entries.join(",")}]}`;
}

/** So many chains are no service's. */
const MOST_CHAINS = 20_000;

const STATUSES: Record<string, () => ServiceReply> = {
  clean: () => ({ body: '{"success":true,"data":{"status":"clean","tags":["a"]}}' }),
  "wrong types": () => ({ body: '{"success":true,"data":{"status":5,"tags":{}}}' }),
  "2 MB of tags": () => ({
    body: `{"success":true,"data":{"status":"x","tags":["${"t".repeat(2_000_000)}"]}}`,
  }),
  "half characters": () => ({ body: '{"success":true,"data":{"status":"\\ud800","tags":["\\udfff"]}}' }),
  "not JSON": () => ({ body: "\u001b[2J" }),
  refused: () => ({ status: 400, body: '{"success":false,"message":"\\u009b31m"}' }),
};

const plan = fc.record({
  wallets,
  chains: fc.constantFrom(...Object.keys(CHAINS)),
  status: fc.constantFrom(...Object.keys(STATUSES)),
});

/** Scans wallets of which the service says what it likes. */
export function scanRunsProperty(stack: EmulatedStack) {
  return fc.asyncProperty(plan, ({ wallets: chosen, chains: chainsName, status }) =>
    checkScan(stack, chosen, CHAINS[chainsName], STATUSES[status]),
  );
}

/** The service's replies to scans of these wallets. */
export function scanReplies(chosen: readonly OddWallet[]): (asked: readonly AskedAddress[]) => ServiceReply {
  return (asked) => {
    const odd = asked.flatMap((one): [AskedAddress, OddAnswer, string][] => {
      const wallet = chosen.find(({ address: own }) => own.toLowerCase() === one.address.toLowerCase());
      return wallet === undefined ? [] : [[one, ODD_ANSWERS[wallet.odd], wallet.text]];
    });
    const reply = odd.map(([, answer]) => answer.reply).find((one) => one !== undefined);
    if (reply === "not JSON") return { body: '{"success":true,"data":' };
    if (reply === "refused")
      return { status: 400, body: '{"success":false,"message":"no\\u001b[2J\\ud800"}' };
    if (reply !== undefined) return { body: reply };
    const entries = odd.flatMap(([one, answer, text]) => answer.entries(one, text));
    return { body: `{"success":true,"data":{"summary":null,"results":[${entries.join(",")}]}}` };
  };
}

/** Scans once; throws a {@link FuzzError} where the run does not end as it must. */
async function checkScan(
  stack: EmulatedStack,
  chosen: readonly OddWallet[],
  chainsReply = CHAINS["none"],
  statusReply = STATUSES["clean"],
): Promise<void> {
  await stack.clear();
  await stack.remember(chosen);
  if (chainsReply !== undefined)
    stack.service.behaviour = { ...stack.service.behaviour, chains: chainsReply };
  if (statusReply !== undefined)
    stack.service.behaviour = { ...stack.service.behaviour, status: statusReply };
  stack.service.behaviour = { ...stack.service.behaviour, scan: scanReplies(chosen) };
  await stack.scan();
  if (stack.service.strays.length > 0) throw new FuzzError(`asked for ${stack.service.strays.join(" ")}`);
  const known = (await stack.items(stack.endpoints.tables.chains)).length;
  if (known > MOST_CHAINS) throw new FuzzError(`${known} chains were stored`);
  await stack.checkStored();
  await checkRun(new CommandLines(stack), chosen);
}

async function checkRun(commands: CommandLines, chosen: readonly OddWallet[]): Promise<void> {
  const [run] = await commands.json("scan", "list", "--project", "1");
  if (run?.["status"] !== "completed") throw new FuzzError(`the run is ${JSON.stringify(run)}`);
  const sum = ["recent", "completed", "skipped", "failed", "missing"].reduce(
    (total, name) => total + Number(run[name]),
    0,
  );
  if (run["known"] !== chosen.length || sum !== chosen.length)
    throw new FuzzError(`${chosen.length} wallets, but ${JSON.stringify(run)}`);
  const found = await commands.json("wallets", "list", "--project", "1", "--limit", "1000");
  if (found.length !== chosen.length)
    throw new FuzzError(`${chosen.length} wallets were known, and now ${found.length}`);
  for (const wallet of chosen) {
    const item = found.find((one) => String(one["address"]).toLowerCase() === wallet.address.toLowerCase());
    await checkWallet(commands, wallet, item);
  }
}

async function checkWallet(
  commands: CommandLines,
  { address: own, odd }: OddWallet,
  item: Record<string, unknown> | undefined,
): Promise<void> {
  const { outcomes, score, suspicious }: OddAnswer["expected"] = ODD_ANSWERS[odd].expected;
  const [outcome, found] = [item?.["lastOutcome"], item?.["score"]];
  const said = `${odd}: ${JSON.stringify(item)}`;
  if (!outcomes.some((one) => one === outcome))
    throw new FuzzError(`${outcomes.join(" or ")} expected of ${said}`);
  if (score !== undefined && found !== (outcome === "completed" || score === null ? score : found))
    throw new FuzzError(`the score ${score} expected of ${said}`);
  if (suspicious === true && item?.["suspicious"] !== true)
    throw new FuzzError(`a suspicion is lost: ${said}`);
  if (outcome !== "failed") return;
  const [scan] = await commands.json("wallets", "history", "--project", "1", "--", own);
  if (typeof scan?.["reason"] !== "string" || scan["reason"] === "")
    throw new FuzzError(`failed without a reason: ${said}, ${JSON.stringify(scan)}`);
}
