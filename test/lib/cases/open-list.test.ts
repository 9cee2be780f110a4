/** How much is read for a list of open cases that holds only the first of many. */

import { afterAll, beforeAll, expect, it } from "vitest";
import { putItems } from "../../../lib/aws/tables/batch-write.ts";
import { TABLE_SHAPES } from "../../../lib/aws/tables/table-shapes.ts";
import { CaseQueries } from "../../../lib/cases/case-queries.ts";
import { openedCase } from "../../support/case-items.ts";
import { startTables } from "../../support/emulated-tables.ts";

const { client, stop } = await startTables({ Cases: TABLE_SHAPES.cases });
afterAll(stop);
const cases = new CaseQueries(client, "Cases");

beforeAll(async () => {
  const heads = Array.from({ length: 1_300 }, (_, index) => {
    const receivedAt = new Date(Date.UTC(2026, 0, 1) + index * 1_000).toISOString();
    const key = { subject: `notification#1#${index}`, opened: "once" };
    return openedCase(key, { kind: "notification", projectId: 1, receivedAt }).head ?? {};
  });
  await putItems(client, "Cases", heads);
});

it("reads hardly more of them than it has, and knows that there are more", async () => {
  let rows = 0;
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const { Items = [] }: { Items?: unknown[] } = Object(result.output);
      rows += Items.length;
      return result;
    },
    { step: "initialize", name: "watch" },
  );
  const open = await cases.open([1], 1_000);
  expect(open).toMatchObject({ moreDue: false, moreOthers: true });
  expect(open.cases).toHaveLength(1_000);
  expect(rows).toBeLessThan(1_010);
});
