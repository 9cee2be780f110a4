/** A case for each subject that officers are alerted to, and what they do about it, with the real bundles. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { DeleteCommand, ScanCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { caseLink } from "../../../lib/alerts/messages/desk-links.ts";
import { eventItems } from "../../../lib/cases/case-events.ts";
import { eventKeyOf, walletSubject } from "../../../lib/cases/case-keys.ts";
import { CaseQueries } from "../../../lib/cases/case-queries.ts";
import { CaseStore } from "../../../lib/cases/cases.ts";
import { evidenceLink } from "../../../lib/desk/kit/links.ts";
import { RateStore } from "../../../lib/law/rates/rates.ts";
import { makePlace } from "../../lib/cli/support/test-context.ts";
import { NOT_REPORTABLE, newStep } from "../../support/case-steps.ts";
import { signIn, standInFor } from "../../support/deployed-stack.ts";
import { DeskVisitor, filledForm, signedIn } from "../../support/desk/desk-visitor.ts";
import { unpack, verify } from "../../support/evidence.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../../support/notifications.ts";
import { StoredCases } from "../../support/stored-cases.ts";
import { TestStack } from "../../support/test-stack.ts";

let stack: TestStack;
let cases: StoredCases;
beforeAll(async () => {
  stack = await TestStack.start({ timeScale: 10, props: { desk: true } });
  cases = new StoredCases(stack.database, stack.endpoints.tables.cases);
});
afterAll(() => stack.close());

async function openCases() {
  await stack.settled();
  const queries = new CaseQueries(stack.database, stack.endpoints.tables.cases ?? "");
  return Array.fromAsync(queries.list({ projectIds: [1, 2] }));
}

it("opens one for each notification that is illegal, first or later, and one for unreadable messages", {
  tags: ["anywhere"],
}, async () => {
  const post = (changes: Record<string, unknown>) => stack.post(notificationBody(changes));
  await post({ id: 1 });
  await post({ id: 2, inflictedLaws: [FINTECH_LAW] });
  await stack.settled();
  // The first one again, and the second one as it is judged now.
  await post({ id: 1 });
  await post({ id: 2, inflictedLaws: [LFPIORPI] });
  await stack.post({
    type: "notification",
    data: { id: 3, projectId: 1, inflictedLaws: [{ risk: "illegal" }] },
  });
  await stack.post(notificationBody({ id: 4, projectId: 0 }), { projectId: 0 });

  const cases = await openCases();
  expect(cases.map(({ kind }) => kind).toSorted()).toEqual(["notification", "notification", "quarantine"]);
  expect(cases.find(({ subject }) => subject.startsWith("notification#1#1#"))).toMatchObject({
    opened: "once",
    projectId: 1,
    risk: "illegal",
    userId: "u-1",
    address: "0x1111111111111111111111111111111111111111",
    amount: { value: "1000000000000000000", usd: "3000" },
    token: { symbol: "ETH", decimals: 18 },
    laws: [{ name: "LFPIORPI", countryCode: "MX" }],
    // The end of 17 September 2025 in Mexico City.
    dueAt: "2025-09-18T05:59:59.999Z",
  });
});

/** The links of a mail that lead to the desk. */
function linksIn(text: string): string[] {
  const desk = stack.endpoints.desk ?? "";
  return text.split(/\s+/).filter((word) => word.startsWith(`${desk}/`));
}

it("leads from every alert to a page at the desk, for the signed-in user", async () => {
  await stack.settled();
  const olga = await signedIn(stack.endpoints.desk ?? "", "olga");
  const alerts = stack.alerts().map(({ text, topic }) => ({ topic, links: linksIn(text) }));
  expect(alerts.filter(({ links }) => links.length === 0)).toEqual([]);
  expect(new Set(alerts.map(({ topic }) => topic))).toEqual(new Set(["alerts", "operations"]));
  const pages = [...new Set(alerts.flatMap(({ links }) => links))];
  expect(pages).toContain(`${stack.endpoints.desk}${caseLink(await stack.caseOf("1#1"))}`);
  // One after the other: at ten times the pace of time, a page that waits for the others would end too late.
  for (const page of pages) expect([page, (await olga.visit(page)).status]).toEqual([page, 200]);
});

it("leads from the case of unreadable messages to each of them, of which no risk is known", async () => {
  const olga = await signedIn(stack.endpoints.desk ?? "", "olga");
  const key = (await openCases()).find(({ kind }) => kind === "quarantine");
  const { text } = await olga.visit(caseLink(key ?? { subject: "none", opened: "none" }));
  const [, link = ""] = /<a href="([^"]+)">Read the messages</.exec(text) ?? [];
  const messages = (await olga.visit(link.replaceAll("&amp;", "&"))).text;
  expect(messages).toMatch(/<bdi>1#quarantined#[\w-]{22}<\/bdi>/);
  expect(messages).toContain("in quarantine</span>");
  expect(messages).not.toContain("no law</span>");
  const { bytes } = await olga.visit(evidenceLink(key ?? { subject: "", opened: "" }));
  const { paths } = unpack(bytes);
  const files = paths.map((path) => path.split("/").slice(1).join("/"));
  expect(files).toEqual(expect.arrayContaining(["notification-1.body", "alert-1.txt"]));
});

it("reminds of a suspicion once, though two calls come at once, and leads to its page", async () => {
  const knownSince = new Date(Date.now() - 13 * 3_600_000).toISOString();
  await stack.post(notificationBody({ id: 5 }));
  const key = await stack.caseOf("1#5");
  const suspicion = { kind: "suspect", knownSince, note: "An invented suspicion." } as const;
  await cases.step(key, newStep("suspected", new Date().toISOString(), suspicion));
  const sender = stack.stack.functions.get("SendBrief");
  const hour = '{"send":"reminders"}';
  await Promise.all([sender.invoke(hour), sender.invoke(hour)]);
  expect(await sender.invoke(hour)).toMatchObject({ ok: true });
  const due = stack.alerts().filter(({ subject }) => subject.startsWith("[DUE]"));
  expect(due.map(({ topic, attributes }) => [topic, attributes])).toEqual([
    ["alerts", { kind: "reminder", projectId: "1" }],
  ]);
  expect(JSON.stringify(due)).not.toContain("invented");
  const [page = ""] = linksIn(due[0]?.text ?? "");
  const olga = await signedIn(stack.endpoints.desk ?? "", "olga");
  expect(page).toContain(caseLink(key));
  expect((await olga.visit(page)).status).toBe(200);
  await cases.step(key, newStep("decided", new Date().toISOString(), NOT_REPORTABLE));
});

describe("a case at the desk", () => {
  let olga: DeskVisitor;
  let ana: DeskVisitor;
  let oscar: DeskVisitor;

  beforeAll(async () => {
    const timestamp = new Date().toISOString();
    // The first one has a message of its own.
    for (const id of [101, 102, 103, 104]) {
      await stack.post(notificationBody({ id, timestamp }));
      if (id === 101) await stack.settled();
    }
    await stack.settled();
    const desk = stack.endpoints.desk ?? "";
    [olga, ana, oscar] = await Promise.all([
      signedIn(desk, "olga"),
      signedIn(desk, "ana"),
      signedIn(desk, "oscar"),
    ]);
  });

  const keyOf = (id: number) => stack.caseOf(`1#${id}`);
  const casePage = async (id: number) => caseLink(await keyOf(id));

  async function stepsOf(id: number) {
    const { steps = [] } = await cases.read(await keyOf(id));
    return steps;
  }

  const filled = (page: string, act: string, fields: Record<string, string>) =>
    filledForm(page, `name="act" value="${act}"`, fields);

  const post = (body: string) => ({ method: "POST", body });

  async function act(id: number, kind: string, fields: Record<string, string> = {}) {
    const { text } = await olga.visit(await casePage(id));
    return olga.visit("/case", post(filled(text, kind, fields)));
  }

  /** Nothing is filed before there is a case. */
  const TODAY = new Intl.DateTimeFormat("sv", { timeZone: "America/Mexico_City" }).format();
  const DECISION = {
    outcome: "reported",
    filing: "monthly",
    reference: "CANARY-REFERENCE",
    receivedOn: TODAY,
    note: "CANARY-NOTE\r\nover the threshold",
  };

  it("goes from an alert to a decision, every step on the page and in the chain", async () => {
    const { text } = await olga.visit(await casePage(101));
    expect(text).toContain(
      "at the latest on day 17 of the month after the transaction&#39;s (America/Mexico_City)",
    );
    expect(text).toContain("Your counsel must confirm it.");
    expect(await act(101, "take")).toMatchObject({ status: 303 });
    expect((await olga.visit("/")).text).toMatch(/class="who me" title="olga\S* until /);
    // Who may be given it is read from the sessions, too.
    expect((await olga.visit("/?view=mine&sheet=assign")).text).toContain("Cases to assign: 1");
    expect(await act(101, "decide", DECISION)).toMatchObject({ status: 303 });
    const decided = await olga.visit(await casePage(101));
    for (const sentence of [
      'title="olga.officer@company.example (olga)">olga.officer decided: notice filed',
      "CANARY-REFERENCE",
      "CANARY-NOTE\nover",
    ]) {
      expect(decided.text).toContain(sentence);
    }
    expect((await olga.visit("/")).text).not.toContain("/c/1.101.");
    expect(await stepsOf(101)).toMatchObject([
      { number: 2, kind: "take", by: { subject: "olga", name: "olga.officer@company.example" } },
      { number: 3, kind: "decide", outcome: "reported", note: "CANARY-NOTE\nover the threshold" },
    ]);
    const reopened = await act(101, "reopen", { note: "New facts." });
    expect(reopened).toMatchObject({ status: 303 });
    expect((await olga.visit("/")).text).toContain("/c/1.101.");
    expect((await olga.visit("/u/u-1")).text).toMatch(/<bdi>1#101<\/bdi>.*>open<\/span>/);
  });

  it("is kept whole from an officer's step on, also where it was opened in an earlier year", async () => {
    const receivedAt = "2024-12-30T12:00:00.000Z";
    const opened = await cases.open("105", { receivedAt });
    const { text } = await olga.visit(caseLink(opened));
    expect(await olga.visit("/case", post(filled(text, "take", {})))).toMatchObject({ status: 303 });
    const table = stack.endpoints.tables.cases ?? "";
    const [first, taken] = await eventItems({ client: stack.database, table }, opened);
    expect(first?.["expiresAt"]).toBe(taken?.["expiresAt"]);
    await cases.step(opened, newStep("decided", new Date().toISOString(), NOT_REPORTABLE));
  });

  it("is counted in its month, of which officers record the filing", async () => {
    const month = TODAY.slice(0, "YYYY-MM".length);
    const path = `/month?month=${month}`;
    expect(await act(101, "decide", DECISION)).toMatchObject({ status: 303 });
    const { text } = await olga.visit(path);
    expect(text).toMatch(/<dt>notice filed<\/dt><dd>1 /);
    expect(text).toContain("<bdi>CANARY-REFERENCE</bdi>");
    const fields = {
      filing: "monthly",
      reference: "CANARY-ZERO",
      receivedOn: TODAY,
      confirmed: "on",
    };
    const place = await olga.visit(`${path}&record=notice`);
    const form = filledForm(place.text, 'action="/month"', fields);
    expect(await olga.visit("/month", post(form))).toMatchObject({ status: 303 });
    expect((await ana.visit(path)).text).toContain("monthly notice, reference CANARY-ZERO");
  });

  it("gives its evidence to who sees it, which checks itself offline and names what was changed", async () => {
    const link = evidenceLink(await keyOf(101));
    expect((await ana.visit(await casePage(101))).text).toContain(link.replace("&", "&amp;"));
    expect(await oscar.visit(link)).toMatchObject({ status: 404 });
    const { headers, bytes } = await ana.visit(link);
    expect(headers).toMatchObject({
      "content-type": "application/zip",
      "content-disposition": expect.stringMatching(
        /^attachment; filename="1-101-[0-9a-f]{8}-[0-9a-f]{16}\.zip"$/,
      ),
    });
    const { folder, paths } = unpack(bytes);
    const firstFolder = paths[0]?.split("/")[0] ?? "";
    expect(paths).toEqual([
      `${firstFolder}/case.json`,
      `${firstFolder}/notification-1.json`,
      `${firstFolder}/notification-1.body`,
      `${firstFolder}/alert-1.json`,
      `${firstFolder}/alert-1.txt`,
      `${firstFolder}/scores.json`,
      `${firstFolder}/page.html`,
      "index.html",
      "index.csv",
      "verify.html",
      "verify.mjs",
      "manifest.json",
      "manifest.sha256",
    ]);
    const read = (path: string) => readFileSync(join(folder, path), "utf8");
    // The name of the file ends with the first digits of the digest of its manifest.
    expect(headers["content-disposition"]).toContain(`-${read("manifest.sha256").slice(0, 16)}.zip`);
    expect(JSON.parse(read(`${firstFolder}/notification-1.body`)).data.id).toBe(101);
    expect(read(`${firstFolder}/alert-1.txt`)).toContain("LFPIORPI");
    expect(read(`${firstFolder}/page.html`)).toContain("olga.officer@company.example decided: notice filed");
    expect(verify(folder)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Everything matches manifest\.json\. Files: 11; cases: 1;/m),
    });
    for (const path of [
      `${firstFolder}/notification-1.body`,
      "verify.mjs",
      "manifest.json",
      "manifest.sha256",
    ]) {
      const content = readFileSync(join(folder, path));
      const changed = Buffer.from(content);
      // The last byte before the line's end: of the program, too, nothing else is different.
      const at = path === "verify.mjs" ? changed.indexOf("Checks") : changed.length - 2;
      changed[at] = (changed[at] ?? 0) ^ 1;
      writeFileSync(join(folder, path), changed);
      const { code, out } = verify(folder);
      expect({ path, code }, out).toEqual({ path, code: 1 });
      expect(out).toContain(path.startsWith("manifest") ? "manifest.json" : `${path} was changed.`);
      writeFileSync(join(folder, path), content);
    }
    rmSync(join(folder, `${firstFolder}/scores.json`));
    writeFileSync(join(folder, "more.txt"), "");
    expect(verify(folder).out).toContain(`${firstFolder}/scores.json was removed.\n- more.txt was added.\n`);
    expect(verify(folder, "0".repeat(64)).out).toContain("does not have the SHA-256 that was noted");
  });

  it.each([
    ["removed", (events: unknown[]) => events.toSpliced(1, 1), "event 2 was removed."],
    ["reordered", ([a, b, ...rest]: unknown[]) => [b, a, ...rest], "events were reordered: 2, 1, 3, 4, 5."],
    [
      "changed",
      ([a, ...rest]: unknown[]) => [Object.assign({}, a, { at: "2020-01-01T00:00:00.000Z" }), ...rest],
      "event 2 is not intact: it does not follow event 1 as this file has it.",
    ],
  ])(
    "gives evidence that names an event that was %s, though the digests of its files were made to fit",
    async (_, change, problem) => {
      const { bytes } = await ana.visit(evidenceLink(await keyOf(101)));
      const { folder, paths } = unpack(bytes);
      const path = paths.find((name) => name.endsWith("case.json")) ?? "";
      const document = JSON.parse(readFileSync(join(folder, path), "utf8"));
      const digest = (text: string) => createHash("sha256").update(text).digest("hex");
      const text = JSON.stringify({ ...document, events: change(document.events) });
      writeFileSync(join(folder, path), text);
      const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
      for (const file of manifest.files) if (file.path === path) file.sha256 = digest(text);
      writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
      writeFileSync(join(folder, "manifest.sha256"), digest(JSON.stringify(manifest)));
      const { code, out } = verify(folder);
      expect(code).toBe(1);
      expect(out).toContain(problem);
      expect(out).not.toContain("was changed.\n");
    },
  );

  it("is verified and exported by officers with the command, and by no engineer", async () => {
    const place = await makePlace(stack.stack.endpoints);
    const wallet = { projectId: 1, chainId: "1", address: `0x${"7".repeat(40)}` };
    const subject = walletSubject(wallet);
    const receivedAt = new Date().toISOString();
    const [opened, times] = [`${receivedAt}-abcdef`, { deadlines: [] }];
    await new CaseStore(stack.database, stack.endpoints.tables.cases ?? "", 10).openForWallet({
      ...wallet,
      ...times,
      kind: "wallet",
      score: 65,
      subject,
      opened,
      lastExceeded: opened,
      receivedAt,
    });
    await stack.nameChain("42161");
    const { rates } = stack.endpoints.tables;
    await new RateStore(stack.database, rates).set({ currency: "MXN", day: TODAY, rate: "18.20" });
    const leave = await standInFor(stack, "dev", "Vigia-local-Officer");
    const dev = (...args: string[]) => place.vigia([...args, "--stage", "dev"], { now: Date.now() });
    try {
      expect(await dev("cases", "verify", "--since", "1d")).toMatchObject({
        code: 0,
        out: expect.stringMatching(/ with \d+ events: every chain is intact\.\n$/),
      });
      const taken = await dev(
        "cases",
        "evidence",
        "--since",
        "1d",
        "--out",
        "evidence.zip",
        "--language",
        "es",
      );
      expect(taken).toMatchObject({ code: 0, err: "" });
      const { folder, paths } = unpack(readFileSync(join(place.root, "evidence.zip")));
      const pagePath = paths.find((path) => path.includes("1-102") && path.endsWith("/page.html")) ?? "";
      const page = readFileSync(join(folder, pagePath), "utf8");
      expect([page.includes("Invented Chain"), page.includes("MXN")]).toEqual([true, true]);
      const noted = /manifest, to store apart from it: (\w{64})/.exec(taken.out)?.[1] ?? "";
      const held = verify(folder, noted);
      expect(held.out).toContain("Everything is intact");
      // A step is changed outside Vigía.
      await act(103, "note", { note: "First." });
      await stack.database.send(
        new UpdateCommand({
          TableName: stack.endpoints.tables.cases,
          Key: eventKeyOf(await keyOf(103), 2),
          UpdateExpression: "SET #event.note = :note",
          ExpressionAttributeNames: { "#event": "event" },
          ExpressionAttributeValues: { ":note": "Nothing to see." },
        }),
      );
      const broken = await dev("cases", "verify", "--since", "1d");
      expect(broken.code).toBe(1);
      expect(broken.out).toContain(
        `${(await keyOf(103)).subject} once: NOT INTACT: the last event does not match its digest`,
      );
      signIn("Vigia-local-Operator");
      for (const line of [
        ["cases", "verify", "--since", "1d"],
        ["cases", "evidence", "--since", "1d", "--out", "operator.zip"],
      ]) {
        const { code, out, err } = await dev(...line);
        expect({ code, out }, line.join(" ")).toEqual({ code: 1, out: "" });
        expect(err).toContain("AWS does not allow this to your credentials");
      }
    } finally {
      leave();
      await place.remove();
    }
  });

  it("stays in Cases: no log, message or other table has an outcome, a reference, a note or an officer", async () => {
    expect(await act(104, "decide", DECISION)).toMatchObject({ status: 303 });
    const files = readdirSync(join(stack.folder), { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".jsonl"),
    );
    const texts = files.map((name) => readFileSync(join(stack.folder, name), "utf8"));
    expect(files.map((name) => basename(name))).toEqual(
      expect.arrayContaining(["alerts.jsonl", "ServeDesk.jsonl", "StoreNotifications.jsonl"]),
    );
    const { cases = "", deskSessions, ...others } = stack.endpoints.tables;
    for (const TableName of Object.values(others)) {
      if (TableName === undefined) continue;
      const { Items } = await stack.database.send(new ScanCommand({ TableName }));
      texts.push(JSON.stringify(Items));
    }
    for (const canary of ["CANARY", "reported", "olga.officer"]) {
      expect(
        texts.filter((text) => text.includes(canary)),
        canary,
      ).toEqual([]);
    }
    const { Items = [] } = await stack.database.send(new ScanCommand({ TableName: cases }));
    expect(JSON.stringify(Items)).toContain("CANARY-REFERENCE");
  });
});

it("notes a further alert in a wallet's open case, and opens a case for one without a case that can be read", async () => {
  const address = "0x55555555555555555555555555555555cafe0100";
  const other = "0x55555555555555555555555555555555cafe0061";
  const { tables } = stack.endpoints;
  const TableName = tables.cases ?? "";
  // Of an earlier year: all events of the case are kept from the further alert on.
  const opened = "2024-12-30T02:00:00.000Z-abcdef";
  const subject = walletSubject({ projectId: 1, address, chainId: "1" });
  const walletCase = {
    subject,
    opened,
    kind: "wallet" as const,
    projectId: 1,
    chainId: "1",
    address,
    score: 65,
  };
  const times = { receivedAt: "2024-12-30T03:00:00.000Z", deadlines: [] };
  const store = new CaseStore(stack.database, TableName, 10);
  const corrupt = {
    ...walletCase,
    subject: walletSubject({ ...walletCase, address: other }),
    address: other,
  };
  for (const opening of [walletCase, corrupt])
    await store.openForWallet({ ...opening, ...times, lastExceeded: opened }, new Date(times.receivedAt));
  await stack.database.send(new DeleteCommand({ TableName, Key: eventKeyOf(corrupt, 1) }));
  const place = await makePlace(stack.stack.endpoints);
  const wallets = `projectId,chainId,address,userId\n1,1,${address},u-1\n1,1,${other},u-1\n`;
  await place.vigia(["wallets", "import", "-", "--format", "csv"], { stdin: wallets });
  await place.remove();
  const start = '{"trigger":"manual","projectIds":[1]}';
  expect(await stack.stack.functions.get("StartScan").invoke(start)).toMatchObject({ ok: true });
  const log = () => readFileSync(join(stack.folder, "logs/ScanWallets.jsonl"), "utf8");
  await expect.poll(log).toContain('"message":"a scan run has ended"');
  const queries = new CaseQueries(stack.database, TableName);
  expect((await queries.readable({ subject, opened }))?.score).toBe(100);
  const keptItems = await eventItems({ client: stack.database, table: TableName }, { subject, opened });
  expect(keptItems.map(({ expiresAt }) => expiresAt === keptItems.at(-1)?.["expiresAt"])).toEqual([
    true,
    true,
  ]);
  const [second, ...more] = await queries.ofSubject(corrupt.subject);
  expect([second?.score, more.map((listedCase) => listedCase.opened)]).toEqual([61, [opened]]);
  const ofWallets = async () => {
    const { Items = [] } = await stack.database.send(new ScanCommand({ TableName: tables.alerts }));
    return Items.filter(({ kind }) => kind === "wallet").map(({ state }) => state);
  };
  await expect.poll(ofWallets).toEqual(["sent"]);
  const walletAlert = stack.alerts().find(({ attributes }) => attributes["kind"] === "wallet");
  expect(walletAlert?.text).toContain("Ethereum");
  const olga = await signedIn(stack.endpoints.desk ?? "", "olga");
  const evidence = new URLSearchParams({ subject: second?.subject ?? "", opened: second?.opened ?? "" });
  expect(await olga.visit(`/evidence?${evidence}`)).toMatchObject({ status: 200 });
  // Another test counts the open cases of all days with a step.
  for (const Key of [
    { subject, opened },
    { subject: corrupt.subject, opened },
    eventKeyOf({ subject, opened }, 1),
    eventKeyOf({ subject, opened }, 2),
  ])
    await stack.database.send(new DeleteCommand({ TableName, Key }));
});

it("is drawn for an auditor by a seed: at the desk as with the command", async () => {
  const { desk = "" } = stack.endpoints;
  for (let id = 0; id < 9; id++)
    await cases.open(`audit-${id}`, { risk: "illegal", receivedAt: `2019-05-0${id + 1}T18:00:00.000Z` });
  const ana = new DeskVisitor(desk);
  await ana.signIn("ana");
  const path = "?since=2019-05-02&until=2019-05-31&size=4&seed=q2-2019";
  const page = await ana.visit(`/audit${path}`);
  const subjects = (text: string) =>
    [...text.matchAll(/title="(notification#1#audit-\d)"/g)].map(([, name]) => name);
  expect(page.text).toContain("4 of 8 cases");
  // By `printf '%s\n%s\n%s' q2-2019 notification#1#audit-1 once | sha256sum`, and so on to 8.
  const DRAWN = [
    "notification#1#audit-2",
    "notification#1#audit-1",
    "notification#1#audit-8",
    "notification#1#audit-3",
  ];
  expect(subjects(page.text)).toEqual(DRAWN);
  const [, command = ""] = /<code>vigia ([^<]+)<\/code>/.exec(page.text) ?? [];
  expect(command).toBe(
    "cases evidence --since 2019-05-02T05:00:00.000Z --until 2019-06-01T05:00:00.000Z --sample 4 --seed q2-2019 --project 1,2 --out sample.zip",
  );
  const place = await makePlace(stack.stack.endpoints);
  const packed = await place.vigia(command.split(" "), { now: Date.now() });
  expect(packed.out).toContain("4 cases of the local stack");
  await place.remove();
});
