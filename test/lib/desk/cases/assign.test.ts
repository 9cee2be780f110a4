/** Cases that an officer hands over to a colleague. */

import { expect, it } from "vitest";
import { newStep } from "../../../support/case-steps.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { filledForm } from "../../../support/desk/desk-visitor.ts";

const desk = await startDesk();
const olga = await desk.signedIn("officers");

const AT = "2026-03-02T15:00:00.000Z";
const OTTO = { subject: "otto", name: "otto.officer@company.example" };
const path = (id: string) => `/case?subject=notification%231%23${id}&opened=once`;

it("offers no colleague before one did something, and then all who did, but not the officer", async () => {
  await desk.cases.open("1");
  expect((await olga(path("1"))).text).not.toContain("Assign to a colleague");
  await desk.cases.open("2", {}, { ...newStep("a", AT, { kind: "note", note: "Seen." }), by: OTTO });
  await desk.cases.open("3", {}, newStep("b", AT, { kind: "note", note: "Seen." }));
  const { text } = await olga(path("1"));
  expect(text).toContain('<option value="otto">otto.officer</option>');
  expect(text).not.toContain('<option value="olga">');
});

it("gives a case to the colleague, says so on its page, and does so once", async () => {
  const { text } = await olga(path("1"));
  const form = filledForm(text, 'aria-label="Assign"', { to: "otto" });
  for (const _ of ["sent", "sent again"]) expect(await olga("/case", form)).toMatchObject({ status: 303 });
  const found = await desk.cases.read({ subject: "notification#1#1", opened: "once" });
  expect(found).toMatchObject({
    owner: OTTO,
    steps: [{ kind: "assign", to: OTTO, by: { subject: "olga" } }],
  });
  expect((await olga(path("1"))).text).toContain("olga.officer assigned it to otto.officer");
});

it("asks for a colleague where none was chosen, or one who is none", async () => {
  const { text } = await olga(path("2"));
  for (const to of ["", "stranger"])
    expect(await olga("/case", filledForm(text, 'aria-label="Assign"', { to }))).toMatchObject({
      status: 422,
      text: expect.stringContaining("Choose a colleague."),
    });
});

it("gives all that are ticked in the inbox to the colleague, also those of others", async () => {
  const form = (to: string) => {
    const fields = new URLSearchParams({ step: "0f4f5f0e-0000-4000-8000-000000000001", act: "assign", to });
    for (const [id, stepCount] of [["2", 2] as const, ["3", 2] as const])
      fields.append("case", JSON.stringify({ subject: `notification#1#${id}`, opened: "once", stepCount }));
    return fields.toString();
  };
  expect((await olga("/")).text).toContain('name="act" value="assign"');
  expect(await olga("/selected", form("stranger"))).toMatchObject({ status: 303 });
  expect(await olga("/selected", form("otto"))).toMatchObject({ status: 303, location: "/" });
  for (const id of ["2", "3"])
    expect((await desk.cases.read({ subject: `notification#1#${id}`, opened: "once" })).owner).toMatchObject(
      OTTO,
    );
});
