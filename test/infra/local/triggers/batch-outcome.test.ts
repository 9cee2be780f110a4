import { expect, it } from "vitest";
import { failedMessages } from "../../../../infra/local/triggers/event-source.ts";

const IDS = ["a", "b", "c"];
const crash = { errorType: "Runtime.ExitError", errorMessage: "", trace: [] };

function failed(answer: unknown, reports = true): string[] {
  return [...failedMessages(IDS, { ok: true, payload: JSON.stringify(answer) ?? "null" }, reports)];
}

it.each([
  ["nothing", null],
  ["an empty object", {}],
  ["an empty list", { batchItemFailures: [] }],
  ["no list", { batchItemFailures: null }],
])("takes %s for success of every message", (_name, answer) => {
  expect(failed(answer)).toEqual([]);
});

it("keeps the messages that are named, and only those", () => {
  expect(failed({ batchItemFailures: [{ itemIdentifier: "b" }] })).toEqual(["b"]);
});

it.each([
  ["an empty identifier", { batchItemFailures: [{ itemIdentifier: "" }] }],
  ["no identifier", { batchItemFailures: [{ itemIdentifier: null }] }],
  ["another key", { batchItemFailures: [{ itemId: "b" }] }],
  [
    "a message that is not in the batch",
    { batchItemFailures: [{ itemIdentifier: "b" }, { itemIdentifier: "z" }] },
  ],
  ["no list where there should be one", { batchItemFailures: "b" }],
])("keeps the whole batch where the answer has %s", (_name, answer) => {
  expect(failed(answer)).toEqual(IDS);
});

it("keeps the whole batch where the function failed", () => {
  expect([...failedMessages(IDS, { ok: false, error: crash }, true)]).toEqual(IDS);
});

it("does not look at the answer where the template does not ask for it", () => {
  expect(failed({ batchItemFailures: [{ itemIdentifier: "b" }] }, false)).toEqual([]);
});
