/** Files that commands write: whole or not there. */

import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeNewFile } from "../../../../lib/cli/output/new-file.ts";

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "vigia-file-"));
});
afterEach(() => rm(cwd, { recursive: true }));

const write = (out: string, force = false) => writeNewFile({ cwd, out, force }, Readable.from(["new"]));
const read = (name: string) => readFile(join(cwd, name), "utf8");

test("writes a file that only its owner may read, and leaves nothing beside it", async () => {
  await write("all.csv");
  expect(await read("all.csv")).toBe("new");
  expect((await stat(join(cwd, "all.csv"))).mode & 0o777).toBe(0o600);
  expect(await readdir(cwd)).toEqual(["all.csv"]);
});

test("writes over a file only with --force, and over a folder never", async () => {
  await writeFile(join(cwd, "old.csv"), "old");
  await expect(write("old.csv")).rejects.toThrow(
    "old.csv already exists: name another file, or overwrite it with --force.",
  );
  expect(await read("old.csv")).toBe("old");
  await write("old.csv", true);
  expect(await read("old.csv")).toBe("new");
  await mkdir(join(cwd, "folder"));
  await expect(write("folder", true)).rejects.toThrow("folder already exists");
});

test("leaves what was there, and no part of the new one, where the content fails", async () => {
  await writeFile(join(cwd, "old.csv"), "old");
  async function* broken() {
    yield "half";
    throw new Error("the table is gone");
  }
  const content = Readable.from(broken());
  await expect(writeNewFile({ cwd, out: "old.csv", force: true }, content)).rejects.toThrow(
    "the table is gone",
  );
  expect(await read("old.csv")).toBe("old");
  expect(await readdir(cwd)).toEqual(["old.csv"]);
});

test("says where it cannot write", async () => {
  await expect(write("none/all.csv")).rejects.toThrow(
    `none/all.csv cannot be written: there is no folder ${join(cwd, "none")}. Create it, or name another.`,
  );
});

test("follows no planted link in the folder", async () => {
  await writeFile(join(cwd, "victim"), "precious");
  await symlink(join(cwd, "victim"), join(cwd, "planted.csv"));
  await symlink(join(cwd, "made"), join(cwd, "dangling.csv"));
  await write("planted.csv", true);
  await write("dangling.csv");
  expect(await read("victim")).toBe("precious");
  expect(await readdir(cwd)).not.toContain("made");
});
