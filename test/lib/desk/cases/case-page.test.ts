/** The page of a case: what decides it, its place in the list that led to it, and the way back. */

import { expect, it } from "vitest";
import { caseLink } from "../../../../lib/alerts/messages/desk-links.ts";
import { putItems } from "../../../../lib/aws/tables/batch-write.ts";
import { caseOfNotification } from "../../../../lib/cases/case-keys.ts";
import { openedCase } from "../../../support/case-items.ts";
import { newStep } from "../../../support/case-steps.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { filledForm } from "../../../support/desk/desk-visitor.ts";
import { storedNotification } from "../../../support/desk/stored-notification.ts";
import { putWallet } from "../../../support/stored-wallets.ts";

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

const desk = await startDesk();
const officer = await desk.signedIn("officers");
const LFPIORPI = [{ name: "LFPIORPI", countryCode: "MX" }];
const OFAC = [{ name: "OFAC SDN", countryCode: "US" }];

const path = (id: string, list?: string) =>
  `/c/1.${id}${list === undefined ? "" : `?list=${encodeURIComponent(list)}`}`;

/** Address to which the page leads back, with the name of the list. */
function backOf(page: string): string[] {
  const [, href = "", text = ""] =
    /<a class="back" href="([^"]+)"><svg.*?<\/svg> ([^<]+)<\/a>/.exec(page) ?? [];
  return [href.replaceAll("&amp;", "&").replace(/#case-[\w-]{12}$/, "#its-row"), text];
}

/** Case to which a button beside the place leads. */
function neighbour(page: string, name: string): string | undefined {
  const [, id] = new RegExp(`href="/c/1\\.(\\w+)[^"]*" rel="\\w+" aria-label="${name}"`).exec(page) ?? [];
  return id;
}

const decision = (page: string, fields: Record<string, string>) =>
  filledForm(page, 'value="decide"', { outcome: "false-positive", note: "A double.", ...fields });

it("names number and user in the title of the tab, and the owner, the deadline and the amount first", async () => {
  await desk.cases.open("a1", {
    userId: "u-a",
    laws: LFPIORPI,
    receivedAt: ago(3),
    dueAt: ago(-72),
    amount: { value: "1500000", usd: "1500.005" },
    token: { symbol: "USDC", decimals: 6 },
  });
  const { text } = await officer(path("a1"));
  expect(text).toContain("<title>1#a1 · u-a - Vigía</title>");
  expect(text).toContain("<h1><bdi>1#a1</bdi></h1>");
  const [strip = ""] = /<dl class="strip panel">.*?<\/dl>/s.exec(text) ?? [];
  expect(strip.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ")).toMatch(
    /^ Amount USD 1,500.005 Due .* 2 d left · LFPIORPI User u-a no other case Owner No owner Take $/,
  );
});

it("shows the newest events of a case that has more than a page holds, and says where the others are", async () => {
  const long = await desk.cases.open("long");
  const at = new Date().toISOString();
  const notes = Array.from({ length: 205 }, (_, index) =>
    newStep(`n${index}`, at, { kind: "note", note: `Note ${index + 1}.` }),
  );
  await desk.cases.fill(long, notes);
  const { text } = await officer(path("long"));
  expect(text).toContain("Note 205.");
  expect(text).not.toContain("Note 5.");
  expect(text).toContain("6 older events are in the case file.");
});

it("leads on in the list that the officer came from, says the place in it, and back to its row", async () => {
  const list = "/?law=Listed";
  const laws = [{ name: "Listed", countryCode: "MX" }];
  for (const [index, id] of ["l1", "l2", "l3"].entries())
    await desk.cases.open(id, { laws, receivedAt: ago(50), dueAt: ago(-100 - index) });
  const { text } = await officer(path("l2", list));
  expect(text).toContain('<small class="place">2 of 3</small>');
  expect([neighbour(text, "Previous case"), neighbour(text, "Next case")]).toEqual(["l1", "l3"]);
  expect(backOf(text)).toEqual(["/?law=Listed#its-row", "Inbox"]);
  const [row] = /#(case-[\w-]{12})"/.exec(text) ?? [];
  expect((await officer(list)).text).toContain(`<tr id="${row?.slice(1, -1)}"`);
  expect((await officer(list)).text).toContain('href="/c/1.l2?list=%2F%3Flaw%3DListed"');

  const next = await officer("/case", decision(text, { go: "next" }));
  expect(next).toMatchObject({
    status: 303,
    location: expect.stringContaining(`${path("l3", list)}&recorded=`),
  });
  const last = await officer(path("l3", list));
  expect(last.text).toContain('<small class="place">2 of 2</small>');
  // The one that was decided keeps its place between the others.
  const decided = (await officer(path("l2", list))).text;
  expect([neighbour(decided, "Previous case"), neighbour(decided, "Next case")]).toEqual(["l1", "l3"]);
  expect(await officer("/case", decision(last.text, { go: "next" }))).toMatchObject({
    location: expect.stringContaining(`${list}&recorded=`),
  });
  const first = (await officer(path("l1", list))).text;
  expect(await officer("/case", decision(first, {}))).toMatchObject({
    location: expect.stringContaining(`${path("l1", list)}&recorded=`),
  });
});

it("keeps the list through a form that was refused", async () => {
  await desk.cases.open("k1", { laws: LFPIORPI });
  const { text } = await officer(path("k1", "/?view=overdue"));
  const refused = await officer("/case", decision(text, { note: "" }));
  expect(refused.status).toBe(422);
  expect(backOf(refused.text)[1]).toBe("Overdue");
});

it.each([
  ["https://evil.example/", "/"],
  ["//evil.example/", "/"],
  ["/\\evil.example", "/"],
  ["/sign-out", "/"],
  ["/?view=nothing", "/"],
  ["/month?month=2026-02", "/month?month=2026-02"],
])("leads back to lists of the desk alone: %s", async (list, href) => {
  await desk.cases.open("b1", { laws: LFPIORPI });
  expect(backOf((await officer(path("b1", list))).text)[0]?.replace("#its-row", "")).toBe(href);
});

it("shows the user's other cases of every law and in every state, the most severe first", async () => {
  const mine = { userId: "u-o", receivedAt: ago(100) };
  await desk.cases.open("o1", { ...mine, laws: LFPIORPI });
  const step = { id: "o2-1", at: ago(1), by: { subject: "olga", name: "olga" } };
  const decided = { ...step, kind: "decide", outcome: "not-reportable", note: "Below." } as const;
  await desk.cases.open("o2", { ...mine, laws: LFPIORPI }, decided);
  await desk.cases.open("o3", { ...mine, laws: [{ name: "Other", countryCode: "MX" }], dueAt: ago(5) });
  await desk.cases.open("o4", { ...mine, laws: OFAC });
  const { text } = await officer(path("o1"));
  const [, others = ""] = text.split("Other cases");
  const shown = [...others.matchAll(/<bdi>1#(o\d)<\/bdi>/g)].map(([, id]) => id);
  expect(shown).toEqual(["o4", "o3", "o2"]);
  expect(text).toContain("others: open 2, decided 1");
  expect(text).toMatch(/<span class="badge list"><svg.*?<\/svg> 1 <bdi>OFAC SDN<\/bdi>/);
});

it("lets an officer take a case that is overdue, until days from now, and release it", async () => {
  await desk.cases.open("t1", { laws: LFPIORPI, receivedAt: ago(900), dueAt: ago(48) });
  const { text } = await officer(path("t1"));
  expect(text).toContain("a notice that is received now is late");
  expect(await officer("/case", filledForm(text, 'value="take"'))).toMatchObject({ status: 303 });
  const taken = (await officer(path("t1"))).text;
  const inAWeek = new Intl.DateTimeFormat("en-US", {
    month: "short",
    day: "numeric",
    timeZone: "America/Mexico_City",
  });
  expect(taken).toContain(`until ${inAWeek.format(Date.now() + 7 * 24 * HOUR_MS)}`);
  expect(taken).not.toContain('value="take"');
  expect(await officer("/case", filledForm(taken, 'value="release"'))).toMatchObject({ status: 303 });
  expect((await officer(path("t1"))).text).toContain('value="take"');
});

it("says that a deadline passed before the receipt, of which an earlier suspicion is no excuse", async () => {
  const key = await desk.cases.open("p1", { laws: LFPIORPI, receivedAt: ago(50), dueAt: ago(100) });
  const passedDeadline = async () =>
    (await officer(path("p1"))).text.match(/passed before the case was received/g);
  expect(await passedDeadline()).toHaveLength(1);
  await desk.cases.step(key, newStep("s", ago(0), { kind: "suspect", knownSince: ago(72) }));
  expect(await passedDeadline()).toHaveLength(1);
});

it("records one step for a form that is sent twice, and shows the slower of two officers what happened", async () => {
  const key = await desk.cases.open("n1");
  const [mine, theirs] = [(await officer(path("n1"))).text, (await officer(path("n1"))).text];
  const noted = (page: string, note: string) => filledForm(page, 'name="act" value="note"', { note });
  const twice = await Promise.all([1, 2].map(() => officer("/case", noted(mine, "First."))));
  expect(twice.map(({ status }) => status)).toEqual([303, 303]);
  const slower = await officer("/case", noted(theirs, "Second."));
  expect(slower.status).toBe(409);
  expect(slower.text).toContain("Another step was recorded meanwhile");
  expect(slower.text).toContain("First.</p>");
  expect(slower.text).toContain("Second.</textarea>");
  expect(await officer("/case", noted(mine, "Third."))).toMatchObject({ status: 409 });
  expect((await desk.cases.read(key)).steps).toHaveLength(1);
});

it("shows an auditor everything without a button, and takes no step from them or from an officer of another project", async () => {
  const [auditor, other] = [await desk.signedIn("auditors"), await desk.signedIn("officers-2")];
  const key = await desk.cases.open("s1", {}, newStep("s", ago(0), { kind: "note", note: "Seen." }));
  const { text } = await auditor(path("s1"));
  expect(text).toContain("Seen.</p>");
  expect(text).not.toContain('action="/case"');
  const form = filledForm((await officer(path("s1"))).text, 'name="act" value="note"', { note: "Mine." });
  expect(await auditor("/case", form)).toMatchObject({ status: 403 });
  expect(await other("/case", form)).toMatchObject({ status: 404 });
  expect(await other(path("s1"))).toMatchObject({ status: 404 });
  expect(await officer("/case", "act=note")).toMatchObject({ status: 404 });
  expect((await desk.cases.read(key)).steps).toHaveLength(1);
});

it("leads on from a page that there is not", async () => {
  for (const address of ["/nowhere", "/c/x", path("none")]) {
    const { status, text } = await officer(address);
    expect(status).toBe(404);
    expect(text.split("<main")[1]).toMatch(/action="\/search".*href="\/"/s);
  }
});

it("names the user of each other case, counts those of the wallet apart, and keeps them off the paper", async () => {
  const address = `0x${"e".repeat(40)}`;
  const onWallet = { address, chainId: "1" };
  await desk.cases.open("ow1", { userId: "u-own", ...onWallet });
  await desk.cases.open("ow2", { userId: "u-own" });
  const wallet = { subject: `wallet#1#${address}#1`, opened: ago(5), kind: "wallet", ...onWallet } as const;
  await desk.cases.open("ow3", { ...wallet, userId: "u-other", score: 70 });
  const [, panel = ""] = (await officer(path("ow1"))).text.split("Other cases");
  const [list = ""] = panel.split("</section>");
  expect(list).toContain("of u-own: 1");
  expect(list).toContain('<span class="muted no-print">of other users of the wallet: 1</span>');
  expect(list).toContain('<li class="only-print">Of other users of the wallet, left out on paper: 1</li>');
  expect(list).toMatch(/<li class="no-print">(?:(?!<\/li>).)*<bdi class="muted">u-other<\/bdi>/s);
  expect(list).toMatch(/<li>(?:(?!<\/li>).)*1#ow2(?:(?!<\/li>).)*<bdi class="muted">u-own<\/bdi>/s);
  const [, timeline = ""] = (
    await officer(
      `/c/wallet.1.${address}.1.${wallet.opened.replaceAll(/[:.]/g, (mark) => `~${mark.charCodeAt(0).toString(16)}`)}`,
    )
  ).text.split("Timeline");
  expect(timeline).toContain("Opened by a scan");
  expect(timeline).not.toContain("Received");
});

it("counts the other cases of a user and of a wallet as their own pages do", async () => {
  const address = `0x${"7".repeat(40)}`;
  await putWallet(desk.client, "Wallets", { projectId: 1, chainId: "1", address }, { score: 3 });
  const heads = Array.from({ length: 205 }, (_, index) => {
    const facts = { projectId: 1, userId: "u-count", receivedAt: ago(10 + index) };
    const key = { subject: `notification#1#count${index}`, opened: "once" };
    return openedCase(key, { kind: "notification", ...facts }).head ?? {};
  });
  await putItems(desk.client, "Cases", heads);
  for (const [id, projectId] of [
    [701, 1],
    [702, 1],
    [703, 2],
  ] as const) {
    const named = { id: 1, userId: `u-of-${id}`, address, description: null };
    const item = storedNotification({ id, projectId, chainId: 1, address: named }, ago(3));
    await putItems(desk.client, "Notifications", [item]);
    const of = { projectId, userId: named.userId, address, chainId: "1", receivedAt: ago(3) };
    await desk.cases.open(id, { ...of, ...caseOfNotification(item) });
  }
  await putWallet(desk.client, "Wallets", { projectId: 2, chainId: "1", address }, { score: 3 });
  await desk.cases.open("count", { userId: "u-count", address, chainId: "1" });
  const { text } = await officer(path("count"));
  expect(text).toContain("others: open 205, decided 0");
  expect((await officer("/u/u-count")).text).toContain("Open cases <span>206</span>");
  expect(text).toContain("of other users of the wallet: 3");
  expect((await officer(`/w/1.${address}`)).text).toContain("Open cases <span>3</span>");
});

it("names the laws in a row of the facts unless the texts of the laws name them all", async () => {
  await desk.cases.open("law-gone", { laws: LFPIORPI });
  expect((await officer(path("law-gone"))).text).toContain("<dt>Laws</dt>");
  const inflictedLaws = [{ name: "LFPIORPI", countryCode: "MX", country: "Mexico", risk: "illegal" }];
  const item = storedNotification({ id: 7301, inflictedLaws }, ago(3));
  await putItems(desk.client, "Notifications", [item]);
  await desk.cases.open("7301", { laws: LFPIORPI, ...caseOfNotification(item) });
  const { text } = await officer(caseLink(caseOfNotification(item)));
  expect(text).toContain('<div class="law" dir="auto"><b><bdi>LFPIORPI</bdi>');
  expect(text).not.toContain("<dt>Laws</dt>");
});

it("has the only receipt of a case in the form that corrects it, and of several none", async () => {
  const filing = (reference: string) => ({
    kind: "file" as const,
    filing: {
      kind: "24-hour" as const,
      reference,
      receivedOn: "2026-03-02",
      receivedTime: "10:15",
      receivedAt: "2026-03-02T16:15:00.000Z",
    },
  });
  const first = newStep("f1", "2026-03-02T17:00:00.000Z", filing("24H-1"));
  const second = newStep("f2", "2026-03-02T18:00:00.000Z", filing("24H-2"));
  await desk.cases.open("one-receipt", {}, first);
  await desk.cases.open("two-receipts", {}, first, second);
  const typed = async (id: string) => {
    const { text } = await officer(`/c/1.${id}`);
    return ["reference", "receivedOn", "receivedTime"].map(
      (name) => new RegExp(`name="${name}"(?: value="([^"]*)")?[^>]* id="correct-${name}"`).exec(text)?.[1],
    );
  };
  expect(await typed("one-receipt")).toEqual(["24H-1", "2026-03-02", "10:15"]);
  expect(await typed("two-receipts")).toEqual([undefined, undefined, undefined]);
});
