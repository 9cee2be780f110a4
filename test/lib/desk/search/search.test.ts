/** The search of every page: which address each text leads to. */

import { beforeAll, describe, expect, it } from "vitest";
import { caseLink, notificationLink, userLink } from "../../../../lib/alerts/messages/desk-links.ts";
import { putItems } from "../../../../lib/aws/tables/batch-write.ts";
import { CASES_BY_EVENT } from "../../../../lib/aws/tables/keys.ts";
import { caseOfNotification } from "../../../../lib/cases/case-keys.ts";
import { MonthStore } from "../../../../lib/cases/months.ts";
import { type NotificationKey, nameOf } from "../../../../lib/intake/notifications/notification-keys.ts";
import { WalletStore } from "../../../../lib/screening/wallets/wallets.ts";
import { NOT_REPORTABLE, newStep, noticeStep, REPORTED } from "../../../support/case-steps.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { filledForm } from "../../../support/desk/desk-visitor.ts";
import { storedNotification } from "../../../support/desk/stored-notification.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");
const ofProject2 = await desk.signedIn("officers-2");

const HASH = `0x${"ab".repeat(32)}`;
const ADDRESS = `0x${"Ab".repeat(20)}`;
const TRON = "TV8kQ2mFzJ1sNnYk4bR7pWxLcVt9eDm2Qe";

const address = (userId: string) => ({ id: 1, userId, address: ADDRESS, description: null });

const seenAt = "2026-03-01T12:00:00.000Z";
const SEVEN = storedNotification({ id: 7, txHash: HASH, address: address("u-seven") }, seenAt);
const EIGHT = storedNotification(
  { id: 8, txHash: `0x${"cd".repeat(32)}`, address: address("u-eight") },
  seenAt,
);
const OTHER_SEVEN = storedNotification(
  { id: 7, projectId: 2, txHash: `0x${"ef".repeat(32)}`, address: address("U-seven") },
  seenAt,
);
const pageOf = (key: NotificationKey) => notificationLink(nameOf(key));
const CASE = caseLink(caseOfNotification(EIGHT));
const LONG = storedNotification(
  { id: 91_234, txHash: `0x${"9f".repeat(32)}`, address: address("u-nine") },
  seenAt,
);
const LONG_CASE = caseLink(caseOfNotification(LONG));

beforeAll(async () => {
  await putItems(desk.client, "Notifications", [SEVEN, EIGHT, OTHER_SEVEN]);
  await desk.cases.open("8", { userId: "u-eight", ...caseOfNotification(EIGHT) });
  await putItems(desk.client, "Notifications", [LONG]);
  await desk.cases.open("10", { userId: "José Ñandú" });
  await desk.cases.open(
    "9",
    { userId: "u-nine", ...caseOfNotification(LONG) },
    newStep("decided", seenAt, REPORTED),
  );
  const months = new MonthStore(desk.client, "Cases", 10);
  const filing = { ...REPORTED.filing, reference: "MES-2026-10-A" };
  await months.add(await months.read(1, "2026-10"), noticeStep("month", seenAt, filing));
  const wallets = new WalletStore(desk.client, "Wallets");
  for (const address of [ADDRESS, TRON])
    await wallets.remember({
      projectId: 1,
      chainId: "1",
      address,
      userId: "u-wallet",
      seenAt,
      source: "import",
    });
});

const search = (text: string) => `/search?${new URLSearchParams({ q: text })}`;

it.each([
  ["a notification", "1#7", pageOf(SEVEN)],
  ["the case of a notification, by an id that one project has", " 8 ", CASE],
  ["a case by its whole name", `notification#${nameOf(EIGHT)}`, CASE],
  ["a wallet", TRON, `/w/1.${TRON}`],
  ["a wallet in capitals", `\t0x${"AB".repeat(20)}\n`, `/w/1.${ADDRESS.toLowerCase()}`],
  ["a transaction", HASH, pageOf(SEVEN)],
  ["a transaction in capitals and without 0x", "AB".repeat(32), pageOf(SEVEN)],
  ["a user", "u-eight", "/u/u-eight"],
  ["a user with no other case of letters", "U-seven", "/u/U-seven"],
  ["a user who has wallets alone", "u-wallet", "/u/u-wallet"],
  ["a user by the beginning", "u-eig", "/u/u-eight"],
  ["a wallet by the beginning", "0xabAB", `/w/1.${ADDRESS.toLowerCase()}`],
  ["a wallet as lists shorten it, behind its project", "1#TV8kQ2…m2Qe", `/w/1.${TRON}`],
  ["a case by the beginning of its number", "1#912", LONG_CASE],
  ["the case of a receipt, in any letters", " avi-2026-3", LONG_CASE],
  ["the month of a receipt", "MES-2026-10-A", "/notice?month=2026-10&id=month"],
  ["a transaction by an explorer's link", `https://etherscan.io/tx/${HASH}`, pageOf(SEVEN)],
  ["a wallet by a chain's prefix", `eip155:1:${ADDRESS}`, `/w/1.${ADDRESS}`],
  ["a wallet as other programs shorten it", "TV8kQ2...m2Qe", `/w/1.${TRON}`],
  ["a wallet shortened with the capitals of its checksum", "0xAbAb...AbAb", `/w/1.${ADDRESS}`],
  ["a user by the subject of a mail", "[ILLEGAL] MX A - 1 ETH (USD 1.00) - user u-eight", "/u/u-eight"],
  ["a case by a link of the desk", `https://desk.example${CASE}`, CASE],
  ["a notification in a line of a mail", "Notification:  1#7", pageOf(SEVEN)],
  ["a receipt with a full stop", "Folio: AVI-2026-3.", LONG_CASE],
  [
    "a user typed in another form of Unicode",
    "Jose\u0301 N\u0303andu\u0301",
    "/u/Jos~c3~a9~20~c3~91and~c3~ba",
  ],
  ["a user by a beginning in another form", "Jose\u0301 N\u0303", "/u/Jos~c3~a9~20~c3~91and~c3~ba"],
])("leads to %s: %s", async (_, text, location) => {
  const reply = await officer(search(text));
  expect(reply.location?.toLowerCase()).toBe(location.toLowerCase());
  expect(reply.status).toBe(303);
});

describe("the list", () => {
  it("has what fits in several projects", async () => {
    const { status, text } = await officer(search("7"));
    expect(status).toBe(200);
    expect(text.match(/href="\/n\/[^"]+"/g)).toEqual([
      `href="${pageOf(SEVEN)}"`,
      `href="${pageOf(OTHER_SEVEN)}"`,
    ]);
  });

  it("has the first twenty of a transaction with more notifications", async () => {
    const txHash = `0x${"25".repeat(32)}`;
    const ids = Array.from({ length: 25 }, (_, at) => 2_500 + at);
    const many = ids.map((id) => storedNotification({ id, txHash, address: address("u-many") }, seenAt));
    await putItems(desk.client, "Notifications", many);
    const { text } = await officer(search(txHash));
    expect(text.match(/href="\/n\//g)).toHaveLength(20);
  });

  it("counts what it has, and says of users how many cases are open and what these are worth", async () => {
    const flagged = (id: string, userId: string, usd: string | undefined) =>
      desk.cases.open(id, { userId, amount: { value: "1", ...(usd === undefined ? {} : { usd }) } });
    await flagged("3101", "found-1", "1000.25");
    await flagged("3102", "found-1", "0.5");
    await flagged("3103", "found-1", undefined);
    await flagged("3105", "found-3", undefined);
    await desk.cases.open("3104", { userId: "found-2" }, newStep("a", seenAt, NOT_REPORTABLE));
    const { text } = await officer(search("found-"));
    const list = text.slice(text.indexOf("Found for “found-”") + "Found for “found-”".length);
    const [head = "", ...rows] = (list.split("</table>")[0] ?? "").split("<tr>").slice(1);
    expect(list).toMatch(/^ <span class="count">3<\/span>/);
    expect(text, "The field keeps what was searched for.").toMatch(
      /<input type="search"[^>]* value="found-"/,
    );
    expect([...head.matchAll(/<th[^>]*>(.*?)<\/th>/g)].map(([, name]) => name)).toEqual([
      "Result",
      "Kind",
      "State",
      "USD, open cases",
    ]);
    const words = rows.map((row) =>
      row
        .replaceAll(/<[^>]*>/g, " ")
        .replaceAll(/\s+/g, " ")
        .trim(),
    );
    expect(words.toSorted()).toEqual([
      "found-1 User 3 open cases USD 1,000.75 1 amount unknown",
      "found-2 User no open case",
      "found-3 User 1 open case 1 amount unknown",
    ]);
  });

  it("has the case of a project's unreadable messages", async () => {
    const [key, facts] = [
      { subject: "unreadable#1", opened: "2026-03-01T12" },
      { kind: "quarantine" as const },
    ];
    await desk.cases.open("none", { ...key, ...facts, receivedAt: seenAt });
    expect(await officer("/search?q=unreadable%231")).toMatchObject({ location: caseLink(key) });
    expect((await ofProject2("/search?q=unreadable%231")).location).toBeUndefined();
  });

  it("has every case of a number, with what tells them apart", async () => {
    const twice = [
      storedNotification({ id: 48_010, projectId: 2, txHash: `0x${"1a".repeat(32)}` }, seenAt),
      storedNotification({ id: 48_010, projectId: 2, txHash: `0x${"2b".repeat(32)}` }, seenAt),
    ];
    await putItems(desk.client, "Notifications", twice);
    const facts = { projectId: 2, receivedAt: seenAt };
    await desk.cases.open("a", { ...facts, ...caseOfNotification(twice[0] ?? SEVEN) });
    await desk.cases.open(
      "b",
      { ...facts, ...caseOfNotification(twice[1] ?? SEVEN) },
      newStep("d", seenAt, NOT_REPORTABLE),
    );
    await desk.cases.open("c", {
      ...facts,
      kind: "user",
      subject: "user#2#48010",
      opened: "0",
      userId: "48010",
    });
    const { text } = await officer(search("2#48010"));
    expect(text.match(/href="\/c\//g)).toHaveLength(3);
    expect(text).toMatch(/no notice due/);
    expect((await officer(search("48010"))).text.match(/href="\/c\//g)).toHaveLength(2);
  });

  it("has the first twenty of a beginning, and says that there are more", async () => {
    const users = Array.from({ length: 25 }, (_, at) => `begin-${at + 10}`);
    for (const userId of users) await desk.cases.open(userId, { userId });
    const { text } = await officer(search("begin-"));
    expect(text.match(/class="open" href="\/u\/begin-/g)).toHaveLength(20);
    expect(text).toContain("These are the first 20 of a kind.");
  });

  it.each([["no such thing"], [TRON.toLowerCase()], ["U-EIGHT"], ["x".repeat(3_000)], [""]])(
    "is empty, and says what can be typed: %s",
    async (wanted) => {
      const { status, text } = await officer(search(wanted));
      expect(status).toBe(200);
      expect(text).toContain("Type the number of a case or notification, such as 1#42");
    },
  );

  it.each([["1#7"], ["1#8"], ["8"], [TRON], [HASH], ["u-eight"], ["u-wallet"], ["wallet#1#0x1#1"]])(
    "has nothing of another project: %s",
    async (wanted) => {
      const { status, text } = await ofProject2(search(wanted));
      expect([status, text.includes("Nothing was found")]).toEqual([200, true]);
    },
  );
});

describe("where nothing is found", () => {
  it("it says as what it was looked for", async () => {
    const { text } = await officer(search(`https://etherscan.io/address/0x${"77".repeat(20)}`));
    expect(text).toContain("It was also looked for as:");
    expect(text).toContain(`<li><bdi>0x${"77".repeat(20)}</bdi></li>`);
  });

  it("an officer can record a suspicion about a user of that id, whom no message named", async () => {
    const { text } = await officer(search("Usuario: u-nobody"));
    expect(text).toMatch(/<a [^>]*href="\/u\/u-nobody".*Record a suspicion about “u-nobody”/);
    const form = filledForm((await officer("/u/u-nobody")).text, 'action="/open-case"', {
      project: "1",
      note: "A bank asked about them.",
      act: "suspect",
    });
    expect(await officer("/open-case", form)).toMatchObject({
      status: 303,
      location: expect.stringContaining("/c/user.1.u-nobody.0"),
    });
    expect(await officer(search("u-nobody"))).toMatchObject({ location: "/u/u-nobody" });
  });

  it("who may not act, and what is no id, is offered nothing", async () => {
    const auditor = await desk.signedIn("auditors");
    expect((await auditor(search("u-stranger"))).text).not.toContain("Record a suspicion");
    const [rfc, email] = ["GOMA850101AB1", "ana.perez@example.com"];
    for (const text of [`0x${"77".repeat(20)}`, rfc, email])
      expect((await officer(search(text))).text).not.toContain("Record a suspicion");
    for (const id of [rfc, email]) {
      const { status, text } = await officer(userLink(id));
      expect({ status, text }).toMatchObject({
        status: 404,
        text: expect.stringContaining("A case needs the id that your company has for the user."),
      });
    }
  });
});

it("shows the notice of a receipt before the many cases that it covers", async () => {
  const filing = { ...REPORTED.filing, reference: "MES-2026-11-B" };
  const months = new MonthStore(desk.client, "Cases", 10);
  const notice = noticeStep("month", "2026-12-10T12:00:00.000Z", filing);
  await months.add(await months.read(1, "2026-11"), notice);
  for (let id = 1; id <= 24; id++)
    await desk.cases.open(
      `covered-${id}`,
      { receivedAt: "2026-11-02T12:00:00.000Z" },
      newStep("decided", "2026-12-10T12:00:01.000Z", { ...REPORTED, filing }),
    );
  const { text } = await (await desk.signedIn("officers"))("/search?q=MES-2026-11-B");
  const hrefs = [...text.matchAll(/class="open" href="([^"]*)"/g)].map(([, href]) => href);
  expect(hrefs).toHaveLength(20);
  expect(hrefs[0]).toBe("/notice?month=2026-11&amp;id=month");
});

it("reads the newest events for the folio of a receipt, and none for an address or a hash", async () => {
  let queries = 0;
  desk.client.middlewareStack.add(
    (next) => (args) => {
      const { IndexName }: { IndexName?: string } = Object(args.input);
      if (IndexName === CASES_BY_EVENT.index) queries += 1;
      return next(args);
    },
    { step: "initialize", name: "watch" },
  );
  const queriesFor = async (text: string) => {
    queries = 0;
    await officer(`/search?q=${encodeURIComponent(text)}`);
    return queries;
  };
  expect([await queriesFor(ADDRESS), await queriesFor(HASH)]).toEqual([0, 0]);
  expect(await queriesFor("MES-2026-11-B")).toBeGreaterThan(0);
  desk.client.middlewareStack.remove("watch");
});

it("leads to the lists of notifications and of wallets, which the bar leaves to it", async () => {
  const officer = await desk.signedIn("officers");
  for (const [language, notifications, wallets] of [
    ["en", "All notifications", "Wallets by score"],
    ["es", "Todas las notificaciones", "Billeteras por calificación"],
  ] as const) {
    const { text } = await officer("/search", undefined, language);
    const [bar = "", content = ""] = text.split("<main");
    expect([...bar.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href)).toEqual(
      [1, 2].flatMap(() => ["/", "/month", "/board", "/audit", "/system"]),
    );
    expect(content).toContain(`<a href="/notifications">${notifications}</a>`);
    expect(content).toContain(`<a href="/wallets">${wallets}</a>`);
  }
});
