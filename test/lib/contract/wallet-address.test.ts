/** Equality of wallet addresses. */

import { describe, expect, it } from "vitest";
import { comparableAddress } from "../../../lib/contract/wallet-address.ts";

describe("a wallet address", () => {
  it.each([
    ["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045", "0xd8da6bf26964af9d7eed9e03e53415d37aa96045"],
    ["0XD8DA6BF26964AF9D7EED9E03E53415D37AA96045", "0xd8da6bf26964af9d7eed9e03e53415d37aa96045"],
    ["0xd8da6bf26964af9d7eed9e03e53415d37aa96045", "0xd8da6bf26964af9d7eed9e03e53415d37aa96045"],
    [`0x${"Ab".repeat(32)}`, `0x${"ab".repeat(32)}`],
    // A digit too few or too many: its case tells no address from another either.
    ["0xD8dA6BF26964aF9D7eEd9e03E53415D37aA9604", "0xd8da6bf26964af9d7eed9e03e53415d37aa9604"],
    ["0xD8dA6BF26964aF9D7eEd9e03E53415D37aA960451", "0xd8da6bf26964af9d7eed9e03e53415d37aa960451"],
    ["BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
    [" 0xD8DA6BF26964AF9D7EED9E03E53415D37AA96045\n", "0xd8da6bf26964af9d7eed9e03e53415d37aa96045"],
    ["\tTJRabPrwbZy45sbavfcjinPJC18kjpRTv8 ", "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"],
  ])(
    "is compared without white space, and in lower case where it is hex or bech32: %s",
    (address, comparable) => {
      expect(comparableAddress(address)).toBe(comparable);
    },
  );

  it.each([
    ["base58 of Bitcoin", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"],
    ["base58 of Solana", "7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV"],
    ["base58 of Tron", "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"],
    ["bech32 in both cases", "BC1qW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4"],
    ["hex without 0x", "D8dA6BF26964aF9D7eEd9e03E53415D37aA96045"],
    ["hex behind a prefix", "eth:0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045"],
    ["nothing", ""],
  ])("of any other form is compared exactly: %s", (_form, address) => {
    expect(comparableAddress(address)).toBe(address);
  });
});
