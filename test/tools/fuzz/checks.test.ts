import { describe, expect, it } from "vitest";
import { checkHarmless, checkNoForgedLine, checkNoFormula, essence, rowsIn } from "./commands.ts";
import { checkShown, readPage } from "./desk.ts";
import { checkMessage } from "./messages.ts";

const page = (body: string) =>
  `<!doctype html><html><head><title>x</title></head><body>${body}</body></html>`;

describe("what a page of the desk may hold", () => {
  it.each([
    ["<script>1</script>", "a script in the page"],
    ['<script src="https://evil.example/x.js"></script>', "a script in the page"],
    ['<main onclick="x">', "an attribute onclick of main"],
    ['<p title="" x-forged="1">', "an attribute x-forged of p"],
    ["<x-forged>", "an element x-forged"],
    ["<iframe></iframe>", "an element iframe"],
    ["<!-- x -->", "a comment"],
    ['<a href=" javascript:x">x</a>', 'a with href " javascript:x"'],
    ['<a href="//evil.example">x</a>', 'a with href "//evil.example"'],
    ['<form action="https://evil.example"></form>', "form with action"],
  ])("%s is found", (body, finding) => {
    expect(() => readPage(page(body))).toThrow(finding);
  });

  it("text, own scripts and links to the desk and to sites are shown", () => {
    const found = readPage(
      page(`&lt;script&gt; <a href="/wallets?a=b">x</a> <a href="https://site.example/">y</a> <input value="z">
      <script src="/assets/1/desk.js"></script>`),
    );
    expect(found.links).toEqual(["/wallets?a=b", "https://site.example/"]);
    checkShown(found, { text: "<script>", field: "z" });
    expect(() => checkShown(found, { text: "<b>" })).toThrow("text is not shown as it is");
    expect(() => readPage("<html></html>")).toThrow("quirks mode");
  });
});

describe("what a command may print", () => {
  const printed = (out: string, err = "", code = 0) => ({ code, out, err });

  it.each(["\u001b]52;c;x\u0007", "a\rb", "\u009b31m", "\t", "\u202e", "\u2028", "\u001b[5;31m"])(
    "%j is found on a terminal",
    (text) => {
      expect(() => checkHarmless(printed(text), "terminal")).toThrow(/in "/);
      expect(() => checkHarmless(printed("", text), "terminal")).toThrow(/in "/);
    },
  );

  it.each(["\u001b[2J", "\u0000", "\u0085", "\u007f"])("%j is found in a file", (text) => {
    expect(() => checkHarmless(printed(text), "file")).toThrow(/in "/);
  });

  it("colours of its own, line ends and tabs in files, and bytes that were asked for are let through", () => {
    checkHarmless(printed("\u001b[31mred\u001b[39m\n"), "terminal");
    checkHarmless(printed("a\tb\r\n"), "file");
    checkHarmless(printed("\u001b[2J"), "raw file");
  });

  it("an unforeseen failure is found", () => {
    expect(() => checkHarmless(printed("", "TypeError: x"), "file")).toThrow("unforeseen");
    expect(() => checkHarmless(printed("", "Failed\n    at x (y.ts:1:1)"), "file")).toThrow("unforeseen");
    expect(() => checkHarmless(printed("", "", 70), "file")).toThrow("ended with 70");
  });

  it("a forged row, a formula, and what is not JSON Lines or CSV are found", () => {
    expect(() => checkNoForgedLine("a\u2028FORGED-ROW")).toThrow("a forged line");
    checkNoForgedLine("a FORGED-ROW\n");
    for (const cell of ["=1+1", "+1x", "@SUM(1)", "\t=1", "＝1"])
      expect(() => checkNoFormula(cell, "symbol")).toThrow("a formula under symbol");
    for (const cell of ["'=1+1", "-1.5", "USDC"]) checkNoFormula(cell, "symbol");
    expect(rowsIn('{"a":1}\n{"a":2}\n', "jsonl")).toEqual([{ a: 1 }, { a: 2 }]);
    expect(rowsIn('a,b\n"x ""y""\nz",2\n', "csv")).toEqual([{ a: 'x "y"\nz', b: "2" }]);
    for (const text of ['{"a":1}\nFORGED\n', '{"a":1}'])
      expect(() => rowsIn(text, "jsonl")).toThrow("no jsonl");
    for (const text of ["a,b\n1\n", 'a,b\n"1"x,2\n', "a,b\n1,2\r3,4,5\n"])
      expect(() => rowsIn(text, "csv")).toThrow("no csv");
  });

  it("what is read back is compared without what may be escaped or left out, and with all the rest", () => {
    expect(essence("a\u001b[2J b")).toBe(essence("a\\u001b[2J  b"));
    expect(essence("'=1")).toBe(essence("=1"));
    expect(essence("USDC")).not.toBe(essence("USDT"));
  });
});

describe("what an alert may show", () => {
  it.each([
    ["\u202eexe.law", "in its email form"],
    ["claim evil．example", "a link"],
    ["PEGA900101\u0338ABA", "a tax identifier"],
    ["\u2068שלום", "an isolate that is not closed"],
  ])("%j is found", (email, finding) => {
    expect(() => checkMessage({ subject: "x", texts: { default: "x", email } })).toThrow(finding);
  });

  it.each(["<!channel>", "*bold*", "`code`", "a & b", ":white_check_mark:"])(
    "%j is found in Slack's form",
    (text) => {
      const https = JSON.stringify({ content: { description: text } });
      expect(() => checkMessage({ subject: "x", texts: { default: "x", https } })).toThrow("in Slack's form");
    },
  );

  it("a mark or a code of emoji behind a space that Slack's form adds is let through", () => {
    const https = JSON.stringify({ content: { description: "\u200b*bold\u200b* :\u200b100: at 12:30:05" } });
    checkMessage({ subject: "x", texts: { default: "x", https } });
  });

  it("a subject that SNS refuses is found", () => {
    expect(() => checkMessage({ subject: "!".repeat(100), texts: { default: "x" } })).toThrow("the subject");
  });
});
