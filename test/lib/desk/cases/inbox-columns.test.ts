/** The columns of the inbox: each heading once, above its own cells. */

import { expect, it } from "vitest";
import { startDesk } from "../../../support/desk/desk-app.ts";

const desk = await startDesk();
await desk.cases.open("1", {
  userId: "u-1",
  risk: "illegal",
  laws: [{ name: "LFPIORPI", countryCode: "MX" }],
  amount: { value: "1000", usd: "50" },
  timestamp: "2026-02-10T12:00:00.000Z",
  receivedAt: "2026-02-10T12:01:00.000Z",
  dueAt: "2026-03-18T05:59:59.999Z",
});

const HEADINGS = ["Due", "Case", "About", "USD", "MXN ≈", "User", "Wallet", "Owner", "Transaction", "Since"];

const textsIn = (row: string, cell: RegExp) =>
  [...row.matchAll(cell)].map(([, html = ""]) => html.replaceAll(/<[^>]*>/g, "").trim());

it.each<[role: "officers" | "auditors", headings: string[]]>([
  ["officers", ["", ...HEADINGS]],
  ["auditors", HEADINGS],
])("of %s has these headings, and a box to tick for those who may decide", async (role, headings) => {
  const { text } = await (await desk.signedIn(role))("/");
  const [, head = ""] = /<thead>(.*?)<\/thead>/s.exec(text) ?? [];
  const [, row = ""] = /<tr id="[^"]*"[^>]*>(.*?)<\/tr>/s.exec(text) ?? [];
  expect(textsIn(head, /<th[^>]*>(.*?)<\/th>/gs)).toEqual(headings);
  expect(textsIn(row, /<t[dh][^>]*>(.*?)<\/t[dh]>/gs)).toHaveLength(headings.length);
});
