/** An officer of project 1 who only audits project 2: sees the cases of both, and acts on those of the first alone. */

import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { caseLink } from "../../../../lib/alerts/messages/desk-links.ts";
import { NOT_REPORTABLE, newStep } from "../../../support/case-steps.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { filledForm, sheetForm } from "../../../support/desk/desk-visitor.ts";

const desk = await startDesk();
const officerOfBoth = await desk.signedIn("officers");
const officerAndAuditor = await desk.signedIn("officers-1", "auditors-2");

const COLLEAGUE = { subject: "otto", name: "otto.officer@company.example" };
const DECISION = { outcome: "false-positive", note: "One customer, one salary." };

let user = "";
let [own, audited] = [await desk.cases.open("own"), await desk.cases.open("audited")];

beforeEach(async () => {
  user = `u-${randomUUID()}`;
  const receivedAt = new Date().toISOString();
  own = await desk.cases.open(user, { userId: user, projectId: 1, receivedAt });
  audited = await desk.cases.open(user, { userId: user, projectId: 2, receivedAt });
});

const stepsOf = async (key: typeof own) => (await desk.cases.read(key)).steps.map(({ kind }) => kind);

/** The form of the inbox with both cases ticked. */
function ticked(fields: Record<string, string>): string {
  const form = new URLSearchParams({ step: randomUUID(), ...fields });
  for (const { subject, opened, stepCount } of [own, audited])
    form.append("case", JSON.stringify({ subject, opened, stepCount }));
  return form.toString();
}

const actsOn = async (steps: { own: string[]; audited: string[] }) =>
  expect({ own: await stepsOf(own), audited: await stepsOf(audited) }).toEqual(steps);

it("sees the cases of both, and can tick and take their own project's", async () => {
  const { text } = await officerAndAuditor(`/?user=${user}`);
  const lines = [...text.matchAll(/<tr .*?<\/tr>/gs)].map(([line]) => line);
  const rows = [own, audited].map(
    (listed) => lines.find((line) => line.includes(`href="${caseLink(listed)}?`)) ?? "",
  );
  expect(rows.map((row) => [row.includes('type="checkbox"'), row.includes('name="take"')])).toEqual([
    [true, true],
    [false, false],
  ]);
});

describe("of ticked cases of both", () => {
  it("takes and releases their own project's", async () => {
    await officerAndAuditor("/selected", ticked({ act: "take" }));
    await actsOn({ own: ["take"], audited: [] });
    own = await desk.cases.read(own);
    audited = await desk.cases.step(audited, newStep("t", new Date().toISOString(), { kind: "take" }));
    await officerAndAuditor("/selected", ticked({ act: "release" }));
    await actsOn({ own: ["take", "release"], audited: ["take"] });
  });

  it("assigns their own project's, though the colleague is of both", async () => {
    const seen = {
      ...newStep("n", new Date().toISOString(), { kind: "note", note: "Seen." }),
      by: COLLEAGUE,
    };
    own = await desk.cases.step(own, seen);
    audited = await desk.cases.step(audited, seen);
    await officerAndAuditor("/selected", ticked({ act: "assign", to: COLLEAGUE.subject }));
    await actsOn({ own: ["note", "assign"], audited: ["note"] });
  });

  it("decides their own project's, also with the sheet of an officer of both", async () => {
    const { text } = await officerOfBoth(`/?user=${user}&sheet=decide`);
    const sheet = sheetForm(text, { act: "record", ...DECISION });
    expect(new URLSearchParams(sheet).getAll("case")).toHaveLength(2);
    await officerAndAuditor(`/selected?user=${user}`, sheet);
    await actsOn({ own: ["decide"], audited: [] });
  });

  it("reopens their own project's", async () => {
    const at = new Date().toISOString();
    const id = randomUUID();
    const decision = newStep("d", at, { ...NOT_REPORTABLE, batch: { id, size: 2 } });
    own = await desk.cases.step(own, decision);
    audited = await desk.cases.step(audited, decision);
    const form = new URLSearchParams({ step: randomUUID(), id, at, note: "Again." });
    await officerAndAuditor("/batch", form.toString());
    await actsOn({ own: ["decide", "reopen"], audited: ["decide"] });
  });
});

describe("in the project that they audit", () => {
  it("decides no case, and in their own does", async () => {
    const decide = async (key: typeof own) => {
      const { text } = await officerOfBoth(caseLink(key));
      return officerAndAuditor("/case", filledForm(text, 'name="outcome"', DECISION));
    };
    expect(await decide(audited)).toMatchObject({ status: 403 });
    expect(await decide(own)).toMatchObject({ status: 303 });
    await actsOn({ own: ["decide"], audited: [] });
  });

  it("records nothing at a case, and in their own does", async () => {
    const note = async (key: typeof own) => {
      const { text } = await officerOfBoth(caseLink(key));
      return officerAndAuditor("/case", filledForm(text, 'name="act" value="note"', { note: "Mine." }));
    };
    expect(await note(audited)).toMatchObject({ status: 403 });
    expect(await note(own)).toMatchObject({ status: 303 });
    await actsOn({ own: ["note"], audited: [] });
    expect((await officerAndAuditor(caseLink(audited))).text).not.toContain('action="/case"');
  });

  it("opens no case", async () => {
    const form = (project: number) =>
      new URLSearchParams({
        about: "user",
        user: `new-${user}`,
        project: String(project),
        note: "Seen.",
        shownAt: new Date().toISOString(),
        step: randomUUID(),
      }).toString();
    expect(await officerAndAuditor("/open-case", form(2))).toMatchObject({ status: 403 });
    expect(await officerAndAuditor("/open-case", form(1))).toMatchObject({ status: 303 });
  });

  /** Nothing is to report of a month. */
  const monthForm = (project: number, month: string) =>
    new URLSearchParams({
      project: String(project),
      month,
      step: randomUUID(),
      after: "0",
      note: "",
      filing: "nothing-to-report",
      reference: `CERO-${project}`,
      receivedOn: "2020-06-10",
    }).toString();

  it("files nothing for a month", async () => {
    expect(await officerAndAuditor("/month", monthForm(2, "2020-05"))).toMatchObject({ status: 403 });
    expect(await officerAndAuditor("/month", monthForm(1, "2020-05"))).toMatchObject({ status: 303 });
  });

  it("corrects no notice", async () => {
    const correct = async (project: number) => {
      const { location = "" } = await officerOfBoth("/month", monthForm(project, "2020-03"));
      const { text } = await officerOfBoth(location);
      const fields = { reference: "CERO-4", receivedOn: "2020-06-10", note: "Typed wrongly." };
      return officerAndAuditor("/notice", filledForm(text, 'name="act" value="correct"', fields));
    };
    expect(await correct(2)).toMatchObject({ status: 403 });
    expect(await correct(1)).toMatchObject({ status: 303 });
  });

  it("starts no scan", async () => {
    expect(await officerAndAuditor("/system", "project=2")).toMatchObject({ status: 404 });
    expect(await officerAndAuditor("/system", "project=1")).toMatchObject({ status: 303 });
  });
});
