import { describe, expect, it } from "vitest";
import { shownId } from "../../../../lib/i18n/text/ids.ts";
import { subjectAbout, subjectLine } from "../../../../lib/i18n/text/subject.ts";

describe("a subject", () => {
  it("ends in the whole id that it is about, however long the words before", () => {
    const id = "6f9619ff-8b86-d011-b42d-abc900101ab1";
    const subject = subjectAbout(`[ILLEGAL] MX "${"x".repeat(80)}" - 1 ETH (USD 1.00)`, [" - user ", id]);
    expect(subject).toBe(`[ILLEGAL] MX "${"x".repeat(38)}... - user ${id}`);
    expect(subjectLine(subject)).toBe(subject);
  });

  it.each(["José", "用户", ...["u", "é", " "].map((letter) => shownId(letter.repeat(129)))])(
    "leaves an id out that it cannot carry unchanged: %s",
    (id) => {
      expect(subjectAbout("[ILLEGAL] 1 ETH", [" - user ", id])).toBe("[ILLEGAL] 1 ETH");
    },
  );

  it("leaves out an id for which there is no room, and holds the next one that fits", () => {
    const [id, other] = ["y".repeat(57), "z".repeat(20)];
    expect(subjectAbout("x".repeat(40), [" - ", id], [" - ", other])).toBe(`${"x".repeat(40)} - ${other}`);
    expect(subjectAbout("[WALLET] Score 72", [" - user ", "u-1"], [" - ", "0xabc"])).toBe(
      "[WALLET] Score 72 - user u-1 - 0xabc",
    );
  });

  it("shows an id that says of itself that it was cut", () => {
    expect(subjectAbout("[ILLEGAL] 1 ETH", [" - user ", shownId("u (cut, of 9 characters)")])).toBe(
      '[ILLEGAL] 1 ETH - user "u (cut, of 9 characters)"',
    );
  });

  it("is cut and transliterated as SNS demands", () => {
    expect(subjectLine("é".repeat(100))).toBe(`${"e".repeat(96)}...`);
    expect(subjectAbout("x".repeat(200), [" - ", "y".repeat(56)])).toBe(
      `${"x".repeat(37)}... - ${"y".repeat(56)}`,
    );
  });
});
