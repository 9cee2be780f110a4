/** An officer's own last decisions, which a form offers again with their notes. */

import { expect, it } from "vitest";
import { NOT_REPORTABLE, newStep } from "../../../support/case-steps.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { filledForm, sheetForm } from "../../../support/desk/desk-visitor.ts";

const desk = await startDesk();
const olga = await desk.signedIn("officers");

/** The choices of a page that are decisions of before. */
function offered(page: string): string[] {
  return [...page.matchAll(/<label class="again"><input[^>]*value="([^"]*)"/g)].map(([, value = ""]) =>
    value.replaceAll("&quot;", '"'),
  );
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
let decided = 0;
const decide = (note: string, minutes: number, officer = { subject: "olga", name: "olga" }) =>
  desk.cases.open(
    `p${++decided}`,
    {},
    {
      ...newStep(`d${decided}`, minutesAgo(minutes), { ...NOT_REPORTABLE, note }),
      by: officer,
    },
  );

it("offers the last three different decisions of that officer, and records one of them in two presses", async () => {
  await decide("The oldest.", 60);
  await decide("Below the threshold.", 50);
  await decide("Own wallet.", 40);
  await decide("Below the threshold.", 30);
  await decide("Of a colleague.", 20, { subject: "otto", name: "otto" });
  await decide("A refund.", 10);
  await desk.cases.open("new");
  const page = (await olga("/c/1.new")).text;
  const [refund = "", threshold, wallet] = offered(page);
  expect([refund, threshold, wallet]).toEqual([
    '{"outcome":"not-reportable","note":"A refund."}',
    '{"outcome":"not-reportable","note":"Below the threshold."}',
    '{"outcome":"not-reportable","note":"Own wallet."}',
  ]);
  expect(offered(page)).toHaveLength(3);
  expect(await olga("/case", filledForm(page, 'value="decide"', { outcome: refund }))).toMatchObject({
    status: 303,
  });
  const { decision } = await desk.cases.read({ subject: "notification#1#new", opened: "once" });
  expect(decision).toMatchObject({ outcome: "not-reportable", note: "A refund." });
});

it("records the note of the choice, and not what was left in the field of the note", async () => {
  await desk.cases.open("typed");
  const page = (await olga("/c/1.typed")).text;
  const [outcome = ""] = offered(page);
  const form = filledForm(page, 'value="decide"', { outcome, note: "Asked of ana@company.example." });
  expect(await olga("/case", form)).toMatchObject({ status: 303 });
  const { decision } = await desk.cases.read({ subject: "notification#1#typed", opened: "once" });
  expect(decision).toMatchObject({ outcome: "not-reportable", note: "A refund." });
});

it("offers them beside the inbox too, and none that a case of this kind cannot have", async () => {
  const keys = await Promise.all(["s1", "s2"].map((id) => desk.cases.open(id)));
  const ticked = new URLSearchParams({ step: "0f4f5f0e-0000-4000-8000-000000000001", act: "decide" });
  for (const { subject, opened } of keys)
    ticked.append("case", JSON.stringify({ subject, opened, stepCount: 1 }));
  const sheet = (await olga("/selected", ticked.toString())).text;
  const [outcome = ""] = offered(sheet);
  expect(await olga("/selected", sheetForm(sheet, { act: "record", outcome }))).toMatchObject({
    status: 303,
  });
  for (const key of keys) expect((await desk.cases.read(key)).outcome).toBe("not-reportable");
  await desk.cases.open("w", { kind: "wallet" });
  expect(offered((await olga("/c/1.w")).text)).toEqual([]);
});

it("takes no choice that no form offers", async () => {
  await desk.cases.open("odd");
  const page = (await olga("/c/1.odd")).text;
  for (const outcome of ['{"outcome":"closed","note":"x"}', "{", '{"note":1}'])
    expect(
      await olga("/case", filledForm(page, 'value="decide"', { outcome, note: "A note." })),
    ).toMatchObject({ status: 422, text: expect.stringContaining("Choose an outcome.") });
});
