import { expect, it } from "vitest";
import { Sequence } from "./sequence.ts";

const never = new Promise<never>(() => {});

it("is a finding where it does not end in time, which says at which step it waits, and for what", async () => {
  const sequence = new Sequence("700000001", [{ step: "post" }, { step: "settle" }]);
  sequence.next();
  sequence.next();
  sequence.waitFor([
    { kind: "lost", text: "one" },
    { kind: "wrong", text: "two" },
  ]);
  const place = '700000001 is at step 2 of 2, "settle", for 0 s: lost: one (and 1 more)';
  expect(await sequence.within(1, never)).toEqual([
    { kind: "lost", text: `it did not end in 0 s: ${place}` },
  ]);
});

it("is a finding where it throws", async () => {
  const sequence = new Sequence("700000001", []);
  sequence.next();
  expect(await sequence.within(1_000, Promise.reject(new Error("It broke.")))).toEqual([
    { kind: "wrong", text: "700000001 is at its end for 0 s: It broke." },
  ]);
});

it("is nothing where it ends well", async () => {
  expect(await new Sequence("700000001", []).within(1_000, Promise.resolve([]))).toEqual([]);
});
