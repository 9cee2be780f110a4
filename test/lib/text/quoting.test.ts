import { describe, expect, it } from "vitest";
import { named, nameOfPlace, quoted, withoutLinks } from "../../../lib/text/quoting.ts";

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
