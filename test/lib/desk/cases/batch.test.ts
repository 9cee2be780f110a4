/** Several cases decided in one act, from the sheet beside the inbox: by whom, and by a form that was shown before now. */

import { expect, it } from "vitest";
import { newStep, REPORTED } from "../../../support/case-steps.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { filledForm, sheetForm } from "../../../support/desk/desk-visitor.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");

const keyOf = (id: string) => ({ subject: `notification#1#${id}`, opened: "once" });
const pathOf = (user: string) => `/?user=${user}&sheet=decide`;
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

it("decides all open cases of a user in one act, but for what changed meanwhile, and once", async () => {
  const ids = ["b1", "b2", "b3"];
  for (const id of ids) await desk.cases.open(id, { userId: "u-b" });
  const page = "/c/1.b1";
  expect((await officer(page)).text).toContain('href="/?user=u-b&amp;sheet=decide"');
  const { text } = await officer(pathOf("u-b"));
  expect(text).toContain("Decide 3 cases");
  const note = "One customer, one salary a month.";
  const form = sheetForm(text, { act: "record", outcome: "false-positive", note });
  const auditor = await desk.signedIn("auditors");
  expect((await auditor(pathOf("u-b"))).text).not.toContain('name="case"');
  expect(await auditor("/selected?user=u-b", form)).toMatchObject({ status: 403 });
  expect(await (await desk.signedIn("officers-2"))("/selected?user=u-b", form)).toMatchObject({
    status: 409,
  });
  for (const id of ids) expect((await desk.cases.read(keyOf(id))).steps).toEqual([]);
  await desk.cases.step(
    keyOf("b2"),
    newStep("s-b2", new Date().toISOString(), { kind: "note", note: "Wait." }),
  );
  for (const _sent of ["once", "twice"]) {
    const { status, text: page } = await officer("/selected?user=u-b", form);
    expect(status).toBe(422);
    expect(page).toContain("Decided: 2</h2>");
    const [, leftOut] = page.split("<h3>Left out, because they changed in the meantime: 1</h3>");
    // What changed it, and what was written.
    for (const part of ['href="/c/1.b2', "Wait.", note]) expect(leftOut).toContain(part);
  }
  for (const id of ["b1", "b3"])
    expect((await desk.cases.read(keyOf(id))).steps).toMatchObject([
      { number: 2, outcome: "false-positive", note, batch: { size: 2 } },
    ]);
  expect((await auditor(page)).text).toContain("decided together with 1 other");
  expect((await officer(pathOf("u-b"))).text).toContain("Decide 1 case<");
});

it("counts what is ticked, and warns of sanctions lists, unreadable messages and what is overdue, each with a way out", async () => {
  const mine = { userId: "u-x", laws: [{ name: "LFPIORPI", countryCode: "MX" }] };
  const token = { symbol: "USDC", decimals: 6 };
  await desk.cases.open("w1", { ...mine, token, amount: { value: "1000000", usd: "1000.5" } });
  await desk.cases.open("w2", {
    ...mine,
    token,
    amount: { value: "1000000", usd: "2000.25" },
    dueAt: ago(5),
  });
  await desk.cases.open("w3", { userId: "u-x", laws: [{ name: "OFAC SDN", countryCode: "US" }] });
  await desk.cases.open("w4", { userId: "u-x", kind: "quarantine" });
  const { text } = await officer(pathOf("u-x"));
  expect(text).toContain("<b>USD 3,000.75</b> <small>1 user · 2 amounts unknown</small>");
  for (const warning of ["Sanctions lists: 1", "Unreadable: 1", "Overdue: 1"])
    expect(text).toContain(warning);
  const without = await officer("/selected?user=u-x", sheetForm(text, { leave: "listed", note: "Mine." }));
  expect(without.text).toContain("Decide 3 cases");
  expect(without.text).not.toContain("Sanctions lists:");
  expect(without.text).toContain("Mine.</textarea>");
  const fields = { act: "record", outcome: "false-positive", note: "Mine." };
  const { text: page } = await officer("/selected?user=u-x", sheetForm(without.text, fields));
  expect(page).toContain("Decided: 3</h2>");
  expect(page).toMatch(/Left out by you: 1<\/h3>.*\/c\/1\.w3"/s);
  expect((await desk.cases.read(keyOf("w3"))).outcome).toBeUndefined();
});

it("records nothing where other cases are ticked than the sheet showed, and shows it again", async () => {
  for (const id of ["c1", "c2"]) await desk.cases.open(id, { userId: "u-c" });
  const { text } = await officer(pathOf("u-c"));
  const form = new URLSearchParams(
    sheetForm(text, { act: "record", outcome: "false-positive", note: "Mine." }),
  );
  form.delete("case", form.get("case") ?? "");
  const again = await officer("/selected?user=u-c", form.toString());
  expect(again.status).toBe(409);
  expect(again.text).toContain("Other cases are ticked than this sheet showed.");
  expect(again.text).toContain("Decide 1 case<");
  for (const id of ["c1", "c2"]) expect((await desk.cases.read(keyOf(id))).outcome).toBeUndefined();
});

it("ticks a whole group, also what is on other pages", async () => {
  const due = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const ids = Array.from({ length: 52 }, (_, at) => `g${at}`);
  for (const id of ids) await desk.cases.open(id, { userId: "u-g", dueAt: due });
  const { text } = await officer("/?user=u-g");
  expect(text).toContain('name="group" value="soon" data-count="52"');
  const form = sheetForm(text, { act: "decide", group: "soon" });
  const { text: sheet } = await officer("/selected?user=u-g", form);
  expect(sheet).toContain("Decide 52 cases");
  const fields = { act: "record", outcome: "not-reportable", note: "Below." };
  const { location = "" } = await officer("/selected?user=u-g", sheetForm(sheet, fields));
  expect((await officer(location)).text).toContain("52 cases decided together");
});

it("leads to a lasting address that names each case, and reopens once all that have not changed since", async () => {
  for (const id of ["r1", "r2", "r3"]) await desk.cases.open(id, { userId: "u-r" });
  const { text } = await officer(pathOf("u-r"));
  const fields = { act: "record", outcome: "not-reportable", note: "Below." };
  const { status, location = "" } = await officer("/selected?user=u-r", sheetForm(text, fields));
  expect(status).toBe(303);
  expect(location).toMatch(/^\/batch\?id=[0-9a-f-]{36}&at=/);
  const { text: resultPage } = await officer(location);
  for (const id of ["r1", "r2", "r3"]) expect(resultPage).toContain(`<bdi>1#${id}</bdi>`);
  const page = (await officer("/c/1.r1")).text;
  expect(page).toContain("decided together with 2 others</a>");
  await desk.cases.step(
    keyOf("r2"),
    newStep("s-r2", new Date().toISOString(), { kind: "note", note: "Seen." }),
  );
  expect(resultPage).toMatch(/Outcome<.*No notice due<.*Decided by<.*olga.*Grounds<.*Below\./s);
  const undo = filledForm(resultPage, 'action="/batch"', { note: "Another look." });
  for (const _sent of ["once", "twice"]) expect(await officer("/batch", undo)).toMatchObject({ status: 303 });
  expect((await officer(location)).text).toContain("Open again: 2 of 3");
  for (const id of ["r1", "r3"]) {
    const { outcome, steps } = await desk.cases.read(keyOf(id));
    expect(outcome).toBeUndefined();
    expect(steps).toMatchObject([{ kind: "decide" }, { kind: "reopen", note: "Another look." }]);
  }
  expect((await desk.cases.read(keyOf("r2"))).outcome).toBe("not-reportable");
  await desk.cases.step(
    keyOf("r2"),
    newStep("o-r2", new Date().toISOString(), { kind: "reopen", note: "New facts." }),
  );
  expect((await officer(location)).text).toContain("3 cases decided together, all open again");
});

it("reopens nothing without a reason, which a single case has to have too", async () => {
  for (const id of ["x1", "x2"]) await desk.cases.open(id, { userId: "u-x" });
  const fields = { act: "record", outcome: "not-reportable", note: "Below." };
  const sheet = (await officer(pathOf("u-x"))).text;
  const { location = "" } = await officer("/selected?user=u-x", sheetForm(sheet, fields));
  const undo = filledForm((await officer(location)).text, 'action="/batch"');
  const { status, text } = await officer("/batch", undo);
  expect(status).toBe(422);
  expect(text).toContain("Write down the grounds or the reason.");
  for (const id of ["x1", "x2"]) expect((await desk.cases.read(keyOf(id))).outcome).toBe("not-reportable");
});

it("reopens no case that was reopened and decided again since, also from a page that is loaded anew", async () => {
  for (const id of ["s1", "s2"]) await desk.cases.open(id, { userId: "u-s" });
  const sheet = (await officer(pathOf("u-s"))).text;
  const fields = { act: "record", outcome: "not-reportable", note: "Below." };
  const { location = "" } = await officer("/selected?user=u-s", sheetForm(sheet, fields));
  const now = () => new Date().toISOString();
  await desk.cases.step(keyOf("s1"), newStep("o", now(), { kind: "reopen", note: "Looked again." }));
  await desk.cases.step(keyOf("s1"), newStep("p", now(), REPORTED));
  await officer("/batch", filledForm((await officer(location)).text, 'action="/batch"', { note: "Again." }));
  expect((await desk.cases.read(keyOf("s1"))).outcome).toBe("reported");
  expect((await desk.cases.read(keyOf("s2"))).outcome).toBeUndefined();
});

it("is found by those alone who see a project of its cases, and reopened by officers alone", async () => {
  await desk.cases.open("v1", { userId: "u-v" });
  await desk.cases.open("v2", { userId: "u-v" });
  const fields = { act: "record", outcome: "not-reportable", note: "Below." };
  const sheet = (await officer(pathOf("u-v"))).text;
  const { location = "" } = await officer("/selected?user=u-v", sheetForm(sheet, fields));
  const undo = filledForm((await officer(location)).text, 'action="/batch"', { note: "Again." });
  expect(await (await desk.signedIn("officers-2"))(location)).toMatchObject({ status: 404 });
  const auditor = await desk.signedIn("auditors");
  const { text } = await auditor(location);
  expect(text).toContain("<bdi>1#v1</bdi>");
  expect(text).not.toContain('action="/batch"');
  expect(await auditor("/batch", undo)).toMatchObject({ status: 403 });
  await (await desk.signedIn("officers-2"))("/batch", undo);
  expect((await desk.cases.read(keyOf("v1"))).outcome).toBe("not-reportable");
});

it("offers the outcomes that all of the cases can have, and no filed notice, which is recorded in its month", async () => {
  await desk.cases.open("o1", { userId: "u-o" });
  await desk.cases.open("o2", { userId: "u-o", subject: "wallet#1#0x1#1", opened: "0", kind: "wallet" });
  const { text } = await officer(pathOf("u-o"));
  expect(text).not.toContain('name="outcome"');
  expect(text).toContain("These cases have no outcome in common.");
  await desk.cases.open("p1", { userId: "u-p" });
  const { text: ofTransactions } = await officer(pathOf("u-p"));
  expect([...ofTransactions.matchAll(/name="outcome" value="([\w-]*)"/g)].map(([, value]) => value)).toEqual([
    "not-reportable",
    "false-positive",
  ]);
  const forged = sheetForm(ofTransactions, {
    act: "record",
    outcome: "reported",
    note: "Filed.",
    ...REPORTED.filing,
  });
  expect(await officer("/selected?user=u-p", forged)).toMatchObject({ status: 422 });
  expect((await desk.cases.read(keyOf("p1"))).outcome).toBeUndefined();
});

it("leads back to lists of the desk alone, also where the address names another site", async () => {
  await desk.cases.open("back", { userId: "u-back" });
  const form = sheetForm((await officer(pathOf("u-back"))).text, {
    act: "record",
    outcome: "false-positive",
    note: "Known.",
  });
  await officer("/selected?user=u-back", form);
  const { decision } = await desk.cases.read(keyOf("back"));
  const { batch, at = "" } = decision ?? {};
  const address = (list: string) => `/batch?${new URLSearchParams({ id: batch?.id ?? "", at, list })}`;
  for (const list of ["https://evil.example", "//evil.example", "javascript:alert(1)", "/\\evil.example"]) {
    const { status, text } = await officer(address(list));
    expect([status, /class="back" href="([^"]*)"/.exec(text)?.[1]]).toEqual([200, "/"]);
  }
  expect((await officer(address("/?user=u-back"))).text).toContain('class="back" href="/?user=u-back"');
});
