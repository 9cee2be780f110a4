/** Requests of the risk service's client. */

import { describe, expect, it } from "vitest";
import { riskService } from "../../../../lib/screening/risk-service/client.ts";
import { reply, replyResults, STUB_KEY, stubService } from "./service-stub.ts";

const EVM = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const ORDER = { addresses: [{ address: EVM, chainId: "1" }], maxDepth: 3 };

describe("what is sent", () => {
  it("is a scan request to the project's path, with the key in both headers", async () => {
    const stub = await stubService((response) => replyResults(response, []));
    await stub.service.scanRisk(7, ORDER);
    expect(stub.came).toMatchObject([
      {
        method: "POST",
        path: "/v1/projects/7/addresses/scan-risk",
        headers: {
          "x-api-key": `ApiKey ${STUB_KEY}`,
          "x-api-header": `ApiKey ${STUB_KEY}`,
          "content-type": "application/json",
          accept: "application/json",
        },
      },
    ]);
    expect(stub.came[0]?.body).toBe(
      `{"addresses":[{"address":"${EVM}","chainId":"1"}],"maxDepth":3,"skipExisting":false}`,
    );
  });

  it("is only address and chain of each address, of any fields in the caller's objects", async () => {
    const stub = await stubService((response) => replyResults(response, []));
    const wallet = { address: "a", chainId: "1", userId: "u-1" };
    await stub.service.scanRisk(7, { ...ORDER, addresses: [wallet] });
    expect(stub.came[0]?.body).not.toContain("u-1");
  });

  it("is the wallet's address and chain, encoded, where its status is asked for", async () => {
    const stub = await stubService((response) =>
      reply(response, 200, { success: true, data: { status: "clean" } }),
    );
    expect(await stub.service.walletStatus(7, "a/b?c ñ", "1&2")).toEqual({ status: "clean" });
    expect(stub.came[0]?.path).toBe("/v1/wallets/a%2Fb%3Fc%20%C3%B1/status?chainId=1%262");
  });

  it.each(["", "/", "/v1", "/v1/", "/v1//"])(
    "goes to /v1 where the base URL ends in '%s'",
    async (ending) => {
      const stub = await stubService((response) => reply(response, 200, { success: true, data: [] }));
      const service = riskService({ baseUrl: stub.url + ending, apiKey: () => STUB_KEY });
      await service.chains(1);
      expect(stub.came[0]?.path).toBe("/v1/chains");
    },
  );

  it("keeps a path before /v1", async () => {
    const stub = await stubService((response) => reply(response, 200, { success: true, data: [] }));
    await riskService({ baseUrl: `${stub.url}/risk/v1`, apiKey: () => STUB_KEY }).chains(1);
    expect(stub.came[0]?.path).toBe("/risk/v1/chains");
  });

  it.each(["secret", "ApiKey secret", "apikey  secret", " ApiKey secret\n"])(
    "carries the key once where it is stored as '%s'",
    async (stored) => {
      const stub = await stubService((response) => reply(response, 200, { success: true, data: [] }), {
        apiKey: async () => stored,
      });
      await stub.service.chains(1);
      expect(stub.came[0]?.headers["x-api-key"]).toBe("ApiKey secret");
    },
  );

  it("carries the key of the project that is asked for", async () => {
    const stub = await stubService((response) => reply(response, 200, { success: true, data: [] }), {
      apiKey: (projectId) => `key-of-${projectId}`,
    });
    await stub.service.chains(7);
    await stub.service.chains(8);
    expect(stub.came.map(({ headers }) => headers["x-api-key"])).toEqual([
      "ApiKey key-of-7",
      "ApiKey key-of-8",
    ]);
  });

  it.each(["", "service", "ftp://service", "https://service/?a=1", "https://service/#a"])(
    "is nothing where the base URL is '%s'",
    (baseUrl) => {
      expect(() => riskService({ baseUrl, apiKey: () => STUB_KEY })).toThrow("service.baseUrl");
    },
  );

  it("is nothing for no addresses, and an error for more than 50", async () => {
    const stub = await stubService((response) => replyResults(response, []));
    expect(await stub.service.scanRisk(7, { ...ORDER, addresses: [] })).toEqual([]);
    const many = Array.from({ length: 51 }, (_, number) => ({ address: `a${number}`, chainId: "1" }));
    await expect(stub.service.scanRisk(7, { ...ORDER, addresses: many })).rejects.toThrow(RangeError);
    expect(stub.came).toEqual([]);
  });
});
