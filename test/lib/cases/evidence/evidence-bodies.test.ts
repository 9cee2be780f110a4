/** Bodies that a case's events name by their digests: they are in the pack, or their absence is told. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { OpenedFacts } from "../../../../lib/cases/case-facts.ts";
import { expandBody } from "../../../../lib/intake/notifications/raw-body.ts";
import { openedCase } from "../../../support/case-items.ts";
import { newStep } from "../../../support/case-steps.ts";
import { unpack, verify } from "../../../support/evidence.ts";
import { inventedCase, inventedPack, inventedRevision } from "../../../support/invented-evidence.ts";

const REVISION = inventedRevision("7", "first");
const RAW_SHA256 = createHash("sha256").update(expandBody(REVISION.raw)).digest("hex");
const OTHER_SHA256 = "ab".repeat(32);

const packOf = (rawSha256: string, now?: Date, earlier?: OpenedFacts["earlier"]) =>
  inventedPack(
    [inventedCase("1#7", {}, { rawSha256, earlier })],
    () => ({ notification: REVISION, revisions: [], others: [] }),
    undefined,
    now,
  );

it("holds where the body is the one that the opening names", async () => {
  const { zip, summary } = await packOf(RAW_SHA256);
  expect(summary.lacking).toEqual([]);
  expect(verify(unpack(zip).folder)).toMatchObject({ code: 0 });
});

it("is not intact where the stored body is another one than the opening names", async () => {
  const { zip, summary } = await packOf(OTHER_SHA256);
  expect(summary.lacking).toMatchObject([
    {
      corrupt: true,
      packed: {
        lacks: [{ kind: "body differs", sha256: OTHER_SHA256 }],
      },
    },
  ]);
  const { code, out } = verify(unpack(zip).folder);
  expect(code).toBe(1);
  expect(out).toContain(`no body in the pack is the message that event 1 names (${OTHER_SHA256})`);
});

it("is not intact without the body of a revision from before the one that opened the case", async () => {
  const signedAt = "2026-03-01T11:00:00.000Z";
  const earlier = [
    { signedAt, digest: "other", rawSha256: OTHER_SHA256, timestamp: undefined, usd: undefined },
  ];
  const { zip, summary } = await packOf(RAW_SHA256, undefined, earlier);
  const lacks = [{ kind: "body differs", sha256: OTHER_SHA256 }];
  expect(summary.lacking).toMatchObject([{ corrupt: true, packed: { lacks } }]);
  expect(verify(unpack(zip).folder)).toMatchObject({ code: 1 });
});

it("names a body that had expired, and holds", async () => {
  const { zip, summary } = await packOf(OTHER_SHA256, new Date("2036-03-02T12:00:00Z"));
  expect(summary.lacking).toMatchObject([
    { corrupt: false, packed: { lacks: [{ kind: "body absent", sha256: OTHER_SHA256 }] } },
  ]);
  const { code, out } = verify(unpack(zip).folder);
  expect(code).toBe(0);
  expect(out).toContain(`The message with the SHA-256 ${OTHER_SHA256} had expired`);
});

const OPERATION = { name: "1#7#TTTTTTTTTTTTTTTT", receivedAt: REVISION.receivedAt };

/** A pack of a user's case, whose suspicion takes an operation along. */
function packOfSuspicion({
  rawSha256 = RAW_SHA256,
  now,
  pages = [[REVISION]],
}: {
  rawSha256?: string;
  now?: Date;
  /** The revisions of its notification, as they are read one page after the other. */
  pages?: (typeof REVISION)[][];
} = {}) {
  const at = "2026-03-02T15:00:00.000Z";
  const suspicion = newStep("a", at, {
    kind: "suspect",
    knownSince: at,
    operations: [{ ...OPERATION, rawSha256 }],
  });
  const key = { subject: "user#1#u-1", opened: "0" };
  const facts = { kind: "user", projectId: 1, userId: "u-1", receivedAt: at } as const;
  let reads = 0;
  const find = (name: string) => {
    const [first, ...revisions] = pages[reads++] ?? [];
    if (name !== OPERATION.name || first === undefined) return undefined;
    const more = reads < pages.length ? { more: `after-${reads}` } : {};
    return { notification: first, revisions, others: [], ...more };
  };
  return inventedPack([openedCase(key, facts, suspicion)], find, undefined, now);
}

it("has the message of each operation that a suspicion takes along, and no other message of its notification", async () => {
  const later = inventedRevision("7", "later");
  const { zip, summary } = await packOfSuspicion({ pages: [[later], [later, REVISION]] });
  expect(summary.lacking).toEqual([]);
  const { folder, paths } = unpack(zip);
  const [path, ...others] = paths.filter((name) => name.endsWith(".body"));
  expect(others).toEqual([]);
  expect(path).toMatch(/\/operation-1\.body$/);
  expect(readFileSync(join(folder, path ?? ""), "utf8")).toBe('{"digest":"first"}');
  expect(verify(folder)).toMatchObject({ code: 0 });
  const page = paths.find((name) => name.endsWith("/page.html")) ?? "";
  expect(readFileSync(join(folder, page), "utf8")).toContain(`SHA-256 ${RAW_SHA256}`);
});

it("is not intact where no message of an operation is the one that the suspicion names", async () => {
  const { zip, summary } = await packOfSuspicion({ rawSha256: OTHER_SHA256 });
  const lacks = [{ kind: "body differs", sha256: OTHER_SHA256 }];
  expect(summary.lacking).toMatchObject([{ corrupt: true, packed: { lacks } }]);
  const { code, out } = verify(unpack(zip).folder);
  expect(code).toBe(1);
  expect(out).toContain(`no body in the pack is the message that event 2 names (${OTHER_SHA256})`);
});

it.each([
  ["had expired with its notification", { pages: [], now: new Date("2037-03-02T12:00:00Z") }],
  [
    "is past the revisions that are read",
    { pages: Array.from({ length: 11 }, () => [inventedRevision("7", "x")]) },
  ],
])("names the message of an operation that %s, and holds", async (_, order) => {
  const { zip, summary } = await packOfSuspicion(order);
  const lacks = [{ kind: "body absent", sha256: RAW_SHA256 }];
  expect(summary.lacking).toMatchObject([{ corrupt: false, packed: { lacks } }]);
  expect(verify(unpack(zip).folder)).toMatchObject({ code: 0 });
});
