/**
 * `npm run desk`: every page of a desk as a company has it, in both languages, both schemes and two widths. Ends with 1 where axe
 * finds something, or a page is wider than its window. `--serve` leaves the desk running instead, and `--only <text>` looks at pages
 * with this in their name. Pictures of all are in `.local/desk`; `--pictures` puts those of the documents in their place.
 */

import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Command } from "commander";
import type { Browser, Page } from "playwright-core";
import { caseLink, linkTo, notificationLink } from "../../../lib/alerts/messages/desk-links.ts";
import { decideBatch } from "../../../lib/cases/batch-decision.ts";
import type { ListedCase } from "../../../lib/cases/case.ts";
import type { CaseKey } from "../../../lib/cases/case-keys.ts";
import { CaseQueries } from "../../../lib/cases/case-queries.ts";
import { CaseStore } from "../../../lib/cases/cases.ts";
import { pendingNotice } from "../../../lib/cases/due.ts";
import { MonthStore } from "../../../lib/cases/months.ts";
import { casesOfOfficer } from "../../../lib/cases/new-case.ts";
import { recordNotice } from "../../../lib/cases/record-notice.ts";
import { suspectedOperations } from "../../../lib/cases/suspected-operations.ts";
import { messagesLink } from "../../../lib/desk/kit/links.ts";
import { nameOf } from "../../../lib/intake/notifications/notification-keys.ts";
import { NotificationQueries } from "../../../lib/intake/notifications/notification-queries.ts";
import { launchChromium } from "../../support/desk/chromium.ts";
import { REVISED, startDemo } from "./demo.ts";

const options = new Command("npm run desk --")
  .description("Looks at every page of a desk in a browser, and ends with 1 where axe finds something.")
  .option("--serve", "leave the desk running instead, at PORT")
  .option("--only <text>", "pages with this in their name")
  .option("--pictures", "put the pictures of the documents in their place")
  .parse()
  .opts<{ serve?: true; only?: string; pictures?: true }>();

const ROOT = join(import.meta.dirname, "../../..");
const FOLDER = join(ROOT, ".local/desk");
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Pictures of the documents, by the view that they show. */
const PICTURES: Readonly<Record<string, string>> = {
  "inbox-en-1280-light": ".github/images/desk-inbox.png",
  "case-en-1280-light": ".github/images/desk-case.png",
  "inbox-es-1280-light": "docs/es/oficial/imagenes/bandeja.png",
  "case-es-1280-light": "docs/es/oficial/imagenes/caso.png",
  "month-es-1280-light": "docs/es/oficial/imagenes/mes.png",
  "user-es-1280-light": "docs/es/oficial/imagenes/usuario.png",
};

const OFFICER = { by: { subject: "olga", name: "olga.officer@company.example" }, actsIn: [1] };
const MONTH = new Date().toISOString().slice(0, "YYYY-MM".length);
const stack = await startDemo(options.serve === true ? Number(process.env["PORT"] ?? 3_000) : 0);
const PAGES: Readonly<Record<string, string>> = {
  inbox: "/",
  overdue: "/?view=overdue",
  case: caseLink(await caseOf(47_102)),
  decided: caseLink(await caseOf(44_871)),
  "case-suspected": caseLink(await caseOf(48_207)),
  "case-revised": caseLink(await caseOf(REVISED)),
  sheet: "/?law=LFPIORPI&sheet=decide",
  handover: "/?sheet=assign",
  user: "/u/c-10482",
  suspicion: caseLink(await suspicionAbout("c-11342")),
  "user-suspected": "/u/c-11342",
  "user-unnamed": "/u/client-99",
  wallet: "/w/1.0x9961996199619961996199619961996199610061",
  wallets: "/wallets",
  month: `/month?month=${MONTH}`,
  filing: `/month?month=${MONTH}&project=1&record=notice`,
  notice: await noticeOfMonth(),
  batch: await decidedTogether(),
  board: `/board?to=${MONTH}`,
  audit: "/audit",
  notifications: "/notifications",
  messages: messagesLink(await caseOf(47_102)),
  notification: notificationLink("1#48219"),
  system: "/system",
  parts: "/system/parts",
  search: "/search?q=c-1",
  "search-unnamed": "/search?q=client-99",
  nowhere: "/nowhere",
  "signed-out": "/signed-out",
};

const desk = stack.endpoints.desk ?? "";
if (options.serve === true) {
  process.stdout.write(`The desk is at ${desk}. Ctrl-C ends it.\n`);
} else {
  mkdirSync(FOLDER, { recursive: true });
  const browser = await launchChromium();
  const problems = await lookAtAll(browser);
  process.stdout.write(problems.map((line) => `${line}\n`).join(""));
  process.stdout.write(`${problems.length} findings. Pictures are in ${FOLDER}.\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
  await browser.close();
  await stack.close();
}

/** The case of a notification of project 1, by its number. */
async function caseOf(id: number): Promise<CaseKey> {
  const queries = new CaseQueries(stack.database, stack.endpoints.tables.cases ?? "");
  for await (const caseKey of queries.keys({ projectIds: [1] }))
    if (caseKey.subject.startsWith(`notification#1#${id}#`)) return caseKey;
  throw new Error(`The demonstration has no case of notification ${id}.`);
}

/** Open cases of project 1 without a pending 24-hour notice. */
async function openCases(count: number): Promise<ListedCase[]> {
  const queries = new CaseQueries(stack.database, stack.endpoints.tables.cases ?? "");
  const open: ListedCase[] = [];
  for await (const listed of queries.allOpen([1]))
    if (listed.kind === "notification" && listed.outcome === undefined && pendingNotice(listed) === undefined)
      open.push(listed);
  return open.slice(-count);
}

/** Records a notice about three cases. @returns the address of its page */
async function noticeOfMonth(): Promise<string> {
  const table = stack.endpoints.tables.cases ?? "";
  const now = new Date().toISOString();
  const outcome = await recordNotice(
    {
      months: new MonthStore(stack.database, table, 10),
      steps: new CaseStore(stack.database, table, 10),
      projectIds: [1],
    },
    {
      ...OFFICER,
      formId: randomUUID(),
      month: MONTH,
      filing: { kind: "monthly", reference: "AVI-2026-0117", receivedOn: now.slice(0, 10), receivedAt: now },
      projectIds: [1],
      ticked: await openCases(3),
      at: { now, today: now.slice(0, 10), officer: OFFICER.by.subject },
      decisionNote: "In the notice of the month.",
    },
  );
  if (outcome.kind !== "recorded") throw new Error(`The notice was not recorded: ${outcome.kind}.`);
  return linkTo("/notice", { month: MONTH, id: outcome.noticeId });
}

/** Records a suspicion about three of a user's transactions. */
async function suspicionAbout(user: string): Promise<CaseKey> {
  const { cases = "", notifications: table = "" } = stack.endpoints.tables;
  const steps = new CaseStore(stack.database, cases, 10);
  const notifications = new NotificationQueries(stack.database, table);
  const names: string[] = [];
  for await (const warned of notifications.list({ projectIds: [1], userId: user }))
    names.push(nameOf(warned));
  const now = new Date();
  const about = casesOfOfficer.user(1, user, now);
  const operations = await suspectedOperations(names.slice(-3), about, notifications);
  const { by } = OFFICER;
  const note = "Five deposits just below the line, from one wallet.";
  const opened = await steps.open(about, now, { by, note });
  if (opened === undefined || operations === undefined)
    throw new Error(`There is no suspicion about ${user}.`);
  const at = now.toISOString();
  await steps.add(opened, { id: randomUUID(), at, by, kind: "suspect", knownSince: at, operations });
  return opened;
}

/** Decides two cases in one act. @returns the address of its page */
async function decidedTogether(): Promise<string> {
  const steps = new CaseStore(stack.database, stack.endpoints.tables.cases ?? "", 10);
  const at = new Date().toISOString();
  const id = randomUUID();
  await decideBatch(steps, {
    shown: await openCases(2),
    batchId: id,
    actsIn: OFFICER.actsIn,
    refusals: () => [],
    decision: { kind: "decide", outcome: "false-positive", note: "Own funds.", at, by: OFFICER.by },
  });
  return linkTo("/batch", { id, at });
}

/** @returns a line for each finding */
async function lookAtAll(browser: Browser): Promise<string[]> {
  const problems: string[] = [];
  for (const locale of ["en-US", "es-MX"]) {
    const context = await browser.newContext({ locale, bypassCSP: true });
    const page = await context.newPage();
    await page.addInitScript({ content: AXE });
    await page.goto(desk);
    await page.getByRole("button", { name: "olga.officer" }).click();
    await page.waitForLoadState();
    if (locale === "en-US") await scan(page);
    for (const [name, path] of Object.entries(PAGES)) {
      if (!name.includes(options.only ?? "")) continue;
      for (const width of [1_280, 390])
        for (const colorScheme of ["light", "dark"] as const) {
          await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
          await page.emulateMedia({ colorScheme });
          const view = `${name}-${locale.slice(0, 2)}-${width}-${colorScheme}`;
          problems.push(...(await look(page, path)).map((problem) => `${view}: ${problem}`));
          const file = join(FOLDER, `${view}.png`);
          await page.screenshot({ path: file });
          const picture = options.pictures === true ? PICTURES[view] : undefined;
          if (picture !== undefined) await page.screenshot({ path: join(ROOT, picture) });
        }
      await page.emulateMedia({ media: "print", colorScheme: "light" });
      await page.setViewportSize({ width: 794, height: 1_123 });
      await page.screenshot({ path: join(FOLDER, `${name}-${locale.slice(0, 2)}-print.png`) });
      await page.emulateMedia({ media: "screen" });
    }
    await context.close();
  }
  return problems;
}

/** Scores the wallets, so that there is something to see of them. */
async function scan(page: Page): Promise<void> {
  await page.goto(`${desk}/system`);
  await page.getByRole("button", { name: "Start a scan" }).first().click();
  await page
    .locator("#project-1")
    .getByRole("cell", { name: "completed" })
    .first()
    .waitFor({ timeout: 60_000 });
}

async function look(page: Page, path: string): Promise<string[]> {
  const reply = await page.goto(`${desk}${path}`);
  const isWider = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
  const findings = await page.evaluate<string[]>(
    `axe.run(document, ${JSON.stringify({ runOnly: RULES, resultTypes: ["violations"] })}).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ").slice(0, 300)))`,
  );
  return [
    ...((reply?.status() ?? 0) >= 400 && path !== PAGES["nowhere"] ? [`status ${reply?.status()}`] : []),
    ...(isWider ? ["is wider than its window"] : []),
    ...findings,
  ];
}
