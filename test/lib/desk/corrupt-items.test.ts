/** A corrupt item of the table Cases is named on the pages that need it, and harms no other item. */

import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { type CaseKey, eventKeyOf } from "../../../lib/cases/case-keys.ts";
import { CaseQueries } from "../../../lib/cases/case-queries.ts";
import { MonthStore } from "../../../lib/cases/months.ts";
import type { StepRequest } from "../../../lib/cases/step.ts";
import { evidenceLink } from "../../../lib/desk/kit/links.ts";
import { NOT_REPORTABLE, newStep, noticeStep, REPORTED } from "../../support/case-steps.ts";
import { startDesk } from "../../support/desk/desk-app.ts";
import { filledForm, sheetForm } from "../../support/desk/desk-visitor.ts";

const AT = "2026-03-02T15:00:00.000Z";

const desk = await startDesk();
const officer = await desk.signedIn("officers");
const stranger = await desk.signedIn("officers-2");

/** A case of project 1 whose operation was received as it happened, in March 2026 in Mexico City. */
async function opened(id: string, ...wishes: StepRequest[]) {
  const steps = wishes.map((request) => newStep(`step-${id}`, AT, request));
  const changes = { userId: `u-${id.slice(0, 1)}`, receivedAt: AT, timestamp: AT };
  const { subject, opened } = await desk.cases.open(id, changes, ...steps);
  return { subject, opened };
}

/** Changes the first event of a case or month. */
function spoil(key: CaseKey, UpdateExpression = "SET #event = :x") {
  const change = {
    UpdateExpression,
    ExpressionAttributeNames: { "#event": "event" },
    ...(UpdateExpression.includes(":x") ? { ExpressionAttributeValues: { ":x": "CANARY" } } : {}),
  };
  return desk.client.send(new UpdateCommand({ TableName: "Cases", Key: eventKeyOf(key, 1), ...change }));
}

const path = (id: string) => `/c/1.${id}`;

describe("a case that is corrupt", () => {
  it("is named by its page, which says whom to ask and leads to its evidence", async () => {
    await opened("a1");
    const { text } = await officer(path("a1"));
    const note = filledForm(text, 'value="note"', { note: "Asked the bank." });
    await spoil({ subject: "notification#1#a1", opened: "once" });
    const sentence =
      "notification#1#a1 cannot be read: its record was changed in the table. Ask those who run Vigía to verify the cases.";
    for (const reply of [await officer(path("a1")), await officer("/case", note)]) {
      expect(reply).toMatchObject({ status: 409, text: expect.stringContaining(sentence) });
      expect(reply.text).toContain('href="/evidence?subject=notification%231%23a1&amp;opened=once"');
      expect(reply.text).not.toContain("CANARY");
    }
    expect((await officer("/case", note)).text).toContain("Asked the bank.");
    expect((await officer(path("a1"), undefined, "es")).text).toContain(
      "notification#1#a1 no se puede leer: su registro fue modificado en la tabla. Pida a quien opera Vigía que verifique los casos.",
    );
    expect(await stranger(path("a1"))).toMatchObject({ status: 404 });
  });

  it("keeps its evidence for who sees its project by its name, though its opening names none", async () => {
    await spoil(await opened("a2"), "REMOVE #event.facts.projectId");
    const evidence = evidenceLink({ subject: "notification#1#a2", opened: "once" });
    expect(await officer(path("a2"))).toMatchObject({ status: 409 });
    expect(await officer(evidence)).toMatchObject({ status: 200 });
    expect(await stranger(evidence)).toMatchObject({ status: 404 });
  });

  it("keeps no other from the inbox and from reminders, though its times are invalid", async () => {
    await opened("e1");
    const Key = await opened("e2", { kind: "suspect", knownSince: AT });
    const names = ["dueAt", "knownSince", "owner"];
    await desk.client.send(
      new UpdateCommand({
        TableName: "Cases",
        Key,
        UpdateExpression: `SET ${names.map((name) => `#${name} = :x`).join(", ")}`,
        ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: { ":x": "0" },
      }),
    );
    const { status, text } = await officer("/");
    expect(status).toBe(200);
    expect(text).toContain('href="/c/1.e1?');
    expect(text).not.toContain("/c/1.e2");
    expect(text).toContain("<li><bdi>notification#1#e2</bdi></li>");
    // Its subject is unknown: it may be one that fits.
    expect((await officer("/?user=u-e&sheet=decide")).text).toContain(
      "<li><bdi>notification#1#e2</bdi></li>",
    );
    const undecided = new CaseQueries(desk.client, "Cases");
    expect(await Array.fromAsync(undecided.suspected(1))).toEqual([]);
    const subjects = await Array.fromAsync(undecided.allOpen([1]), ({ subject }) => subject);
    expect(subjects).toContain("notification#1#e1");
    expect(subjects).not.toContain("notification#1#e2");
    expect((await officer("/inbox.csv")).text).toContain(",notification#1#e2,once,unreadable,");
  });

  it("keeps no other from being decided with it, and is named as left out", async () => {
    await opened("b1");
    await opened("b2");
    const { text } = await officer("/?user=u-b&sheet=decide");
    await spoil({ subject: "notification#1#b2", opened: "once" });
    const { outcome, note } = NOT_REPORTABLE;
    const form = sheetForm(text, { outcome, note, act: "record" });
    const { status, text: page } = await officer("/selected?user=u-b", form);
    expect(status).toBe(422);
    expect(page).toContain("Decided: 1</h2>");
    expect(page).toContain(
      "<p>1 case cannot be read. Ask those who run Vigía to verify the cases.</p><ul><li><bdi>notification#1#b2</bdi></li></ul>",
    );
  });
});

describe("a month", () => {
  it("says that a case of it cannot be read where nothing says when that was received", async () => {
    const Key = await opened("m1");
    await desk.client.send(
      new UpdateCommand({ TableName: "Cases", Key, UpdateExpression: "REMOVE receivedAt" }),
    );
    const { status, text } = await officer("/month?month=2026-03");
    expect(status).toBe(200);
    expect(text).toMatch(/cases? cannot be read. Ask those who run Vigía to verify the cases/);
    expect(text).toContain("<li><bdi>notification#1#m1</bdi></li>");
    const board = await officer("/board?to=2026-03");
    expect(board.text).toContain("<li><bdi>notification#1#m1</bdi></li>");
    expect(board.text).toContain(
      "Not every case was read, so numbers say “at least”, and no share is given.",
    );
  });

  it("with a corrupt step in its filings says so, shows its cases, and takes no filing", async () => {
    await opened("c1");
    const months = new MonthStore(desk.client, "Cases", 10);
    const filing = {
      kind: "monthly",
      reference: "CANARY-1",
      receivedOn: "2026-04-10",
      receivedAt: "2026-04-10T06:00:00.000Z",
    } as const;
    const seen = await months.read(1, "2026-03");
    const form = "/month?month=2026-03&record=notice&project=";
    const before = filledForm((await officer(`${form}1`)).text, 'action="/month"', filing);
    await months.add(seen, noticeStep("file-1", AT, filing));
    await spoil(seen);
    const sentence =
      "month#1#2026-03 cannot be read: its record was changed in the table. Ask those who run Vigía to verify the cases.";
    const { status, text } = await officer("/month?month=2026-03");
    expect({ status, said: text.includes(sentence) }).toEqual({ status: 200, said: true });
    expect((await officer("/month?month=2026-03&view=other")).text).toContain('href="/c/1.c1?');
    expect((await officer(`${form}1`)).text).not.toContain('action="/month"');
    expect((await officer(`${form}2`)).text).toContain('action="/month"');
    expect(text).not.toContain("CANARY");
    expect(await officer("/month", before)).toMatchObject({
      status: 409,
      text: expect.stringContaining(sentence),
    });
    expect((await officer("/month?month=2026-03", undefined, "es")).text).toContain("no se puede leer");
  });

  it("names a reported case of it with corrupt steps, and shows the others", async () => {
    await opened("d1", REPORTED);
    await spoil(await opened("d2", REPORTED));
    const { text } = await officer("/month?month=2026-03");
    expect(text).toContain("<li><bdi>notification#1#d2</bdi></li>");
    expect(text).toContain("<bdi>AVI-2026-3</bdi>");
  });
});
