import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { errorPlace } from "../../../lib/aws/error-place.ts";

function failing(message: string): Error {
  return new TypeError(message);
}

describe("the place of an error", () => {
  it("is the function and the position of our own code that comes first, without the message", () => {
    expect(errorPlace(failing("no such thing as invented-value"))).toEqual({
      error: "TypeError",
      at: expect.stringMatching(/^failing \(error-place\.test\.ts:\d+:\d+\)$/),
      paths: undefined,
    });
  });

  it("passes over Node's own functions", () => {
    let caught: unknown;
    try {
      new URL("no address");
    } catch (error) {
      caught = error;
    }
    expect(errorPlace(caught).at).toMatch(/error-place\.test\.ts:\d+:\d+/);
  });

  it.each([
    ["looks like a stack", "first\n    at invented-value (/home/invented-value.ts:1:1)"],
    ["has many lines", "a\nb\n    at c (d.ts:1:1)\n"],
    ["is empty", ""],
  ])("quotes nothing of a message that %s", (_, message) => {
    const { at = "" } = errorPlace(failing(message));
    expect(at).toMatch(/^failing \(error-place\.test\.ts:/);
  });

  it("is unknown where the message was changed since, and of what is no error", () => {
    const error = failing("first");
    expect(error.stack).toContain("first");
    error.message = "invented-value";
    expect(errorPlace(error)).toEqual({ error: "TypeError", at: undefined, paths: undefined });
    expect(errorPlace("invented-value")).toEqual({ error: "unknown", at: undefined, paths: undefined });
  });

  it("names the fields that did not fit a schema, by path", () => {
    const { error } = z.object({ a: z.object({ b: z.number() }) }).safeParse({ a: { b: "invented-value" } });
    expect(errorPlace(error)).toMatchObject({ paths: ["a.b"] });
  });
});
