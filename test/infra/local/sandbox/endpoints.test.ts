import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { chain } from "../../../../lib/contract/chain.ts";
import { walletStatus } from "../../../../lib/contract/wallet-status.ts";
import { runningSandbox, scan, send } from "./running.ts";

const ADDRESS = { address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", chainId: "1" };

describe("a scan request", () => {
  it.each([
    ["x-api-key", "ApiKey key-1", 200],
    ["x-api-header", "ApiKey key-1", 200],
    ["x-api-key", "key-1", 401],
    ["x-api-key", "ApiKey key-3", 401],
    ["x-api-key", "ApiKey ", 401],
    ["authorization", "ApiKey key-1", 401],
    ["x-api-key", "ApiKey key-2", 403],
  ])("with %s: %s gets %i", async (header, value, status) => {
    const url = await runningSandbox();
    const { status: got, body } = await send(`${url}/v1/projects/1/addresses/scan-risk`, {
      headers: { [header]: value },
      body: { addresses: [ADDRESS] },
    });
    expect(got).toBe(status);
    expect(body).toMatchObject({ success: status === 200 });
  });

  it.each([
    [{ addresses: Array(51).fill(ADDRESS) }, "addresses", "expected at most 50 entries"],
    [{ addresses: [ADDRESS], maxDepth: 8 }, "maxDepth", "expected at most 7"],
    [{ addresses: [{ address: "a", chainId: 1 }] }, "addresses.0.chainId", "expected text"],
    ["{", "", "expected an object"],
  ])("that is not valid gets 400 with the issue", async (body, path, message) => {
    const url = await runningSandbox();
    const answered = await send(`${url}/v1/projects/1/addresses/scan-risk`, { key: "key-1", body });
    expect(answered).toMatchObject({
      status: 400,
      body: { success: false, message: "The request is not valid.", issues: [{ path, message }] },
    });
  });

  it("skips the addresses that were completed before, unless asked not to", async () => {
    const url = await runningSandbox();
    await scan(url, ["a", "xcafefa11"]);
    expect(await scan(url, ["a", "b", "xcafefa11"], {})).toMatchObject({
      body: {
        data: {
          summary: { total: 3, completed: 1, skipped: 1, failed: 1 },
          results: [
            { address: "a", status: "skipped" },
            { address: "b", status: "completed" },
            { address: "xcafefa11", status: "failed" },
          ],
        },
      },
    });
    expect(await scan(url, ["a"], { skipExisting: true })).toMatchObject({
      body: { data: { summary: { skipped: 1 } } },
    });
    expect(await scan(url, ["a"])).toMatchObject({ body: { data: { summary: { completed: 1 } } } });
  });
});

describe("the other endpoints", () => {
  it("list chains with their ids as numbers", async () => {
    const url = await runningSandbox();
    const answered = await send(`${url}/v1/chains`, { headers: { "x-api-header": "ApiKey key-2" } });
    const { success, data } = z.object({ success: z.boolean(), data: z.array(chain) }).parse(answered.body);
    expect(success).toBe(true);
    expect(data.map(({ id, name }) => `${id} ${name}`)).toContain("42161 Arbitrum One");
    expect(z.object({ data: z.array(z.unknown()) }).parse(answered.body).data[0]).toEqual({
      id: 1,
      name: "Ethereum",
      rpc_url: "https://rpc.example/1",
      explorer_url: "https://etherscan.io",
      currency_symbol: "ETH",
      currency_decimals: 18,
    });
    expect((await send(`${url}/v1/chains`)).status).toBe(401);
  });

  it.each([
    ["xcafe0019", "clean"],
    ["xcafe0020", "monitored"],
    ["xcafe0060", "monitored"],
    ["xcafe0061", "flagged"],
  ])("give %s a status that fits its score: %s", async (address, status) => {
    const url = await runningSandbox();
    const answered = await send(`${url}/v1/wallets/${address}/status?chainId=1`, { key: "key-1" });
    expect(answered.body).toMatchObject({ success: true, data: { status } });
    const { data } = z.object({ data: z.unknown() }).parse(answered.body);
    expect(walletStatus.safeParse(data).success).toBe(true);
  });

  it("want a chain for a wallet's status", async () => {
    const url = await runningSandbox();
    expect(await send(`${url}/v1/wallets/a/status`, { key: "key-1" })).toMatchObject({
      status: 400,
      body: { success: false, issues: [{ path: "chainId", message: "expected text" }] },
    });
  });

  it.each(["/", "/v1", "/v1/wallets/a", "/v2/chains", "/v1/chains/1"])("are not at %s: 404", async (path) => {
    const url = await runningSandbox();
    expect(await send(url + path, { key: "key-1" })).toMatchObject({ status: 404, body: { success: false } });
  });

  it("refuse pages of other sites", async () => {
    const url = await runningSandbox();
    const answered = await send(`${url}/v1/chains`, {
      key: "key-1",
      headers: { origin: "https://example.com" },
    });
    expect(answered).toMatchObject({ status: 403, body: { success: false } });
  });
});
