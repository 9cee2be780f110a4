import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { Isolation, Suspects } from "../../../lib/aws/isolation.ts";

const made: Isolation<readonly string[], string[]>[] = [];

/** Works on items in a thread that may be blocked for 300 ms. */
function worker(milliseconds = 60_000) {
  const run = workerOf();
  const by = Date.now() + milliseconds;
  return (items: readonly string[]) => run(items, by);
}

function workerOf() {
  const isolation = new Isolation<readonly string[], string[]>(
    join(import.meta.dirname, "isolated-thread.ts"),
    (result) => z.array(z.string()).parse(result),
  );
  made.push(isolation);
  return (items: readonly string[], by: number) => isolation.run(items, { blockedMs: 300, by });
}

const suspects = () => new Suspects<string>((item) => item);

afterEach(async () => {
  vi.unstubAllEnvs();
  // Past its time, a thread is ended.
  for (const isolation of made.splice(0)) await isolation.end();
});

describe("work in isolation", () => {
  it("is answered, by one thread for one work after another", async () => {
    const run = worker();
    expect(await run(["a"])).toEqual({ kind: "done", result: ["a"] });
    expect(await run(["b"])).toEqual({ kind: "done", result: ["b"] });
  });

  it.each(["blocks", "fills", "exits"])(
    "is killed where it %s, and the next has a thread again",
    async (kills) => {
      const run = worker();
      expect(await run(["a", kills])).toEqual({ kind: "killed" });
      expect(await run(["a"])).toEqual({ kind: "done", result: ["a"] });
    },
  );

  it("may wait for longer than it may be blocked: a call that hangs kills nothing", async () => {
    expect(await worker()(["waits"])).toEqual({ kind: "done", result: ["waits"] });
  });

  it("that throws has failed, and that has no time left is not finished", async () => {
    expect(await worker()(["throws"])).toEqual({ kind: "failed" });
    expect(await worker(400)(["waits"])).toEqual({ kind: "unfinished" });
    expect(await worker(0)(["a"])).toEqual({ kind: "unfinished" });
  });

  it("finds the thread started that took longer to start than earlier work had", async () => {
    vi.stubEnv("STARTING_MS", "3000");
    const run = workerOf();
    expect(await run(["a"], Date.now() + 1_500)).toEqual({ kind: "unfinished" });
    // Too short for another start.
    expect(await run(["b"], Date.now() + 2_900)).toEqual({ kind: "done", result: ["b"] });
    expect(await run(["c"], Date.now() + 2_900)).toEqual({ kind: "done", result: ["c"] });
  });
});

describe("items that are isolated", () => {
  it("are all done but a killer, which is given up after it killed three times alone", async () => {
    const good = Array.from({ length: 99 }, (_, index) => `good ${index}`);
    const run = worker();
    const runs: (readonly string[])[] = [];
    const { results, killers, left } = await suspects().isolate(
      [...good.slice(0, 40), "blocks", ...good.slice(40)],
      (part) => {
        runs.push(part);
        return run(part);
      },
    );
    expect(results.flat().toSorted()).toEqual(good.toSorted());
    expect({ killers, left }).toEqual({ killers: ["blocks"], left: [] });
    expect(runs.filter((part) => part.length === 1 && part[0] === "blocks")).toHaveLength(3);
  }, 60_000);

  it("that fail or have no time are left, never given up", async () => {
    expect(await suspects().isolate(["a", "throws", "b"], worker())).toEqual({
      ...{ results: expect.arrayContaining([["b"], ["a"]]), killers: [], left: ["throws"], killed: false },
    });
    expect(await suspects().isolate(["a", "b"], worker(0))).toEqual({
      results: [],
      killers: [],
      left: ["a", "b"],
      killed: false,
    });
    expect(await suspects().isolate([], worker())).toEqual({
      results: [],
      killers: [],
      left: [],
      killed: false,
    });
  });

  it("are counted as killers from one call to the next, and wait behind the good ones", async () => {
    const found = suspects();
    const parts: (readonly string[])[] = [];
    const once = async (items: readonly string[]) => {
      const isAgain = parts.filter((part) => part[0] === "killer").length > 0;
      parts.push(items);
      if (!items.includes("killer")) return { kind: "done" as const, result: items };
      return { kind: isAgain ? ("unfinished" as const) : ("killed" as const) };
    };
    for (const kills of [1, 2]) {
      parts.splice(0);
      const { killers, left } = await found.isolate(["killer", "good"].slice(0, kills), once);
      expect({ killers, left }).toEqual({ killers: [], left: ["killer"] });
    }
    expect(parts).toEqual([["good"], ["killer"], ["killer"]]);
    parts.splice(0);
    expect((await found.isolate(["killer"], once)).killers).toEqual(["killer"]);
  });
});
