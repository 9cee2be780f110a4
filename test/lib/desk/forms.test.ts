/** Forms and addresses of any size: what is read of them, and what that costs. */

import { describe, expect, it } from "vitest";
import { cpuTimeOf } from "../../support/cpu-time.ts";
import { startDesk, type Visit } from "../../support/desk/desk-app.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");
const { stranger } = desk;

/** CPU that ten visits take, in milliseconds. */
function cost(visit: Visit, path: string, form?: string): Promise<number> {
  return cpuTimeOf(async () => {
    for (let count = 0; count < 10; count++) await visit(path, form);
  });
}

describe("the largest form, full of fields", () => {
  const pairs = "a&".repeat(128 * 1024);

  it.each(["/case", "/selected", "/month", "/system", "/language"])(
    "costs little when it is sent to %s",
    async (path) => {
      expect(await cost(stranger, path, pairs)).toBeLessThan(1_000);
      expect(await cost(officer, path, pairs)).toBeLessThan(1_000);
    },
  );
});

describe("a form that comes after the session ended", () => {
  const NOTE = "界".repeat(1_000);
  const ended = (fields: Record<string, string>) =>
    stranger("/selected?user=u-1", new URLSearchParams(fields).toString());

  it("is given back with a full note, though it names five hundred cases", async () => {
    const { status, text } = await ended({ note: NOTE, case: "x".repeat(200_000) });
    expect(status).toBe(401);
    expect(text).toContain(NOTE);
  });

  it("is not read beyond 16 KiB", async () => {
    const { text } = await ended({ case: "x".repeat(16_384), note: NOTE });
    expect(text).toContain("Your session has ended");
    expect(text).not.toContain("界");
  });
});

it("names cases behind the note, where no more is read than the note takes", async () => {
  const times = { receivedAt: "2026-03-02T12:00:00.000Z", timestamp: "2026-03-02T12:00:00.000Z" };
  await desk.cases.open("a1", { userId: "u-1", ...times, dueAt: "2026-04-18T05:59:59.999Z" });
  for (const path of ["/?user=u-1&sheet=decide", "/month?month=2026-03&record=notice"]) {
    const { text } = await officer(path);
    expect(text.indexOf('name="note"')).toBeGreaterThan(0);
    expect(text.indexOf('name="case"')).toBeGreaterThan(text.indexOf('name="note"'));
  }
});
