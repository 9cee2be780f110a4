import { describe, expect, it } from "vitest";
import { toAscii } from "../../../../lib/i18n/text/ascii.ts";
import { named, nameOfPlace, quoted, withoutLinks } from "../../../../lib/i18n/text/quoting.ts";
import { subjectLine } from "../../../../lib/i18n/text/subject.ts";

describe("a name that anyone can choose", () => {
  it("is nothing to click on", () => {
    expect(withoutLinks("Claim at https://claim.example/now", 100)).toBe(
      "Claim at https[:]//claim[.]example/now",
    );
    expect(withoutLinks("USDT v1.5", 100)).toBe("USDT v1.5");
    expect(withoutLinks("Wait. Then wait... and claim.to", 100)).toBe("Wait. Then wait... and claim[.]to");
  });

  it.each([
    ["a full-width dot", "claim evil．com"],
    ["an ideographic full stop", "claim evil。com"],
    ["a half-width ideographic full stop", "claim evil｡com"],
    ["a one-dot leader", "claim evil․com"],
    ["a small full stop", "claim evil﹒com"],
    ["full-width letters", "claim ｅｖｉｌ.ｃｏｍ"],
    ["an invisible character beside the dot", "claim evil.\u200bcom"],
    ["a filler beside the dot", "claim evil\u3164.\u115fcom"],
  ])("is nothing to click on with %s", (_, text) => {
    expect(withoutLinks(text, 100)).toBe("claim evil[.]com");
  });

  it("is nothing to click on once a subject drops its accents", () => {
    expect(withoutLinks("evil.\u0301com evil.c\u0301om", 100)).not.toMatch(/\.\p{M}*[co]/u);
    expect(withoutLinks("http：//evil", 100)).toBe("http[:]//evil");
  });

  it.each([
    ["http:/\u0338/3232235777", "http[:]//3232235777"],
    ["http:\u0301//1.1.1.1/x", "http[:]//1[.]1[.]1[.]1/x"],
    ["http\u0301:/\u20dd\u0489/evil", "http[:]//evil"],
    ["http:/3232235777", "http[:]/3232235777"],
    ["http:\\\\evil", "http[:][\\\\]evil"],
    ["tel:+5215512345678", "tel[:]+5215512345678"],
    ["x:\u0301555tel:5", "x:555tel[:]5"],
    ["call TEL:911, sip:a and skype:b?call", "call TEL[:]911, sip[:]a and skype[:]b?call"],
    ["mailto:ana@example.com", "mailto[:][e-mail masked]"],
    ["file:c and ms-word:ofe|u|x", "file[:]c and ms-word[:]ofe|u|x"],
    ["1tel:5, -tel:5, te\u0301l:\u03015, ｔｅｌ：5", "1tel[:]5, -tel[:]5, tel[:]5, tel[:]5"],
    ["\\\\server\\share", "[\\\\]server\\share"],
    ["see \\\u0338\\server, C:\\temp", "see [\\\\]server, C[:]\\temp"],
    ["user:42, eip155:1:0xa, MXN:USD", "user:42, eip155:1:0xa, MXN:USD"],
    ["Total: 5, 12:30, 3:1, a\\b, note:", "Total: 5, 12:30, 3:1, a\\b, note:"],
    ["at 1.1.1.1", "at 1[.]1[.]1[.]1"],
    ["at 1\u0338.1.\u03011.1", "at 1[.]1[.]1[.]1"],
    ["at 1.1.1.11.1.1.1", "at 1[.]1[.]1[.]11[.]1[.]1[.]1"],
    ["at 10.0.0.1:80", "at 10[.]0[.]0[.]1:80"],
    ["at 127.1/x and 127.1:8", "at 127[.]1/x and 127[.]1:8"],
    ["USDT v1.5, 0.5: half, note: a/b", "USDT v1.5, 0.5: half, note: a/b"],
  ])("is nothing to click on as a subject shows it: %j", (text, shown) => {
    expect(subjectLine(withoutLinks(text, 100))).toBe(shown);
  });

  it.each(["GODE561231\u0338GR8", "GODE\u0301561231GR8", "gode56\u03081231gr8", "ana\u0338@example.com"])(
    "hides no personal data behind marks: %j",
    (text) => {
      expect(quoted(`Señor ${text}`, 100)).toMatch(/^"Se[nñ]or \[(RFC|e-mail) masked\]"$/);
      expect(subjectLine(named(text, 24))).toMatch(/^"\[(RFC|e-mail) masked\]"$/);
    },
  );

  it.each([
    ...'"\uff02\u201c\u201d\u201e\u201f\u301d\u301e\u301f\u02ba\u02dd\u02ee\u02f6\u2033\u2036\u05f4\u3003\u00ab\u2e42\u275e',
  ])("cannot close its quotation with %s", (mark) => {
    expect(toAscii(quoted(`ETH${mark} (USD 1) - user ${mark}u-9`, 40))).toMatch(
      /^"ETH ?' \(USD 1\) - user '?'?u-9"$/,
    );
  });

  it("stands as it is where it is one word, and is quoted where it could be taken for more", () => {
    expect(named("ETH", 24)).toBe("ETH");
    expect(named("USDC.e", 24)).toBe("USDC.e");
    expect(named("$WIF", 24)).toBe("$WIF");
    expect(named("ETH (USD 1) - user u-9", 24)).toBe('"ETH (USD 1) - user u-9"');
    expect(named('ETH" (USD 1) - user "u-9', 24)).toBe("\"ETH' (USD 1) - user 'u-9\"");
    expect(named("ETH” – user “u-9„«»", 24)).toBe("\"ETH' – user 'u-9'''\"");
    expect(named("000", 24)).toBe('"000"');
    expect(named("$100", 24)).toBe('"$100"');
    expect(named("\u3164", 24)).toBe("");
    expect(named("a\nILLEGAL b", 24)).toBe('"a ILLEGAL b"');
  });

  it("may be several words where the service chose it from a list", () => {
    expect(nameOfPlace("Arbitrum One", 60)).toBe("Arbitrum One");
    expect(nameOfPlace("X (chain 1), described as me", 60)).toBe('"X (chain 1), described as me"');
  });

  it("is isolated where it is written from right to left", () => {
    expect(named("שקל", 24)).toBe("\u2068שקל\u2069");
    expect(quoted("عملة 100 (USD 1)", 24)).toBe('\u2068"عملة 100 (USD 1)"\u2069');
    expect(named("\u202eHTE", 24)).toBe("HTE");
  });
});
