/** Gaps that a pack names. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { unpack, verify } from "../../../support/evidence.ts";
import { inventedCase, inventedPack, inventedRevision } from "../../../support/invented-evidence.ts";

function readPack(zip: Uint8Array) {
  const { folder, paths } = unpack(zip);
  const read = (path: string) => readFileSync(join(folder, path), "utf8");
  const page = read(paths.find((path) => path.endsWith("page.html")) ?? "");
  return { folder, paths, page, manifest: JSON.parse(read("manifest.json")) };
}

it("says of each revision when it came, and what it said itself", async () => {
  const withdrawn = {
    ...inventedRevision("7", "v1"),
    riskNow: "none",
    revisionReceivedAt: "2026-03-02T09:00:00.000Z",
  } as const;
  const { zip } = await inventedPack([inventedCase("1#7")], () => ({
    notification: withdrawn,
    revisions: [inventedRevision("7", "first")],
    others: [],
  }));
  const { page } = readPack(zip);
  expect(page).toContain("Received: 2026-03-02 03:00:00. Risk: no law.");
  expect(page).toContain("Received: 2026-03-01 06:00:00. Risk: FLAGGED.");
});

it("names the command that lists every content of an id where a case lacks some", async () => {
  const notification = inventedRevision("7", "first");
  const revisions = Array.from({ length: 20 }, (_, index) => inventedRevision("7", `v${index}`));
  const { zip } = await inventedPack([inventedCase("1#7")], () => ({
    notification,
    revisions,
    more: "v19",
    others: [],
  }));
  const { folder, paths, page, manifest } = readPack(zip);
  expect(paths.filter((path) => path.endsWith(".body"))).toHaveLength(21);
  const sentence =
    "More messages came than this folder contains. Ask those who run Vigía for all of them, by the key 1#7";
  expect(page).toContain(sentence);
  expect(manifest.cases[0].lacks).toEqual([{ kind: "contents left out", key: "1#7" }]);
  expect(verify(folder)).toMatchObject({ code: 0 });
});

it("ends before it has more files than a zip that every program can read", async () => {
  const cases = [inventedCase("1#1"), inventedCase("1#2")];
  // Three of each case, and six of the pack.
  expect((await inventedPack(cases, undefined, 12)).summary.cases).toBe(2);
  await expect(inventedPack(cases, undefined, 11)).rejects.toThrow("more than 11 files");
});

it("says on its page, in its manifest and when it is verified that a notification was gone", async () => {
  const { zip, summary } = await inventedPack([inventedCase("1#7")]);
  const { folder, page, manifest } = readPack(zip);
  const sentence = "The notification of this case was no longer in the table when the file was made.";
  expect(page).toContain(sentence);
  expect(manifest.cases[0].lacks).toEqual([{ kind: "notification gone" }]);
  expect(verify(folder)).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /was no longer in the table.*Everything matches manifest.json. Files: 7; cases: 1;/s,
    ),
  });
  expect(summary.lacking).toMatchObject([{ corrupt: false }]);
});

it("names a corrupt body and a corrupt case, and packs them as stored beside the others", async () => {
  const whole = inventedRevision("1", "first");
  const corrupt = { ...inventedRevision("2", "first"), raw: new Uint8Array([110, 1, 2]) };
  const cases = [inventedCase("1#2"), inventedCase("1#3", { items: [] }), inventedCase("1#1")];
  const { zip, summary } = await inventedPack(cases, (name) => ({
    notification: name === "1#2" ? corrupt : whole,
    revisions: [],
    others: [],
  }));
  const { folder, paths } = unpack(zip);
  expect(paths.map((path) => path.replace(/-[0-9a-f]{8}/, ""))).toEqual([
    ...["case.json", "notification-1.json", "notification-1.stored", "scores.json", "page.html"].map(
      (file) => `1-2/${file}`,
    ),
    ...["case.json", "notification-1.json", "notification-1.body"].map((file) => `1-3/${file}`),
    ...["case.json", "notification-1.json", "notification-1.body", "scores.json", "page.html"].map(
      (file) => `1-1/${file}`,
    ),
    "index.html",
    "index.csv",
    "verify.html",
    "verify.mjs",
    "manifest.json",
    "manifest.sha256",
  ]);
  expect(summary.lacking).toMatchObject([
    {
      corrupt: true,
      packed: {
        lacks: [{ kind: "body unreadable", name: "1#2#TTTTTTTTTTTTTTTT" }],
      },
    },
    { corrupt: true, packed: { lacks: [{ kind: "case unreadable" }] } },
  ]);
  expect(verify(folder)).toMatchObject({ code: 1, out: expect.stringContaining("The message of 1#2#") });
});
