/** Everything that is wrong with a form is said at once, beside its fields, and nothing that was typed is lost. */

import { expect, it } from "vitest";
import { startDesk } from "../../support/desk/desk-app.ts";
import { filledForm, sheetForm } from "../../support/desk/desk-visitor.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");

/** What is said beside each field that is wrong, by the field's id. */
function problems(page: string): Record<string, string> {
  const problems = [...page.matchAll(/<p class="why" id="([^"]+)-problem"><svg.*?<\/svg> ([^<]+)<\/p>/gs)];
  expect(page.split('aria-invalid="true"')).toHaveLength(problems.length + 1);
  expect(page).toMatch(/role="alert" tabindex="-1">(?:Nothing was recorded|No se registró nada)\.<\/p>/);
  return Object.fromEntries(problems.map(([, id = "", text = ""]) => [id, text]));
}

it("a decision", async () => {
  await desk.cases.open("d1");
  const { text } = await officer("/c/1.d1");
  const wrong = { outcome: "reported", filing: "amendment", reference: "", receivedOn: "2999-01-01" };
  const note = "See the file of GODE561231GR8";
  const refused = await officer("/case", filledForm(text, 'value="decide"', { ...wrong, note }));
  expect(refused.status).toBe(422);
  expect(problems(refused.text)).toEqual({
    "decide-reference": "Enter the reference (folio) on the receipt.",
    "decide-receivedOn": "The date or the hour of the receipt (acuse) is in the future.",
    "decide-note": expect.stringContaining("looks like an RFC"),
  });
  expect(refused.text).toMatch(/value="reported" checked=""/);
  expect(refused.text).toMatch(/<option value="amendment" selected="">/);
  expect(refused.text).toContain('value="2999-01-01"');
  expect(refused.text).toContain(`${note}</textarea>`);
  const empty = await officer("/case", filledForm(text, 'value="decide"'), "es");
  expect(problems(empty.text)).toEqual({
    "decide-outcome": "Elija un resultado.",
    "decide-note": "Escriba el fundamento o el motivo.",
  });
});

it("a suspicion", async () => {
  await desk.cases.open("s1");
  const { text } = await officer("/c/1.s1");
  const fields = { knownSince: "2999-01-01T00:00", note: "x".repeat(1_001) };
  const refused = await officer("/case", filledForm(text, 'value="suspect"', fields));
  expect(Object.keys(problems(refused.text))).toEqual(["suspect-knownSince", "suspect-note"]);
  expect(refused.text).toContain('value="2999-01-01T00:00"');
  expect(refused.text).toContain(`${fields.note}</textarea>`);
  // Without a time it is known since now.
  const since = filledForm(text, 'value="suspect"', { knownSince: "", note: "" });
  expect(await officer("/case", since)).toMatchObject({ status: 303 });
  const page = await officer("/c/1.s1");
  expect(page.text).toContain("From then, the law allows 24 hours for the notice");
});

it("a decision of several cases", async () => {
  await desk.cases.open("b1", { userId: "u-b" });
  const { text } = await officer("/?user=u-b&sheet=decide");
  const form = sheetForm(text, { act: "record", note: "One customer." });
  const refused = await officer("/selected?user=u-b", form);
  expect(refused.status).toBe(422);
  expect(problems(refused.text)).toEqual({ "batch-outcome": "Choose an outcome." });
  expect(refused.text).toContain("One customer.</textarea>");
});

it("a month's filing", async () => {
  const { text } = await officer("/month?month=2026-02&record=notice");
  const fields = { filing: "nothing-to-report", receivedOn: "2026-01-31" };
  const refused = await officer("/month", filledForm(text, 'action="/month"', fields));
  expect(refused.status).toBe(422);
  expect(Object.keys(problems(refused.text))).toEqual(["month-reference", "month-receivedOn"]);
  expect(refused.text).toMatch(/<option value="nothing-to-report" selected="">/);
});
