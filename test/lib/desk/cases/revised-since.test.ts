/** A decided case that the service revised since stays in the inbox, and is marked everywhere, until an officer confirms the decision or reopens it. */

import { expect, it } from "vitest";
import { CaseQueries } from "../../../../lib/cases/case-queries.ts";
import { checkedChains } from "../../../../lib/cases/integrity/checked-chains.ts";
import { newStep, REPORTED } from "../../../support/case-steps.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { filledForm } from "../../../support/desk/desk-visitor.ts";
import { contentNews } from "../../../support/stored-cases.ts";

const desk = await startDesk();
const [officer, auditor] = [await desk.signedIn("officers"), await desk.signedIn("auditors")];
const queries = new CaseQueries(desk.client, "Cases");

const TIME = "2026-03-02T12:00:00.000Z";
const LAWS = [{ name: "LFPIORPI", countryCode: "MX" }];
const FILING = { ...REPORTED.filing, receivedOn: "2026-04-10", receivedAt: "2026-04-10T06:00:00.000Z" };
const path = (id: string) => `/c/1.${id}`;

/** A case that was reported, and of which the service gives another price since. */
async function revised(id: string) {
  const key = await desk.cases.open(
    id,
    {
      userId: `u-${id}`,
      receivedAt: TIME,
      timestamp: TIME,
      dueAt: "2026-04-18T05:59:59.999Z",
      laws: LAWS,
      amount: { value: "1", usd: "10" },
    },
    newStep(`${id}-a`, "2026-04-12T12:00:00.000Z", { ...REPORTED, filing: FILING }),
  );
  await desk.cases.store.revise(key, [priced("77", "2026-04-20T12:00:00.000Z")]);
  return key;
}

/** Another price, and nothing else. */
function priced(usd: string, receivedAt: string) {
  return contentNews(`price-${usd}`, ["LFPIORPI"], { receivedAt, timestamp: TIME, usd });
}

/** The subjects of the inbox. */
async function inInbox(): Promise<string[]> {
  return Array.fromAsync(queries.allOpen([1]), ({ subject }) => subject);
}

async function act(id: string, kind: "confirm" | "reopen", fields: Record<string, string>) {
  const { text } = await officer(path(id));
  return officer("/case", filledForm(text, `value="${kind}"`, fields));
}

it("is in the inbox under its own heading, with its outcome and nothing to tick, and in every list", async () => {
  await revised("1");
  expect(await inInbox()).toContain("notification#1#1");
  const { text } = await officer("/?user=u-1");
  expect(text).toContain("Decided, and revised since <span>1 · confirm the decision, or reopen</span>");
  const [, row = ""] = /<tr id="[^"]*"[^>]*>(.*?)<\/tr>/s.exec(text) ?? [];
  expect(row).toContain("revised since");
  expect(row).toContain("notice filed");
  expect(text).not.toMatch(/name="(case|group)"/);
  expect((await officer("/?user=u-1", undefined, "es")).text).toContain(
    "Dictaminados y actualizados después <span>1 · confirme el dictamen, o reabra el caso</span>",
  );
  for (const list of ["/month?month=2026-03", "/u/u-1", path("1")])
    expect((await auditor(list)).text, list).toContain("revised since");
  expect((await officer("/month.csv?month=2026-03")).text).toContain('"notice filed; revised since",');
  const { text: csv } = await officer("/inbox.csv?user=u-1");
  expect(csv.split("\n")[0]).toMatch(/,outcome,isRevisedSince\r?$/);
  expect(csv.split("\n")[1]).toMatch(/,reported,true\r?$/);
});

it("is confirmed on its page with a note, and then is in no inbox and marked nowhere", async () => {
  const key = await revised("2");
  const { text } = await officer(path("2"));
  expect(text).toContain(
    "The service revised this case after its decision: the timeline has what it says now, and “Messages” what changed.",
  );
  expect(text).toMatch(/data-decide[^>]*>Confirm the decision</);
  expect((await officer(path("2"), undefined, "es")).text).toContain(
    "Si el dictamen se sostiene, confírmelo.",
  );
  expect((await auditor(path("2"))).text).not.toContain('value="confirm"');
  expect(await act("2", "confirm", { note: " " })).toMatchObject({
    status: 422,
    text: expect.stringContaining("Write down the grounds or the reason."),
  });
  expect(await inInbox()).toContain(key.subject);
  expect(await act("2", "confirm", { note: "The price alone." })).toMatchObject({ status: 303 });
  expect(await inInbox()).not.toContain(key.subject);
  expect(await desk.cases.read(key)).toMatchObject({ outcome: "reported", isRevisedSince: undefined });
  const { text: after } = await officer(path("2"));
  expect(after).toContain("olga.officer confirmed the decision");
  expect(after).not.toContain("revised since");
  expect(after).not.toContain('value="confirm"');
  expect(await Array.fromAsync(checkedChains(queries, [key]))).toMatchObject([{ problems: [] }]);
});

it("is in the inbox again with another revision, also a confirmed one", async () => {
  const key = await revised("3");
  await act("3", "confirm", { note: "The price alone." });
  await desk.cases.store.revise(key, [priced("78", "2026-04-22T12:00:00.000Z")]);
  expect(await inInbox()).toContain(key.subject);
});

it("is an open case where it is reopened", async () => {
  const key = await revised("4");
  expect(await act("4", "reopen", { note: "Another amount." })).toMatchObject({ status: 303 });
  expect(await desk.cases.read(key)).toMatchObject({ outcome: undefined, isRevisedSince: undefined });
  expect(await inInbox()).toContain(key.subject);
});

it("refuses a confirmation that is sent for a case which is not revised since", async () => {
  const key = await revised("5");
  const form = filledForm((await officer(path("5"))).text, 'value="confirm"', { note: "The price alone." });
  expect(await officer("/case", form)).toMatchObject({ status: 303 });
  const { stepCount } = await desk.cases.read(key);
  const again = form
    .replace(/step=[^&]*/, "step=0f4f5f0e-0000-4000-8000-000000000005")
    .replace(/after=\d+/, `after=${stepCount}`);
  expect(await officer("/case", again)).toMatchObject({
    status: 422,
    text: expect.stringContaining("there is nothing to confirm"),
  });
  expect(await desk.cases.read(key)).toMatchObject({ stepCount });
});
