import { describe, expect, it } from "vitest";
import { cleanText, plainText } from "../../../../lib/i18n/text/cleaning.ts";

describe("text from outside", () => {
  it("loses control, bidirectional and invisible characters", () => {
    expect(cleanText("a\u0000b\u001b[31mc\u202Ed\u2066e\u200Bf\uFEFFg\uFFFFh", 50)).toBe("ab[31mcdefgh");
  });

  it.each([
    "\u3164",
    "\u115f",
    "\u1160",
    "\u034f",
    "\ufe0f",
    "\u2800",
    "\uffa0",
    "\u180b",
    "\u17b4",
    "\u2064",
    "\u{e0041}",
    "\u{e0100}",
    "\u{1bca0}",
    "\u{1d159}",
    "\u{1d173}",
    "\u{13441}",
    "\ufffc",
    "\ue000",
  ])("loses %j, which is invisible", (invisible) => {
    expect(cleanText(`u${invisible}-1${invisible}`, 50)).toBe("u-1");
    expect(plainText(`u${invisible}-1${invisible}`, 50)).toBe("u-1");
  });

  it("lets no default-ignorable, control, format, private or unassigned character pass", () => {
    const unseen = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter(
      (character) =>
        /[\p{Default_Ignorable_Code_Point}\p{C}]/u.test(character) && !/[\s\ud800-\udfff]/u.test(character),
    );
    // White space among the controls becomes a space, half a surrogate pair a sign that says so.
    for (let from = 0; from < unseen.length; from += 1_000)
      expect(cleanText(`a${unseen.slice(from, from + 1_000).join("")}b`, 2_000)).toBe("ab");
  });

  it("is on one line", () => {
    expect(cleanText("  first\r\n\tsecond\u2028third  ", 50)).toBe("first second third");
  });

  it("is cut by characters, never inside one", () => {
    expect(cleanText("👍👍👍👍", 6)).toBe("👍👍…");
    expect(cleanText("👍👍👍", 6)).toBe("👍👍👍");
    expect(cleanText("half \ud800 of one", 50)).toBe("half \ufffd of one");
  });

  it("has no mark on what is written before it, and no pile of marks", () => {
    expect(cleanText("\u0338\u20ddETH", 50)).toBe("ETH");
    expect(cleanText(`e${"\u0301".repeat(30)}`, 50)).toBe("e\u0301\u0301\u0301\u0301");
  });

  it("is cleaned fast, however long it is", () => {
    expect(cleanText(" \u202e".repeat(200_000), 10)).toBe("");
    expect(plainText("\ufdfa".repeat(200_000), 10)).toHaveLength(10);
  });
});
