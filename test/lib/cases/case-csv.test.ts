/** A case as a row of a file, with every digit that the service sent. */

import { expect, it } from "vitest";
import type { ListedCase } from "../../../lib/cases/case.ts";
import { caseCsv, unreadableCells } from "../../../lib/cases/case-csv.ts";
import { lfpiorpi } from "../../support/deadlines.ts";

const DUE = { law: "LFPIORPI", countryCode: "MX" };

const CASE: ListedCase = {
  subject: "notification#7#9007199254740993#T",
  opened: "once",
  kind: "notification",
  projectId: 7,
  receivedAt: "2026-03-01T12:00:00.000Z",
  order: "2026-03-01T12:00:00.000Z#d",
  dueAt: "2026-04-18T05:59:59.999Z",
  dues: [{ kind: "law", at: "2026-04-18T05:59:59.999Z", ...DUE }],
  deadlines: [{ dueAt: "2026-04-18T05:59:59.999Z", ...lfpiorpi() }],
  filingCount: 0,
  notices: [],
  stepCount: 1,
  risk: "illegal",
  laws: [
    { name: "LFPIORPI", countryCode: "MX" },
    { name: "Ley LD", countryCode: "GT" },
  ],
  lawCount: 41,
  userId: "u-7",
  address: "0xabc",
  chainId: "137",
  amount: { value: "12345678901234567890", usd: "12345678901234567.89" },
  token: { symbol: "ETH", decimals: 18 },
};

const rowOf = (listedCase: ListedCase) => {
  const cells = caseCsv.csvCells(listedCase);
  return Object.fromEntries(caseCsv.csvHeader.map((name, column) => [name, cells[column]]));
};

it("keeps 20 digits of an amount, 18 decimals of its token and the cents of long dollars", () => {
  expect(rowOf(CASE)).toEqual({
    projectId: 7,
    subject: "notification#7#9007199254740993#T",
    opened: "once",
    kind: "notification",
    receivedAt: "2026-03-01T12:00:00.000Z",
    dueAt: "2026-04-18T05:59:59.999Z",
    outcome: "open",
    isRevisedSince: undefined,
    risk: "illegal",
    laws: "MX LFPIORPI; GT Ley LD",
    lawCount: 41,
    userId: "u-7",
    address: "0xabc",
    chainId: "137",
    amount: "12345678901234567890",
    units: "12.34567890123456789",
    usd: "12345678901234567.89",
    symbol: "ETH",
    score: undefined,
    previousScore: undefined,
  });
});

it("leaves units empty where the token is not known, and dollars where there was no price", () => {
  const { token: _, ...tokenless } = CASE;
  expect(rowOf({ ...tokenless, amount: { value: "12345678901234567890" } })).toMatchObject({
    amount: "12345678901234567890",
    units: undefined,
    usd: undefined,
  });
});

it("has both scores of a wallet, each in its own column", () => {
  expect(rowOf({ ...CASE, kind: "wallet", score: 61.25, previousScore: 12.5 })).toMatchObject({
    kind: "wallet",
    score: 61.25,
    previousScore: 12.5,
  });
});

it("names a corrupt case by its key alone", () => {
  const key = { subject: "notification#7#1#T", opened: "once", kind: "unreadable" as const };
  expect(unreadableCells(["case", "kind", "opened", "usd"], key)).toEqual([
    "notification#7#1#T",
    "unreadable",
    "once",
    undefined,
  ]);
});
