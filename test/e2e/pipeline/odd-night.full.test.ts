import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { addresses, addressOf } from "../../support/addresses.ts";
import { ScanStack } from "../../support/scan-stack.ts";
import {
  ODD_ANSWERS,
  type Odd,
  OddService,
  oddAnswer,
  SLOW_ANSWERS,
  scanReplies,
} from "../../support/servers/odd-service.ts";

/** `ODD_NIGHT_WALLETS=100000 npx vitest run test/e2e/pipeline/odd-night.full.test.ts` makes the night longer. */
const WALLETS = Number(process.env["ODD_NIGHT_WALLETS"] ?? 100);

/** Odd answers with a known reason: each of the first addresses gets another one. */
const WAYS = Object.entries<Odd>({ ...ODD_ANSWERS, ...SLOW_ANSWERS })
  .flatMap(([name, answer]) => (answer.why === undefined ? [] : [{ ...answer, name, why: answer.why }]))
  .map((way, number) => ({ ...way, number, score: way.score ?? undefined, outcome: way.outcomes[0] }));
const count = (outcome: string) => WAYS.filter((way) => way.outcome === outcome).length;

/** The score of the address with a number, where it is not odd: from 0 to 49. */
const usualScore = (number: number) => number % 50;

let scan: ScanStack;
let service: OddService;

afterEach(async () => {
  await scan.close();
  await service.close();
});

it("a night in which some answers are odd completes, adds up, and says why of each odd wallet", async () => {
  expect(WAYS).toHaveLength(14);
  service = await OddService.start();
  const allAddresses = addresses(WALLETS);
  const answers = allAddresses.map((address, number) => {
    const answer = WAYS[number] ?? oddAnswer({ riskScore: String(usualScore(number)) });
    return { address, answer, text: "" };
  });
  service.behave({ scan: scanReplies(answers) });
  scan = await ScanStack.start({ timeScale: 60, leastCallMs: 15_000, service: service.url });
  await scan.put(allAddresses);

  const run = await scan.ended(await scan.startScan());
  expect(run.status).toBe("completed");
  expect(run.totals).toMatchObject({
    known: WALLETS,
    completed: WALLETS - count("failed") - count("missing"),
    skipped: 0,
    failed: count("failed"),
    missing: count("missing"),
  });

  const wallets = new Map((await scan.wallets()).map((wallet) => [wallet.address, wallet]));
  for (const [number, address] of allAddresses.entries()) {
    if (number >= WAYS.length) expect(wallets.get(address)?.score).toBe(usualScore(number));
  }
  for (const { name, number, outcome, score, why } of WAYS) {
    const wallet = wallets.get(addressOf(number));
    expect(wallet, name).toMatchObject({ outcome, why: expect.stringContaining(why) });
    expect(wallet?.score, name).toBe(score);
    const history = await scan.history(addressOf(number));
    expect(history, name).toMatchObject([{ runId: run.runId, outcome }]);
    expect(history[0]?.why, name).toContain(why);
  }
  const alerts = scan.alerts("wallet");
  for (const { name, number, score = 0 } of WAYS) {
    expect(alerts.split(`${addressOf(number)} on `).length - 1, name).toBe(score > 60 ? 1 : 0);
  }
  const log = readFileSync(join(scan.stack.folder, "logs/ScanWallets.jsonl"), "utf8");
  expect(log).toContain('"message":"a scan run has ended"');
  await expect.poll(() => scan.leftOver()).toBe(0);
});
