import { expect, it } from "vitest";
import type { ListedCase } from "../../../../lib/cases/case.ts";
import { findOpenCases, shownCase } from "../../../../lib/desk/cases/found-cases.ts";

/** So many open cases, the newest first, the last of them of a user. */
async function* cases(count: number): AsyncGenerator<ListedCase> {
  for (let id = 1; id <= count; id++) {
    const receivedAt = new Date(4_000_000_000_000 - id).toISOString();
    yield {
      ...{ subject: `notification#1#${id}`, opened: "once", kind: "notification", projectId: 1 },
      ...{ userId: id === count ? "u-last" : "u-1", receivedAt, order: `${receivedAt}#x`, dueAt: "none" },
      deadlines: [],
      dues: [],
      filingCount: 0,
      stepCount: 1,
    };
  }
}

const LAST = { user: "u-last" };

it.each([
  ["all that were read", 20_000, LAST, 1, { more: false, isCut: false }],
  ["those that were read, and says that there are others", 20_001, LAST, 0, { more: false, isCut: true }],
  ["as many as may be, and says that more fit", 11, { user: "u-1" }, 9, { more: true, isCut: false }],
  ["exactly as many as may be", 10, { user: "u-1" }, 9, { more: false, isCut: false }],
])("finds, of %s", async (_, count, filter, found, rest) => {
  const result = await findOpenCases(cases(count), filter, 9);
  expect({ ...result, found: result.found.length }).toEqual({ found, unsure: 0, ...rest });
});

it("finds a case by any law that it names, and counts those that have more than they name", async () => {
  const laws = Array.from({ length: 6 }, (_, index) => ({ name: `Law ${index}`, countryCode: "GT" }));
  async function* cutOff() {
    for await (const one of cases(3))
      yield { ...one, laws, lawCount: one.userId === "u-last" ? 61 : undefined };
  }
  expect(await findOpenCases(cutOff(), { law: "law 5" }, 9)).toMatchObject({
    unsure: 0,
    found: [{}, {}, {}],
  });
  expect(await findOpenCases(cutOff(), { law: "Law 60" }, 9)).toMatchObject({ unsure: 1, found: [] });
  expect(await findOpenCases(cutOff(), { law: "Law 60", user: "u-1" }, 9)).toMatchObject({ unsure: 0 });
});

it("names no more cases than fit into a form", async () => {
  async function* long() {
    for await (const one of cases(500)) yield { ...one, subject: `${one.subject}${"界".repeat(600)}` };
  }
  const { found, more } = await findOpenCases(long(), { user: "u-1" }, 500);
  expect(more).toBe(true);
  const form = new URLSearchParams({ cases: JSON.stringify(found.map(shownCase)) }).toString();
  expect(form.length).toBeGreaterThan(180_000);
  expect(form.length).toBeLessThan(200_000);
});
