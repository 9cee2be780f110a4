import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { EmulatedStack, WITH_DESK } from "../emulated-stack.ts";
import { type BreakingDesk, deskProperty } from "../properties/desk.ts";

let stack: EmulatedStack;
beforeAll(async () => {
  stack = await EmulatedStack.start(WITH_DESK);
});
afterAll(() => stack.close());

/** A change of every page. */
function pages(change: (html: string) => string): BreakingDesk {
  return (reply) => ({ ...reply, text: change(reply.text) });
}

it.each<[string, BreakingDesk, RegExp]>([
  [
    "writes texts as they are",
    pages((html) => html.replaceAll("&lt;", "<").replaceAll("&gt;", ">")),
    /an element|an attribute|a script|a comment|not shown/,
  ],
  ["leaves texts out", pages((html) => html.replaceAll(/<bdi>.*?<\/bdi>/gs, "")), /not shown as it is/],
  [
    "fails",
    (reply, { target }) => ({ ...reply, status: target === "/scans" ? 500 : reply.status }),
    /status 500/,
  ],
  [
    "asks nobody who they are",
    (reply, { asker }) =>
      asker === "nobody"
        ? { ...reply, status: 200, text: '<!doctype html><a href="/notification?name=1">x</a>' }
        : reply,
    /shown to somebody who is not signed in/,
  ],
])("finds a desk that %s", async (_, breaking, finding) => {
  const details = await fc.check(deskProperty(stack, breaking), { numRuns: 5, seed: 1, endOnFailure: true });
  expect(String(details.errorInstance)).toMatch(finding);
});
