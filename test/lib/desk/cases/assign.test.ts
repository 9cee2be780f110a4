/** Cases that an officer hands over to a colleague. */

import { expect, it } from "vitest";
import { DeskSessionStore } from "../../../../lib/desk/frame/desk-sessions.ts";
import { newStep } from "../../../support/case-steps.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { filledForm, sheetForm } from "../../../support/desk/desk-visitor.ts";

const desk = await startDesk();
const olga = await desk.signedIn("officers");

const AT = "2026-03-02T15:00:00.000Z";
const OTTO = { subject: "otto", name: "otto.officer@company.example" };
const STEP = "0f4f5f0e-0000-4000-8000-000000000001";
const path = (id: string) => `/c/1.${id}`;
const noteOf = (id: string, officer: typeof OTTO) => ({
  ...newStep(id, AT, { kind: "note", note: "Seen." }),
  by: officer,
});

/** The form of ticked cases, with the number of the last event of each. */
function ticked(fields: Record<string, string>, ...cases: [subject: string, stepCount: number][]) {
  const form = new URLSearchParams({ step: STEP, act: "assign", ...fields });
  for (const [subject, stepCount] of cases)
    form.append("case", JSON.stringify({ subject, opened: "once", stepCount }));
  return form.toString();
}

const ownerOf = async (subject: string) => (await desk.cases.read({ subject, opened: "once" })).owner;

it("offers the officers who did something in the project, however long ago, and not the one who asks", async () => {
  await desk.cases.open("1");
  const form = filledForm((await olga(path("1"))).text, 'aria-label="Assign to a colleague"', {
    act: "assign",
  });
  expect((await olga("/selected", form)).text).toContain("Vigía knows no other officer");
  const two = await desk.cases.open("2", {}, noteOf("a", OTTO));
  const notes = Array.from({ length: 600 }, (_, at) =>
    newStep(`n${at}`, AT, { kind: "note", note: "Seen." }),
  );
  await desk.cases.fill(two, notes);
  const { text } = await olga("/selected", form);
  expect(text).toContain('name="to" value="otto" title="otto.officer@company.example"');
  expect(text).toContain("project 1</small>");
  expect(text).not.toContain('name="to" value="olga"');
  const chosen = sheetForm(text, { to: "otto" });
  for (const _ of ["sent", "sent again"])
    expect(await olga("/selected", chosen)).toMatchObject({
      status: 303,
      location: expect.stringMatching(/^\/\?recorded=/),
    });
  const storedCase = await desk.cases.read({ subject: "notification#1#1", opened: "once" });
  expect(storedCase).toMatchObject({
    owner: OTTO,
    steps: [{ kind: "assign", to: OTTO, by: { subject: "olga" } }],
  });
  expect((await olga(path("1"))).text).toContain("olga.officer assigned it to otto.officer");
});

it("assigns nothing to a stranger, and keeps what is ticked", async () => {
  const reply = await olga("/selected", ticked({ to: "stranger" }, ["notification#1#2", 602]));
  expect(reply).toMatchObject({ status: 422, text: expect.stringContaining("Cases to assign: 1") });
  expect(await ownerOf("notification#1#2")).toBeUndefined();
});

it("hands over all of an officer's own cases", async () => {
  for (const id of ["11", "12"]) {
    await desk.cases.open(id, {}, newStep(`t${id}`, new Date().toISOString(), { kind: "take" }));
    expect(await ownerOf(`notification#1#${id}`)).toMatchObject({ subject: "olga" });
  }
  const mine = await olga("/?view=mine");
  expect(mine.text).toContain('href="/?view=mine&amp;sheet=assign"');
  const { text } = await olga("/?view=mine&sheet=assign");
  expect(text).toContain("Cases to assign: 2");
  expect(await olga("/selected?view=mine", sheetForm(text, { to: "otto" }))).toMatchObject({
    status: 303,
    location: expect.stringMatching(/^\/\?view=mine&recorded=/),
  });
  for (const id of ["11", "12"]) expect(await ownerOf(`notification#1#${id}`)).toMatchObject(OTTO);
});

it("gives all ticked cases to the colleague, also those of others, except in projects where the colleague may not act", async () => {
  await desk.cases.open("3", {}, newStep("t", AT, { kind: "take" }));
  await desk.cases.open("4", { projectId: 2 });
  const form = ticked(
    { to: "otto" },
    ["notification#1#2", 602],
    ["notification#1#3", 2],
    ["notification#2#4", 1],
  );
  const { status, text } = await olga("/selected", form);
  expect(status).toBe(409);
  expect(text).toContain("the colleague is not of their project: 1");
  for (const id of ["2", "3"]) expect(await ownerOf(`notification#1#${id}`)).toMatchObject(OTTO);
  expect(await ownerOf("notification#2#4")).toBeUndefined();
});

it("offers those who signed in within hours and may act in the project, though they did nothing yet", async () => {
  const sessions = new DeskSessionStore(desk.client, "Sessions");
  const hour = 3_600_000;
  const signIn = (subject: string, groups: string[], { endsIn = hour, until = 0 } = {}) => {
    const endsAt = Date.now() + endsIn;
    const person = { subject, name: `${subject}@company.example`, groups, ...(until === 0 ? {} : { until }) };
    // Half an hour without use ends a session, and leaves the person an officer.
    return sessions.open({ endsAt, idleUntil: Date.now() - hour, person });
  };
  await signIn("iris", ["officers-1"]);
  await signIn("omar", ["officers"]);
  await signIn("ana", ["auditors"]);
  await signIn("elsewhere", ["officers-2"]);
  await signIn("yesterday", ["officers"], { endsIn: -hour });
  await signIn("past", ["officers"], { until: Date.now() - 1 });
  await signIn("removed", ["officers"]);
  await sessions.endAllOf("removed");
  // Of two sessions of a person the later one says what they may do.
  await signIn("moved", ["officers"]);
  await signIn("moved", ["auditors"], { endsIn: 2 * hour });
  await desk.cases.open("20");
  const { text } = await olga("/selected", ticked({}, ["notification#1#20", 1]));
  const offered = [...text.matchAll(/name="to" value="([^"]*)"/g)].map(([, subject]) => subject);
  expect(offered).toEqual(["iris", "omar", "otto"]);
  expect(await olga("/selected", sheetForm(text, { to: "iris" }))).toMatchObject({ status: 303 });
  expect(await ownerOf("notification#1#20")).toMatchObject({ subject: "iris", name: "iris@company.example" });
});

it("gives back to the officer what they handed over a moment before", async () => {
  await desk.cases.open("21", {}, newStep("t21", new Date().toISOString(), { kind: "take" }));
  const { text } = await olga("/selected", ticked({}, ["notification#1#21", 2]));
  const { location = "" } = await olga("/selected", sheetForm(text, { to: "otto" }));
  const page = (await olga(location)).text;
  expect(page).toMatch(/role="status"[^>]*>.*1#21.*assigned to otto\.officer/s);
  const undo = filledForm(page, 'aria-label="Undo"', { act: "assign" });
  expect(await olga("/selected", undo)).toMatchObject({ status: 303 });
  expect(await ownerOf("notification#1#21")).toMatchObject({ subject: "olga" });
});
