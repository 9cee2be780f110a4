import { describe, expect, it } from "vitest";
import { checkShown, readPage } from "./page-checks.ts";

const page = (body: string) =>
  `<!doctype html><html><head><title>x</title></head><body>${body}</body></html>`;

describe("what a page of the desk may hold", () => {
  it.each([
    ["<script>1</script>", "a script in the page"],
    ['<script src="https://evil.example/x.js"></script>', "a script in the page"],
    ['<main onclick="x">', "an attribute onclick of main"],
    ['<p style="x">', "an attribute style of p"],
    ["<x-forged>", "an element x-forged"],
    ['<p title="" x-forged="1">', "an attribute x-forged of p"],
    ["<iframe></iframe>", "an element iframe"],
    ["<!-- x -->", "a comment"],
    ['<a href="javascript:x">x</a>', 'a with href "javascript:x"'],
    ['<a href=" javascript:x">x</a>', 'a with href " javascript:x"'],
    ['<a href="//evil.example">x</a>', 'a with href "//evil.example"'],
    ['<form action="https://evil.example"></form>', "form with action"],
    ['<button formaction="data:x">x</button>', "button with formaction"],
  ])("%s is found", (body, finding) => {
    expect(() => readPage(page(body))).toThrow(finding);
  });

  it("a page without its doctype is found", () => {
    expect(() => readPage("<html></html>")).toThrow("quirks mode");
  });

  it("text, own scripts and links to the desk and to sites are none of it", () => {
    const body = `&lt;script&gt; <a href="/wallets?a=b">x</a> <a href="https://site.example/">y</a> <input value="z">
      <script src="/assets/1/desk.js"></script>`;
    const found = readPage(page(body));
    expect(found.links).toEqual(["/wallets?a=b", "https://site.example/"]);
    expect(() => checkShown(found, { text: "<script>", field: "z" })).not.toThrow();
    expect(() => checkShown(found, { text: "<b>" })).toThrow("text is not shown as it is");
  });
});
