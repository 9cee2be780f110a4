/** Cases that an officer ticks in the inbox, and takes or decides together. */

import { expect, it } from "vitest";
import type { ShownCase } from "../../../../lib/cases/case-keys.ts";
import { NOT_REPORTABLE, newStep } from "../../../support/case-steps.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { sheetForm } from "../../../support/desk/desk-visitor.ts";

const desk = await startDesk();
const olga = await desk.signedIn("officers");

const STEP = "0f4f5f0e-0000-4000-8000-000000000001";

/** The form of the inbox with some of its cases ticked. */
function ticked(fields: Record<string, string>, ...cases: ShownCase[]): string {
  const form = new URLSearchParams({ step: STEP, ...fields });
  for (const { subject, opened, stepCount } of cases)
    form.append("case", JSON.stringify({ subject, opened, stepCount }));
  return form.toString();
}

const taken = (subject: string, at: Date) =>
  ({ id: `taken-${subject}`, kind: "take", at: at.toISOString(), by: { subject, name: subject } }) as const;

it("takes those that are ticked, once, and leads back to the same place of the inbox", async () => {
  const cases = [await desk.cases.open("t1"), await desk.cases.open("t2")];
  const form = ticked({ act: "take" }, ...cases);
  const back = { status: 303, location: expect.stringContaining("/?view=unassigned&sort=amount&recorded=") };
  expect(await olga("/selected?view=unassigned&sort=amount", form)).toMatchObject(back);
  expect(await olga("/selected?view=unassigned&sort=amount", form)).toMatchObject(back);
  for (const storedCase of cases)
    expect((await desk.cases.read(storedCase)).steps).toMatchObject([
      { kind: "take", by: { subject: "olga" } },
    ]);
});

it("takes the row whose button was pressed, and no other that is ticked", async () => {
  const [storedCase, other] = [await desk.cases.open("r1"), await desk.cases.open("r2")];
  const { subject, opened } = storedCase;
  const take = JSON.stringify({ subject, opened, stepCount: 1 });
  expect(await olga("/selected", ticked({ take }, other))).toMatchObject({
    status: 303,
    location: expect.stringContaining("recordedIn=%2Fc%2F1.r1"),
  });
  expect((await desk.cases.read(storedCase)).owner).toMatchObject({ subject: "olga" });
  expect((await desk.cases.read(other)).owner).toBeUndefined();
});

it("takes no case of another owner, says whose it is, and takes the others", async () => {
  const theirs = await desk.cases.open("o1", {}, taken("pedro", new Date()));
  const free = await desk.cases.open("o2");
  const { status, text } = await olga("/selected", ticked({ act: "take" }, theirs, free));
  expect(status).toBe(409);
  expect(text).toContain("owned by pedro");
  expect((await desk.cases.read(theirs)).owner).toMatchObject({ subject: "pedro" });
  expect((await desk.cases.read(free)).owner).toMatchObject({ subject: "olga" });
});

it("takes a case whose owner let it lapse", async () => {
  const lapsed = await desk.cases.open("l1", {}, taken("pedro", new Date(Date.now() - 8 * 86_400_000)));
  expect(await olga("/selected", ticked({ act: "take" }, lapsed))).toMatchObject({ status: 303 });
  expect((await desk.cases.read(lapsed)).owner).toMatchObject({ subject: "olga" });
});

it("releases those that are ticked and the officer's own, and names the others", async () => {
  const mine = await desk.cases.open("m1", {}, taken("olga", new Date()));
  const theirs = await desk.cases.open("m2", {}, taken("pedro", new Date()));
  expect((await olga("/?view=mine")).text).toContain('name="act" value="release"');
  const form = ticked({ act: "release" }, mine, theirs);
  expect(await olga("/selected?view=mine", form)).toMatchObject({ status: 409 });
  expect((await desk.cases.read(mine)).owner).toBeUndefined();
  expect((await desk.cases.read(theirs)).owner).toMatchObject({ subject: "pedro" });
});

it("releases and assigns none that changed since it was shown", async () => {
  const shown = await desk.cases.open("m3", {}, taken("olga", new Date()));
  await desk.cases.step(
    shown,
    newStep("n", new Date().toISOString(), { kind: "note", note: "Asked the bank." }),
  );
  expect(await olga("/selected?view=mine", ticked({ act: "release" }, shown))).toMatchObject({ status: 409 });
  expect((await desk.cases.read(shown)).owner).toMatchObject({ subject: "olga" });
});

it("decides those that are ticked, and keeps them ticked after a refusal", async () => {
  const [first, second] = [await desk.cases.open("d1"), await desk.cases.open("d2")];
  const { text } = await olga("/selected?law=LFPIORPI", ticked({ act: "decide" }, first, second));
  const note = "Both are transfers of our own.";
  const wrong = await olga("/selected?law=LFPIORPI", sheetForm(text, { act: "record", note }));
  expect(wrong.status).toBe(422);
  const form = sheetForm(wrong.text, { act: "record", outcome: "false-positive", note });
  expect(await olga("/selected?law=LFPIORPI", form)).toMatchObject({ status: 303 });
  for (const storedCase of [first, second])
    expect((await desk.cases.read(storedCase)).outcome).toBe("false-positive");
});

it("leads back where nothing is ticked, and nowhere with what no page of the desk sends", async () => {
  expect(await olga("/selected?view=mine", ticked({ act: "take" }))).toMatchObject({
    status: 303,
    location: "/?view=mine",
  });
  const storedCase = await desk.cases.open("n1");
  expect(await olga("/selected?view=https://evil.example", ticked({}, storedCase))).toMatchObject({
    status: 404,
  });
  expect(await olga("/selected", `step=${STEP}&case=%7B`)).toMatchObject({ status: 404 });
  expect(await olga("/selected", ticked({ step: "none" }, storedCase))).toMatchObject({ status: 404 });
});

it("takes nothing for an auditor, and nothing of a project in which the officer may not act", async () => {
  const [storedCase, other] = [await desk.cases.open("p1"), await desk.cases.open("p2", { projectId: 2 })];
  const auditor = await desk.signedIn("auditors");
  expect(await auditor("/selected", ticked({ act: "take" }, storedCase))).toMatchObject({ status: 403 });
  expect((await auditor("/")).text).not.toContain('type="checkbox" name="case"');
  const ofFirst = await desk.signedIn("officers-1");
  await ofFirst("/selected", ticked({ act: "take" }, storedCase, other));
  expect((await desk.cases.read(storedCase)).owner).toMatchObject({ subject: "olga" });
  expect((await desk.cases.read(other)).owner).toBeUndefined();
});

it("the inbox says when the newest case came, though it is decided and others are open", async () => {
  const receivedAt = "2031-03-04T18:00:00.000Z";
  await desk.cases.open("z1", { receivedAt }, newStep("z", receivedAt, NOT_REPORTABLE));
  const { text } = await olga("/");
  expect(text).toContain("Newest case: Mar 4, 2031, 12:00.");
  expect(text).toMatch(/<tbody><tr/);
});
