import { expect, test } from "vitest";
import * as z from "zod/mini";
import { compiledObject } from "../../../lib/contract/lazy-schema.ts";

const shape = { name: z.string(), size: z.optional(z.number()), note: z.nullish(z.string()) };

test("a compiled object gives the fields of its shape, and drops all others", () => {
  expect(compiledObject(shape).parse({ name: "a", note: null, other: 1 })).toEqual({ name: "a", note: null });
});

test("every field that is missing or wrong is an issue, with its path", () => {
  const outer = compiledObject({ inner: compiledObject(shape) });
  const issues = outer.safeParse({ inner: { size: "7" } }).error?.issues;
  expect(issues?.map(({ code, path }) => [code, path.join(".")])).toEqual([
    ["invalid_type", "inner.name"],
    ["invalid_type", "inner.size"],
  ]);
});

test.each([[null], ["text"], [[]], [{}], [{ name: 1, size: {}, note: 2 }], [JSON.parse('{"__proto__":1}')]])(
  "%j is judged as zod/mini's own object judges it",
  (value) => {
    expect(compiledObject(shape).safeParse(value)).toEqual(z.object(shape).safeParse(value));
  },
);

test("its fields can be asked for", () => {
  expect(Object.keys(compiledObject(shape).shape)).toEqual(["name", "size", "note"]);
});
