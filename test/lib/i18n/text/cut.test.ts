import { describe, expect, it } from "vitest";
import { shorten } from "../../../../lib/i18n/text/cut.ts";

describe("text that is too long", () => {
  it("ends in a mark that counts towards its length", () => {
    expect(shorten("abcdef", 6)).toBe("abcdef");
    expect(shorten("abcdefg", 6)).toBe("abcde…");
    expect(shorten("abcdefg", 6, "...")).toBe("abc...");
    expect(shorten("abcdefg", 6, "")).toBe("abcdef");
    expect(shorten("abcdefg", 1)).toBe("…");
    expect(shorten("abcdefg", 2, "...")).toBe("..");
    expect(shorten("abcdefg", 0)).toBe("");
  });

  it.each([
    ["a surrogate pair", "ab👍👍", 4, "ab…"],
    ["a letter and its accent", "abe\u0301f", 4, "ab…"],
    ["a letter and a variation selector of four bytes", "ab葛\u{e0100}f", 4, "ab…"],
    ["a family", "ab👨‍👩‍👧‍👦cd", 8, "ab…"],
    ["a skin tone", "ab👍🏽cd", 6, "ab…"],
    ["a flag", "🇲🇽🇲🇽🇲🇽", 8, "🇲🇽…"],
    ["a Hangul syllable of parts", "a\u1112\u1161\u11abb", 4, "a…"],
    ["a Devanagari syllable", "aक्षिb", 4, "a…"],
    ["a line end", "a\r\nbcd", 3, "a…"],
  ])("is not cut inside %s", (_, text, max, short) => {
    expect(shorten(text, max)).toBe(short);
  });

  it("keeps as much as fits, up to the last character", () => {
    expect(shorten("ab👍🏽cd", 7)).toBe("ab👍🏽…");
    expect(shorten("ab👨‍👩‍👧‍👦cd", 14)).toBe("ab👨‍👩‍👧‍👦…");
    expect(shorten("🇲🇽🇲🇽🇲🇽", 9)).toBe("🇲🇽🇲🇽…");
  });

  it("never has half a character in it, cut or not", () => {
    expect(shorten("half \ud800 of one", 50)).toBe("half \ufffd of one");
    expect(shorten("\ud800\udc00\ud800abc", 4)).toBe("\u{10000}\ufffd…");
    for (let max = 0; max < 40; max++) {
      const short = shorten(`${"👍".repeat(9)}e${"\u0301".repeat(30)}`, max);
      expect(short.isWellFormed()).toBe(true);
      expect(short.length).toBeLessThanOrEqual(max);
    }
  });

  it("is cut between code points where one character alone is too long", () => {
    expect(shorten(`e${"\u0301".repeat(200_000)}`, 5)).toBe("e\u0301\u0301\u0301…");
    expect(shorten("👩\u200d".repeat(100_000), 6)).toBe("👩\u200d👩…");
    expect(shorten("👩\u200d".repeat(100_000), 5)).toBe("👩\u200d…");
  });
});
