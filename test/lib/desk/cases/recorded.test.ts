/** The line after an act: what was recorded in which case, and the way to take it back. */

import { expect, it } from "vitest";
import { newStep } from "../../../support/case-steps.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { filledForm, sheetForm } from "../../../support/desk/desk-visitor.ts";

const desk = await startDesk();
const olga = await desk.signedIn("officers");
const STEP = "0f4f5f0e-0000-4000-8000-00000000000";

/** The line of a page, as it is read, and its markup. */
function lineOf(page: string): { words: string | undefined; markup: string } {
  const [markup = "", status] =
    /<div class="recorded"><p role="status"[^>]*>(.*?)<\/p>.*?<\/div>/s.exec(page) ?? [];
  return {
    words: status
      ?.replaceAll(/<svg.*?<\/svg>|<[^>]*>/gs, "")
      .replaceAll(/\s+/g, " ")
      .trim(),
    markup,
  };
}

const decision = (page: string, fields: Record<string, string> = {}) =>
  filledForm(page, 'value="decide"', { outcome: "not-reportable", note: "Below the threshold.", ...fields });

async function sendForm(path: string, form: string) {
  const { status, location = "" } = await olga(path, form);
  expect(status).toBe(303);
  return { location, page: (await olga(location)).text };
}

it("says above the next case what was recorded in the one before, and leads to its reopening", async () => {
  for (const id of ["a1", "a2"]) await desk.cases.open(id, { laws: [{ name: "Next", countryCode: "MX" }] });
  const first = await olga("/?law=Next");
  const [, href = ""] = /href="(\/c\/1\.a\d\?list=[^"]*)"/.exec(first.text) ?? [];
  const decided = /a\d/.exec(href)?.[0] ?? "";
  const { page, location } = await sendForm("/case", decision((await olga(href)).text, { go: "next" }));
  expect(location).not.toContain(`/c/1.${decided}?`);
  const { words, markup } = lineOf(page);
  expect(words).toBe(`Recorded in 1#${decided}: no notice due`);
  const [, undo = ""] = /<a class="btn" href="([^"]*)"[^>]*>Reopen</.exec(markup) ?? [];
  expect(undo).toBe(`/c/1.${decided}?list=%2F%3Flaw%3DNext&amp;act=reopen`);
  const form = (await olga(undo.replaceAll("&amp;", "&"))).text;
  expect(form).toMatch(/<details class="fold" open[^>]*><summary>(?:(?!<\/summary>).)*Reopen/);
  expect(form).toMatch(/<textarea(?=[^>]*autofocus)[^>]*id="reopen-note"/);
  const reopened = await sendForm("/case", filledForm(form, 'value="reopen"', { note: "A slip." }));
  expect(lineOf(reopened.page).words).toBe(`Recorded in 1#${decided}: reopened`);
  // The line of before is not true any more.
  expect(lineOf((await olga(location)).text).words).toBeUndefined();
});

it("gives the line to its author alone, and to no other page", async () => {
  await desk.cases.open("b1");
  const { location } = await sendForm("/case", decision((await olga("/c/1.b1")).text));
  const auditor = await desk.signedIn("auditors");
  expect(lineOf((await auditor(location)).text).words).toBe("Recorded in 1#b1: no notice due");
  const officer = { subject: "otto", name: "otto" };
  const theirs = { ...newStep(`${STEP}9`, new Date().toISOString(), { kind: "take" }), by: officer };
  await desk.cases.open("b2", {}, theirs);
  expect(lineOf((await olga(`/c/1.b2?recorded=${STEP}9&recordedIn=/c/1.b2`)).text).words).toBeUndefined();
  expect(
    lineOf((await olga(`/c/1.b1?recorded=${STEP}8&recordedIn=/c/1.none,x,/c/2`)).text).words,
  ).toBeUndefined();
  // The links of a list lead back to the list, not to the line.
  expect((await olga(location.replace("/c/1.b1?", "/?"))).text).not.toContain("list=%2F%3Frecorded");
});

it("takes a case that was taken back with one press, on its page and in the inbox", async () => {
  const taken = await desk.cases.open("c1");
  const page = (await olga("/c/1.c1")).text;
  const after = await sendForm("/case", filledForm(page, 'value="take"', {}));
  expect(lineOf(after.page).words).toBe("Recorded in 1#c1: taken by you");
  const released = await sendForm("/case", filledForm(after.page, 'aria-label="Undo"', { act: "release" }));
  expect(lineOf(released.page).words).toBe("Recorded in 1#c1: released");
  expect((await desk.cases.read(taken)).owner).toBeUndefined();

  const keys = await Promise.all(["c2", "c3", "c4", "c5"].map((id) => desk.cases.open(id)));
  const form = new URLSearchParams({ step: `${STEP}1`, act: "take" });
  for (const { subject, opened } of keys)
    form.append("case", JSON.stringify({ subject, opened, stepCount: 1 }));
  const several = await sendForm("/selected?view=unassigned", form.toString());
  expect(lineOf(several.page).words).toMatch(/^Recorded in 1#c\d, 1#c\d, 1#c\d and 1 more: taken by you$/);
  const undo = filledForm(several.page, 'aria-label="Undo"', { act: "release" });
  const { location } = await sendForm("/selected?view=unassigned", undo);
  expect(location).toMatch(/^\/\?view=unassigned&recorded=/);
  for (const key of keys) expect((await desk.cases.read(key)).owner).toBeUndefined();
});

it("says what was decided together, on the page that can reopen all of it", async () => {
  const keys = await Promise.all(["e1", "e2"].map((id) => desk.cases.open(id)));
  const form = new URLSearchParams({ step: `${STEP}2`, act: "decide" });
  for (const { subject, opened } of keys)
    form.append("case", JSON.stringify({ subject, opened, stepCount: 1 }));
  const sheet = (await olga("/selected", form.toString())).text;
  const decided = await sendForm(
    "/selected",
    sheetForm(sheet, { act: "record", outcome: "false-positive", note: "Our own." }),
  );
  const { words, markup } = lineOf(decided.page);
  expect(words).toMatch(/^Recorded in 1#e\d, 1#e\d: false positive$/);
  // The page has the form that does, and no second way to it.
  expect(markup).not.toContain("Reopen");
  const undo = filledForm(decided.page, 'aria-label="Reopen all"', { note: "A slip." });
  const reopened = await sendForm("/batch", undo);
  expect(lineOf(reopened.page).words).toMatch(/^Recorded in 1#e\d, 1#e\d: reopened$/);
});

it("gives a script the address of the page behind a form, and does not make the page for it", async () => {
  await desk.cases.open("d1");
  const page = (await olga("/c/1.d1")).text;
  const reply = await olga("/case", decision(page), "en", { "sec-fetch-dest": "empty" });
  expect(reply).toMatchObject({
    status: 201,
    location: expect.stringMatching(/^\/c\/1\.d1\?recorded=/),
    text: "",
  });
});
