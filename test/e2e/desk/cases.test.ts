/** A case for each subject that officers are alerted to, made by the real bundles. */

import { afterAll, beforeAll, expect, it } from "vitest";
import { CaseQueries } from "../../../lib/store/cases/case-queries.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../../support/notifications.ts";
import { TestStack } from "../../support/test-stack.ts";

let stack: TestStack;
beforeAll(async () => {
  stack = await TestStack.start({ context: { desk: true }, warm: true });
});
afterAll(() => stack.close());

async function openCases() {
  await stack.settled();
  const queries = new CaseQueries(stack.database, stack.stack.endpoints.tables.cases ?? "");
  return (await queries.page({ projectIds: [1, 2], closed: false, size: 50 })).cases;
}

it("opens one for what is illegal, for a change that was alerted and for a quarantined body that says illegal", async () => {
  const post = (changes: Record<string, unknown>) => stack.post(notificationBody(changes));
  await post({ id: 1 });
  await post({ id: 2, inflictedLaws: [FINTECH_LAW] });
  await stack.settled();
  // The first one again, and the second one as it is judged now.
  await post({ id: 1 });
  await post({ id: 2, inflictedLaws: [LFPIORPI] });
  await stack.post({
    type: "notification",
    data: { id: 3, projectId: 1, inflictedLaws: [{ risk: "illegal" }] },
  });
  await stack.post(notificationBody({ id: 4 }), { rehearsalSecret: "local-rehearsal-secret" });

  const cases = await openCases();
  expect(cases.map(({ kind }) => kind).toSorted()).toEqual(["change", "notification", "quarantine"]);
  expect(cases.find(({ kind }) => kind === "notification")).toMatchObject({
    subject: "notification#1#1",
    opened: "once",
    projectId: 1,
    risk: "illegal",
    userId: "u-1",
    address: "0x1111111111111111111111111111111111111111",
    amount: { value: "1000000000000000000", usd: "3000" },
    token: { symbol: "ETH", decimals: 18 },
    laws: [{ name: "LFPIORPI", countryCode: "MX" }],
    dueAt: "none",
  });
  expect(cases.find(({ kind }) => kind === "change")?.subject).toMatch(/^notification#1#2#[\w-]{22}$/);
});
