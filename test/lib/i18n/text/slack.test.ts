import { describe, expect, it } from "vitest";
import { escapeForSlack, slackCode, slackLink } from "../../../../lib/i18n/text/slack.ts";

describe("text for Slack", () => {
  it("has no mention, no link and no formatting", () => {
    expect(escapeForSlack("<!channel> & <https://a.example|b> *x* `y`")).toBe(
      "&lt;!channel&gt; &amp; &lt;https://a.example|b&gt; \u200b*x\u200b* \u200b`y\u200b`",
    );
    expect(escapeForSlack("_x_ ~y~ (*z*)")).toBe("\u200b_x\u200b_ \u200b~y\u200b~ (\u200b*z\u200b*)");
  });

  it("keeps marks inside a word, where Slack formats nothing", () => {
    expect(escapeForSlack("usr_000_1 2*3")).toBe("usr_000_1 2*3");
  });
});

describe("a code of an emoji in a text for Slack", () => {
  it.each([
    [":white_check_mark: Revisado :100:", ":\u200bwhite_check_mark: Revisado :\u200b100:"],
    [":+1::skin-tone-3: bien:tada:", ":\u200b+1::\u200bskin-tone-3: bien:\u200btada:"],
    [":flag-mx: y :piñata:", ":\u200bflag-mx: y :\u200bpiñata:"],
  ])("stays text: %s", (text, escaped) => {
    expect(escapeForSlack(text)).toBe(escaped);
  });

  it("is none in a time or in front of a blank", () => {
    expect(escapeForSlack("2025-08-20 05:10:57 UTC: a: b")).toBe("2025-08-20 05:10:57 UTC: a: b");
  });
});

describe("an id or a command in Slack", () => {
  it("comes out of its code span as it went in", () => {
    expect(slackCode("_usr_*1*")).toBe("`_usr_*1*`");
    expect(slackCode("<!channel>&")).toBe("`&lt;!channel&gt;&amp;`");
  });

  it("cannot end the span, and names the replacement of its backticks", () => {
    expect(slackCode("u`*1*")).toBe("`u'*1*` (with ' for its backticks)");
  });
});

describe("a link in Slack", () => {
  it.each([
    ["https://x.example/tx/0xab", "https://x.example/tx/0xab"],
    [
      "https://x.example/caf%C3%A9/%e2%80%8B%25E2/tx/0xab",
      "https://x.example/caf%C3%A9/%e2%80%8B%25E2/tx/0xab",
    ],
    ["https://x.example/a|b<c>/100%/tx/0xab", "https://x.example/a%7Cb%3Cc%3E/100%25/tx/0xab"],
    ["https://x.example/a&b", "https://x.example/a&amp;b"],
  ])("leads to %s", (url, written) => {
    expect(slackLink(url, "Wallet")).toBe(`<${written}|Wallet>`);
  });
});
