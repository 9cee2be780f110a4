/** Bodies that a case's events name by their digests: they are in the pack, or their absence is told. */

import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { expandBody } from "../../../../lib/intake/notifications/raw-body.ts";
import { unpack, verify } from "../../../support/evidence.ts";
import { inventedCase, inventedPack, inventedRevision } from "../../../support/invented-evidence.ts";

const REVISION = inventedRevision("7", "first");
const RAW_SHA256 = createHash("sha256").update(expandBody(REVISION.raw)).digest("hex");
const OTHER_SHA256 = "ab".repeat(32);

const packOf = (rawSha256: string, now?: Date) =>
  inventedPack(
    [inventedCase("1#7", {}, { rawSha256 })],
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

it("names a body that had expired, and holds", async () => {
  const { zip, summary } = await packOf(OTHER_SHA256, new Date("2036-03-02T12:00:00Z"));
  expect(summary.lacking).toMatchObject([
    { corrupt: false, packed: { lacks: [{ kind: "body absent", sha256: OTHER_SHA256 }] } },
  ]);
  const { code, out } = verify(unpack(zip).folder);
  expect(code).toBe(0);
  expect(out).toContain(`The message with the SHA-256 ${OTHER_SHA256} had expired`);
});
