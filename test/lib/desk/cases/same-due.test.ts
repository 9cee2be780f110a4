/** One case in every place: the same due date, whether it was met in time, and the same receipt. */

import { expect, it } from "vitest";
import { CaseQueries } from "../../../../lib/cases/case-queries.ts";
import { evidenceOf, evidenceSourcesOf } from "../../../../lib/cases/evidence/evidence-files.ts";
import { EvidenceMonths } from "../../../../lib/cases/evidence/evidence-months.ts";
import { NotificationQueries } from "../../../../lib/intake/notifications/notification-queries.ts";
import { moneyLookUp } from "../../../../lib/law/rates/local-money.ts";
import { NOT_REPORTABLE, newStep, REPORTED } from "../../../support/case-steps.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { type CaseChanges, contentNews } from "../../../support/stored-cases.ts";
import { ENGLISH } from "../../../support/translators.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");

const KEY = { subject: "notification#1#61", opened: "once" };
const FACTS: CaseChanges = {
  userId: "u-61",
  risk: "illegal",
  laws: [{ name: "LFPIORPI", countryCode: "MX" }],
  amount: { value: "1000", usd: "50" },
  timestamp: "2026-02-10T12:00:00.000Z",
  receivedAt: "2026-02-10T12:01:00.000Z",
  // The end of 17 March in Mexico City.
  dueAt: "2026-03-18T05:59:59.999Z",
};

/** Text of the pages in which the case is, without markup. */
async function places(month = "2026-02") {
  const paths = {
    ofCase: "/c/1.61",
    month: `/month?month=${month}`,
    csv: `/month.csv?month=${month}`,
    user: "/u/u-61",
    inbox: "/",
  };
  const texts = Object.entries(paths).map(async ([name, path]) => {
    const { text } = await officer(path);
    return [name, text.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ")] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}

async function pack(): Promise<string> {
  const cases = new CaseQueries(desk.client, "Cases");
  const raw = await cases.raw(KEY);
  if (raw === undefined) throw new Error("The case is gone.");
  const notifications = new NotificationQueries(desk.client, "Notifications");
  const environment = { RATES_TABLE: "Rates", CURRENCIES: ["MXN"], TIME_ZONE: "America/Mexico_City" };
  const tables = { alerts: "Alerts", walletScans: "WalletScans", chains: "Chains" };
  const money = moneyLookUp(environment, desk.client);
  const sources = evidenceSourcesOf(desk.client, tables, { cases, notifications, money });
  const { files } = await evidenceOf(raw, sources, {
    folder: "f",
    months: new EvidenceMonths(cases),
    translator: ENGLISH,
    now: new Date(),
  });
  return files.map(({ content }) => Buffer.from(content).toString()).join("\n");
}

it("is due on the 17th, overdue while it is open, in the mail too", async () => {
  await desk.cases.open("61", FACTS);
  const content = contentNews("d", ["LFPIORPI"], { receivedAt: "2026-02-10T12:01:00.000Z" });
  const toldCase = await desk.cases.tell(KEY, content);
  expect(toldCase.dueAt).toBe("2026-03-18T05:59:59.999Z");
  const { ofCase, month, inbox } = await places();
  for (const text of [ofCase, month, inbox]) expect(text).toMatch(/ d late/);
  for (const text of [ofCase, month]) expect(text).toContain("Mar 17");
  expect(await pack()).toContain("2026-03-18T05:59:59.999Z");
});

it("is late by a receipt of the 18th, whenever it was recorded, and says so everywhere with its reference", async () => {
  const filing = { ...REPORTED.filing, receivedOn: "2026-03-18", receivedAt: "2026-03-18T06:00:00.000Z" };
  await desk.cases.step(KEY, newStep("a", "2026-03-18T12:00:00.000Z", { ...REPORTED, filing }));
  const { ofCase, month, csv } = await places();
  expect(ofCase).toContain("late");
  expect(month).toMatch(/AVI-2026-3 .*Mar 18.* late/);
  expect(csv).toMatch(/notice filed,AVI-2026-3,2026-03-18,late/);
  expect(await pack()).toContain("AVI-2026-3");
});

it("is in time by the corrected receipt of the 17th, and the old reference is in no list", async () => {
  await desk.cases.step(
    KEY,
    newStep("b", "2026-05-02T12:00:00.000Z", { kind: "reopen", note: "Wrong receipt." }),
  );
  const filing = { kind: "monthly", reference: "AVI-RIGHT", receivedOn: "2026-03-17" } as const;
  const right = { ...filing, receivedAt: "2026-03-17T06:00:00.000Z" };
  await desk.cases.step(KEY, newStep("c", "2026-05-02T12:01:00.000Z", { ...REPORTED, filing: right }));
  const { ofCase, month, csv, user } = await places();
  expect(ofCase).toContain("in time");
  expect(month).toMatch(/AVI-RIGHT .*Mar 17.* in time/);
  expect(csv).toMatch(/notice filed,AVI-RIGHT,2026-03-17,in time/);
  for (const text of [month, csv, user]) expect(text).not.toContain("AVI-2026-3");
});

it("is in another month, and late, once the service says that the transaction happened earlier", async () => {
  const moved = contentNews("e", ["LFPIORPI"], {
    receivedAt: "2026-05-03T12:00:00.000Z",
    timestamp: "2026-01-31T12:00:00.000Z",
    usd: "77.125",
  });
  await desk.cases.store.revise(KEY, [moved]);
  const { ofCase, month, csv } = await places("2026-01");
  expect(ofCase).toMatch(/late .*Feb 17/);
  expect(ofCase).toContain("the transaction happened Jan 31");
  expect(month).toMatch(/AVI-RIGHT .*Mar 17.* late/);
  expect(csv).toMatch(/77\.125,.*"notice filed; revised since",AVI-RIGHT,2026-03-17,late/);
  for (const text of [ofCase, month]) expect(text).toContain("revised since");
  expect((await places())["month"]).not.toContain("AVI-RIGHT");
  const inPack = await pack();
  expect(inPack).toContain("2026-02-18T05:59:59.999Z");
  expect(inPack).toContain("2026-01-31T12:00:00.000Z");
});

it("has no deadline in any place once its suspicion is withdrawn", async () => {
  const key = { subject: "notification#1#63", opened: "once" };
  await desk.cases.open(
    "63",
    { userId: "u-63", timestamp: "2026-07-10T12:00:00.000Z", receivedAt: "2026-07-10T12:01:00.000Z" },
    newStep("s", "2026-07-11T12:00:00.000Z", { kind: "suspect", knownSince: "2026-07-11T12:00:00.000Z" }),
    newStep("w", "2026-07-11T13:00:00.000Z", { kind: "retract", note: "Another person." }),
  );
  const { text: page } = await officer("/c/1.63");
  expect(inWords(page)).toMatch(/ Due suspicion withdrawn User /);
  expect(inWords(page)).toContain("24-hour notice that was due Jul 12, 06:00: no longer expected");
  const { text: user } = await officer("/u/u-63");
  expect(inWords(user)).toMatch(/1#63 .* suspicion withdrawn /);
  expect(inWords((await officer("/")).text)).toContain("Suspicion withdrawn 1#63");
  for (const path of ["/u/u-63", "/", "/month?month=2026-07&view=other"])
    expect(inWords((await officer(path)).text)).not.toMatch(/Jul 12/);
  expect((await desk.cases.read(key)).dueAt).toBe("none");
});

it("has no deadline in any place once an officer decided that no notice is due", async () => {
  const times = { timestamp: "2026-06-10T12:00:00.000Z", receivedAt: "2026-06-10T12:01:00.000Z" };
  await desk.cases.open(
    "64",
    { ...FACTS, ...times, dueAt: "2026-07-18T05:59:59.999Z", userId: "u-64" },
    newStep("n", "2026-06-11T12:00:00.000Z", NOT_REPORTABLE),
  );
  for (const path of ["/c/1.64", "/u/u-64"])
    expect(inWords((await officer(path)).text)).toMatch(/ no notice due /);
  expect(inWords((await officer("/c/1.64")).text)).toMatch(/ Due no notice due User /);
  expect(inWords((await officer("/u/u-64")).text)).not.toContain("Jul 17");
});

const inWords = (html: string) => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

it("is pending once the service says that the transaction happened after the receipt of its notice", async () => {
  const key = { subject: "notification#1#62", opened: "once" };
  const times = { timestamp: "2026-04-05T12:00:00.000Z", receivedAt: "2026-04-28T12:00:00.000Z" };
  // The end of 17 May in Mexico City.
  const dueAt = "2026-05-18T05:59:59.999Z";
  await desk.cases.open("62", { ...FACTS, ...times, dueAt, userId: "u-62" });
  const receipt = { receivedOn: "2026-04-10", receivedAt: "2026-04-10T06:00:00.000Z" };
  const filing = { ...REPORTED.filing, ...receipt };
  await desk.cases.step(key, newStep("g", "2026-04-28T13:00:00.000Z", { ...REPORTED, filing }));
  const row = async () => (await officer("/month.csv?month=2026-04")).text.split("\n")[1];
  expect(await row()).toMatch(/,2026-04-10,in time$/);
  const moved = contentNews("h", ["LFPIORPI"], {
    receivedAt: "2026-05-01T12:00:00.000Z",
    timestamp: "2026-04-20T12:00:00.000Z",
    usd: "50",
  });
  await desk.cases.store.revise(key, [moved]);
  expect(await row()).toMatch(/,2026-04-10,late$/);
  const { text } = await officer("/c/1.62");
  expect(text).not.toContain("in time");
  expect((await officer("/?view=overdue")).text).toContain("u-62");
});
