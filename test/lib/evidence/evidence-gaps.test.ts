/** What a pack says of what it does not hold. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { unpack, verify } from "../../support/evidence.ts";
import { inventedCase, inventedContent, inventedPack } from "../../support/invented-evidence.ts";

function readPack(zip: Uint8Array) {
  const { folder, paths } = unpack(zip);
  const read = (path: string) => readFileSync(join(folder, path), "utf8");
  const page = read(paths.find((path) => path.endsWith("page.html")) ?? "");
  return { folder, paths, page, manifest: JSON.parse(read("manifest.json")) };
}

it("has twenty other contents of an id with a case, and says exactly how many it leaves out", async () => {
  const notification = inventedContent("7", "first");
  const versions = Array.from({ length: 190 }, (_, index) => inventedContent("7", `v${index}`));
  const { zip } = await inventedPack([inventedCase("1#7")], () => ({ notification, versions }));
  const { folder, paths, page, manifest } = readPack(zip);
  expect(paths.filter((path) => path.endsWith(".body"))).toHaveLength(21);
  expect(page).toContain("And 170 other contents of this id, which are not in this folder");
  expect(manifest.cases[0].lacks).toEqual([expect.stringMatching(/^And 170 other contents of this id,/)]);
  expect(verify(folder)).toMatchObject({ code: 0 });
});

it("ends before it has more files than a zip that everybody can read", async () => {
  const cases = [inventedCase("1#1"), inventedCase("1#2")];
  // Three of each case, and three of the pack.
  expect((await inventedPack(cases, undefined, 9)).summary.cases).toBe(2);
  await expect(inventedPack(cases, undefined, 8)).rejects.toThrow("more than 8 files");
});
