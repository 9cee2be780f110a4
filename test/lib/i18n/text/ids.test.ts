import { describe, expect, it } from "vitest";
import { shownId } from "../../../../lib/i18n/text/ids.ts";

describe("an id in an alert", () => {
  it.each([
    "u-1",
    "usr000123abc",
    "6f9619ff-8b86-d011-b42d-abc900101ab1",
    "José",
    "user_1",
    "_u*1*",
    "ﬁsh",
    "auth0|5f0c",
    "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
    "u`1",
    "x".repeat(128),
  ])("is exactly %s", (id) => {
    expect(shownId(id)).toBe(id);
  });

  it("is in quotation marks if its end could not be seen", () => {
    expect(shownId("u 1")).toBe('"u 1"');
    expect(shownId("u-1 (USD 1), user u-9")).toBe('"u-1 (USD 1), user u-9"');
    expect(shownId("")).toBe('""');
  });

  it("says that it is incomplete if a part was left out", () => {
    expect(shownId("u\u3164-1")).toBe("u-1 (shown without its invisible characters)");
    expect(shownId(" u-1")).toBe("u-1 (shown without its invisible characters)");
    expect(shownId(`${"x".repeat(2_000)}`)).toBe(`${"x".repeat(127)}… (cut, of 2,000 characters)`);
    expect(shownId("ana@example.com")).toBe("[e-mail masked]");
  });

  it("is isolated where it is written from right to left", () => {
    expect(shownId("אבג")).toBe("\u2068אבג\u2069");
  });
});
