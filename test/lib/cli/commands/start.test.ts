import { afterAll, beforeAll, expect, test } from "vitest";
import { makePlace, type Place } from "../support/test-context.ts";

let place: Place;
beforeAll(async () => {
  place = await makePlace();
});
afterAll(async () => place.remove());

test.each([
  ["start", {}],
  ["start Vigia-prod", { stackName: "Vigia-prod" }],
  ["start --service https://api.example/v1", { service: "https://api.example/v1" }],
])("starts with what is given: %s", async (line, options) => {
  const { out, code } = await place.vigia(line.split(" "));
  expect([code, JSON.parse(out)]).toEqual([0, options]);
});

test.each([
  ["start --service nowhere", "Expected an http or https URL."],
  ["start --stage dev", "name it as in vigia start Vigia-dev.\n"],
])("refuses %s", async (line, sentence) => {
  expect(await place.vigia(line.split(" "))).toEqual({
    code: 2,
    out: "",
    err: expect.stringContaining(sentence),
  });
});
