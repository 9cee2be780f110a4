/**
 * The property of scans: with any reply of the service, the run ends, every wallet is accounted for with what was said of
 * it alone, and nothing but the interface's paths is ever asked for.
 */

import * as fc from "fast-check";
import { notReached, totalsOf } from "../../../lib/screening/runs/run.ts";
import { ScanRunStore } from "../../../lib/screening/runs/runs.ts";
import type { Wallet } from "../../../lib/screening/wallets/wallet.ts";
import { WalletStore } from "../../../lib/screening/wallets/wallets.ts";
import {
  ODD_ANSWERS,
  type Odd,
  type ServiceReply,
  SLOW_ANSWERS,
  scanReplies,
} from "../../support/servers/odd-service.ts";
import { FuzzError } from "./finding.ts";
import type { Stack } from "./stack.ts";
import { shownText, weighted } from "./texts.ts";

const ALL: Readonly<Record<OddName, Odd>> = { ...ODD_ANSWERS, ...SLOW_ANSWERS };

type OddName = keyof typeof ODD_ANSWERS | keyof typeof SLOW_ANSWERS;

/** A wallet, and how the service answers for it. */
interface OddWallet {
  address: string;
  odd: OddName;
  text: string;
}

const address = weighted(
  [6, fc.stringMatching(/^0x[0-9a-f]{40}$/)],
  [
    1,
    fc.constantFrom(
      ".",
      "..",
      "a/b",
      "../status",
      "?x=1",
      "#y",
      "%2e%2e",
      "%2f",
      "-x",
      "a b",
      "__proto__",
      "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
      "1BoatSLRHtKNngkdXEeobR76b53LETtpyT",
    ),
  ],
  [1, shownText.filter((text) => text.isWellFormed() && text.trim() === text && text !== "")],
);

const nameIn = <T extends object>(named: T) => fc.constantFrom(...(Object.keys(named) as (keyof T)[]));

const wallets: fc.Arbitrary<OddWallet[]> = fc.uniqueArray(
  fc.record({
    address,
    odd: weighted<OddName>([40, nameIn(ODD_ANSWERS)], [1, nameIn(SLOW_ANSWERS)]),
    text: shownText,
  }),
  { minLength: 1, maxLength: 24, selector: ({ address: one }) => one.toLowerCase() },
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
    async (chosen, [, listed], [, knownReply]) => {
      await stack.clear();
      await stack.remember(chosen);
      stack.service.behave({
        chains: listed,
        status: () => knownReply,
        scan: scanReplies(chosen.map((wallet) => ({ ...wallet, answer: ALL[wallet.odd] }))),
      });
      await stack.scan();
      const { strays } = stack.service;
      if (strays.length > 0) throw new FuzzError(`asked for ${strays.join(" ")}`);
      const chainCount = (await stack.items(stack.endpoints.tables.chains)).length;
      if (chainCount > MOST_CHAINS) throw new FuzzError(`${chainCount} chains were stored`);
      await stack.checkStored();
      await checkRun(stack, chosen);
    },
  );
}

async function checkRun(stack: Stack, chosen: readonly OddWallet[]): Promise<void> {
  const { tables } = stack.endpoints;
  const [run] = await Array.fromAsync(new ScanRunStore(stack.database, tables.scanRuns).ofProject(1));
  if (run?.status !== "completed" || totalsOf(run).known !== chosen.length || notReached(totalsOf(run)) !== 0)
    throw new FuzzError(`${chosen.length} wallets, but the run is ${JSON.stringify(run)}`);
  const knownWallets = await Array.fromAsync(new WalletStore(stack.database, tables.wallets).ofProject(1));
  if (knownWallets.length !== chosen.length)
    throw new FuzzError(`${chosen.length} wallets were known, and now ${knownWallets.length}`);
  for (const { address: own, odd: name } of chosen)
    checkWallet(
      name,
      knownWallets.find((wallet) => wallet.address.toLowerCase() === own.toLowerCase()),
    );
}

function checkWallet(name: OddName, wallet: Wallet | undefined): void {
  const { outcomes, score, isSuspicious } = ALL[name];
  const outcome = outcomes.find((candidate) => candidate === wallet?.outcome);
  const description = `${name}: ${JSON.stringify(wallet)}`;
  if (outcome === undefined) throw new FuzzError(`${outcomes.join(" or ")} expected of ${description}`);
  if (
    score !== undefined &&
    (outcome === "completed" || score === null) &&
    wallet?.score !== (score ?? undefined)
  )
    throw new FuzzError(`the score ${score} expected of ${description}`);
  if (isSuspicious === true && wallet?.suspicious !== true)
    throw new FuzzError(`a suspicion is lost: ${description}`);
  if (outcome === "failed" && (wallet?.why ?? "") === "")
    throw new FuzzError(`failed without a reason: ${description}`);
}
