/** Several cases decided in one act: by a form that was shown before now. */

import { expect, it } from "vitest";
import { newStep } from "../../../support/case-steps.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { filledForm } from "../../../support/desk/desk-visitor.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");

it("takes no form that says that it was shown later than now, and so overrules no step made since", async () => {
  const shown = await desk.cases.open("a1", { userId: "u-1" });
  const { text } = await officer("/batch?user=u-1");
  await desk.cases.step(shown, newStep("s-1", new Date().toISOString(), { kind: "note", note: "Asked." }));
  const act = { outcome: "false-positive", note: "All alike.", count: "1" };
  const form = (changes: Record<string, string>) =>
    filledForm(text, 'method="post" action="/batch"', { ...act, ...changes });
  expect(await officer("/batch", form({ shownAt: "2099-01-01T00:00:00.000Z" }))).toMatchObject({
    status: 404,
  });
  expect((await desk.cases.read(shown)).steps).toHaveLength(1);
  expect(await officer("/batch", form({}))).toMatchObject({ status: 409 });
});
