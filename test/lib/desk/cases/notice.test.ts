/** A notice of a month is one thing with one folio: what is corrected of it is right everywhere, and in nothing else is it written. */

import { PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it } from "vitest";
import { caseLink } from "../../../../lib/alerts/messages/desk-links.ts";
import type { StoredCase } from "../../../../lib/cases/case.ts";
import type { ShownCase } from "../../../../lib/cases/case-keys.ts";
import { CaseQueries } from "../../../../lib/cases/case-queries.ts";
import { CaseStore } from "../../../../lib/cases/cases.ts";
import { MonthStore } from "../../../../lib/cases/months.ts";
import { incompleteNotices, recordNotice } from "../../../../lib/cases/record-notice.ts";
import { newStep, noticeStep, OLGA } from "../../../support/case-steps.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { filledForm } from "../../../support/desk/desk-visitor.ts";
import { contentNews } from "../../../support/stored-cases.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");
const months = new MonthStore(desk.client, "Cases", 10);
const RECEIPT = { filing: "monthly", reference: "AVI-0132", receivedOn: "2024-02-16", receivedTime: "14:00" };

/** Cases of a month of 2024, one a day from the second on, in a project each. */
async function casesOf(month: string, ...projects: readonly number[]): Promise<StoredCase[]> {
  const cases: StoredCase[] = [];
  for (const [index, projectId] of projects.entries()) {
    const receivedAt = `${month}-0${index + 2}T12:00:00.000Z`;
    cases.push(
      await desk.cases.open(`${month}-${index}`, {
        projectId,
        receivedAt,
        timestamp: receivedAt,
        dueAt: new Date(
          Date.UTC(Number(month.slice(0, 4)), Number(month.slice(-2)), 18, 5, 59, 59, 999),
        ).toISOString(),
        userId: `u-${index}`,
        amount: { value: "1", usd: "10.25" },
      }),
    );
  }
  return cases;
}

const caseAgain = ({ subject, opened }: ShownCase) => desk.cases.read({ subject, opened });

/** The form of a month with these cases ticked. */
async function formOf(
  month: string,
  cases: readonly ShownCase[],
  fields: Record<string, string>,
  query = "",
) {
  const { text } = await officer(`/month?month=${month}&record=notice${query}`);
  const form = new URLSearchParams(filledForm(text, 'action="/month"', fields));
  form.delete("case");
  for (const { subject, opened, stepCount } of cases)
    form.append("case", JSON.stringify({ subject, opened, stepCount }));
  return form.toString();
}

/** The address of a notice, without what it says of the form that was just recorded. */
function noticeAddress(location: string): string {
  return location.replace(/&recorded=.*/, "");
}

async function record(
  month: string,
  cases: readonly ShownCase[],
  fields: Record<string, string> = {},
  query = "",
) {
  const { status, location = "" } = await officer(
    "/month",
    await formOf(month, cases, { ...RECEIPT, ...fields }, query),
  );
  expect({ status, location }).toMatchObject({ status: 303, location: expect.stringContaining("/notice?") });
  return noticeAddress(location);
}

async function correct(location: string, fields: Record<string, string>) {
  const { text } = await officer(location);
  return officer(
    "/notice",
    filledForm(text, 'name="act" value="correct"', { note: "Typed wrongly.", ...fields }),
  );
}

it("shows its receipt, the cases that it covers and their sum, and leads from each case to it", async () => {
  const cases = await casesOf("2024-01", 1, 1);
  const location = await record("2024-01", cases);
  const { text } = await officer(location);
  expect(text).toContain("<bdi>AVI-0132</bdi>");
  expect(text).toMatch(/<dt>Cases in the notice<\/dt><dd>2 <\/dd>/);
  expect(text).toMatch(/<dt>Sum<\/dt><dd><span title="20.50">USD 20.50<\/span>/);
  expect(text).toMatch(
    /<h1><bdi>AVI-0132<\/bdi><\/h1><span class="muted">monthly notice<\/span>.* Receipt in time<\/span>/s,
  );
  for (const ofNotice of cases)
    expect((await officer(caseLink(ofNotice))).text).toContain(`href="${location.replaceAll("&", "&amp;")}"`);
});

describe("a correction", () => {
  const month = "2024-03";
  let cases: StoredCase[];
  let location: string;

  beforeAll(async () => {
    cases = await casesOf(month, 1, 1);
    location = await record(month, cases, { reference: "AVI-WRONG", receivedOn: "2024-04-19" });
    const corrected = await correct(location, {
      reference: "AVI-RIGHT",
      receivedOn: "2024-04-16",
      receivedTime: "14:00",
    });
    expect(corrected).toMatchObject({ status: 303, location });
  });

  it("to what is recorded already is refused, and other capitals are a correction", async () => {
    const asRecorded = { reference: "AVI-RIGHT", receivedOn: "2024-04-16", receivedTime: "14:00" };
    const refused = await correct(location, asRecorded);
    expect([refused.status, refused.text.includes("there is nothing to correct")]).toEqual([422, true]);
    for (const reference of ["AVI-Right", "AVI-RIGHT"])
      expect(await correct(location, { ...asRecorded, reference })).toMatchObject({ status: 303 });
  });

  it("is right on every page and file, and says on the notice's page what it replaced", async () => {
    const page = (await officer(location)).text;
    expect(page).toContain("<bdi>AVI-RIGHT</bdi>");
    expect(page).toContain("AVI-WRONG");
    expect(page).toContain("Typed wrongly.");
    const path = `/month?month=${month}`;
    for (const address of [path, `/month.csv?month=${month}`]) {
      const { text } = await officer(address);
      expect(text).toContain("AVI-RIGHT");
      expect(text).not.toContain("AVI-WRONG");
      expect(text).toContain("in time");
      expect(text).not.toMatch(/>late<|,late$/m);
    }
  });

  it("makes in time what was late by the wrong receipt, in each case, without an event there", async () => {
    for (const ofNotice of cases)
      expect(await caseAgain(ofNotice)).toMatchObject({
        stepCount: 2,
        dues: [{ metBy: "filing", metAt: "2024-04-16T20:00:00.000Z" }],
      });
    const [first] = cases;
    if (first === undefined) throw new Error("There is no case.");
    const { text } = await officer(caseLink(first));
    expect(text).toContain("in time");
    expect(text).toMatch(/AVI-RIGHT, receipt \(acuse\) of [^<]*<\/span> \(receipt corrected /);
  });

  it("is found by the search under both folios", async () => {
    for (const folio of ["AVI-RIGHT", "AVI-WRONG", "avi\u2011wrong"])
      expect(await officer(`/search?q=${encodeURIComponent(folio)}`)).toMatchObject({
        status: 303,
        location,
      });
  });

  it("to a receipt from before a covered transaction is refused, and names the case", async () => {
    const [, second] = cases;
    const refused = await correct(location, { receivedOn: "2024-03-02", receivedTime: "23:00" });
    expect(refused.status).toBe(422);
    const [, named = ""] = /before the transaction of:(.*?)<\/p>/s.exec(refused.text) ?? [];
    expect(named.match(/<bdi>/g)).toHaveLength(1);
    expect(named).toContain(`<bdi>1#${second?.subject.split("#")[2]}</bdi>`);
    expect((await officer(location)).text).toContain("<bdi>AVI-RIGHT</bdi>");
  });

  it("of a form that was shown before another correction is refused", async () => {
    const { text } = await officer(location);
    const form = filledForm(text, 'name="act" value="correct"', { note: "Mine.", reference: "AVI-MINE" });
    await correct(location, { reference: "AVI-THEIRS", receivedOn: "2024-04-16" });
    expect(await officer("/notice", form)).toMatchObject({ status: 409 });
    expect((await officer(location)).text).toContain("<bdi>AVI-THEIRS</bdi>");
  });
});

it("an amendment is a notice of its own that names another one, and that one still meets the deadline", async () => {
  const [ofNotice] = await casesOf("2024-05", 1);
  if (ofNotice === undefined) throw new Error("There is no case.");
  const location = await record("2024-05", [ofNotice], { reference: "AVI-05", receivedOn: "2024-06-14" });
  const { text } = await officer(location);
  const amendOn = (receivedOn: string) =>
    officer("/notice", filledForm(text, 'name="act" value="amend"', { reference: "MOD-05", receivedOn }));
  const refusal = "The receipt is from before that of the notice that it amends.";
  const early = await amendOn("2024-06-13");
  expect([early.status, early.text.includes(refusal)]).toEqual([422, true]);
  const amended = await amendOn("2024-06-20");
  expect(amended.status).toBe(303);
  const moved = await correct(amended.location ?? "", { receivedOn: "2024-06-13" });
  expect([moved.status, moved.text.includes(refusal)]).toEqual([422, true]);
  const movedBehind = await correct(location, { receivedOn: "2024-06-21" });
  expect([
    movedBehind.status,
    movedBehind.text.includes("The receipt is from after that of the notice that amends it."),
  ]).toEqual([422, true]);
  const ofAmendment = noticeAddress(amended.location ?? "");
  const { text: page } = await officer(ofAmendment);
  const again = filledForm(page, 'name="act" value="amend"', {
    reference: "MOD-06",
    receivedOn: "2024-06-22",
    receivedTime: "20:00",
  });
  expect(await officer("/notice", again)).toMatchObject({ status: 303 });
  // The receipt of the amendment between them lasts until the end of its day.
  const day = { reference: "MOD-05", receivedOn: "2024-06-22", receivedTime: "" };
  expect(await correct(ofAmendment, day)).toMatchObject({ status: 303 });
  const behindAll = await correct(location, {
    reference: "AVI-05",
    receivedOn: "2024-06-22",
    receivedTime: "21:00",
  });
  expect(behindAll.status, "The amendment of the amendment was received before.").toBe(422);
  const amendment = (await officer(amended.location ?? "")).text;
  expect(amendment).toContain("<bdi>MOD-05</bdi>");
  expect(amendment).toContain(`href="${location.replaceAll("&", "&amp;")}" dir="auto">AVI-05</a>`);
  expect((await officer(location)).text).toContain("Amended by");
  expect(await caseAgain(ofNotice)).toMatchObject({ dues: [{ metAt: "2024-06-14T20:00:00.000Z" }] });
});

it("over two projects is one notice in the month of each, with that project's number", async () => {
  const cases = await casesOf("2024-06", 1, 2, 2);
  const location = await record("2024-06", cases, { reference: "AVI-06", receivedOn: "2024-07-10" });
  const id = new URLSearchParams(location.split("?")[1]).get("id");
  for (const [projectId, count] of [
    [1, 1],
    [2, 2],
  ] as const)
    expect((await months.read(projectId, "2024-06")).notices).toMatchObject([
      { recorded: { id, projectIds: [1, 2], covers: { count } }, filing: { reference: "AVI-06" } },
    ]);
  await correct(location, { reference: "AVI-06B", receivedOn: "2024-07-10" });
  for (const projectId of [1, 2])
    expect((await months.read(projectId, "2024-06")).notices[0]?.filing.reference).toBe("AVI-06B");
  const ofSecond = await desk.signedIn("officers-2");
  const page = (await ofSecond(location)).text;
  expect(page).toContain('Cases in the notice <span class="count">2<');
  expect(page).not.toContain('action="/notice"');
});

describe("the same folio again", () => {
  it("adds cases to the notice, and to the one of another project too", async () => {
    const [first, second, other] = await casesOf("2024-07", 1, 1, 2);
    if (first === undefined || second === undefined || other === undefined)
      throw new Error("A case is missing.");
    const fields = { reference: "AVI-07", receivedOn: "2024-08-10" };
    const location = await record("2024-07", [first], fields, "&project=1");
    expect(await record("2024-07", [second], fields)).toBe(location);
    // Pasted from a PDF, with its dash.
    expect(await record("2024-07", [other], { ...fields, reference: "avi\u201307" })).toBe(location);
    const { text } = await officer(location);
    expect(text).toMatch(/<dt>Cases in the notice<\/dt><dd>3 <\/dd>/);
    expect(text).toContain('Cases in the notice <span class="count">3<');
  });

  it("on the page of a case adds that case, and refuses another receipt", async () => {
    const [first, second] = await casesOf("2024-08", 1, 1);
    if (first === undefined || second === undefined) throw new Error("A case is missing.");
    const location = await record("2024-08", [first], { reference: "AVI-08", receivedOn: "2024-09-10" });
    const { text } = await officer(caseLink(second));
    const decision = {
      outcome: "reported",
      note: "In the same notice.",
      reference: "AVI-08",
      receivedTime: "14:00",
    };
    const form = (receivedOn: string) =>
      filledForm(text, 'name="act" value="decide"', { ...decision, filing: "monthly", receivedOn });
    expect(await officer("/case", form("2024-09-11"))).toMatchObject({
      status: 422,
      text: expect.stringContaining("This folio is recorded with another receipt."),
    });
    expect(await officer("/case", form("2024-09-10"))).toMatchObject({ status: 303 });
    expect(await caseAgain(second)).toMatchObject({ outcome: "reported", filings: [] });
    expect((await officer(location)).text).toContain('Cases in the notice <span class="count">2<');
  });
});

it("decides a case to which a colleague adds a note while the notice is recorded", async () => {
  const cases = await casesOf("2020-06", 1, 1);
  class Noted extends CaseStore {
    #isNoted = false;
    override async add(...[seen, step]: Parameters<CaseStore["add"]>) {
      if (!this.#isNoted) {
        this.#isNoted = true;
        const at = "2020-07-10T12:00:00.000Z";
        await super.add(seen, newStep("noted", at, { kind: "note", note: "Asked the branch." }));
      }
      return super.add(seen, step);
    }
  }
  const receivedAt = "2020-07-10T06:00:00.000Z";
  const outcome = await recordNotice(
    { months, steps: new Noted(desk.client, "Cases", 10), projectIds: [1] },
    {
      formId: "7b9ce9d8-6a3c-4f7e-8e0e-4c5b1f8f7d22",
      month: "2020-06",
      filing: { kind: "monthly", reference: "AVI-N", receivedOn: "2020-07-10", receivedAt },
      projectIds: [1],
      ticked: cases,
      by: OLGA,
      at: { now: "2020-07-10T20:00:00.000Z", today: "2020-07-10", officer: OLGA.subject },
      actsIn: [1],
      decisionNote: "In the notice.",
    },
  );
  expect(outcome).toMatchObject({ kind: "recorded", outcome: { leftOut: [] } });
  for (const storedCase of cases)
    expect(await caseAgain(storedCase)).toMatchObject({
      outcome: "reported",
      decision: { batch: { size: 2 } },
    });
});

describe("a crash between the event of the month and its cases", () => {
  const month = "2024-09";
  let cases: StoredCase[];
  let location: string;

  beforeAll(async () => {
    cases = await casesOf(month, 1, 1, 1);
    const killed = new CaseStore(desk.client, "Cases", 10);
    killed.add = async () => {
      throw new Error("The process was killed.");
    };
    const at = { now: "2024-10-10T20:00:00.000Z", today: "2024-10-10", officer: OLGA.subject };
    const filing = {
      kind: "monthly",
      reference: "AVI-09",
      receivedOn: "2024-10-10",
      receivedAt: "2024-10-10T06:00:00.000Z",
    } as const;
    const id = "0b9ce9d8-6a3c-4f7e-8e0e-4c5b1f8f7d22";
    await expect(
      recordNotice(
        { months, steps: killed, projectIds: [1] },
        {
          formId: id,
          month,
          filing,
          projectIds: [1],
          ticked: cases,
          by: OLGA,
          at,
          actsIn: [1],
          decisionNote: "In the notice.",
        },
      ),
    ).rejects.toThrow("killed");
    const [notice] = (await months.read(1, month)).notices;
    location = `/notice?month=${month}&id=${notice?.recorded.id}`;
    const [first] = cases;
    if (first === undefined) throw new Error("There is no case.");
    await desk.cases.step(first, newStep("n", "2024-10-11T12:00:00.000Z", { kind: "note", note: "Wait." }));
  });

  it("is named on the notice's page, which decides what is open and unchanged, and names the others", async () => {
    const { text } = await officer(location);
    const incomplete = () =>
      incompleteNotices(months, new CaseQueries(desk.client, "Cases"), 1, ["2024-08", month]);
    expect(await incomplete()).toEqual([{ projectId: 1, month, undecided: 2 }]);
    expect(text).toContain('Ticked, and not decided yet <span class="count">2<');
    expect(text).toContain('Ticked, and not in the notice <span class="count">1<');
    expect(await officer("/notice", filledForm(text, 'name="act" value="complete"'))).toMatchObject({
      status: 303,
    });
    const [first, second, third] = await Promise.all(cases.map(caseAgain));
    expect([first, second, third].map((ofNotice) => ofNotice?.outcome)).toEqual([
      undefined,
      "reported",
      "reported",
    ]);
    for (const decidedCase of [second, third])
      expect(decidedCase?.decision).toMatchObject({ batch: { size: 2 } });
    const after = (await officer(location)).text;
    expect(after).toContain('Cases in the notice <span class="count">2<');
    expect(after).not.toContain("Ticked, and not decided yet");
    expect(await incomplete()).toEqual([]);
  });
});

it("of two officers who record one folio at once both have their cases in one notice", async () => {
  const [first, second] = await casesOf("2024-10", 1, 1);
  if (first === undefined || second === undefined) throw new Error("A case is missing.");
  const fields = { ...RECEIPT, reference: "AVI-10", receivedOn: "2024-11-10" };
  const forms = [await formOf("2024-10", [first], fields), await formOf("2024-10", [second], fields)];
  const replies = await Promise.all(forms.map((form) => officer("/month", form)));
  const { notices } = await months.read(1, "2024-10");
  expect(notices).toHaveLength(1);
  expect(replies.map(({ status }) => status)).toEqual([303, 303]);
  for (const ofNotice of [first, second]) expect((await caseAgain(ofNotice)).outcome).toBe("reported");
});

it("tells one of two officers who record a folio at once with different receipts, and decides nothing of theirs", async () => {
  const ofOfficers = await casesOf("2021-06", 1, 1);
  const forms = await Promise.all(
    ofOfficers.map((ofOfficer, index) =>
      formOf("2021-06", [ofOfficer], { ...RECEIPT, reference: "AVI-06", receivedOn: `2021-07-1${index}` }),
    ),
  );
  const replies = await Promise.all(forms.map((form) => officer("/month", form)));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  const { notices } = await months.read(1, "2021-06");
  expect(notices.map(({ additions }) => additions)).toEqual([[]]);
  for (const [index, ofOfficer] of ofOfficers.entries()) {
    const { outcome, notices: named } = await caseAgain(ofOfficer);
    const isRecorded = replies[index]?.status === 303;
    expect({ outcome, receipts: named.map(({ filing }) => filing?.receivedOn) }).toEqual({
      outcome: isRecorded ? "reported" : undefined,
      receipts: isRecorded ? [`2021-07-1${index}`] : [],
    });
  }
});

describe("a folio that another project's month has", () => {
  const officerOfTwo = () => desk.signedIn("officers-2");

  it("is refused with another receipt or of another kind, on the page of a case too", async () => {
    const [ofOne, ofTwo] = await casesOf("2021-08", 1, 2);
    if (ofOne === undefined || ofTwo === undefined) throw new Error("A case is missing.");
    await record("2021-08", [ofOne], { reference: "AVI-08", receivedOn: "2021-09-12" });
    const later = { ...RECEIPT, reference: "avi-08", receivedOn: "2021-09-13" };
    const refused = await officer("/month", await formOf("2021-08", [ofTwo], later));
    expect([refused.status, refused.text.includes("This folio is recorded with another receipt.")]).toEqual([
      422,
      true,
    ]);
    const nothing = { ...later, receivedOn: "2021-09-12", filing: "nothing-to-report", confirmed: "on" };
    expect(await officer("/month", await formOf("2021-08", [ofTwo], nothing))).toMatchObject({ status: 422 });
    const { text } = await officer(caseLink(ofTwo));
    const decision = { ...later, outcome: "reported", note: "Filed." };
    expect(await officer("/case", filledForm(text, 'name="outcome"', decision))).toMatchObject({
      status: 422,
    });
    expect((await caseAgain(ofTwo)).outcome).toBeUndefined();
    expect((await months.read(2, "2021-08")).notices).toEqual([]);
  });

  it("is recorded at once by one of two officers alone, where their receipts differ", async () => {
    const ofOfficers = await casesOf("2020-02", 1, 2);
    const forms = await Promise.all(
      ofOfficers.map((ofOfficer, index) =>
        formOf("2020-02", [ofOfficer], { ...RECEIPT, reference: "AVI-9R", receivedOn: `2020-03-1${index}` }),
      ),
    );
    const other = await officerOfTwo();
    const replies = await Promise.all([officer("/month", forms[0]), other("/month", forms[1])]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    const stored = await Promise.all([1, 2].map((project) => months.read(project, "2020-02")));
    expect(stored.flatMap(({ notices }) => notices)).toHaveLength(1);
  });

  it("is corrected, or taken by another project, but not both at once", async () => {
    const [ofOne, ofTwo] = await casesOf("2020-04", 1, 2);
    if (ofOne === undefined || ofTwo === undefined) throw new Error("A case is missing.");
    const fields = { ...RECEIPT, reference: "AVI-10R", receivedOn: "2020-05-10" };
    const location = await record("2020-04", [ofOne], fields);
    const other = await officerOfTwo();
    const form = await formOf("2020-04", [ofTwo], fields);
    const [corrected, added] = await Promise.all([
      correct(location, { reference: "AVI-10S", receivedOn: "2020-05-10" }),
      other("/month", form),
    ]);
    // Where the correction came first and was read, the old folio is another notice's.
    const folios = (await Promise.all([1, 2].map((project) => months.read(project, "2020-04"))))
      .flatMap(({ notices }) => notices)
      .map(({ recorded, filing }) => [recorded.id, filing.reference]);
    expect([corrected.status, added.status]).toContain(303);
    expect(new Set(folios.map(([id]) => id)).size).toBe(new Set(folios.map(([, folio]) => folio)).size);
  });

  it("is another notice's once it was corrected there", async () => {
    const [ofOne, ofTwo] = await casesOf("2021-09", 1, 2);
    if (ofOne === undefined || ofTwo === undefined) throw new Error("A case is missing.");
    const location = await record("2021-09", [ofOne], { reference: "AVI-09A", receivedOn: "2021-10-12" });
    await correct(location, { reference: "AVI-09B", receivedOn: "2021-10-12" });
    const other = await record("2021-09", [ofTwo], { reference: "AVI-09A", receivedOn: "2021-10-13" });
    expect(other).not.toBe(location);
    expect((await officer(caseLink(ofTwo))).text).toContain("AVI-09A");
    expect((await officer(caseLink(ofOne))).text).toContain("AVI-09B");
  });

  it("is corrected by those alone who act in every project that has it by now", async () => {
    const [ofOne, ofTwo] = await casesOf("2021-10", 1, 2);
    if (ofOne === undefined || ofTwo === undefined) throw new Error("A case is missing.");
    const fields = { ...RECEIPT, reference: "AVI-10B", receivedOn: "2021-11-12" };
    const other = await officerOfTwo();
    const { location = "" } = await other("/month", await formOf("2021-10", [ofTwo], fields));
    const { text } = await other(location);
    expect(text).toContain('name="act" value="correct"');
    expect(await record("2021-10", [ofOne], fields)).toBe(noticeAddress(location));
    const corrected = { ...fields, reference: "AVI-10C", note: "Typed wrongly." };
    expect(await other("/notice", filledForm(text, 'name="act" value="correct"', corrected))).toMatchObject({
      status: 403,
    });
    expect((await other(location)).text).not.toContain('name="act" value="correct"');
    expect(await correct(location, corrected)).toMatchObject({ status: 303 });
    for (const ofNotice of [ofOne, ofTwo])
      expect((await officer(caseLink(ofNotice))).text).toContain("AVI-10C");
  });
});

it("covers no case that is gone, nor one of another month", async () => {
  const [ofOctober] = await casesOf("2017-10", 1);
  const [ofNovember] = await casesOf("2017-11", 1);
  if (ofOctober === undefined || ofNovember === undefined) throw new Error("A case is missing.");
  const gone = { subject: "notification#1#gone", opened: "once", stepCount: 1 };
  const receipt = { ...RECEIPT, reference: "AVI-17", receivedOn: "2017-12-12" };
  for (const other of [gone, ofOctober]) {
    const form = await formOf("2017-11", [ofNovember, other], receipt);
    expect(await officer("/month", form)).toMatchObject({ status: 409 });
  }
  expect((await months.read(1, "2017-11")).notices).toEqual([]);
  expect((await caseAgain(ofOctober)).outcome).toBeUndefined();
  await record("2017-11", [ofNovember], receipt);
});

describe("a folio that the month before or after has", () => {
  it("is refused, in another project too, of a notice and of a correction", async () => {
    const [ofJune] = await casesOf("2018-06", 2);
    const [ofMay] = await casesOf("2018-05", 1);
    const [ofJuly] = await casesOf("2018-07", 1);
    if (ofJune === undefined || ofMay === undefined || ofJuly === undefined)
      throw new Error("A case is missing.");
    await record("2018-06", [ofJune], { reference: "AVI-18", receivedOn: "2018-07-12" });
    const sameFolio = { ...RECEIPT, reference: "avi-18", receivedOn: "2018-08-13" };
    const refusal = "A notice of the month before or after has this reference.";
    for (const [month, ofMonth] of [
      ["2018-05", ofMay],
      ["2018-07", ofJuly],
    ] as const) {
      const refused = await officer("/month", await formOf(month, [ofMonth], sameFolio));
      expect([refused.status, refused.text.includes(refusal)]).toEqual([422, true]);
      expect((await months.read(1, month)).notices).toEqual([]);
    }
    const location = await record("2018-07", [ofJuly], { reference: "AVI-18B", receivedOn: "2018-08-13" });
    const corrected = await correct(location, { reference: "AVI-18", receivedOn: "2018-08-13" });
    expect([corrected.status, corrected.text.includes(refusal)]).toEqual([422, true]);
    const { text } = await officer(caseLink(ofMay));
    const own = { ...sameFolio, outcome: "reported", note: "Filed on its own." };
    const ofCase = await officer("/case", filledForm(text, 'name="outcome"', own));
    expect([ofCase.status, ofCase.text.includes(refusal)]).toEqual([422, true]);
    expect(await caseAgain(ofMay)).toMatchObject({ outcome: undefined, filings: [] });
  });

  it("makes no sum of two notices that have it all the same", async () => {
    const cases = await casesOf("2018-10", 1, 1);
    const filing = { ...RECEIPT, kind: "monthly", receivedAt: "2018-11-12T20:00:00.000Z" } as const;
    for (const [index, { subject, opened }] of cases.entries()) {
      const id = `notice-${index}`;
      await months.add(await months.read(1, "2018-10"), noticeStep(id, "2018-11-12T21:00:00.000Z", filing));
      const notice = { month: "2018-10", id };
      const decision = { kind: "decide", outcome: "reported", notice, note: "In it." } as const;
      await desk.cases.step({ subject, opened }, newStep("decide", "2018-11-12T21:00:00.000Z", decision));
    }
    const { text } = await officer("/month?month=2018-10");
    expect(text.match(/In notice AVI-0132 <span>1 · USD 10\.25/g)).toHaveLength(2);
  });
});

it("a case takes no receipt of its own with the folio of a notice of its month", async () => {
  const [covered, decided] = await casesOf("2021-11", 1, 1);
  if (covered === undefined || decided === undefined) throw new Error("A case is missing.");
  await record("2021-11", [covered], { reference: "AVI-11", receivedOn: "2021-12-12" });
  const own = {
    ...RECEIPT,
    reference: "OWN-11",
    receivedOn: "2021-12-13",
    outcome: "reported",
    note: "Filed.",
  };
  const { text } = await officer(caseLink(decided));
  expect(await officer("/case", filledForm(text, 'name="outcome"', own))).toMatchObject({ status: 303 });
  const { text: after } = await officer(caseLink(decided));
  const again = { ...own, reference: "AVI-11" };
  expect(await officer("/case", filledForm(after, 'value="file"', again))).toMatchObject({ status: 422 });
  expect((await caseAgain(decided)).filings.map(({ reference }) => reference)).toEqual(["OWN-11"]);
});

it("refuses a receipt from before a case that was reopened, and that the notice had before", async () => {
  const [ofNotice] = await casesOf("2016-05", 1);
  if (ofNotice === undefined) throw new Error("There is no case.");
  const receipt = { reference: "AVI-16", receivedOn: "2016-06-10" };
  const form = await formOf("2016-05", [ofNotice], { ...RECEIPT, ...receipt });
  const location = noticeAddress((await officer("/month", form)).location ?? "");
  const { text } = await officer(caseLink(ofNotice));
  await officer("/case", filledForm(text, 'name="act" value="reopen"', { note: "Not of it." }));
  const again = await officer("/month", form);
  expect(again.status, "The same form again leads to what it recorded.").toBe(303);
  expect(noticeAddress(again.location ?? "")).toBe(location);
  const early = { ...RECEIPT, reference: "AVI-16", receivedOn: "2016-05-01" };
  expect(await correct(location, early)).toMatchObject({ status: 303 });
  const reopened = await caseAgain(ofNotice);
  const refused = await officer("/month", await formOf("2016-05", [reopened], early));
  expect([refused.status, refused.text.includes("from before the transaction of:")]).toEqual([422, true]);
  const stale = await officer("/month", await formOf("2016-05", [ofNotice], early));
  expect(stale.status, "The case changed since it was ticked.").toBe(409);
});

describe("what is sent again", () => {
  it("with another folio is another notice, and with other cases adds them, also under one form's id", async () => {
    const [first, second, third] = await casesOf("2024-02", 1, 1, 1);
    if (first === undefined || second === undefined || third === undefined)
      throw new Error("A case is missing.");
    const step = "1b9ce9d8-6a3c-4f7e-8e0e-4c5b1f8f7d22";
    const fields = { step, receivedOn: "2024-03-12" };
    const location = await record("2024-02", [first], { ...fields, reference: "AVI-02" });
    expect(await record("2024-02", [second], { ...fields, reference: "AVI-02B" })).not.toBe(location);
    expect(await caseAgain(second)).toMatchObject({ notices: [{ filing: { reference: "AVI-02B" } }] });
    expect(await record("2024-02", [third], { ...fields, reference: "AVI-02" })).toBe(location);
    expect((await officer(location)).text).toContain('Cases in the notice <span class="count">2<');
    expect((await months.read(1, "2024-02")).notices).toHaveLength(2);
  });

  it("with other words is another correction, and is refused", async () => {
    const [ofNotice] = await casesOf("2022-02", 1);
    if (ofNotice === undefined) throw new Error("A case is missing.");
    const location = await record("2022-02", [ofNotice], { reference: "AVI-22", receivedOn: "2022-03-12" });
    const { text } = await officer(location);
    const formOf = (reference: string) =>
      filledForm(text, 'name="act" value="correct"', {
        reference,
        receivedOn: "2022-03-12",
        note: "Typed wrongly.",
      });
    for (const _ of ["sent", "sent again"])
      expect(await officer("/notice", formOf("AVI-22B"))).toMatchObject({ status: 303 });
    expect(await officer("/notice", formOf("AVI-22C"))).toMatchObject({ status: 409 });
    expect((await officer(location)).text).toContain("<bdi>AVI-22B</bdi>");
  });

  it("amends once, and no notice by the receipt of another one's amendment", async () => {
    const [first, second] = await casesOf("2022-04", 1, 1);
    if (first === undefined || second === undefined) throw new Error("A case is missing.");
    const locations = [
      await record("2022-04", [first], { reference: "AVI-4A", receivedOn: "2022-05-12" }),
      await record("2022-04", [second], { reference: "AVI-4B", receivedOn: "2022-05-12" }),
    ];
    const [before, ofSecond] = await Promise.all(locations.map(async (page) => (await officer(page)).text));
    const amend = (text = "", reference: string) =>
      officer(
        "/notice",
        filledForm(text, 'name="act" value="amend"', { reference, receivedOn: "2022-05-20", note: "" }),
      );
    for (const _ of ["sent", "sent again"])
      expect(await amend(before, "AM-1")).toMatchObject({ status: 303 });
    expect(await amend(before, "AM-2")).toMatchObject({ status: 409 });
    expect(await amend((await officer(locations[1] ?? "")).text, "AM-1")).toMatchObject({ status: 422 });
    expect(ofSecond).toContain('name="act" value="amend"');
    const { notices } = await months.read(1, "2022-04");
    expect(notices.map(({ filing, amendedBy }) => [filing.reference, amendedBy.length])).toEqual([
      ["AVI-4A", 1],
      ["AVI-4B", 0],
      ["AM-1", 0],
    ]);
  });

  it("counts a case once that was reopened and is covered by the same folio again", async () => {
    const [reopened, other] = await casesOf("2022-06", 1, 1);
    if (reopened === undefined || other === undefined) throw new Error("A case is missing.");
    const fields = { reference: "AVI-6", receivedOn: "2022-07-12" };
    const location = await record("2022-06", [reopened, other], fields);
    const reopening = newStep("r", "2022-07-13T12:00:00.000Z", { kind: "reopen", note: "Once more." });
    const { stepCount } = await desk.cases.step(reopened, reopening);
    expect(await record("2022-06", [{ ...reopened, stepCount }], fields)).toBe(location);
    const { text } = await officer(location);
    // Nothing is said of what was recorded, since it covers the same now.
    expect(text).toMatch(/<dt>Cases in the notice<\/dt><dd>2 <\/dd>/);
  });

  it("is refused without a day, with one that there is not, and with an impossible hour", async () => {
    const [ofNotice] = await casesOf("2023-02", 1);
    if (ofNotice === undefined) throw new Error("A case is missing.");
    const location = await record("2023-02", [ofNotice], { reference: "AVI-23", receivedOn: "2023-03-12" });
    const [another] = await casesOf("2023-04", 1);
    for (const wrong of [{ receivedOn: "" }, { receivedOn: "2023-02-31" }, { receivedTime: "25:00" }]) {
      const fields = { ...RECEIPT, reference: "AVI-24", receivedOn: "2023-05-12", ...wrong };
      const form = await formOf("2023-04", another === undefined ? [] : [another], fields);
      expect(await officer("/month", form)).toMatchObject({ status: 422 });
      expect(
        await correct(location, { reference: "AVI-23", receivedOn: "2023-03-12", ...wrong }),
      ).toMatchObject({
        status: 422,
      });
    }
  });
});

it("of two corrections at once one is made, and the other one's officer is told", async () => {
  const [ofNotice] = await casesOf("2023-06", 1);
  if (ofNotice === undefined) throw new Error("A case is missing.");
  const location = await record("2023-06", [ofNotice], { reference: "AVI-06X", receivedOn: "2023-07-12" });
  const { text } = await officer(location);
  const form = (reference: string) =>
    filledForm(text, 'name="act" value="correct"', { note: "Mine.", reference, receivedOn: "2023-07-12" });
  const forms = [form("AVI-06Y"), form("AVI-06Z")].map((form, index) =>
    form.replace(/step=[^&]*/, `step=${index}b9ce9d8-6a3c-4f7e-8e0e-4c5b1f8f7d22`),
  );
  const replies = await Promise.all(forms.map((form) => officer("/notice", form)));
  expect(replies.map(({ status }) => status).sort()).toEqual([303, 409]);
  expect((await months.read(1, "2023-06")).notices[0]?.corrections).toHaveLength(1);
});

it("a folio is corrected also once the service moved a transaction behind its receipt", async () => {
  const [ofNotice] = await casesOf("2023-08", 1);
  if (ofNotice === undefined) throw new Error("A case is missing.");
  const receivedAt = "2023-09-20T12:00:00.000Z";
  await desk.cases.open("moved", {
    receivedAt,
    timestamp: "2023-08-02T12:00:00Z",
    dueAt: "2023-09-18T05:59:59.999Z",
  });
  const moved = await desk.cases.read({ subject: "notification#1#moved", opened: "once" });
  const receipt = { reference: "AVI-08", receivedOn: "2023-09-10", receivedTime: "" };
  const location = await record("2023-08", [moved], receipt);
  const later = contentNews("m", [], {
    receivedAt,
    signedAt: "2023-09-21T12:00:00.000Z",
    timestamp: "2023-09-15T12:00:00Z",
  });
  await desk.cases.store.revise(moved, [later]);
  const corrected = await correct(location, { ...receipt, reference: "AVI-08B" });
  expect(corrected.status).toBe(303);
  expect(await correct(location, { ...receipt, receivedOn: "2023-09-11" })).toMatchObject({ status: 422 });
});

it("an officer's reopening takes a case out of its notice, and an alert's does not", async () => {
  const [first, second] = await casesOf("2024-11", 1, 1);
  if (first === undefined || second === undefined) throw new Error("A case is missing.");
  const location = await record("2024-11", [first, second], {
    reference: "AVI-11",
    receivedOn: "2024-12-10",
  });
  await desk.cases.step(
    first,
    newStep("r", "2024-12-11T12:00:00.000Z", { kind: "reopen", note: "Not mine." }),
  );
  expect(await caseAgain(first)).toMatchObject({ notices: [], dues: [{ kind: "law" }] });
  const { text } = await officer(location);
  expect(text).toContain('Cases in the notice <span class="count">1<');
  expect(text).not.toContain("open again");
  await desk.cases.tell(second, contentNews("told", ["Another law"]), new Date("2024-12-12T12:00:00.000Z"));
  expect((await officer(location)).text).toMatch(
    /<dt>Cases in the notice<\/dt><dd>1 <small>[^<]* · 1 open again</,
  );
});

it("a month that cannot be read makes no case late: its receipt is unreadable, and the page says so", async () => {
  const [ofNotice] = await casesOf("2024-12", 1);
  if (ofNotice === undefined) throw new Error("There is no case.");
  await record("2024-12", [ofNotice], { reference: "AVI-12", receivedOn: "2025-01-10" });
  const { Items = [] } = await desk.client.send(
    new QueryCommand({
      TableName: "Cases",
      KeyConditionExpression: "subject = :month AND begins_with(opened, :event)",
      ExpressionAttributeValues: { ":month": "month#1#2024-12", ":event": "event#" },
    }),
  );
  await desk.client.send(new PutCommand({ TableName: "Cases", Item: { ...Items[0], event: "gone" } }));
  const { text } = await officer(caseLink(ofNotice));
  expect(text).toContain("receipt unreadable");
  // A corrupt month of one project keeps no notice of another from its page.
  const [ofSecond] = await casesOf("2024-12", 2);
  if (ofSecond === undefined) throw new Error("There is no case.");
  const location = await record(
    "2024-12",
    [ofSecond],
    { reference: "AVI-12B", receivedOn: "2025-01-10" },
    "&project=2",
  );
  expect((await officer(location)).text).toContain("<bdi>AVI-12B</bdi>");
  expect(text).not.toMatch(/\d d late/);
});
