/** The notice of a month, recorded in place: it decides what it covers, with one receipt. */

import { readSheet } from "read-excel-file/node";
import { beforeAll, describe, expect, it } from "vitest";
import { RateStore } from "../../../../lib/law/rates/rates.ts";
import { newStep } from "../../../support/case-steps.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { filledForm } from "../../../support/desk/desk-visitor.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");

const FORM = 'action="/month"';

/** Three undecided cases of a month, of which the notice is due on the 17th of the next. */
async function monthOf(month: string, dueAt: string) {
  const names = ["1", "2", "3"].map((number) => `${month}-${number}`);
  for (const [index, name] of names.entries()) {
    const receivedAt = `${month}-0${index + 2}T12:00:00.000Z`;
    await desk.cases.open(name, {
      receivedAt,
      timestamp: receivedAt,
      dueAt,
      userId: `u-${name}`,
      amount: { value: "1", usd: "10" },
    });
  }
  const path = `/month?month=${month}&project=1`;
  return { names, path, form: `${path}&record=notice` };
}

const RECEIPT = { filing: "monthly", reference: "AVI-M1", receivedOn: "2024-02-16", receivedTime: "14:20" };

/** The form as a browser sends it, with the cases of these names ticked. */
function ticking(text: string, names: readonly string[], fields: Record<string, string>): string {
  const form = new URLSearchParams(filledForm(text, FORM, fields));
  form.delete("case");
  const boxes = [...text.matchAll(/name="case" value="([^"]*)"/g)].map(([, value = ""]) =>
    value.replaceAll("&quot;", '"'),
  );
  for (const name of names) form.append("case", boxes.find((box) => box.includes(`#${name}"`)) ?? name);
  return form.toString();
}

const read = (name: string) => desk.cases.read({ subject: `notification#1#${name}`, opened: "once" });

it("decides the ticked cases with the notice's receipt, leaves the others undecided, and says on top that it is filed in time", async () => {
  const { names, path, form } = await monthOf("2024-01", "2024-02-18T05:59:59.999Z");
  const [first = "", second = "", third = ""] = names;
  expect((await officer(path)).text).toMatch(
    /<b>Notice or report, project 1<\/b><span class="badge late">.*? Deadline passed, none recorded here</,
  );
  const { text } = await officer(form);
  expect(text.match(/name="case"[^>]* checked/g)).toHaveLength(3);
  expect(text).toContain('data-unticked="not ticked in the table: they stay undecided"');
  const filled = ticking(text, [first, second], RECEIPT);
  for (const _ of ["sent", "sent again"])
    expect(await officer("/month", filled)).toMatchObject({
      status: 303,
      location: expect.stringMatching(/^\/notice\?month=2024-01&id=[0-9a-f]{32}&recorded=/),
    });
  for (const name of [first, second])
    expect(await read(name)).toMatchObject({
      outcome: "reported",
      stepCount: 2,
      filings: [],
      notices: [{ month: "2024-01", filing: { reference: "AVI-M1", receivedTime: "14:20" } }],
      decision: { note: "In the notice of January 2024.", batch: { size: 2 } },
    });
  expect(await read(third)).toMatchObject({ outcome: undefined, stepCount: 1 });
  const { text: after } = await officer(path);
  expect(after).toMatch(
    /<b>Notice or report, project 1<\/b><span class="badge good">.*? Receipt in time<\/span><a href="\/notice[^"]*" dir="auto">monthly notice, reference AVI-M1, receipt \(acuse\) of February 16, 2024 at 14:20</,
  );
  expect(after).toContain("<dt>notice filed</dt><dd>2 ");
  expect(after).toMatch(/In notice AVI-M1 <span>2 · /);
  const es = (await officer(path, undefined, "es")).text;
  expect(es).toMatch(
    /> Acuse a tiempo<\/span><a [^>]*>aviso mensual, folio AVI-M1, acuse del 16 de febrero de 2024 a las 14:20</,
  );
});

it("records nothing where a ticked case changed meanwhile, and the form that is shown again records all", async () => {
  const { names, path, form } = await monthOf("2024-03", "2024-04-18T05:59:59.999Z");
  const [first = "", second = ""] = names;
  const { text } = await officer(form);
  const note = newStep("n", "2024-03-20T12:00:00.000Z", { kind: "note", note: "Asked the branch." });
  await desk.cases.step({ subject: `notification#1#${first}`, opened: "once" }, note);
  const receipt = { ...RECEIPT, reference: "AVI-M3", receivedOn: "2024-04-03", note: "Filed by Olga." };
  const refused = await officer("/month", ticking(text, [first, second], receipt));
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("Another step was recorded meanwhile");
  expect(refused.text).toContain('value="AVI-M3"');
  expect((await officer(path)).text).not.toContain("AVI-M3");
  const { location = "" } = await officer("/month", ticking(refused.text, [first, second], receipt));
  const { text: notice } = await officer(location);
  expect(notice).toMatch(/<dt>Cases in the notice<\/dt><dd>2 <\/dd>/);
  for (const name of [first, second])
    expect(await read(name)).toMatchObject({ outcome: "reported", decision: { note: "Filed by Olga." } });
  expect((await officer(path)).text).toContain("AVI-M3, receipt (acuse) of April 3, 2024");
});

it("records nothing by a receipt from before a ticked transaction, and names the case", async () => {
  const { names, form } = await monthOf("2024-09", "2024-10-18T05:59:59.999Z");
  const [first = "", , third = ""] = names;
  const { text } = await officer(form);
  // The third one happened on the 4th at 06:00 in Mexico City.
  const receipt = { ...RECEIPT, reference: "AVI-M9", receivedOn: "2024-09-04", receivedTime: "05:59" };
  const refused = await officer("/month", ticking(text, names, receipt));
  expect(refused.status).toBe(422);
  const [, named = ""] = /The receipt is from before the transaction of:(.*?)<\/p>/s.exec(refused.text) ?? [];
  expect(named).toContain(`<bdi>1#${third}</bdi>`);
  expect(named).not.toContain(`<bdi>1#${first}</bdi>`);
  for (const name of names) expect(await read(name)).toMatchObject({ outcome: undefined });
  expect((await officer("/month?month=2024-09&project=1")).text).not.toContain("AVI-M9");
});

it("names the cases with a pending 24-hour notice in place of covering them, and records nothing if a form sends one anyway", async () => {
  const { names, form } = await monthOf("2024-08", "2024-09-18T05:59:59.999Z");
  const [first = "", second = "", third = ""] = names;
  const suspicion = { kind: "suspect", knownSince: "2024-08-20T12:00:00.000Z" } as const;
  const key = { subject: `notification#1#${first}`, opened: "once" };
  const { stepCount } = await desk.cases.step(key, newStep("s", "2024-08-20T12:00:00.000Z", suspicion));
  const { text } = await officer(form);
  expect(text.match(/name="case"/g)).toHaveLength(2);
  const [, named = ""] = /<p class="warns">(Cases with a pending.*?)<\/p>/s.exec(text) ?? [];
  expect(named).toMatch(
    /^Cases with a pending 24-hour notice: 1\. The first deadline was [^<]* They are left out, and stay undecided\./,
  );
  expect(named).toContain(`<bdi>1#${first}</bdi>`);
  const receipt = { ...RECEIPT, reference: "AVI-M8", receivedOn: "2024-09-10" };
  const filled = new URLSearchParams(ticking(text, [second, third], receipt));
  filled.append("case", JSON.stringify({ ...key, stepCount }));
  const refused = await officer("/month", filled.toString());
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('value="AVI-M8"');
  expect((await officer("/month?month=2024-08&project=1")).text).not.toContain("AVI-M8");
  for (const name of names) expect(await read(name)).toMatchObject({ outcome: undefined });
});

it("decides nothing where it is refused, and shows what was ticked again", async () => {
  const { names, form } = await monthOf("2024-05", "2024-06-18T05:59:59.999Z");
  const [first = "", second = ""] = names;
  const { text } = await officer(form);
  const refused = await officer("/month", ticking(text, [first], { ...RECEIPT, reference: "" }));
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("Enter the reference");
  expect(refused.text.match(/name="case"[^>]* checked/g)).toHaveLength(1);
  const ofOthers = await desk.signedIn("officers-2");
  expect(await ofOthers("/month", ticking(text, [first], RECEIPT))).toMatchObject({ status: 404 });
  for (const name of [first, second]) expect(await read(name)).toMatchObject({ outcome: undefined });
});

it("decides no case where there is nothing to report", async () => {
  const { names, form } = await monthOf("2024-07", "2024-08-18T05:59:59.999Z");
  const fields = { ...RECEIPT, filing: "nothing-to-report", receivedOn: "2024-08-20", confirmed: "on" };
  const ticked = ticking((await officer(form)).text, names, fields);
  expect(await officer("/month", ticked)).toMatchObject({ status: 303 });
  for (const name of names) expect(await read(name)).toMatchObject({ outcome: undefined });
  expect((await officer("/month?month=2024-07&project=1")).text).toMatch(
    /<span class="badge late">.*? Receipt late<\/span><a [^>]*>nothing to report, reference AVI-M1, receipt \(acuse\) of August 20, 2024 at 14:20</,
  );
});

it("covers more than a hundred cases with one form", async () => {
  const names = Array.from({ length: 120 }, (_, index) => `h-${index}`);
  const receivedAt = "2024-10-02T12:00:00.000Z";
  const dueAt = "2024-11-18T05:59:59.999Z";
  await Promise.all(names.map((name) => desk.cases.open(name, { receivedAt, timestamp: receivedAt, dueAt })));
  const { text } = await officer("/month?month=2024-10&project=1&record=notice");
  const form = ticking(text, names, { ...RECEIPT, receivedOn: "2024-11-10" });
  expect(await officer("/month", form)).toMatchObject({ status: 303 });
  expect((await officer("/month?month=2024-10&project=1")).text).toContain("<dt>notice filed</dt><dd>120 ");
});

it("has first what reaches its threshold, where not all cases fit into it", async () => {
  await new RateStore(desk.client, "Rates").set({ currency: "MXN", day: "2025-12-03", rate: "20.00" });
  const open = (name: string, userId: string, usd: string, receivedAt = "2025-12-04T12:00:00.000Z") => {
    return desk.cases.open(name, {
      receivedAt,
      timestamp: receivedAt,
      dueAt: "2026-01-18T05:59:59.999Z",
      userId,
      risk: "illegal",
      amount: { value: "1", usd },
    });
  };
  const below = Array.from({ length: 520 }, (_, index) => `below-${index}`);
  await Promise.all(below.map((name) => open(name, name, "1000")));
  for (const name of ["half", "other-half"]) await open(name, "u-halves", "650", "2025-12-04T11:00:00.000Z");
  const { text } = await officer("/month?month=2025-12&project=1&record=notice");
  const boxes = text.match(/<input type="checkbox" name="case"[^>]*>/g) ?? [];
  expect(boxes).toHaveLength(500);
  const ticked = boxes.filter((box) => box.includes(" checked"));
  expect(ticked.map((box) => /#([a-z-]+)&quot;/.exec(box)?.[1]).toSorted()).toEqual(["half", "other-half"]);
});

it("is offered to those who may record it, and to no others", async () => {
  const auditor = await desk.signedIn("auditors");
  const path = "/month?month=2024-01&project=1";
  expect((await officer(path)).text).toContain('href="/month?month=2024-01&amp;project=1&amp;record=notice"');
  expect((await auditor(path)).text).not.toContain("record=notice");
  expect((await auditor(`${path}&record=notice`)).text).not.toContain(FORM);
});

it("offers no case of which a 24-hour notice alone is known, which no monthly notice covers", async () => {
  const { form } = await monthOf("2024-06", "2024-07-18T05:59:59.999Z");
  const happenedAt = "2024-06-05T12:00:00.000Z";
  await desk.cases.open(
    "2024-06-listed",
    { receivedAt: happenedAt, timestamp: happenedAt, laws: [{ name: "OFAC SDN", countryCode: "US" }] },
    newStep("a", happenedAt, { kind: "suspect", knownSince: happenedAt }),
    newStep("b", happenedAt, {
      kind: "file",
      filing: { kind: "24-hour", reference: "AVI-24", receivedOn: "2024-06-05", receivedAt: happenedAt },
    }),
  );
  const { text } = await officer(form);
  expect(text.match(/name="case"/g)).toHaveLength(3);
  // It is of the month, and not of the month's notice.
  expect((await officer("/month?month=2024-06&project=1")).text).not.toContain("AVI-24");
  expect((await officer("/month?month=2024-06&project=1&view=other")).text).toContain("AVI-24");
});

/** Pesos are dollars times 20, and the UMA is 117.31: USD 1,231.755 reach the threshold. */
describe("against the threshold of 210 UMA", () => {
  const MONTH = "2026-02";
  const FORM_OF_FEBRUARY = `/month?month=${MONTH}&project=1&record=notice`;
  const flagged = (name: string, userId: string, usd: string | undefined, day = "05") => {
    const receivedAt = `${MONTH}-${day}T12:00:00.000Z`;
    return desk.cases.open(name, {
      receivedAt,
      timestamp: receivedAt,
      dueAt: "2026-03-18T05:59:59.999Z",
      userId,
      risk: "illegal",
      amount: { value: "1", ...(usd === undefined ? {} : { usd }) },
    });
  };
  const isTicked = (text: string, name: string) =>
    new RegExp(`name="case"[^>]*#${name}&quot;[^>]* checked`).test(text);

  beforeAll(async () => {
    await new RateStore(desk.client, "Rates").set({ currency: "MXN", day: "2026-02-03", rate: "20.00" });
    await flagged("alone", "u-a", "1231.755");
    await flagged("first", "u-b", "600");
    await flagged("second", "u-b", "700", "06");
    await flagged("below", "u-c", "1231.75");
    await flagged("tiny", "u-d", "0.10");
    await flagged("unknown", "u-e", undefined);
  });

  it("ticks what reaches it alone or with others, and says of each which", async () => {
    const { text } = await officer(FORM_OF_FEBRUARY);
    const ticked = ["alone", "first", "second", "below", "tiny", "unknown"].filter((name) =>
      isTicked(text, name),
    );
    expect(ticked).toEqual(["alone", "first", "second"]);
    const rowOf = (name: string) =>
      text.split("<tr>").find((row) => row.includes(`class="open" href="/c/1.${name}"`));
    expect(rowOf("alone")).toContain("<span>alone</span>");
    expect(rowOf("first")).toMatch(/<span title="221\.63 UMA">with <a href="\/c\/1\.second"/);
    expect(rowOf("tiny")).toContain(">below it<");
    expect(rowOf("unknown")).toContain(">not known<");
  });

  it("adds what is ticked in pesos, UMA and dollars", async () => {
    const { text } = await officer(FORM_OF_FEBRUARY, undefined, "es");
    expect(text).toContain('Marcadas: <span data-adds="count">3</span>');
    expect(text).toContain('MXN <span data-adds="local">50,635.10</span>');
    // (24,635.10 + 26,000) ÷ 117.31
    expect(text).toContain('<span data-adds="units">431.63</span> UMA');
    expect(text).toContain('USD <span data-adds="usd">2,531.75…</span>');
  });

  it("says what it leaves out and why, and offers to decide what is below in one step", async () => {
    const { text } = await officer(FORM_OF_FEBRUARY);
    expect(text).toContain("2 are below their threshold: MXN 24,637.00, 210.01 UMA.");
    expect(text).toMatch(
      /it is not known whether it reaches its threshold: look at it\. <a href="\/c\/1\.unknown"/,
    );
    const form = new URLSearchParams(filledForm(text, 'id="below"', {}));
    form.append("act", "decide");
    expect(form.getAll("case")).toHaveLength(2);
    const sheet = await officer("/selected", form.toString());
    expect(sheet.status).toBe(200);
    expect(sheet.text).toContain("Decide 2 cases");
    expect(sheet.text).toMatch(/value="not-reportable"[^>]* checked/);
    expect(sheet.text).toContain("Below the notice threshold, alone and added to the user");
  });

  const receipt = { ...RECEIPT, receivedOn: "2026-03-10" };
  const ALL = ["alone", "first", "second"];

  it("compares the receipt with what is ticked, says both numbers, and keeps what was typed", async () => {
    const { text } = await officer(FORM_OF_FEBRUARY);
    const typed = { ...receipt, reference: "AVI-T1", operations: "4", total: "$50,635.00 MXN" };
    const refused = await officer("/month", ticking(text, ALL, typed));
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("The receipt has 4, and 3 would be in the notice.");
    expect(refused.text).toContain(
      "The receipt has MXN 50,635.00, and MXN 50,635.10 would be in the notice.",
    );
    expect(refused.text).toContain('name="operations" value="4"');
    expect(refused.text).toContain('name="total" value="$50,635.00 MXN"');
    expect(refused.text).toContain('name="reference" value="AVI-T1"');
    for (const name of ALL) expect(await read(name)).toMatchObject({ outcome: undefined });
    const noNumbers = { ...typed, operations: "four", total: "50.635,10" };
    const unread = await officer("/month", ticking(text, ALL, noNumbers));
    expect(unread.status).toBe(422);
    expect(unread.text).toContain("Enter a whole number of transactions");
    expect(unread.text).toContain("Enter an amount such as 1,801,800.00");
  });

  it("counts what the same folio covers already, and records what fits once", async () => {
    const { text } = await officer(FORM_OF_FEBRUARY);
    const first = { ...receipt, reference: "AVI-T2", operations: "1", total: "24635.1" };
    const once = ticking(text, ["alone"], first);
    for (const _ of ["sent", "sent again"])
      expect(await officer("/month", once)).toMatchObject({ status: 303 });
    const receiptWithTotals = { ...receipt, reference: "AVI-T2", operations: "3", total: "50,635.10" };
    const added = await officer(
      "/month",
      ticking((await officer(FORM_OF_FEBRUARY)).text, ["first", "second"], receiptWithTotals),
    );
    expect(added).toMatchObject({ status: 303 });
    for (const name of ALL) expect(await read(name)).toMatchObject({ outcome: "reported" });
    // Before it is sent the form says what the same folio does.
    expect((await officer(FORM_OF_FEBRUARY)).text).toContain(
      "Recorded of this month: AVI-T2. The same folio with the same receipt adds what is ticked to that notice.",
    );
  });

  it("calls a total a lower bound where the amount of a ticked case is not known", async () => {
    const { text } = await officer(FORM_OF_FEBRUARY);
    const typed = { ...receipt, reference: "AVI-T3", total: "24,634.99" };
    const refused = await officer("/month", ticking(text, ["below", "unknown"], typed));
    expect(refused.text).toContain(
      "The receipt has MXN 24,634.99, and at least MXN 24,635.00 would be in the notice.",
    );
    const es = await officer("/month", ticking(text, ["below", "unknown"], typed), "es");
    expect(es.text).toContain(
      "El acuse tiene MXN 24,634.99, y en el aviso quedarían al menos MXN 24,635.00.",
    );
  });
});

it("ticks an operation whose 24-hour notice is filed, and marks it in the form, the month, the sheet and the case", async () => {
  const { form, path, names } = await monthOf("2023-06", "2023-07-18T05:59:59.999Z");
  const [first = ""] = names;
  const time = "2023-06-05T12:00:00.000Z";
  const key = { subject: `notification#1#${first}`, opened: "once" };
  await desk.cases.step(key, newStep("a", time, { kind: "suspect", knownSince: time }));
  await desk.cases.step(
    key,
    newStep("b", time, {
      kind: "file",
      filing: { kind: "24-hour", reference: "AVI-24H", receivedOn: "2023-06-05", receivedAt: time },
    }),
  );
  const { text } = await officer(form);
  const row = text.split("<tr>").find((cells) => cells.includes(`href="/c/1.${first}"`)) ?? "";
  expect(row).toMatch(/name="case"[^>]* checked/);
  expect(row).toContain(">filed</span>");
  expect(text.match(/>filed<\/span>/g)).toHaveLength(1);
  const rule = "The 24-hour notice does not take the place of the month’s";
  expect(text).toContain(rule);
  expect((await officer(`/c/1.${first}`)).text).toContain(rule);
  expect((await officer(`/c/1.${names[1]}`)).text).not.toContain(rule);
  expect((await officer(path)).text).toContain("1 with a 24-hour notice filed");
  const { file = new Uint8Array() } = await officer("/month.xlsx?month=2023-06&project=1");
  const about = await readSheet(Buffer.from(file), 2);
  expect(about.join("\n")).toContain(
    "– of these, already in a 24-hour notice, which does not take the place of the month’s: 1",
  );
});

it("counts the cases that contradict a report without operations as the month does", async () => {
  const { form, path, names } = await monthOf("2023-08", "2023-09-18T05:59:59.999Z");
  const [first = ""] = names;
  const { text } = await officer(form);
  const notice = { ...RECEIPT, reference: "AVI-M08", receivedOn: "2023-09-10" };
  await officer("/month", ticking(text, [first], notice));
  const receivedAt = "2023-08-09T12:00:00.000Z";
  await desk.cases.open("2023-08-other", { receivedAt, timestamp: receivedAt });
  // A 24-hour notice is no filing of the month.
  await desk.cases.open(
    "2023-08-suspected",
    { receivedAt, timestamp: receivedAt },
    newStep("a", receivedAt, { kind: "suspect", knownSince: receivedAt }),
    newStep("b", receivedAt, {
      kind: "file",
      filing: { kind: "24-hour", reference: "AVI-24I", receivedOn: "2023-08-09", receivedAt },
    }),
  );
  const report = { ...RECEIPT, filing: "nothing-to-report", reference: "INF-8", receivedOn: "2023-09-11" };
  const refused = await officer("/month", ticking((await officer(form)).text, [], report));
  expect(refused.text).toContain(
    "Cases of the month’s notice, project 1: 2 undecided, 1 with a notice filed. Other undecided cases of the month: 2.",
  );
  const [due, other] = [path, `${path}&view=other`].map(async (page) => (await officer(page)).text);
  expect(await due).toMatch(/<dt>Undecided<\/dt><dd>2 .*<dt>notice filed<\/dt><dd>1 /);
  expect(await other).toMatch(/<dt>Undecided<\/dt><dd>2 /);
});

it("is recorded without a ticked case only once an officer confirms that it covers none", async () => {
  const { names, path, form } = await monthOf("2025-03", "2025-04-18T05:59:59.999Z");
  const { text } = await officer(form);
  expect(text).not.toContain('name="confirmed"');
  const receipt = { ...RECEIPT, reference: "AVI-OTHERS", receivedOn: "2025-04-10" };
  const refused = await officer("/month", ticking(text, [], receipt));
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("No case is ticked. Tick the cases that the notice covers, or confirm");
  expect((await officer(path)).text).not.toContain("AVI-OTHERS");
  const confirmed = ticking(refused.text, [], { ...receipt, confirmed: "on" });
  const { status, location = "" } = await officer("/month", confirmed);
  expect(status).toBe(303);
  expect((await officer(location)).text).toContain("<bdi>AVI-OTHERS</bdi>");
  for (const name of names) expect(await read(name)).toMatchObject({ outcome: undefined, stepCount: 1 });
});

it("is shown again, where it was refused, on the page on which it stood: of a project, or of all", async () => {
  const { names, path } = await monthOf("2025-05", "2025-06-18T05:59:59.999Z");
  for (const [page, back] of [
    [path, "/month?month=2025-05&amp;project=1"],
    ["/month?month=2025-05", "/month?month=2025-05"],
  ]) {
    const { text } = await officer(`${page}&record=notice`);
    const refused = await officer("/month", ticking(text, names, { ...RECEIPT, reference: "" }));
    expect(refused.status).toBe(422);
    expect(refused.text).toContain(`<a class="btn" href="${back}">Cancel</a>`);
  }
});

it("leads to the notice's page, which says which cases it decided, without a way back", async () => {
  const { names, form } = await monthOf("2025-07", "2025-08-18T05:59:59.999Z");
  const receipt = { ...RECEIPT, reference: "AVI-SAYS", receivedOn: "2025-08-10" };
  const { location = "" } = await officer("/month", ticking((await officer(form)).text, names, receipt));
  const { text } = await officer(location);
  const [, line = ""] = /<div class="recorded">(.*?)<\/div>/s.exec(text) ?? [];
  for (const name of names) expect(line).toContain(`<bdi>1#${name}</bdi>`);
  expect(line).toContain("notice filed");
  expect(line).not.toContain("<form");
});

it("is called a report on its page where there is nothing to report, and no notice of no case", async () => {
  const { text } = await officer("/month?month=2022-08&project=1&record=notice");
  const report = { ...RECEIPT, filing: "nothing-to-report", reference: "INF-9", receivedOn: "2022-09-11" };
  const { location = "" } = await officer("/month", ticking(text, [], report));
  const es = (await officer(location, undefined, "es")).text;
  expect(es).toContain("<title>Informe INF-9 - ");
  expect(es).toContain("olga.officer@company.example registró el informe");
  expect(es).not.toContain("Casos en el aviso");
  expect((await officer(location)).text).not.toContain("Cases in the notice");
});

it("calls no case decided of a month without any", async () => {
  const { text } = await officer("/month?month=2019-02&project=1&record=notice");
  expect(text).toContain("<p>No case of this month.</p>");
  expect(text).not.toContain("Every case of this month is decided.");
});
