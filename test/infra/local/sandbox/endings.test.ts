/** Invented risk of the sandbox, and the cases that addresses simulate by their last characters. */

import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { inventedResult, inventedScore } from "../../../../infra/local/sandbox/invented-risk.ts";
import { scanResult } from "../../../../lib/contract/scan.ts";
import { type Answered, runningSandbox, scan } from "./running.ts";

const HEX = "0x52908400098527886E0F7030069857D2";

/** The results of a reply. */
function results({ body }: Answered) {
  return z.object({ data: z.object({ results: z.array(scanResult) }) }).parse(body).data.results;
}

describe("an invented score", () => {
  it("is the same for the same address and depth, in any case of hex digits", () => {
    const address = `${HEX}12345678`;
    expect(inventedScore(address, 3)).toBe(inventedScore(address.toLowerCase(), 3));
    expect(inventedScore("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", 3)).toBe(
      inventedScore("0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED", 3),
    );
  });

  it("comes with a level, a reason, patterns and a suspicious flag that fit it", () => {
    for (let score = 0; score <= 100; score++) {
      const result = inventedResult(`wallet ${score}`, "1", score, 3);
      const patterns = z.array(z.string()).parse(result.patterns);
      expect(result.suspiciousActivity).toBe(score > 60);
      expect(patterns.length > 0).toBe(score >= 20);
      expect(result.riskLevel === "minimal").toBe(score < 20);
      expect(/^(high|critical)$/.test(result.riskLevel ?? "")).toBe(score > 60);
      for (const pattern of patterns) expect(result.riskReason).toContain(pattern.replaceAll("_", " "));
    }
  });
});

describe("an address that ends in", () => {
  it.each([
    ["cafe0061", [61, 61, 61]],
    ["cafe0100", [100, 100, 100]],
    ["cafe2061", [20, 61, 61]],
    ["CAFE0061", [61, 61, 61]],
  ])("%s has the scores %j, scan by scan", async (ending, scores) => {
    const url = await runningSandbox();
    const got = [];
    for (const _ of scores) got.push(results(await scan(url, [HEX + ending]))[0]?.riskScore);
    expect(got).toEqual(scores);
  });

  it("cafe50ff turns suspicious at the second scan", async () => {
    const url = await runningSandbox();
    expect(results(await scan(url, [`${HEX}cafe50ff`]))).toMatchObject([
      { riskScore: 50, suspiciousActivity: false },
    ]);
    expect(results(await scan(url, [`${HEX}cafe50ff`]))).toMatchObject([
      { riskScore: 50, suspiciousActivity: true },
    ]);
  });

  it("cafe0204, cafefa11, cafe0304 or cafe0404 is unscored, failed, skipped or missing, and the others are not", async () => {
    const url = await runningSandbox();
    const endings = ["cafe0204", "cafefa11", "cafe0304", "cafe0404", "cafe0061"];
    const answered = await scan(
      url,
      endings.map((ending) => HEX + ending),
    );
    expect(
      results(answered).map(({ address, status, riskScore }) => [address.slice(-8), status, riskScore]),
    ).toEqual([
      ["cafe0204", "completed", undefined],
      ["cafefa11", "failed", undefined],
      ["cafe0304", "skipped", undefined],
      ["cafe0061", "completed", 61],
    ]);
    expect(answered.body).toMatchObject({
      data: { summary: { total: 5, completed: 2, skipped: 1, failed: 1 } },
    });
  });

  it("cafe0102 answers late", async () => {
    const url = await runningSandbox({ timeScale: 50 });
    const started = performance.now();
    expect((await scan(url, [`${HEX}cafe0102`])).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(90);
  });

  it("cafe0408 never answers", async () => {
    const url = await runningSandbox();
    const signal = AbortSignal.timeout(300);
    const body = JSON.stringify({ addresses: [{ address: `${HEX}cafe0408`, chainId: "1" }] });
    await expect(
      fetch(`${url}/v1/projects/1/addresses/scan-risk`, {
        method: "POST",
        headers: { "x-api-key": "ApiKey key-1" },
        body,
        signal,
      }),
    ).rejects.toThrow("timeout");
  });

  it.each([
    ["cafe0429", [429, 200, 429, 200]],
    ["cafe0503", [503, 200, 503, 200]],
    ["cafe0500", [500, 500, 500]],
  ])("%s is answered with %j", async (ending, statuses) => {
    const url = await runningSandbox();
    const got = [];
    for (const _ of statuses) {
      const { status, headers } = await scan(url, [HEX + ending, "another"]);
      expect(headers.get("retry-after")).toBe(status === 429 ? "1" : null);
      got.push(status);
    }
    expect(got).toEqual(statuses);
  });

  it("cafe0ded breaks every other connection", async () => {
    const url = await runningSandbox();
    await expect(scan(url, [`${HEX}cafe0ded`])).rejects.toThrow("fetch failed");
    expect((await scan(url, [`${HEX}cafe0ded`])).status).toBe(200);
  });
});
