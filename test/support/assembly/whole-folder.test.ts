import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeWhole } from "./whole-folder.ts";

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "vigia-whole-"));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

it("is made once, by one of all who want it at a time, for whom the others wait", async () => {
  const folder = join(parent, "deep", "one");
  const folders: string[] = [];
  const makers = ["a", "b", "c"].map((text) =>
    makeWhole(folder, async (unfinished) => {
      folders.push(text);
      await sleep(100);
      writeFileSync(join(unfinished, "text"), text);
    }),
  );
  await Promise.race(makers);
  expect(readdirSync(join(parent, "deep"))).toEqual(["one"]);
  await Promise.all(makers);
  await makeWhole(folder, () => {
    throw new Error("It is there already.");
  });
  expect(folders).toEqual([readFileSync(join(folder, "text"), "utf8")]);
});

it.each([
  ["has died", "999999999", 0],
  ["takes too long", String(process.pid), 61_000],
])("is made by another where the one that began it %s", async (_, pid, ago) => {
  const folder = join(parent, "one");
  writeFileSync(`${folder}.lock`, pid);
  const since = new Date(Date.now() - ago);
  utimesSync(`${folder}.lock`, since, since);
  await makeWhole(folder, (unfinished) => writeFileSync(join(unfinished, "text"), "whole"));
  expect(readdirSync(parent)).toEqual(["one"]);
});

it("is not there, not even in part, where making it fails", async () => {
  const making = makeWhole(join(parent, "one"), (unfinished) => {
    writeFileSync(join(unfinished, "text"), "half");
    throw new Error("The disk is full.");
  });
  await expect(making).rejects.toThrow("The disk is full.");
  expect(readdirSync(parent)).toEqual([]);
});
