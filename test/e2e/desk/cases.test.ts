/** A case for each subject that officers are alerted to, made by the real bundles. */

import { afterAll, beforeAll, expect, it } from "vitest";
import { CaseQueries } from "../../../lib/store/cases/case-queries.ts";
import { DeskVisitor } from "../../support/desk-visitor.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../../support/notifications.ts";
import { TestStack } from "../../support/test-stack.ts";

let stack: TestStack;
beforeAll(async () => {
  stack = await TestStack.start({ timeScale: 10, context: { desk: true }, warm: true });
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

/** The links of a mail that lead to the desk. */
function linksIn(text: string): string[] {
  const desk = stack.stack.endpoints.desk ?? "";
  return text.split(/\s+/).filter((word) => word.startsWith(`${desk}/`));
}

it("leads from every alert to a page at the desk, for whoever is signed in there", async () => {
  await stack.settled();
  const olga = new DeskVisitor(stack.stack.endpoints.desk ?? "");
  await olga.signIn("olga");
  const alerts = stack.alerts().map(({ text, topic }) => ({ topic, links: linksIn(text) }));
  expect(alerts.filter(({ links }) => links.length === 0)).toEqual([]);
  expect(new Set(alerts.map(({ topic }) => topic))).toEqual(new Set(["alerts", "operations"]));
  const pages = [...new Set(alerts.flatMap(({ links }) => links))];
  expect(pages).toContain(`${stack.stack.endpoints.desk}/notification?name=1%231`);
  const answers = await Promise.all(
    pages.map(async (page) => ({ page, status: (await olga.visit(page)).status })),
  );
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
});
