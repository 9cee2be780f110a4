/** Cases that officers open: about a notification that is not flagged, a wallet or a user. */

import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { caseLink, notificationLink } from "../../../../lib/alerts/messages/desk-links.ts";
import { caseOfNotification, userSubject, walletSubject } from "../../../../lib/cases/case-keys.ts";
import { CaseQueries } from "../../../../lib/cases/case-queries.ts";
import { bodyDigestOf } from "../../../../lib/cases/new-case.ts";
import { nameOf, pastKeyOf } from "../../../../lib/intake/notifications/notification-keys.ts";
import { NotificationQueries } from "../../../../lib/intake/notifications/notification-queries.ts";
import { NotificationStore } from "../../../../lib/intake/notifications/notifications.ts";
import { WalletStore } from "../../../../lib/screening/wallets/wallets.ts";
import { NOT_REPORTABLE, newStep } from "../../../support/case-steps.ts";
import { readAt, readBodyAt, recordRead } from "../../../support/deliveries.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { filledForm } from "../../../support/desk/desk-visitor.ts";
import { LFPIORPI, notificationBody } from "../../../support/notifications.ts";
import { contentNews } from "../../../support/stored-cases.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");
const auditor = await desk.signedIn("auditors");
const queries = new CaseQueries(desk.client, "Cases");

const NOTE = "Three deposits just below the line.";
const FORM = 'action="/open-case"';
const user = { userId: "u-77" };

/** As a form has it, where the officers are. */
function mexicoCity(at: string): string {
  return new Date(Date.parse(at) - 6 * 3_600_000).toISOString();
}

/** A notification that is a warning alone, and its page. */
async function warned(id: number) {
  const store = new NotificationStore(desk.client, "Notifications");
  const address = { id: 1, ...user, address: `0x${"7".repeat(40)}`, description: "" };
  const body = notificationBody({ id, address, inflictedLaws: [{ ...LFPIORPI, risk: "warn" }] });
  const { delivered } = await recordRead(readBodyAt("2026-03-01T12:00:00.000Z", JSON.stringify(body)), store);
  return { stored: delivered, path: notificationLink(nameOf(delivered)) };
}

it("opens one of a warning, with the reason, once, and a suspicion starts the 24 hours there", async () => {
  const { stored, path } = await warned(501);
  expect((await auditor(path)).text).not.toContain(FORM);
  const form = filledForm((await officer(path)).text, FORM, { note: NOTE });
  const key = caseOfNotification(stored);
  for (const _ of ["sent", "sent again"])
    expect(await officer("/open-case", form)).toMatchObject({ status: 303 });
  const storedCase = await desk.cases.read(key);
  expect(storedCase).toMatchObject({
    opening: { note: NOTE, by: { subject: "olga" } },
    userId: "u-77",
    dues: [],
  });
  const page = caseLink(key);
  const { text } = await officer(page);
  expect(text).toContain("olga.officer opened the case");
  expect(text).toContain(NOTE);
  expect(text).not.toContain("Flagged transaction");
  expect((await officer(path)).text).not.toContain(FORM);
  const suspicion = filledForm(text, 'value="suspect"', {});
  expect(await officer("/case", suspicion)).toMatchObject({ status: 303 });
  expect((await desk.cases.read(key)).dues).toMatchObject([{ kind: "suspicion" }]);
});

it("has the price that an earlier revision said, also where a past one is looked at", async () => {
  const store = new NotificationStore(desk.client, "Notifications");
  const revision = (at: string, usd: number | null) => {
    const amount = { value: 1, usd };
    const inflictedLaws = [{ ...LFPIORPI, risk: "warn" }];
    return recordRead(readAt(at, { id: 507, amount, inflictedLaws }), store);
  };
  const { delivered } = await revision("2026-03-01T12:00:00.000Z", 25);
  await revision("2026-03-02T12:00:00.000Z", null);
  const [current] = await new NotificationQueries(desk.client, "Notifications").ofId("1#507");
  if (current === undefined) throw new Error("Nothing is stored.");
  const past = notificationLink(nameOf({ ...delivered, ...pastKeyOf(delivered) }));
  const form = filledForm((await officer(past)).text, FORM, { note: NOTE });
  expect(await officer("/open-case", form)).toMatchObject({ status: 303 });
  const opened = await desk.cases.read(caseOfNotification(delivered));
  expect(opened.opening.facts).toMatchObject({ rawSha256: bodyDigestOf(current) });
  expect(opened.amount).toEqual({ value: "1", usd: "25" });
});

it("starts the 24 hours with the case, from when it was known, once", async () => {
  const { stored, path } = await warned(506);
  const { text } = await officer(path);
  const since = new Date(Date.now() - 2 * 3_600_000).toISOString();
  const form = (knownSince: string) =>
    filledForm(text, FORM, { note: NOTE, act: "suspect", knownSince: knownSince.slice(0, 16) });
  const refused = await officer("/open-case", form("2099-01-01T00:00"));
  expect(refused).toMatchObject({ status: 422, text: expect.stringContaining('value="2099-01-01T00:00"') });
  expect(refused.text).toContain(NOTE);
  for (const _ of ["sent", "sent again"])
    expect(await officer("/open-case", form(mexicoCity(since)))).toMatchObject({ status: 303 });
  const { steps, dues } = await desk.cases.read(caseOfNotification(stored));
  expect(steps.map(({ kind }) => kind)).toEqual(["suspect"]);
  const due = new Date(Date.parse(`${since.slice(0, 16)}:00.000Z`) + 86_400_000).toISOString();
  expect(dues).toMatchObject([{ kind: "suspicion", at: due }]);
});

it("is a step of it when the service flags the notification later, which opens it again", async () => {
  const { stored, path } = await warned(502);
  await officer("/open-case", filledForm((await officer(path)).text, FORM, { note: NOTE }));
  const key = caseOfNotification(stored);
  const at = new Date().toISOString();
  await desk.cases.step(
    key,
    newStep("d", at, { kind: "decide", outcome: "not-reportable", note: "Looked at." }),
  );
  const news = contentNews("later", ["LFPIORPI"], { content: nameOf(stored), receivedAt: at });
  expect(await desk.cases.tell(key, news)).toMatchObject({ isReopened: true });
  const laws = [{ name: "LFPIORPI", countryCode: "MX" }];
  expect(await desk.cases.read(key)).toMatchObject({ outcome: undefined, laws });
});

it("asks for the reason, and keeps what was typed", async () => {
  const { path } = await warned(503);
  const refused = await officer("/open-case", filledForm((await officer(path)).text, FORM, { note: " " }));
  expect(refused).toMatchObject({
    status: 422,
    text: expect.stringContaining("Write down the grounds or the reason."),
  });
  expect(refused.text, "It says what the case is about.").toContain('<p dir="auto">1#503, project 1</p>');
  const personal = filledForm(refused.text, FORM, { note: "Ask ana.invented@example.com." });
  expect((await officer("/open-case", personal)).text).toContain("Ask ana.invented@example.com.");
});

it("opens one of a user and of a wallet, each one at a time, and loses no reason to another's case", async () => {
  await warned(504);
  const wallet = { projectId: 1, chainId: "1", address: `0x${"8".repeat(40)}` };
  const seenAt = "2026-03-01T12:00:00.000Z";
  await new WalletStore(desk.client, "Wallets").remember({
    ...wallet,
    ...user,
    source: "notification",
    seenAt,
  });
  const pages = {
    [userSubject(1, "u-77")]: "/u/u-77",
    [walletSubject(wallet)]: `/w/1.${wallet.address}`,
  };
  for (const [subject, path] of Object.entries(pages)) {
    const { text } = await officer(path);
    const [first, second] = [NOTE, "Asked by the bank."].map((note) => filledForm(text, FORM, { note }));
    for (const form of [first, first])
      expect(await officer("/open-case", form)).toMatchObject({ status: 303 });
    const other = await officer("/open-case", second);
    expect(other).toMatchObject({ status: 409, text: expect.stringContaining("Asked by the bank.") });
    expect(await queries.ofSubject(subject)).toMatchObject([{ userId: "u-77", dueAt: "none" }]);
  }
  expect((await officer("/u/u-77")).text).toContain("1#u-77");
});

it("opens one case of a user if two officers send their forms at once, and a second one only once its decision was seen", async () => {
  const fields = { about: "user", project: "1", user: "u-78", step: randomUUID() };
  const formOf = (note: string, ago = 0) =>
    new URLSearchParams({ ...fields, note, shownAt: new Date(Date.now() - ago).toISOString() }).toString();
  const replies = await Promise.all([
    officer("/open-case", formOf(NOTE, 2)),
    officer("/open-case", formOf("Asked by the bank.", 1)),
  ]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  const [open, ...others] = await queries.ofSubject(userSubject(1, "u-78"));
  if (open === undefined || others.length > 0) throw new Error("There is not one case.");
  await desk.cases.step(open, newStep("decided", new Date().toISOString(), NOT_REPORTABLE));
  expect(await officer("/open-case", formOf("Asked again.", 60_000))).toMatchObject({ status: 409 });
  expect(await officer("/open-case", formOf("Asked again."))).toMatchObject({ status: 303 });
  expect(await queries.ofSubject(userSubject(1, "u-78"))).toHaveLength(2);
});

it("opens none of another project, of what is not there, or for who may not decide", async () => {
  const { stored } = await warned(505);
  const fields = {
    about: "notification",
    project: "1",
    name: nameOf(stored),
    note: NOTE,
    shownAt: new Date().toISOString(),
    step: randomUUID(),
  };
  const send = (changes: Record<string, string>, visit = officer) =>
    visit("/open-case", new URLSearchParams({ ...fields, ...changes }).toString());
  expect(await send({}, auditor)).toMatchObject({ status: 403 });
  expect(await send({}, await desk.signedIn("officers-2"))).toMatchObject({ status: 403 });
  expect(await send({ name: "1#9999#x" })).toMatchObject({ status: 404 });
  expect(await send({ project: "2" })).toMatchObject({ status: 404 });
  expect(await send({ shownAt: "2099-01-01T00:00:00.000Z" })).toMatchObject({ status: 404 });
  const old = await send({ shownAt: "2024-01-01T00:00:00.000Z" });
  expect(old).toMatchObject({ status: 409, text: expect.stringContaining(NOTE) });
});

it.each([
  [{ about: "notification", name: "1#505#x" }, "/n/1.505.x"],
  [{ about: "wallet", address: "0x77", chain: "1" }, "/w/1.0x77"],
  [{ about: "user", user: "u-77" }, "/u/u-77"],
])("leads back to the page of %j after the session ended, with the note", async (about, page) => {
  const form = new URLSearchParams({ ...about, project: "1", note: NOTE, shownAt: new Date().toISOString() });
  const { status, text } = await desk.stranger("/open-case", form.toString());
  expect(status).toBe(401);
  expect(text).toContain(NOTE);
  expect(text).toContain(`href="/sign-in?page=${encodeURIComponent(page)}"`);
});
