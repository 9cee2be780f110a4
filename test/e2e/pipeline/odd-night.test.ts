import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { totals } from "../../../lib/scans/runs/totals.ts";
import { addresses, addressOf } from "../../lib/scans/addresses.ts";
import { ScanStack } from "../../support/scan-stack.ts";
import { ODD_WAYS, startOddService, usualScore } from "../../support/servers/odd-service.ts";

/** `ODD_NIGHT_WALLETS=100000 npx vitest run test/e2e/pipeline/odd-night.test.ts` makes the night longer. */
const WALLETS = Number(process.env["ODD_NIGHT_WALLETS"] ?? 100);

const WAYS = Object.entries(ODD_WAYS).map(([name, way], number) => ({ name, number, ...way }));
const count = (outcome: string) => WAYS.filter((way) => way.outcome === outcome).length;

let scan: ScanStack;
let service: Awaited<ReturnType<typeof startOddService>>;

afterEach(async () => {
  await scan.close();
  await service.close();
});

it("a night in which some answers are odd completes, adds up, and says why of each odd wallet", async () => {
  expect(WAYS).toHaveLength(20);
  service = await startOddService();
  scan = await ScanStack.start({ timeScale: 60, service: service.url });
  const all = addresses(WALLETS);
  await scan.put(all);

  const run = await scan.ended(await scan.startScan());
  expect(run.status).toBe("completed");
  expect(totals(run)).toEqual({
    known: WALLETS,
    recent: 0,
    completed: WALLETS - count("failed") - count("missing"),
    skipped: 0,
    failed: count("failed"),
    missing: count("missing"),
  });

  const wallets = new Map((await scan.wallets()).map((wallet) => [wallet.address, wallet]));
  for (const [number, address] of all.entries()) {
    if (number >= WAYS.length) expect(wallets.get(address)?.score).toBe(usualScore(number));
  }
  for (const { name, number, outcome, score, why } of WAYS) {
    const wallet = wallets.get(addressOf(number));
    expect(wallet, name).toMatchObject({ lastOutcome: outcome, lastReason: expect.stringContaining(why) });
    expect(wallet?.score, name).toBe(score);
    const history = await scan.history(addressOf(number));
    expect(history, name).toMatchObject([{ runId: run.runId, outcome }]);
    expect(outcome === "completed" ? history[0]?.odd : history[0]?.reason, name).toContain(why);
  }
  const alerts = scan.alerts("wallet");
  for (const { name, number, score = 0 } of WAYS) {
    expect(alerts.split(`${addressOf(number)} on `).length - 1, name).toBe(score > 60 ? 1 : 0);
  }
  const log = readFileSync(join(scan.stack.folder, "logs/ScanWallets.jsonl"), "utf8");
  expect(log).toContain('"message":"a scan run has ended"');
  await expect.poll(() => scan.leftOver(), { timeout: 30_000 }).toBe(0);
}, 600_000);
