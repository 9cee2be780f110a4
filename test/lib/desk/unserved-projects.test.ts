/** The desk shows records of no project, or of one that has left the settings, to users of all projects. */

import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, expect, it } from "vitest";
import { caseProjects } from "../../../lib/cases/case-projects.ts";
import { NOT_REPORTABLE } from "../../support/case-steps.ts";
import { startDesk } from "../../support/desk/desk-app.ts";
import { filledForm } from "../../support/desk/desk-visitor.ts";

const OF_NONE = { subject: "notification#0#quarantined-1a", opened: "once" };
const OF_FORMER = { subject: "notification#9#42", opened: "once" };
const pageOf = ({ subject }: { subject: string }) =>
  `/case?subject=${encodeURIComponent(subject)}&opened=once`;

const desk = await startDesk();

beforeAll(async () => {
  await desk.cases.open("quarantined-1a", { kind: "quarantine", projectId: 0 });
  await desk.cases.open(42, { projectId: 9 });
  for (const [opened, projectIds] of [
    ["2026-02-27", [0, 1, 2, 9]],
    ["2026-02-28", "corrupt"],
  ])
    await desk.client.send(
      new PutCommand({ TableName: "Cases", Item: { subject: "anchor", opened, projectIds, steps: 0 } }),
    );
});

it("knows them by what the anchors of days covered, though the last one is corrupt", async () => {
  expect(await caseProjects(desk.client, "Cases", [1, 2])).toEqual([1, 2, 9, 0]);
  expect(await caseProjects(desk.client, "Cases", [9])).toEqual([9, 1, 2, 0]);
});

it("shows them to an officer of everything, who decides them, and to no officer of a project", async () => {
  const officer = await desk.signedIn("officers");
  const { outcome, note } = NOT_REPORTABLE;
  for (const key of [OF_NONE, OF_FORMER]) {
    expect((await officer("/")).text).toContain(encodeURIComponent(key.subject));
    const form = filledForm((await officer(pageOf(key))).text, 'value="decide"', { outcome, note });
    expect(await officer("/case", form)).toMatchObject({ status: 303 });
    expect(await desk.cases.read(key)).toMatchObject({ outcome });
    for (const groups of [["officers-1", "officers-2"], ["auditors-1"]])
      expect(await (await desk.signedIn(...groups))(pageOf(key))).toMatchObject({ status: 404 });
  }
  expect((await (await desk.signedIn("auditors"))(pageOf(OF_NONE))).status).toBe(200);
});

it("has a month of them where there is something of it, and no scan to start", async () => {
  const officer = await desk.signedIn("officers");
  const headings = async (path: string) =>
    [...(await officer(path)).text.matchAll(/<h2>Filings of the month, project (\d+)/g)].map(
      ([, project]) => project,
    );
  expect(await headings("/month?month=2026-03")).toEqual(["1", "2", "9", "0"]);
  expect(await headings("/month?month=2026-01")).toEqual(["1", "2"]);
  expect(await officer("/scans", "project=9")).toMatchObject({ status: 404 });
  expect(await officer("/scans", "project=2")).toMatchObject({ status: 303 });
});
