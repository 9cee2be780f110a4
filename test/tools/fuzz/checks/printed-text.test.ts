import { describe, expect, it } from "vitest";
import {
  checkHarmless,
  checkNoForgedLine,
  checkNoFormula,
  csvRows,
  essence,
  jsonRows,
} from "./printed-text.ts";

const printed = (out: string, err = "", code = 0) => ({ code, out: Buffer.from(out), err });
const TERMINAL = { terminal: true, raw: false };
const FILE = { terminal: false, raw: false };

describe("what a command may print", () => {
  it.each(["\u001b]52;c;x\u0007", "a\rb", "\u009b31m", "\t", "\u202e", "\u2028", "\u001b[5;31m"])(
    "%j is found on a terminal",
    (text) => {
      expect(() => checkHarmless(printed(text), TERMINAL)).toThrow(/in "/);
      expect(() => checkHarmless(printed("", text), TERMINAL)).toThrow(/in "/);
    },
  );

  it.each(["\u001b[2J", "\u0000", "\u0085", "\u007f"])("%j is found in a file", (text) => {
    expect(() => checkHarmless(printed(text), FILE)).toThrow(/in "/);
  });

  it("colours of its own, line ends and tabs in files, and bytes that were asked for are none of it", () => {
    checkHarmless(printed("\u001b[31mred\u001b[39m\n"), TERMINAL);
    checkHarmless(printed("a\tb\r\n"), FILE);
    checkHarmless(printed("\u001b[2J"), { terminal: false, raw: true });
  });

  it.each([
    [printed("", "TypeError: Cannot read properties of undefined"), /nobody foresaw/],
    [printed("", "Failed\n    at x (y.ts:1:1)"), /nobody foresaw/],
    [printed("", "", 70), /ended with 70/],
  ])("a failure that nobody foresaw is found: %#", (one, finding) => {
    expect(() => checkHarmless(one, FILE)).toThrow(finding);
  });

  it("a row that somebody has forged is found", () => {
    expect(() => checkNoForgedLine("a\nFORGED-ROW")).toThrow("a forged line");
    expect(() => checkNoForgedLine("a\u2028FORGED-ROW")).toThrow("a forged line");
    checkNoForgedLine("a FORGED-ROW\n");
  });

  it("a formula is found, and a number is none", () => {
    for (const cell of ["=1+1", "+1x", "@SUM(1)", "\t=1", "＝1"])
      expect(() => checkNoFormula(cell, "symbol")).toThrow("a formula under symbol");
    for (const cell of ["'=1+1", "-1.5", "USDC"]) checkNoFormula(cell, "symbol");
  });

  it("lines that are no JSON, and rows that are no CSV, are found", () => {
    expect(jsonRows('{"a":1}\n{"a":2}\n')).toEqual([{ a: 1 }, { a: 2 }]);
    expect(() => jsonRows('{"a":1}\nFORGED\n')).toThrow("a line that is no JSON");
    expect(() => jsonRows('{"a":1}')).toThrow("no end");
    expect(csvRows('a,b\n"x ""y""\nz",2\n')).toEqual([{ a: 'x "y"\nz', b: "2" }]);
    expect(() => csvRows("a,b\n1\n")).toThrow("1 cells under 2 names");
    expect(() => csvRows('a,b\n"1"x,2\n')).toThrow("no CSV");
  });

  it("what is read back is compared without what may be escaped or left out, and with all the rest", () => {
    expect(essence("a\u001b[2J b")).toBe(essence("a\\u001b[2J  b"));
    expect(essence("'=1")).toBe(essence("=1"));
    expect(essence("USDC")).not.toBe(essence("USDT"));
  });
});
