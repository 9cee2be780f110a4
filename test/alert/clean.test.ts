import { describe, expect, it } from "vitest";
import { cleanText, escapeForSlack, maskPersonal, toAscii, withoutLinks } from "../../lib/alert/clean.ts";

describe("text from outside", () => {
  it("loses control, bidirectional and invisible characters", () => {
    expect(cleanText("a\u0000b\u001b[31mc\u202Ed\u2066e\u200Bf\uFEFFg\uFFFFh", 50)).toBe("ab[31mcdefgh");
  });

  it("stands on one line", () => {
    expect(cleanText("  first\r\n\tsecond\u2028third  ", 50)).toBe("first second third");
  });

  it("is cut by characters, never inside one", () => {
    expect(cleanText("👍👍👍👍", 3)).toBe("👍👍…");
    expect(cleanText("👍👍👍", 3)).toBe("👍👍👍");
    expect(cleanText("half \ud800 of one", 50)).toBe("half \ufffd of one");
  });

  it("is cleaned fast, however long it is", () => {
    expect(cleanText(" \u202e".repeat(200_000), 10)).toBe("");
  });
});

describe("what looks like personal data", () => {
  it("is masked: an e-mail address, a CURP, an RFC of a person and of a company", () => {
    expect(maskPersonal("wallet of ana.perez@example.com", 100)).toBe("wallet of [e-mail masked]");
    expect(maskPersonal("CURP PEGA900101MDFRRN09, confirmed", 100)).toBe("CURP [CURP masked], confirmed");
    expect(maskPersonal("rfc pega900101ab1", 100)).toBe("rfc [RFC masked]");
    expect(maskPersonal("RFC ABC900101AB1", 100)).toBe("RFC [RFC masked]");
  });

  it("is not seen in an address, a hash or an id", () => {
    for (const text of [
      "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
      "0xabababababababababababababababababababababababababababababababab",
      "user-in-your-db-123",
      "bc1qinventedinventedinventedinvented0000",
    ]) {
      expect(maskPersonal(text, 100)).toBe(text);
    }
  });
});

describe("a name that anyone can choose", () => {
  it("is nothing to click on", () => {
    expect(withoutLinks("Claim at https://claim.example/now", 100)).toBe(
      "Claim at https[:]//claim[.]example/now",
    );
    expect(withoutLinks("USDT v1.5", 100)).toBe("USDT v1.5");
    expect(withoutLinks("Wait. Then wait... and claim.to", 100)).toBe("Wait. Then wait... and claim[.]to");
  });
});

describe("a subject", () => {
  it("is ASCII: accents are dropped, the rest becomes a question mark", () => {
    expect(toAscii("Operación José… – 漢")).toBe("Operacion Jose... - ?");
    expect(toAscii("a\u2014b\u007f")).toBe("a-b?");
  });
});

describe("text for Slack", () => {
  it("mentions nobody, links nowhere and formats nothing", () => {
    expect(escapeForSlack("<!channel> & <https://a.example|b> *x* `y`")).toBe(
      "&lt;!channel&gt; &amp; &lt;https://a.example|b&gt; \u200b*x\u200b* \u200b`y\u200b`",
    );
  });
});
