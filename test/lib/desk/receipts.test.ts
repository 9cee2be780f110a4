/** What officers say of a filing at the desk: its receipt is no older than what was filed about, its reference nobody's. */

import { afterAll, beforeAll, expect, it } from "vitest";
import type { StepWish } from "../../../lib/cases/step.ts";
import { newStep } from "../../support/case-steps.ts";
import { type EmulatedDesk, startDesk, type Visit } from "../../support/desk/desk-app.ts";
import { filledForm } from "../../support/desk/desk-visitor.ts";

let desk: EmulatedDesk;
let officer: Visit;

beforeAll(async () => {
  desk = await startDesk();
  officer = await desk.signedIn("officers");
});
afterAll(async () => {
  await desk.stop();
});

/** A case of project 1 that was received late on 2 March 2026 in Mexico City, which is the 3rd in UTC. */
async function opened(id: string, ...wishes: StepWish[]) {
  const receivedAt = "2026-03-03T04:00:00.000Z";
  const steps = wishes.map((wish) => newStep(`s-${id}`, receivedAt, wish));
  await desk.cases.open(id, { userId: `u-${id.slice(0, 1)}`, receivedAt }, ...steps);
  return `/case?subject=notification%231%23${id}&opened=once`;
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
      "The date of the receipt is before the first day of the case or month that was filed about.",
    ),
  });
  expect((await decided(path, early, "es")).text).toContain("La fecha del acuse es anterior al primer día");
  expect(await decided(path, { receivedOn: "2026-03-02" })).toMatchObject({ status: 303 });
});

it("takes a receipt of the day since when somebody suspected, though the case was received later", async () => {
  const path = await opened("a2", { kind: "suspect", knownSince: "2026-02-27T16:00:00.000Z" });
  expect(await decided(path, { receivedOn: "2026-02-26" })).toMatchObject({ status: 422 });
  expect(await decided(path, { filing: "24-hour", receivedOn: "2026-02-27" })).toMatchObject({ status: 303 });
});

it("refuses a reference that looks like somebody's, and shows it to be mended", async () => {
  const path = await opened("a3");
  const refused = await decided(path, { receivedOn: "2026-03-02", reference: "GODE561231GR8" });
  expect(refused).toMatchObject({
    status: 422,
    text: expect.stringContaining("The reference holds what looks like an RFC, a CURP or an e-mail address:"),
  });
  expect(refused.text).toContain('value="GODE561231GR8"');
});

it("leaves out of an act on several cases those whose first day is behind the receipt", async () => {
  await opened("b1", { kind: "suspect", knownSince: "2026-02-27T16:00:00.000Z" });
  await opened("b2");
  const { text } = await officer("/together?user=u-b");
  const fields = { ...DECISION, receivedOn: "2026-02-28", count: "2" };
  const { status, text: said } = await officer(
    "/together",
    filledForm(text, 'method="post" action="/together"', fields),
  );
  expect(status).toBe(200);
  expect(said).toContain("<h2>Decided: 1</h2>");
  const [, left = ""] = said.split(
    "<h2>Left out, since the date of the receipt is before their first day: 1</h2>",
  );
  expect(left).toContain("notification%231%23b2");
});
