import { describe, expect, it } from "vitest";
import { escapeForSlack, slackCode } from "../../../lib/text/slack.ts";

describe("text for Slack", () => {
  it("mentions nobody, links nowhere and formats nothing", () => {
    expect(escapeForSlack("<!channel> & <https://a.example|b> *x* `y`")).toBe(
      "&lt;!channel&gt; &amp; &lt;https://a.example|b&gt; \u200b*x\u200b* \u200b`y\u200b`",
    );
    expect(escapeForSlack("_x_ ~y~ (*z*)")).toBe("\u200b_x\u200b_ \u200b~y\u200b~ (\u200b*z\u200b*)");
  });

  it("keeps marks inside a word, where Slack formats nothing", () => {
    expect(escapeForSlack("usr_000_1 2*3")).toBe("usr_000_1 2*3");
  });
});

describe("an id or a command in Slack", () => {
  it("comes out of its code span as it went in", () => {
    expect(slackCode("_usr_*1*")).toBe("`_usr_*1*`");
    expect(slackCode("<!channel>&")).toBe("`&lt;!channel&gt;&amp;`");
  });

  it("cannot end the span, and says what stands for its backticks", () => {
    expect(slackCode("u`*1*")).toBe("`u'*1*` (with ' for its backticks)");
  });
});
