import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TABLE_SHAPES } from "../../../lib/aws/tables/table-shapes.ts";
import { ChainStore } from "../../../lib/screening/chains.ts";
import { type EmulatedTables, startTables } from "../../support/emulated-tables.ts";

const MINUTE = 60_000;

let tables: EmulatedTables;
let chains: ChainStore;

beforeEach(async () => {
  tables = await startTables({ Chains: TABLE_SHAPES.chains });
  chains = new ChainStore(tables.client, "Chains");
});
afterEach(() => tables.stop());

describe("chains", () => {
  it("are found under the digits of their id, with the contract's fields", async () => {
    await chains.put([
      {
        id: "42161",
        name: "Arbitrum One",
        rpc_url: "https://rpc.example",
        explorer_url: "https://arbiscan.io",
        currency_symbol: "ETH",
        currency_decimals: 18,
        more: new Map(),
      },
    ]);
    expect(await new ChainStore(tables.client, "Chains").get("42161")).toEqual({
      chainId: "42161",
      id: "42161",
      name: "Arbitrum One",
      rpc_url: "https://rpc.example",
      explorer_url: "https://arbiscan.io",
      currency_symbol: "ETH",
      currency_decimals: 18,
    });
  });

  it("may lack all but id and name, and may be many, some of them twice", async () => {
    await chains.put(Array.from({ length: 60 }, (_, n) => ({ id: String(n % 50), name: `Chain ${n}` })));
    expect(await chains.get("49")).toMatchObject({ name: "Chain 49" });
    expect(await chains.get("9")).toMatchObject({ name: "Chain 59" });
    expect(await chains.get("50")).toBeUndefined();
  });

  it("are all there by name, in one read a minute once there are any", async () => {
    const store = new ChainStore(tables.client, "Chains");
    expect(await store.all(0)).toEqual([]);
    await chains.put([{ id: "1", name: "Ethereum" }]);
    expect(await store.all(1)).toMatchObject([{ id: "1", name: "Ethereum" }]);
    await chains.put([{ id: "137", name: "Polygon" }]);
    expect(await store.all(MINUTE)).toHaveLength(1);
    expect(await store.all(2 * MINUTE)).toHaveLength(2);
  });

  it("are read once an hour, and again after a minute where they were not there", async () => {
    const store = new ChainStore(tables.client, "Chains");
    const send = vi.spyOn(tables.client, "send");
    expect(await store.get("1", 0)).toBeUndefined();
    expect(await store.get("1", MINUTE)).toBeUndefined();
    expect(send).toHaveBeenCalledTimes(1);
    await chains.put([{ id: "1", name: "Ethereum" }]);
    send.mockClear();
    expect(await store.get("1", 2 * MINUTE)).toMatchObject({ name: "Ethereum" });
    expect(await store.get("1", 62 * MINUTE)).toMatchObject({ name: "Ethereum" });
    expect(send).toHaveBeenCalledTimes(1);
    await store.get("1", 63 * MINUTE);
    expect(send).toHaveBeenCalledTimes(2);
  });
});
