import { afterAll, beforeAll, expect, test } from "vitest";
import { makePlace, type Place } from "../support/test-context.ts";

let place: Place;
beforeAll(async () => {
  place = await makePlace();
});
afterAll(async () => place.remove());

test.each([
  ["start", { context: {} }],
  ["start -c scan.maxDepth=5 -c language=", { context: { "scan.maxDepth": "5", language: "" } }],
  ["start --service https://api.example/v1", { context: {}, service: "https://api.example/v1" }],
])("starts with what is given: %s", async (line, options) => {
  const { out, code } = await place.vigia(line.split(" "));
  expect([code, JSON.parse(out)]).toEqual([0, options]);
});

test.each([
  ["start --service nowhere", "--service: expected an http or https URL.\n"],
  ["start -c stage", "--context: expected key=value, as in scan.maxDepth=5.\n"],
  ["start --stage dev", "start runs the local stack: leave out --stage, and override settings with -c.\n"],
])("refuses %s", async (line, sentence) => {
  expect(await place.vigia(line.split(" "))).toEqual({ code: 2, out: "", err: sentence });
});
