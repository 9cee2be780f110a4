import { describe, expect, it } from "vitest";
import { toAscii } from "../../../../lib/i18n/text/ascii.ts";

describe("a text in ASCII", () => {
  it.each([
    ["Operación José… – ñandú", "Operacion Jose... - nandu"],
    ["D’Amico y O‘Neil, 5′ L´Oréal", "D'Amico y O'Neil, 5' L'Oreal"],
    ["Ley “Antilavado” y «OFAC»", "Ley 'Antilavado' y 'OFAC'"],
    ["Ley A‑B — art. 5−7", "Ley A-B - art. 5-7"],
    ["Art. 17 § 2 y §§ 3", "Art. 17 Sec. 2 y Sec. 3"],
    ["n.° 269, 1ª y 2º", "n.o 269, 1a y 2o"],
    ["Sanción → UE ⇒ ×2 ≥ ½", "Sancion -> UE => x2 >= 1/2"],
    ["Łódź, Straße, Ørsted, Þór, Đukić, ışık", "Lodz, Strasse, Orsted, Thor, Dukic, isik"],
    ["USD₮0, 5 €, £7", "USDT0, 5 EUR, GBP7"],
    ["Москва, Αθήνα, 用户", "Moskva, Athina, YongHu"],
    ["¿Quién? ¡Alto! 5 • 6 · 7", "Quien? Alto! 5 - 6 - 7"],
    ["ｗｉｄｅ ﬁne №5 Acme™", "wide fine No5 AcmeTM"],
  ])("has what a reader expects of %s", (text, ascii) => {
    expect(toAscii(text)).toBe(ascii);
  });

  it.each([
    ["\u2068\u202eabc\u2069", "abc"],
    ["a\u007fb\u0000\u00ad\u200b", "ab"],
    ["a\u2028b\u00a0c\nd", "a b c d"],
    ["⌘ and © are left out", " and  are left out"],
  ])("leaves out what has no usual spelling: %j", (text, ascii) => {
    expect(toAscii(text)).toBe(ascii);
  });

  it("names an emoji by its code", () => {
    expect(toAscii("🚀 👍🏽")).toBe(":rocket: :thumbsup:");
  });

  it.each([..."ꓸ۔։〮∶ːǃˑ"])("gets no sign of a link from %s", (sign) => {
    expect(toAscii(`https${sign}evil${sign}com`)).not.toMatch(/[.:/]/);
  });

  it("leaves printable ASCII as it is, and grows by a bound", () => {
    const printable = Array.from({ length: 95 }, (_, code) => String.fromCharCode(32 + code)).join("");
    expect(toAscii(printable)).toBe(printable);
    expect(toAscii("\ufdfa".repeat(1_000)).length).toBeLessThan(50_000);
  });
});
