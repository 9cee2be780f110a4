/** Filings at the desk: a receipt is no older than the filing's subject, and a reference is not personal data. */

import { expect, it } from "vitest";
import type { StepRequest } from "../../../lib/cases/step.ts";
import { newStep } from "../../support/case-steps.ts";
import { startDesk } from "../../support/desk/desk-app.ts";
import { filledForm } from "../../support/desk/desk-visitor.ts";
import type { CaseChanges } from "../../support/stored-cases.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");

/** Receipt of the cases: late on 2 March 2026 in Mexico City, which is the 3rd in UTC. */
const RECEIVED_AT = "2026-03-03T04:00:00.000Z";

/** A case of project 1 with steps. */
function opened(id: string, ...wishes: StepRequest[]) {
  return openedWith(id, {}, ...wishes);
}

async function openedWith(id: string, changes: CaseChanges, ...wishes: StepRequest[]) {
  const steps = wishes.map((request) => newStep(`s-${id}`, RECEIVED_AT, request));
  const userId = `u-${id.slice(0, 1)}`;
  await desk.cases.open(id, { userId, receivedAt: RECEIVED_AT, ...changes }, ...steps);
  return `/c/1.${id}`;
}

const DECISION = { outcome: "reported", filing: "monthly", reference: "AVI-1", note: "Over the threshold." };

async function decided(path: string, fields: Record<string, string>, language?: string) {
  const { text } = await officer(path);
  return officer("/case", filledForm(text, 'value="decide"', { ...DECISION, ...fields }), language);
}

it("refuses a receipt of before the case's first day, in a sentence, and takes one of that day", async () => {
  const path = await opened("a1");
  const early = { receivedOn: "2026-03-01" };
  expect(await decided(path, early)).toMatchObject({
    status: 422,
    text: expect.stringContaining(
      "The receipt (acuse) is from before a transaction that it covers, or before the month of the notice. The receipt of a report of nothing is from after its month.",
    ),
  });
  expect((await decided(path, early, "es")).text).toContain("El acuse es anterior a una operación que cubre");
  expect(await decided(path, { receivedOn: "2026-03-02" })).toMatchObject({ status: 303 });
});

it("takes a receipt of the day of the suspicion, though the case was received later", async () => {
  const path = await opened("a2", { kind: "suspect", knownSince: "2026-02-27T16:00:00.000Z" });
  const filed = async (receivedOn: string) => {
    const { text } = await officer(path);
    const fields = { filing: "24-hour", reference: "AVI-24", receivedOn };
    return officer("/case", filledForm(text, 'value="file"', fields));
  };
  expect(await filed("2026-02-26")).toMatchObject({ status: 422 });
  expect(await filed("2026-02-27")).toMatchObject({ status: 303 });
});

it.each([
  ["a1t", "2026-01-30T18:00:00.000Z", "2026-01-29", "2026-01-30"],
  // Late on the 29th in Mexico City, which is the 30th in UTC.
  ["a2t", "2026-01-30T05:00:00.000Z", "2026-01-28", "2026-01-29"],
])(
  "takes a receipt from the day of the transaction on, months before it was notified (%s)",
  async (id, happenedAt, early, taken) => {
    const path = await openedWith(id, { timestamp: happenedAt });
    expect(await decided(path, { receivedOn: early })).toMatchObject({ status: 422 });
    expect(await decided(path, { receivedOn: taken })).toMatchObject({ status: 303 });
  },
);

it("refuses a reference that looks like personal data, and shows it to be corrected", async () => {
  const path = await opened("a3");
  const refused = await decided(path, { receivedOn: "2026-03-02", reference: "GODE561231GR8" });
  expect(refused).toMatchObject({
    status: 422,
    text: expect.stringContaining(
      "The reference contains what looks like an RFC, a CURP or an e-mail address:",
    ),
  });
  expect(refused.text).toContain('value="GODE561231GR8"');
});
