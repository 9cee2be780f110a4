/** The desk's pages: their contents, their readers, and hostile text on them, which does nothing. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { caseLink } from "../../../lib/alerts/messages/desk-links.ts";
import { WalletStore } from "../../../lib/screening/wallets/wallets.ts";
import { DeskVisitor, signedIn } from "../../support/desk/desk-visitor.ts";
import { notificationBody } from "../../support/notifications.ts";
import { putWallet } from "../../support/stored-wallets.ts";
import { TestStack } from "../../support/test-stack.ts";

let stack: TestStack;
let desk: string;
let olga: DeskVisitor;
let ana: DeskVisitor;
let oscar: DeskVisitor;

const HOSTILE = {
  userId: `u-<script>alert(1)</script>#/%"${"x".repeat(2_000)}`,
  symbol: '<img src=x onerror="alert(1)">',
  source: "https://evil.example/sign-in",
};

/** A revision of a transaction that is known; it says nothing that must be alerted. */
const REVISED = notificationBody({ id: 3, projectId: 2, inflictedLaws: [] });

beforeAll(async () => {
  stack = await TestStack.start({
    timeScale: 10,
    props: { desk: true, escalationEmails: ["head@company.example"] },
  });
  await stack.post(notificationBody({ id: 1 }));
  await stack.post(
    notificationBody({
      id: 2,
      address: { id: 1, userId: HOSTILE.userId, address: "0x2222222222222222222222222222222222222222" },
      token: { name: "<b>bold</b>", symbol: HOSTILE.symbol, decimals: 18, address: null },
      inflictedLaws: [
        {
          name: "<i>law</i>",
          description: "‮turned",
          source: HOSTILE.source,
          risk: "illegal",
          country: "x".repeat(400),
          countryCode: "XX",
        },
      ],
    }),
  );
  await stack.post(notificationBody({ id: 3, projectId: 2 }), { projectId: 2 });
  await stack.nameChain("42161", "Arbitrum One");
  const formula = { id: 1, userId: "=HYPERLINK(1)", address: `0x${"3".repeat(40)}` };
  await stack.post(notificationBody({ id: 4, address: formula }));
  await stack.post(notificationBody({ id: 5, inflictedLaws: [] }));
  await stack.settled();
  await stack.post(REVISED, { projectId: 2 });
  await stack.settled();
  desk = stack.endpoints.desk ?? "";
  [olga, ana, oscar] = await Promise.all([
    signedIn(desk, "olga"),
    signedIn(desk, "ana"),
    signedIn(desk, "oscar"),
  ]);
});
afterAll(() => stack.close());

it("lists every open case in the inbox, and leads to what it is about", async () => {
  const { text } = await olga.visit("/");
  expect(text.match(/<td class="c-due">/g)).toHaveLength(4);
  expect(text).toContain(`<a class="open" href="${caseLink(await stack.caseOf("1#1"), { list: "/" })}">`);
  expect(text).toMatch(/>1#1<\/bdi><\/a>/);
  // The name is looked up for the list; an alert on the page of a case has it as it was sent.
  expect(text).toContain("Arbitrum One");
  expect((await olga.follow("/n/1.4")).text).toContain("Arbitrum One");
  expect(text).toContain("1 ETH");
  const page = await olga.follow("/n/1.1");
  expect(page).toMatchObject({ status: 200, url: expect.stringContaining("tab=messages") });
  for (const fact of ["1 ETH", "LFPIORPI", "Operation over the threshold", "3,000.00", "u-1"]) {
    expect(page.text).toContain(fact);
  }
});

it("shows hostile text as text: never run, never a link, never cut", async () => {
  const { text, headers } = await olga.follow("/n/1.2");
  expect(text).not.toMatch(/<script>|<img|<b>|<i>|href="https?:\/\/evil/);
  expect(text).toContain(`u-&lt;script&gt;alert(1)&lt;/script&gt;#/%&quot;${"x".repeat(900)}`);
  expect(text).toContain("https://evil.example/sign-in");
  const ofCase = await olga.visit(caseLink(await stack.caseOf("1#2")));
  expect(ofCase.text).toContain("https://evil.example/sign-in");
  expect(ofCase.text).not.toContain('href="https://evil');
  expect(headers["content-security-policy"]).not.toContain("unsafe");
  const list = await olga.visit(`/notifications?${new URLSearchParams({ user: HOSTILE.userId })}`);
  expect(list.text).toContain("/n/1.2");
});

it("finds notifications by what they say, and keeps the filter in the address", async () => {
  const { text } = await olga.visit("/notifications?risk=illegal&law=lfpiorpi&project=1");
  expect(text).toContain("/n/1.1");
  expect(text).not.toContain("/n/1.2");
  expect(text).toContain('<option value="illegal" selected="">');
  expect((await olga.visit("/notifications?risk=warn")).text).toContain("No notification matches.");
  const sameTransaction = await olga.visit(`/search?q=0x${"ab".repeat(32)}`);
  expect(sameTransaction.text).toContain("/c/1.1.");
  // The body alone has the rest of a long name.
  const country = "x".repeat(400);
  expect((await olga.visit(`/notifications?country=${country}`)).text).toContain("/n/1.2");
});

it("shows a person of one project nothing of another", async () => {
  const { text } = await oscar.visit("/");
  expect(text).toContain("/c/2.3.");
  expect(text).not.toContain("/c/1.");
  expect(await oscar.visit("/n/1.1")).toMatchObject({ status: 404 });
  expect((await oscar.visit("/notifications?project=1")).text).toContain("No notification matches.");
  const wallet = "/w/1.0x2222222222222222222222222222222222222222";
  expect(await olga.visit(wallet)).toMatchObject({ status: 200 });
  expect(await oscar.visit(wallet)).toMatchObject({ status: 404 });
});

it("starts a scan for officers of its project alone, and shows the run", async () => {
  const start = (project: number) => ({ method: "POST", body: `project=${project}` });
  expect((await ana.visit("/system")).text).not.toContain('<button type="submit">Start a scan');
  expect(await ana.visit("/system", start(1))).toMatchObject({ status: 404 });
  expect(await oscar.visit("/system", start(1))).toMatchObject({ status: 404 });
  const started = await olga.visit("/system", start(1));
  expect(started).toMatchObject({ status: 303 });
  // As long as it goes on the page says where to look again, for scripts and for people.
  const follow = async () => (await olga.visit(started.headers.location ?? "")).text;
  await expect.poll(follow).toContain("completed</span>");
  expect((await olga.visit("/system/runs.csv")).text).toMatch(/^1,[^,]+,completed,manual,/m);
  await expect.poll(async () => (await olga.visit("/system")).text).toMatch(/(running|completed)<\/span>/);
});

it("lists wallets by their last score, from the first band line up", async () => {
  const { wallets: table } = stack.endpoints.tables;
  const wallets = await new WalletStore(stack.database, table).ofAddress(1, `0x${"1".repeat(40)}`);
  for (const wallet of wallets) {
    const { projectId, chainId, address, ...facts } = wallet;
    const scored = { score: 61.5, previousScore: 20, scannedAt: "2026-01-01T00:00:00.000Z" };
    await putWallet(stack.database, table, { projectId, chainId, address }, { ...facts, ...scored });
  }
  const { text } = await olga.visit("/wallets");
  expect(text).toMatch(
    /<span class="score investigate">.*?<b>61.5<\/b> <small>investigate<\/small>.*<td class="n">\+41.5<\/td>/,
  );
  expect(text).not.toContain("0x2222222222222222222222222222222222222222");
  const walletPage = await olga.follow("/search?q=0x222222");
  expect(walletPage.text).toContain('title="0x2222222222222222222222222222222222222222"');
  expect((await oscar.visit("/wallets")).text).not.toContain("61.5");
  for (const query of ["view=above", "view=rose", "since=2020-01-01"])
    expect((await olga.visit(`/wallets?${query}`)).text, query).toContain("<b>61.5</b>");
  expect((await olga.visit("/wallets?since=2999-01-01")).text).toContain(
    "no wallet scored 20 or more rose in its last scan",
  );
  const csv = await olga.visit("/wallets.csv?view=above&project=1");
  expect(csv.text.split("\n")).toHaveLength(3);
  expect(csv.text).toContain(`,0x${"1".repeat(40)},`);
});

it("shows a user whole, to auditors too, and finds a chain by its name", async () => {
  const { text } = await ana.visit("/u/u-1");
  expect(text).toContain(`<a class="open" href="${caseLink(await stack.caseOf("1#1"), { list: "/u/u-1" })}`);
  expect(text).toMatch(/<a class="open" href="\/n\/1\.5\.[\w-]{16}" title="1#5#/);
  // Of both projects.
  expect(text).toContain("USD 6,000.00");
  const chain = encodeURIComponent("arbitrum one");
  expect((await olga.visit(`/notifications?chain=${chain}`)).text).toContain("/n/1.1");
});

it("shows the state of the system, to auditors too, and of one's own projects alone", async () => {
  const { text, status } = await ana.visit("/system/parts");
  expect(status).toBe(200);
  for (const words of [
    "Last new message from the service, project 1",
    "none yet",
    "Webhooks that failed for good",
    "no message of the last 30 days is waiting",
    "Who gets escalations",
    "are not emulated by the local stack",
    "the local stack prints them",
  ]) {
    expect(text).toContain(words);
  }
  expect(text).not.toContain("could not be checked");
  const own = (await oscar.visit("/system/parts")).text;
  expect(own).toContain("Last new message from the service, project 2");
  expect(own).not.toContain("project 1");
});

it("speaks the browser's language, and from then on the one that was chosen", async () => {
  const spanish = { headers: { "accept-language": "fr, es-419;q=0.9, en;q=0.8" } };
  const page = await ana.visit("/n/1.5", spanish);
  expect(page.text).toContain('<html lang="es">');
  for (const words of [
    "Notificación 1#5",
    "Lo que dijo el servicio",
    "El mensaje tal como se recibió",
    "UTC-6",
  ]) {
    expect(page.text).toContain(words);
  }
  expect((await ana.visit("/", spanish)).text).toContain("ya pasó un plazo");
  expect((await ana.visit("/", { headers: { "accept-language": "fr" } })).text).toContain("<h1>Inbox</h1>");
  const choice = new URLSearchParams({ language: "en", page: "/system?x=1" }).toString();
  const chosen = await ana.visit("/language", { method: "POST", body: choice });
  expect(chosen).toMatchObject({ status: 303, headers: { location: `${desk}/system?x=1` } });
  expect((await ana.visit("/system", spanish)).text).toContain("<h1>System</h1>");
});

it.each(["language=xx&page=//attacker.example", "language=%00&page=https://attacker.example/"])(
  "takes no language that there is not, and leads to no other site: %s",
  async (body) => {
    const visit = await oscar.visit("/language", { method: "POST", body });
    expect(visit).toMatchObject({ status: 303, headers: { location: `${desk}/` } });
    expect(visit.headers["set-cookie"]).toBeUndefined();
  },
);

it("leaves a line about each view of a notification, with who and which", async () => {
  const lines = () => readFileSync(join(stack.folder, "logs/ServeDesk.jsonl"), "utf8");
  await expect
    .poll(lines)
    .toMatch(/"a notification was viewed at the desk"[^\n]*"key":"1#1#[\w-]{16}","subject":"olga"/);
});

it("gives lists as CSV that no spreadsheet calculates, filtered by the page and by what the person may see", async () => {
  const { text: page } = await olga.visit("/notifications?risk=illegal");
  expect(page).toContain('href="/notifications.csv?risk=illegal"');
  const { text, headers } = await olga.visit("/notifications.csv?risk=illegal&project=1");
  expect(headers["content-disposition"]).toBe('attachment; filename="notifications.csv"');
  expect(text.split("\n")[0]).toMatch(/^\uFEFFprojectId,id,kind,risk,/);
  expect(text.split("\n")).toHaveLength(5);
  expect(text).toContain(`,'=HYPERLINK(1),`);
  expect((await oscar.visit("/notifications.csv")).text).not.toMatch(/^1,/m);
  expect((await olga.visit("/inbox.csv")).text.split("\n")).toHaveLength(6);
  expect(await new DeskVisitor(stack.endpoints.desk ?? "").visit("/notifications.csv")).toMatchObject({
    status: 303,
  });
});

it("shows all that came of a transaction side by side, its alerts as they were sent, and its body byte for byte", async () => {
  const { text } = await oscar.follow("/n/2.3");
  expect(text).toContain("Messages of the service about it");
  expect(text).toMatch(/<del>[^<]*flagged/i);
  expect(text).toContain("Alerts as they were sent");
  expect(text).toMatch(/<summary><bdi>.*ILLEGAL.*<\/bdi>/);
  const [, body = ""] = [...text.matchAll(/href="(\/notification-body\?name=2%233%23[^"]+)"/g)].at(-1) ?? [];
  expect((await oscar.visit(body)).text).toBe(JSON.stringify(REVISED));
  expect(await olga.visit("/notification-body?name=2%234")).toMatchObject({ status: 404 });
});

it("keeps the page of a notification without a case, with the cases of its user", async () => {
  const { text, status } = await olga.visit("/n/1.5");
  expect(status).toBe(200);
  expect(text).toContain("Of the same user");
  expect(text).toContain(caseLink(await stack.caseOf("1#1")).replaceAll("&", "&amp;"));
});
