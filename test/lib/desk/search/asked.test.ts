import { describe, expect, it } from "vitest";
import { askedFor } from "../../../../lib/desk/search/asked.ts";

const HASH = `0x${"ab".repeat(32)}`;
const ADDRESS = `0x${"Ab".repeat(20)}`;
const TRON = "TV8kQ2mFzJ1sNnYk4bR7pWxLcVt9eDm2Qe";
const BITCOIN = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
const SOLANA = "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d";

describe("a pasted text", () => {
  it.each([
    ["a link of an explorer", `https://etherscan.io/tx/${HASH}`, HASH],
    ["a link without its scheme", `etherscan.io/tx/${HASH}`, HASH],
    ["a link to a tab of a page", `https://basescan.org/address/${ADDRESS}#tokentxns`, ADDRESS],
    [
      "a link to a token of a holder",
      `https://etherscan.io/token/0x${"11".repeat(20)}?a=${ADDRESS}`,
      ADDRESS,
    ],
    ["a link with a path behind #", `https://tronscan.org/#/address/${TRON}/transfers`, TRON],
    ["a link with a cluster", `https://explorer.solana.com/address/${SOLANA}?cluster=devnet`, SOLANA],
    ["a short name of EIP-3770", `eth:${ADDRESS}`, ADDRESS],
    ["another one", `matic:${ADDRESS}`, ADDRESS],
    ["an account of CAIP-10", `eip155:1:${ADDRESS}`, ADDRESS],
    ["one of another chain", `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${SOLANA}`, SOLANA],
    ["a link of EIP-681", `ethereum:pay-${ADDRESS}@1?value=2.014e18`, ADDRESS],
    ["a link of BIP-21", `bitcoin:${BITCOIN}?amount=0.1&label=x`, BITCOIN],
    ["an id in quotation marks", `"${HASH}"`, HASH],
    ["in typographic ones", `“u-1”`, "u-1"],
    ["in brackets", `(${ADDRESS})`, ADDRESS],
    ["in backticks", "`u-1`", "u-1"],
    ["with a full stop behind it", `${HASH}.`, HASH],
    ["with a comma behind it", "1#7,", "1#7"],
    ["behind a label", `TxHash: ${HASH}`, HASH],
    ["an address behind a label", "Cliente: ana@bank.example", "ana@bank.example"],
    ["behind a label of a table", "Folio:\tAVI-2026-31", "AVI-2026-31"],
    ["a number behind its mark", "#7", "7"],
    ["a line of our mail", "Notification:  1#7", "1#7"],
    ["a line of our mail in Spanish", "    Usuario:       u-1", "u-1"],
    ["a wallet's line of our mail", `Wallet:        ${ADDRESS} on Ethereum (chain 1)`, ADDRESS],
    ["a line of a message in Slack", "• MX LFPIORPI - 1 ETH (USD 3.00) - user u-1 - 1#7 (Desk)", "1#7"],
    ["the words of a user", "user u-1", "u-1"],
    ["the subject of our mail", "[ILLEGAL] MX LFPIORPI - 1 ETH (USD 3,000.00) - user u-1", "u-1"],
    ["the same, answered in Spanish", "Re: [ILEGAL] MX LFPIORPI - 1 ETH (USD 3,000.00) - usuario u 1", "u 1"],
    ["the subject of a wallet", `[WALLET] Score 72 - user u-1 - ${ADDRESS}`, ADDRESS],
    ["a link of the desk", "https://desk.example/notification?name=1%237", "1#7"],
    [
      "a link of the desk to a case",
      "https://desk.example/case?subject=notification%231%237%23ZjOOie8SXfW--oXA&opened=once",
      "1#7#ZjOOie8SXfW--oXA",
    ],
    ["a link that was encoded twice", "https://desk.example/notification?name=1%25237", "1#7"],
    ["a link of the desk to a user", "https://desk.example/users?user=u%201", "u 1"],
    [
      "a link to the case of a user",
      "https://desk.example/case?subject=user%231%23u-1&amp;opened=0",
      "1#u-1",
    ],
    ["a short link of the desk", "https://desk.example/c/1.7.ZjOOie8SXfW--oXA.", "1#7#ZjOOie8SXfW--oXA"],
    ["a shortened address", "0xAbAb...AbAb", "0xAbAb…AbAb"],
    ["a shortened address with stars", "TV8kQ2***m2Qe", "TV8kQ2…m2Qe"],
    ["an invisible character", "u-1\u200b", "u-1"],
    ["marks of direction", `\u2066${ADDRESS}\u2069`, ADDRESS],
    ["a blank that does not break", "\u00a0u-1\u00a0", "u-1"],
    ["a decomposed accent", "Jose\u0301 N\u0303andu\u0301", "José Ñandú"],
    ["a composed accent, for an id that has none", "José", "Jose\u0301"],
    ["wide characters", "ｕ－１", "u-1"],
    ["another hyphen", "u\u20111", "u-1"],
  ])("may be %s", (_, text, id) => {
    expect(askedFor(text).texts).toContain(id);
  });

  it("is looked for as it is first", () => {
    for (const text of ["(u-1)", "u-1.", '"x"', "user u-1"]) expect(askedFor(text).texts[0]).toBe(text);
  });

  it("is looked for as few texts of bounded length, however long it is", () => {
    for (const unit of ["1#7 ", ".", "a", `${HASH}\n`, "%41", "user ", "…", "x: ", "(", "\ufdfa"]) {
      const { texts } = askedFor(unit.repeat(100_000));
      expect(texts.length).toBeLessThanOrEqual(8);
      for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_000);
    }
    expect(askedFor(" ")).toEqual({ texts: [], userId: undefined });
  });

  it.each([
    ["u-77", "u-77"],
    [" “u-77”, ", "u-77"],
    ["Usuario: u-77", "u-77"],
    ["[ILLEGAL] MX LFPIORPI - 1 ETH (USD 3,000.00) - user u-77", "u-77"],
    ["Cliente: u-77", "u-77"],
    ["two words", "two words"],
    ["u-77\u200b", "u-77"],
  ])("may be the id of a user: %s", (text, userId) => {
    expect(askedFor(text).userId).toBe(userId);
  });

  it.each([
    ["1#7"],
    ["42"],
    ["#42"],
    [ADDRESS],
    ["0x11"],
    [HASH],
    ["0x1111…1111"],
    ["https://desk.example/month"],
    ['[ILLEGAL] US "OFAC SDN": 3 of 41 transactions flagged in project 1'],
    ["Due\t2025-09-17 23:59:59 UTC-6"],
    ["Amount:  52 BNB (USD 38,962.00)"],
    [""],
  ])("is no id of a user: %s", (text) => {
    expect(askedFor(text).userId).toBeUndefined();
  });
});
