/** The numbers of cases in a list. */

import { expect, it } from "vitest";
import { listNumbers } from "../../../../lib/desk/kit/links.ts";
import { listedCase } from "../../../support/listed-case.ts";

const CHAINS: Readonly<Record<string, string>> = { "137": "Polygon", "8453": "Base" };
const chainOf = (chainId: string) => ({
  name: CHAINS[chainId] ?? "",
  addressUrl: () => undefined,
  transactionUrl: () => undefined,
});

const walletCase = (address: string, chainId: string) =>
  listedCase(`wallet#1#${chainId}#${address}`, { opened: "1", kind: "wallet", address, chainId });

const MIDDLE = "0".repeat(30);
const FIRST = `0x9961${MIDDLE}0061`;

it("cuts the number of a wallet's case in its middle", () => {
  const shownCase = walletCase(FIRST, "137");
  expect(listNumbers([shownCase], chainOf)(shownCase)).toEqual({ number: "1#0x9961…0061" });
});

it("names the network where the list has the address on another one too", () => {
  const cases = [walletCase(FIRST, "137"), walletCase(FIRST, "8453")];
  expect(cases.map(listNumbers(cases, chainOf))).toEqual([
    { number: "1#0x9961…0061", network: "Polygon" },
    { number: "1#0x9961…0061", network: "Base" },
  ]);
});

it("shows addresses whole that are the same at both ends", () => {
  const other = `0x9961${"1".repeat(30)}0061`;
  const cases = [walletCase(FIRST, "137"), walletCase(other, "137")];
  expect(cases.map(listNumbers(cases, chainOf))).toEqual([
    { number: `1#${FIRST}` },
    { number: `1#${other}` },
  ]);
});
