import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { expect, it } from "vitest";
import { evidencePack, folderOf } from "../../../lib/evidence/evidence-pack.ts";
import { unpack, verify } from "../../support/evidence.ts";

const ROOT = join(import.meta.dirname, "../../..");

it("is checked by a program whose digest SECURITY.md names", () => {
  const program = readFileSync(join(ROOT, "lib/evidence/assets/verify.mjs"));
  const digest = createHash("sha256").update(program).digest("hex");
  expect(readFileSync(join(ROOT, "SECURITY.md"), "utf8")).toContain(`\`${digest}\``);
});

it("has folders that every file system takes, one a case", () => {
  expect(folderOf({ subject: "notification#1#42", opened: "once" })).toMatch(
    /^notification-1-42-[0-9a-f]{8}$/,
  );
  const hostile = { subject: `notification#1#../../${"x".repeat(300)}`, opened: "once" };
  expect(folderOf(hostile)).toMatch(/^[A-Za-z0-9-]{1,69}$/);
  const one = folderOf({ subject: "wallet#1#0xa#1", opened: "a" });
  expect(one).not.toBe(folderOf({ subject: "wallet#1#0xa#1", opened: "b" }));
});

it("of no case at all holds too", async () => {
  const nothing = () => Promise.reject(new Error("Nothing is to be read."));
  const sources: Parameters<typeof evidencePack>[1] = Object.assign(Object.create(null), {
    cases: { chained: nothing },
  });
  const pack = await Array.fromAsync(
    evidencePack([], sources, { language: "en", now: new Date("2026-03-01T12:00:00Z") }),
  );
  const zip = Buffer.concat(pack);
  expect(Object.keys(unzipSync(zip))).toEqual(["verify.mjs", "manifest.json", "manifest.sha256"]);
  expect(verify(unpack(zip).folder)).toMatchObject({ code: 0 });
});
