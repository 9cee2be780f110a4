/** Everything that is wrong with a form is said at once, beside its fields, and nothing that was typed is lost. */

import { expect, it } from "vitest";
import { startDesk } from "../../support/desk/desk-app.ts";
import { filledForm } from "../../support/desk/desk-visitor.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");

/** Links of the summary, by the ids of their fields, each of which the page has. */
function summary(page: string): Record<string, string> {
  const [, list = ""] = /class="errors"[^>]*data-focus[^>]*>(.*?)<\/ul>/s.exec(page) ?? [];
  const links = [...list.matchAll(/<a href="#([^"]+)">([^<]+)<\/a>/g)];
  for (const [, id] of links) expect(page).toContain(`id="${id}"`);
  return Object.fromEntries(links.map(([, id = "", text = ""]) => [id, text]));
}

const invalid = (page: string) => page.split('aria-invalid="true"').length - 1;

it("a decision", async () => {
  await desk.cases.open("d1");
  const { text } = await officer("/case?subject=notification%231%23d1&opened=once");
  const wrong = { outcome: "reported", filing: "amendment", reference: "", receivedOn: "2999-01-01" };
  const note = "See the file of GODE561231GR8";
  const refused = await officer("/case", filledForm(text, 'value="decide"', { ...wrong, note }));
  expect(refused.status).toBe(422);
  expect(summary(refused.text)).toEqual({
    "decide-reference": "Enter the reference (folio) on the receipt.",
    "decide-receivedOn": "The date of the receipt (acuse) is in the future.",
    "decide-note": expect.stringContaining("looks like an RFC"),
  });
  expect(invalid(refused.text)).toBe(3);
  expect(refused.text).toMatch(/value="reported" checked=""/);
  expect(refused.text).toMatch(/<option value="amendment" selected="">/);
  expect(refused.text).toContain('value="2999-01-01"');
  expect(refused.text).toContain(`${note}</textarea>`);
  const empty = await officer("/case", filledForm(text, 'value="decide"'), "es");
  expect(summary(empty.text)).toEqual({
    "decide-outcome": "Elija un resultado.",
    "decide-note": "Escriba una nota con el fundamento.",
  });
});

it("a suspicion", async () => {
  await desk.cases.open("s1");
  const { text } = await officer("/case?subject=notification%231%23s1&opened=once");
  const fields = { knownSince: "2999-01-01T00:00", note: "x".repeat(1_001) };
  const refused = await officer("/case", filledForm(text, 'value="suspect"', fields));
  expect(Object.keys(summary(refused.text))).toEqual(["suspect-knownSince", "suspect-note"]);
  expect(refused.text).toContain('value="2999-01-01T00:00"');
  expect(refused.text).toContain(`${fields.note}</textarea>`);
  // Without a time it is known since now.
  const since = filledForm(text, 'value="suspect"', { knownSince: "", note: "" });
  expect(await officer("/case", since)).toMatchObject({ status: 303 });
  const page = await officer("/case?subject=notification%231%23s1&opened=once");
  expect(page.text).toContain("From then, the law allows 24 hours for the notice");
});

it("a decision of several cases, with the number of them", async () => {
  await desk.cases.open("b1", { userId: "u-b" });
  const { text } = await officer("/batch?user=u-b");
  const form = filledForm(text, 'method="post" action="/batch"', { count: "7", note: "One customer." });
  const refused = await officer("/batch", form);
  expect(refused.status).toBe(422);
  expect(summary(refused.text)).toEqual({
    "batch-outcome": "Choose an outcome.",
    "batch-count": "The number that you typed differs from the number of cases.",
  });
  expect(invalid(refused.text)).toBe(2);
  expect(refused.text).toContain('value="7"');
  expect(refused.text).toContain("One customer.</textarea>");
});

it("a month's filing", async () => {
  const { text } = await officer("/month?month=2026-02&record=1");
  const fields = { filing: "nothing-to-report", receivedOn: "2026-01-31" };
  const refused = await officer("/month", filledForm(text, 'action="/month"', fields));
  expect(refused.status).toBe(422);
  expect(Object.keys(summary(refused.text))).toEqual(["month-reference", "month-receivedOn"]);
  expect(invalid(refused.text)).toBe(2);
  expect(refused.text).toMatch(/<option value="nothing-to-report" selected="">/);
});
