/** When two wallet addresses are the same one. */

import { describe, expect, it } from "vitest";
import { comparableAddress } from "../../../lib/contract/wallet-address.ts";

describe("a wallet address", () => {
  it.each([
    ["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045", "0xd8da6bf26964af9d7eed9e03e53415d37aa96045"],
    ["0XD8DA6BF26964AF9D7EED9E03E53415D37AA96045", "0xd8da6bf26964af9d7eed9e03e53415d37aa96045"],
    ["0xd8da6bf26964af9d7eed9e03e53415d37aa96045", "0xd8da6bf26964af9d7eed9e03e53415d37aa96045"],
  ])("of 40 hex digits is compared in lower case: %s", (address, comparable) => {
    expect(comparableAddress(address)).toBe(comparable);
  });

  it.each([
    ["base58 of Bitcoin", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"],
    ["base58 of Solana", "7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV"],
    ["base58 of Tron", "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"],
    ["bech32 in capitals", "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4"],
    ["hex of 39 digits", "0xD8dA6BF26964aF9D7eEd9e03E53415D37aA9604"],
    ["hex of 41 digits", "0xD8dA6BF26964aF9D7eEd9e03E53415D37aA960455"],
    ["hex of 64 digits", `0x${"Ab".repeat(32)}`],
    ["hex without 0x", "D8dA6BF26964aF9D7eEd9e03E53415D37aA96045"],
    ["hex with a line's end", "0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045\n"],
    ["hex behind a prefix", "eth:0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045"],
    ["nothing", ""],
  ])("of any other form is compared exactly: %s", (_form, address) => {
    expect(comparableAddress(address)).toBe(address);
  });
});
