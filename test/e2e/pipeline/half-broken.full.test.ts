/** Nights against a service that is slow, busy, half broken, and down for an hour in the middle. */

import { createServer, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import * as z from "zod/mini";
import { closeServer, listen } from "../../../infra/local/http/loopback.ts";
import { addresses } from "../../support/addresses.ts";
import { ScanStack } from "../../support/scan-stack.ts";

/**
 * `NIGHT_WALLETS=20000 NIGHT_SCALE=30 npx vitest run test/e2e/pipeline/half-broken.full.test.ts` makes the nights longer: a start
 * needs a second of this machine's time for every few thousand.
 */
const WALLETS = Number(process.env["NIGHT_WALLETS"] ?? 200);
const NIGHTS = Number(process.env["NIGHTS"] ?? 2);
const TIME_SCALE = Number(process.env["NIGHT_SCALE"] ?? 100);
const HOUR_MS = 3_600_000 / TIME_SCALE;

const scanRequest = z.object({ addresses: z.array(z.object({ address: z.string(), chainId: z.string() })) });

/** Answers one request in ten in another way, and nothing for an hour from a request on. */
class HalfBroken {
  requests = 0;
  /** The request from which on it is down. */
  downAfter = Number.POSITIVE_INFINITY;
  #downUntil = 0;
  readonly server = createServer(async (request, response) => {
    if (request.method !== "POST")
      return this.#reply(response, 200, request.url?.includes("/wallets/") ? { status: "clean" } : []);
    const query = scanRequest.parse(await json(request)).addresses;
    const number = this.requests++;
    if (number === this.downAfter) this.#downUntil = Date.now() + HOUR_MS;
    if (Date.now() < this.#downUntil) return void response.destroy();
    await sleep(20 + (number % 5) * 40);
    // By chance, as in life: the same group is answered otherwise the next time.
    const luck = Math.random();
    if (luck < 0.04) return void response.writeHead(429, { "retry-after": "30" }).end();
    if (luck < 0.07) return this.#reply(response, 500, null);
    if (luck < 0.08)
      return void response.writeHead(403, { "content-type": "text/html" }).end("<html>Just a moment…");
    if (luck < 0.09) return void response.writeHead(200).end('{"success":true,"data":{"results":[');
    const results = query.map(({ address, chainId }) => {
      const n = Number.parseInt(address.slice(2), 16);
      return { address, chainId, status: "completed", riskScore: n % 20 === 0 ? 61 + (n % 39) : n % 20 };
    });
    return this.#reply(response, 200, { results });
  });

  #reply(response: ServerResponse, status: number, data: unknown): void {
    response.writeHead(status).end(JSON.stringify({ success: status === 200, data }));
  }
}

let scan: ScanStack;
const service = new HalfBroken();

afterEach(async () => {
  await scan.close();
  await closeServer(service.server);
});

it("every wallet is scored once a night, and the counts add up", async () => {
  scan = await ScanStack.start({
    timeScale: TIME_SCALE,
    service: `http://127.0.0.1:${await listen(service.server, 0)}/v1`,
    props: { projects: [{ id: 1 }], scan: { maximumConcurrency: 4 } },
  });
  await scan.put(addresses(WALLETS));
  let remaining = 0;
  for (let night = 1; night <= NIGHTS; night++) {
    const before = service.requests;
    service.downAfter = night === 2 ? before + Math.floor(WALLETS / 25) : Number.POSITIVE_INFINITY;
    const began = performance.now();
    const run = await scan.ended(await scan.startScan(), 3_000_000);
    const seconds = Math.round((performance.now() - began) / 1_000);
    process.stderr.write(
      `night ${night}: ${seconds} s, ${service.requests - before} requests, ${JSON.stringify(run.totals)}\n`,
    );
    expect(run).toMatchObject({ status: "completed", queued: WALLETS, totals: { known: WALLETS } });
    const { completed = 0, failed = 0 } = run.totals ?? {};
    expect(completed + failed).toBe(WALLETS);
    remaining = failed;
    // What chance refuses five times on end has failed for the night.
    expect(failed).toBeLessThan(WALLETS / 20);
  }
  // Also where an answer came as its caller gave up, and was given once more.
  const points = await Promise.all(
    addresses(WALLETS).map(async (address) => (await scan.history(address)).length),
  );
  expect(Math.max(...points)).toBe(NIGHTS);
  const threshold = (await scan.wallets()).filter(({ exceeded }) => exceeded !== undefined);
  expect(threshold.length).toBeGreaterThanOrEqual(Math.ceil(WALLETS / 20) - remaining);
  expect(scan.alerts("wallet").split(" wallets to review in project 1").length - 1).toBeGreaterThan(0);
  await expect.poll(() => scan.leftOver()).toBe(0);
}, 3_600_000);
