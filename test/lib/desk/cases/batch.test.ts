/** Several cases decided in one act: by whom, and by a form that was shown before now. */

import { expect, it } from "vitest";
import { newStep } from "../../../support/case-steps.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { filledForm } from "../../../support/desk/desk-visitor.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");

it("decides all open cases of a user in one act, but for what changed meanwhile, and once", async () => {
  const ids = ["b1", "b2", "b3"];
  for (const id of ids) await desk.cases.open(id, { userId: "u-b" });
  const keyOf = (id: string) => ({ subject: `notification#1#${id}`, opened: "once" });
  const path = "/batch?user=u-b";
  const page = "/case?subject=notification%231%23b1&opened=once";
  expect((await officer(page)).text).toContain(`href="${path}"`);
  expect((await officer("/batch")).text).toContain("Choose the open cases");
  const { text } = await officer(path);
  expect(text).toContain("Matching open cases: 3");
  const note = "One customer, one salary a month.";
  const fields = { outcome: "false-positive", note, count: "3" };
  const form = filledForm(text, 'method="post" action="/batch"', fields);
  const auditor = await desk.signedIn("auditors");
  expect(await auditor(path)).toMatchObject({ status: 403 });
  expect(await auditor("/batch", form)).toMatchObject({ status: 403 });
  expect(await (await desk.signedIn("officers-2"))("/batch", form)).toMatchObject({ status: 409 });
  for (const id of ids) expect((await desk.cases.read(keyOf(id))).steps).toEqual([]);
  await desk.cases.step(
    keyOf("b2"),
    newStep("s-b2", new Date().toISOString(), { kind: "note", note: "Wait." }),
  );
  for (const _sent of ["once", "twice"]) {
    const { status, text: said } = await officer("/batch", form);
    expect(status).toBe(200);
    expect(said).toContain("<h2>Decided: 2</h2>");
    const [, left] = said.split("<h2>Left out, because they changed in the meantime: 1</h2>");
    // What changed it, and what was written.
    for (const part of ["notification%231%23b2", "Wait.", note]) expect(left).toContain(part);
  }
  for (const id of ["b1", "b3"])
    expect((await desk.cases.read(keyOf(id))).steps).toMatchObject([
      { number: 2, outcome: "false-positive", note, batch: { size: 2 } },
    ]);
  expect((await auditor(page)).text).toContain("decided together with 1 other");
  expect((await officer(path)).text).toContain("Matching open cases: 1");
});
