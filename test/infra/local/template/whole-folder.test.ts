import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeWhole } from "../../../../infra/local/template/whole-folder.ts";

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "vigia-whole-"));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

it("is made once, and by one where several make it at a time", async () => {
  const folder = join(parent, "deep", "one");
  const makers = ["a", "b", "c"].map((text) =>
    makeWhole(folder, async (unfinished) => {
      await Promise.resolve();
      writeFileSync(join(unfinished, "text"), text);
    }),
  );
  await Promise.all(makers);
  await makeWhole(folder, () => {
    throw new Error("It is there already.");
  });
  expect(readdirSync(join(parent, "deep"))).toEqual(["one"]);
  expect(["a", "b", "c"]).toContain(readFileSync(join(folder, "text"), "utf8"));
});

it("is not there, not even in part, where making it fails", async () => {
  const making = makeWhole(join(parent, "one"), (unfinished) => {
    writeFileSync(join(unfinished, "text"), "half");
    throw new Error("The disk is full.");
  });
  await expect(making).rejects.toThrow("The disk is full.");
  expect(readdirSync(parent)).toEqual([]);
});
