/** Equality of wallet addresses. */

import { describe, expect, it } from "vitest";
import { comparableAddress, isNoAddressOf, isNoEvmAddress } from "../../../lib/contract/wallet-address.ts";

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
    [
      "BITCOINCASH:QPM2QSZNHKS23Z7629MMS6S96CWEF74VCWVY22GDX6A",
      "bitcoincash:qpm2qsznhks23z7629mms6s96cwef74vcwvy22gdx6a",
    ],
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
    ["hex with another letter behind it", "0xABCDEFG"],
    ["bech32 with another letter behind it", "BC1QPZRY9XO"],
    ["bech32 behind a long prefix", `${"A".repeat(84)}1QPZRY9X`],
    ["nothing", ""],
  ])("of any other form is compared exactly: %s", (_form, address) => {
    expect(comparableAddress(address)).toBe(address);
  });
});

const EVM = `0x${"aB".repeat(20)}`;

describe("what cannot be an address", () => {
  it.each([
    [EVM, false],
    [`0x${"aB".repeat(32)}`, false],
    [EVM.toUpperCase(), false],
    ["TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", false],
    [`T${EVM}0`, false],
    ["0x11", true],
    [`0x${EVM}`, true],
    ["0x", true],
    [`${EVM}0`, true],
    [EVM.slice(0, -1), true],
    [`${EVM.slice(0, -1)}g`, true],
    [`0x${"aB".repeat(31)}ag`, true],
    [`0x${"aB".repeat(32)}0`, true],
  ])("of any chain, by its 0x alone: %s is %s", (address, isNone) => {
    expect(isNoEvmAddress(address)).toBe(isNone);
  });

  it.each([
    "1",
    "10",
    "56",
    "100",
    "137",
    "250",
    "324",
    "8453",
    "42161",
    "42220",
    "43114",
    "59144",
    "534352",
    "421614",
    "43113",
    "11155111",
    "81457",
    "5000",
    "1101",
  ])("of the EVM chain %s is all but 0x and 40 digits", (chainId) => {
    expect(isNoAddressOf(chainId, EVM)).toBe(false);
    expect(isNoAddressOf(chainId, ` ${EVM.toUpperCase()}\n`)).toBe(false);
    for (const address of ["0x1", `${EVM}0`, `T${EVM}`, `${EVM.slice(0, -1)}g`, EVM.slice(2)])
      expect(isNoAddressOf(chainId, address)).toBe(true);
  });

  it("of another chain is not known", () => {
    expect(isNoAddressOf("728126428", "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8")).toBe(false);
    expect(isNoAddressOf("", "0x1")).toBe(false);
  });
});
