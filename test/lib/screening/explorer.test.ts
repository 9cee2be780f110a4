import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it, vi } from "vitest";
import { logger } from "../../../lib/aws/observe.ts";
import { ChainStore, chainFacts, lookUpChains, withKnownExplorer } from "../../../lib/screening/chains.ts";
import { mockClient } from "../../support/mock-client.ts";

function factsOf(explorer: string | null | undefined) {
  return chainFacts({ id: "1", name: "Ethereum", explorer_url: explorer });
}

describe("the links to a chain's explorer", () => {
  it.each([
    ["https://explorer.example", "https://explorer.example/tx/0xab"],
    ["https://explorer.example/", "https://explorer.example/tx/0xab"],
    ["http://explorer.example/eth//", "http://explorer.example/eth/tx/0xab"],
    ["https://explorer.example/a//b", "https://explorer.example/a//b/tx/0xab"],
  ])("of %s are %s", (explorer, link) => {
    expect(factsOf(explorer).transactionUrl("0xab")).toBe(link);
  });

  it("lead to the address", () => {
    expect(factsOf("https://explorer.example").addressUrl("0xab")).toBe(
      "https://explorer.example/address/0xab",
    );
  });

  it.each([
    undefined,
    null,
    "",
    "explorer.example",
    "javascript:alert(1)",
    "ftp://explorer.example",
    "https://tronscan.org/#/",
    "https://explorer.solana.com/?cluster=devnet",
    "https://a.example/?",
    "https://a.example#",
  ])("are none where the explorer is %s", (explorer) => {
    expect(factsOf(explorer).transactionUrl("0xab")).toBeUndefined();
  });

  it.each(["", "0xab/../login", "0xab?x=1", "../0xab", "0x ab", "<0xab>", "é", "a".repeat(201)])(
    "are none where the id is more than letters and digits: %s",
    (id) => {
      expect(factsOf("https://explorer.example").transactionUrl(id)).toBeUndefined();
    },
  );

  it("take ids of up to 200 letters", () => {
    expect(factsOf("https://explorer.example").transactionUrl("a".repeat(200))).toContain("/tx/aaaa");
  });
});

it.each([
  ["https://etherscan.io", true],
  ["https://sepolia.etherscan.io/", true],
  ["https://eth.blockscout.com", true],
  ["https://scan.company.example/x", true],
  ["https://evil.example/", false],
  ["https://etherscan.io.evil.example", false],
  ["https://notetherscan.io", false],
  ["https://etherscan.io@evil.example", false],
  ["no address", false],
])("an explorer at %s is kept: %s", (explorer_url, isKept) => {
  const chain = { id: "1", name: "Ethereum", explorer_url };
  const keptChain = withKnownExplorer(chain, ["company.example"]);
  expect(keptChain).toEqual(isKept ? chain : { id: "1", name: "Ethereum" });
});

describe("the look-up of chains", () => {
  it("knows those that are stored, and goes on without one that cannot be read", async () => {
    const warned = vi.spyOn(logger, "warn").mockImplementation(() => {});
    const database = mockClient(DynamoDBDocumentClient);
    database
      .on(GetCommand, { Key: { chainId: "1" } })
      .resolves({ Item: { chainId: "1", id: "1", name: "Ethereum" } });
    database.on(GetCommand, { Key: { chainId: "2" } }).resolves({});
    database.on(GetCommand, { Key: { chainId: "3" } }).rejects(new TypeError("quoting 0xab"));
    const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: "us-east-1" }));
    const chains = await lookUpChains(new ChainStore(client, "chains"), ["1", "2", "3", "1"]);
    expect([chains("1")?.name, chains("2"), chains("3"), chains("4")]).toEqual([
      "Ethereum",
      undefined,
      undefined,
      undefined,
    ]);
    expect(database.commandCalls(GetCommand)).toHaveLength(3);
    // The error's own text may quote what was read.
    expect(warned.mock.calls).toEqual([
      [
        "a chain could not be read; its alert goes out without links",
        {
          chainId: "3",
          error: "TypeError",
          at: expect.stringMatching(/^\(explorer\.test\.ts:\d+:\d+\)$/),
        },
      ],
    ]);
  });
});
