/** What the desk shows of the test project, and of a project that left. */

import { beforeAll, expect, it } from "vitest";
import { caseLink } from "../../../lib/alerts/messages/desk-links.ts";
import { NOT_REPORTABLE } from "../../support/case-steps.ts";
import { startDesk } from "../../support/desk/desk-app.ts";
import { filledForm } from "../../support/desk/desk-visitor.ts";

const OF_TEST = { subject: "notification#0#41", opened: "once" };
const OF_RETIRED = { subject: "notification#9#42", opened: "once" };

const desk = await startDesk([
  { id: 1, mexico: true },
  { id: 9, mexico: false, retired: true },
]);

beforeAll(async () => {
  await desk.cases.open(41, { projectId: 0, userId: "u-test" });
  await desk.cases.open(42, { projectId: 9 });
});

it.each([
  "/",
  "/?state=decided",
  "/month?month=2026-03",
  "/board?to=2026-03",
  "/audit",
  "/system",
  "/search?q=0%2341",
])("leaves the test project out of %s", async (path) => {
  const { status, text } = await (await desk.signedIn("officers"))(path);
  expect(status).toBe(200);
  expect(text).not.toContain(caseLink(OF_TEST));
  expect(text).not.toMatch(/project 0\b|<option value="0"/);
});

it.each([["officers"], ["officers-1"]])(
  "lets one of %s decide a case of it that is opened by link",
  async (group) => {
    const officer = await desk.signedIn(group);
    const key = group === "officers" ? OF_TEST : await desk.cases.open(43, { projectId: 0 });
    const form = filledForm((await officer(caseLink(key))).text, 'value="decide"', NOT_REPORTABLE);
    expect(await officer("/case", form)).toMatchObject({ status: 303 });
    expect(await desk.cases.read(key)).toMatchObject({ outcome: NOT_REPORTABLE.outcome });
  },
);

it("lists it where the address names it", async () => {
  const key = await desk.cases.open(44, { projectId: 0 });
  const auditor = await desk.signedIn("auditors");
  expect((await auditor("/?project=0")).text).toContain(`href="${caseLink(key)}?`);
});

it("lists what is of a project that left, and starts no scan of it", async () => {
  const officer = await desk.signedIn("officers");
  expect((await officer("/")).text).toContain(`href="${caseLink(OF_RETIRED)}?`);
  expect((await officer("/?project=9")).text).toContain(`href="${caseLink(OF_RETIRED)}?`);
  expect(await officer(caseLink(OF_RETIRED))).toMatchObject({ status: 200 });
  expect(await officer("/system", "project=9")).toMatchObject({ status: 404 });
  expect(await officer("/system", "project=1")).toMatchObject({ status: 303 });
});
