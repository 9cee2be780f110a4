/** Every page of the desk in a real browser, with and without script, and what axe finds. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import pMap from "p-map";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { caseLink } from "../../../lib/alerts/messages/desk-links.ts";
import { CaseStore } from "../../../lib/cases/cases.ts";
import { RateStore } from "../../../lib/law/rates/rates.ts";
import { arrive, openMenu, press, signIn, visitor } from "../../support/desk/browsing.ts";
import { launchChromium, noBrowser } from "../../support/desk/chromium.ts";
import { CUT_WORDS, PAGE_LOOK, type PageLook } from "../../support/desk/page-look.ts";
import { FINTECH_LAW, notificationBody } from "../../support/notifications.ts";
import { TestStack } from "../../support/test-stack.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Checks of colours run in both schemes, all others in one. */
const RULES = {
  light: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  dark: ["color-contrast", "link-in-text-block"],
};

/** Reports violations only: passes are most of axe's output. */
const QUICKLY = { resultTypes: ["violations"], reporter: "no-passes", selectors: false };

/** Cases of an earlier time, so that the inbox has three pages. */
const EARLIER = 110;

const missing = noBrowser();
beforeEach(({ skip }) => skip(missing !== undefined, missing));

let stack: TestStack;
let browser: Browser;
let desk: string;

beforeAll(async () => {
  if (missing !== undefined) return;
  [stack, browser] = await Promise.all([
    TestStack.start({
      timeScale: 10,
      props: { desk: true, escalationEmails: ["head@company.example"] },
      prepared: true,
    }),
    launchChromium(),
  ]);
  desk = stack.endpoints.desk ?? "";
  await stack.post(notificationBody({ id: 1 }));
  await stack.post(notificationBody({ id: 5, inflictedLaws: [FINTECH_LAW] }));
  const cases = new CaseStore(stack.database, stack.endpoints.tables.cases ?? "", 10);
  const numbers = Array.from({ length: EARLIER }, (_, index) => index);
  await pMap(numbers, (number) => cases.open(earlierCase(number)), { concurrency: 25 });
  await stack.settled();
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

function earlierCase(number: number) {
  return {
    subject: `notification#1#e${number}`,
    opened: "once",
    kind: "notification" as const,
    projectId: 1,
    risk: "illegal" as const,
    laws: [{ name: "CUSTOM", countryCode: "MX" }],
    userId: `u-e${number}`,
    receivedAt: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
    deadlines: [],
    expiresAt: 4_000_000_000,
  };
}

const focused = (page: Page) => page.evaluate("document.activeElement.textContent.trim()");

it("follows an alert by keyboard alone, from its arrival to the wallet, while no row moves", async () => {
  const page = await visitor(browser);
  await signIn(page, desk, "olga.officer");
  await page.getByText("Newest case").waitFor();
  await stack.post(
    notificationBody({ id: 2, address: { id: 9, userId: "u-9", address: `0x${"9".repeat(40)}` } }),
  );
  // The page looks every five seconds: it is waited for from when there is something to find.
  await stack.settled();
  const news = page.getByRole("button", { name: "1 new case" });
  await news.waitFor();
  expect(await page.getByRole("status").innerText()).toBe("1 new case");
  expect(await page.getByRole("row", { name: "u-9" }).count()).toBe(0);
  await press(news);
  await page.getByRole("row", { name: "u-9" }).waitFor();

  await page.keyboard.press("j");
  // Both are overdue alike: the last one that was received is on top.
  expect(await focused(page)).toBe("1#2");
  const outline = "getComputedStyle(document.activeElement).outlineStyle";
  expect(await page.evaluate(outline)).toBe("solid");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "1#2", exact: true }).waitFor();
  await press(page.getByRole("link", { name: /^Messages/ }));
  await page.getByRole("heading", { name: "Messages of the service about it" }).waitFor();
  await press(page.getByRole("link", { name: "0x9999" }));
  await page.getByRole("heading", { name: "Wallet" }).waitFor();
  await press(page.getByRole("link", { name: "u-9", exact: true }).first());
  await page.getByRole("heading", { name: "User u-9" }).waitFor();
  // A case and its notification are one row.
  expect(await page.locator("th").getByRole("link", { name: "1#2" }).count()).toBe(1);

  await page.keyboard.press("/");
  await page.keyboard.type(" u-1j");
  expect(await page.locator("[type=search]:focus").inputValue()).toBe(" u-1j");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "User u-1" }).waitFor();
  await page.getByRole("link", { name: "1#1" }).first().waitFor();
  expect(await page.getByRole("link", { name: "1#2" }).count()).toBe(0);
  await page.context().close();
});

it("acts by one-letter shortcuts only where they are wanted, and remembers it", async () => {
  const page = await visitor(browser);
  await signIn(page, desk, "olga.officer");
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "One-letter shortcuts" });
  await list.getByText("Decide what is selected").waitFor();
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "hidden" });
  await page.keyboard.press("j");
  await arrive(page, () => page.keyboard.press("d"));
  await page.getByRole("heading", { name: "Decide 1 case" }).waitFor();
  await page.goto(desk);
  await openMenu(page, "Account");
  await page.getByRole("checkbox", { name: "shortcuts" }).uncheck();
  await page.reload();
  expect(await page.locator("#keys").isChecked()).toBe(false);
  await page.keyboard.press("j");
  expect(await focused(page)).not.toBe("1#1");
  await page.context().close();
});

it("starts a scan, watches it end, and finds the wallet that exceeded the alert score on top", async () => {
  const page = await visitor(browser);
  await signIn(page, desk, "olga.officer");
  await press(page.getByRole("link", { name: "System" }));
  await press(page.getByRole("button", { name: "Start a scan" }).first());
  await page.evaluate("window.isSamePage = true");
  const runs = page.locator("#project-1");
  await runs.getByRole("cell", { name: "completed" }).first().waitFor();
  expect(await page.evaluate("window.isSamePage")).toBe(true);
  await page.goto(`${desk}/search`);
  await press(page.getByRole("link", { name: "Wallets by score" }));
  const top = page.locator("main tbody tr").first();
  expect(await top.innerText()).toContain("0x5555…0100");
  expect(await top.locator("bdi").first().getAttribute("title")).toBe(`0x${"5".repeat(32)}cafe0100`);
  const bands = await page.locator("main tbody .score small").allInnerTexts();
  expect(new Set(bands)).toEqual(new Set(["investigate"]));
  await press(page.getByRole("link", { name: "Inbox" }));
  await page
    .getByText(/score \d+/)
    .first()
    .waitFor();
  await page.context().close();
});

it.each([
  ["with script", true],
  ["without script", false],
])("leads through pages of cases and back, and ends with the session: %s", async (_, script) => {
  const page = await visitor(browser, { javaScriptEnabled: script });
  await signIn(page, desk, "olga.officer");
  const last = () => page.locator("main tbody tr").last().innerText();
  const follow = (name: string) => arrive(page, () => page.getByRole("link", { name }).click());
  const seen = [await last()];
  await press(page.getByRole("link", { name: "Next" }), "Shift+Tab");
  seen.push(await last());
  while (seen.length < 3) {
    await follow("Next");
    seen.push(await last());
  }
  expect(new Set(seen).size).toBe(3);
  expect(seen.at(-1)).toMatch(/\tu-e0\t/);
  for (const before of seen.slice(0, -1).reverse()) {
    await follow("Previous");
    expect(await last()).toBe(before);
  }
  await openMenu(page, "Account");
  await press(page.getByRole("button", { name: "Sign out" }));
  await press(page.getByRole("button", { name: "Sign out of the local issuer" }));
  await page.getByRole("heading", { name: "You are signed out" }).waitFor();
  await page.goto(`${desk}/n/1.1`);
  await page.getByRole("heading", { name: "Who are you?" }).waitFor();
  // Back past the sign-out, to the last list.
  for (let steps = 0; steps < 3; steps++) await page.goBack();
  await page.getByRole("heading", { name: "Who are you?" }).waitFor();
  expect(await page.getByText("u-e").count()).toBe(0);
  await page.context().close();
});

it("shows an officer without script the notification, its wallet, and the scan that the officer starts", async () => {
  const page = await visitor(browser, { javaScriptEnabled: false });
  await signIn(page, desk, "olga.officer");
  await page.goto(`${desk}/n/1.5`);
  expect(await page.getByText("1 ETH").isVisible()).toBe(true);
  expect(await page.getByRole("button", { name: "Copy" }).count()).toBe(0);
  await page.getByRole("link", { name: "0x1111" }).first().click();
  await page.getByRole("heading", { name: "Wallet" }).waitFor();
  await page.getByRole("link", { name: "System" }).click();
  await page.getByRole("button", { name: "Start a scan" }).first().click();
  await expect.poll(async () => (await page.reload())?.status()).toBe(200);
  await page.context().close();
});

it("marks the page and the view that are open in high contrast, which has no colors of backgrounds", async () => {
  const page = await visitor(browser, { forcedColors: "active" });
  await signIn(page, desk, "olga.officer");
  const lines = `[...document.querySelectorAll("nav [aria-current]")].map((link) => getComputedStyle(link).textDecorationLine)`;
  expect(await page.evaluate(lines)).toEqual(["underline", "underline"]);
  await page.context().close();
});

/** Each page that has something to see, and its heading. */
const SEEN_BY_AUDITORS = {
  "/": "Inbox",
  "/notifications": "Notifications",
  "/n/1.5": "Notification 1#5",
  "/u/u-1": "User u-1",
  "/wallets": "Wallets",
  "/w/1.0x1111111111111111111111111111111111111111": "Wallet\n0x1111111111111111111111111111111111111111",
  "/month?month=2026-01": "January 2026",
  "/board?to=2026-03": "Board: January 2026 to March 2026",
  "/c/1.e1": "1#e1",
  "/audit?since=2026-01-01&until=2026-01-31&size=5&seed=q1&check=all": "Audit",
  "/system": "System",
  "/system/parts": "All parts and scans",
};

/** Targets of a page's forms that change something. */
const CHANGING_FORMS = `[...document.forms].filter(({ method }) => method !== "get").map((form) => form.getAttribute("action"))`;

it("lets an auditor see everything and press nothing, in Spanish where her browser is", async () => {
  const page = await visitor(browser, { locale: "es-MX" });
  await signIn(page, desk, "ana.auditor", "Bandeja");
  await page.getByText("ya pasó un plazo").first().waitFor();
  await page.getByRole("link", { name: "Sistema" }).click();
  await page.getByRole("heading", { name: "Escaneos, proyecto 1" }).waitFor();
  // It copies the sentence for an engineer.
  expect(await page.getByRole("button").allInnerTexts()).toEqual(["Copiar"]);
  await openMenu(page, "Cuenta");
  expect(await page.getByRole("button").allInnerTexts()).toEqual([
    "?\nMostrar los atajos",
    "English",
    "Cerrar sesión",
    "Copiar",
  ]);
  await page.getByText("Auditoría: proyectos 1, 2").waitFor();
  await press(page.getByRole("button", { name: "English" }));
  await page.getByRole("heading", { name: "Scans, project 1" }).waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
  for (const [path, heading] of Object.entries(SEEN_BY_AUDITORS)) {
    await page.goto(`${desk}${path}`);
    expect([path, await page.locator("h1").innerText()]).toEqual([path, heading]);
    expect([path, await page.evaluate(CHANGING_FORMS)]).toEqual([path, ["/language", "/sign-out"]]);
  }
  await page.context().close();
});

/** Numbers of the rows of a view, from page to page. */
async function rowsOf(page: Page): Promise<string[]> {
  const numbers = await page.locator("main tbody a.open").allInnerTexts();
  const next = page.getByRole("link", { name: "Next", exact: true });
  if ((await next.count()) === 0) return numbers;
  await arrive(page, () => next.click());
  return [...numbers, ...(await rowsOf(page))];
}

it("shows the most overdue case first, 16 rows on a screen, and as many rows as a view counts", async () => {
  const page = await visitor(browser, { viewport: { width: 1_280, height: 800 } });
  await signIn(page, desk, "olga.officer");
  const bottoms =
    "[...document.querySelectorAll('tbody a.open')].map((one) => one.getBoundingClientRect().bottom)";
  const seen = (await page.evaluate<number[]>(bottoms)).filter((bottom) => bottom <= 800);
  expect(seen.length).toBeGreaterThanOrEqual(16);
  const tabs = page.getByRole("navigation", { name: "Cases of the inbox by urgency" }).getByRole("link");
  for (const tab of await tabs.allInnerTexts()) {
    const [, view = "", count = ""] = /^(.*?)\s+([\d,]+)$/.exec(tab) ?? [];
    await page.goto(desk);
    await arrive(page, () => tabs.filter({ hasText: view }).click());
    const rows = await rowsOf(page);
    expect([view, new Set(rows).size, rows.length]).toEqual([view, Number(count), Number(count)]);
  }
  await page.goto(`${desk}/?view=overdue`);
  await page
    .locator("main tbody tr", { has: page.locator("td.c-due") })
    .first()
    .getByText("d late")
    .waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate("document.querySelector('header').offsetHeight")).toBeLessThanOrEqual(56);
  await page.context().close();
});

it.each([
  [1_440, 900],
  [390, 844],
])(
  "keeps the count and the button of a notice in sight, %i pixels wide, wherever its list is",
  async (width, height) => {
    const page = await visitor(browser, { viewport: { width, height } });
    await signIn(page, desk, "olga.officer");
    await page.goto(`${desk}/month?month=2025-08&project=1&record=notice`);
    const shown = [page.locator(".tally"), page.getByRole("button", { name: "Record, and decide" })];
    for (const place of [0, 300, 100_000]) {
      await page.evaluate(`window.scrollTo(0, ${place})`);
      for (const part of shown) {
        const box = await part.boundingBox();
        expect(box?.y).toBeGreaterThan(52);
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
      }
    }
    await page.context().close();
  },
);

/** Scrolls, since a page that is loaded again is at its place once it has its height. */
const placeOf = (page: Page) => page.evaluate<number>("Math.round(window.scrollY)");

it("decides case after case in two clicks each, and one Back returns to the place in the list", async () => {
  const page = await visitor(browser, { viewport: { width: 1_280, height: 800 } });
  await signIn(page, desk, "olga.officer");
  await page.goto(`${desk}/?law=CUSTOM&from=51`);
  const rows = page.locator("main tbody a.open");
  const [first = "", second = "", third = ""] = (await rows.allInnerTexts()).slice(20, 23);
  const visited: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.startsWith("/c/") && !searchParams.has("shown")) visited.push(pathname);
  });
  await page.evaluate("window.scrollTo(0, 500)");
  const place = await placeOf(page);
  expect(place).toBeGreaterThan(0);
  await arrive(page, () => rows.filter({ hasText: first }).click());
  for (const number of [first, second]) {
    await page.getByRole("heading", { name: number, exact: true }).waitFor();
    // A form that is refused leaves no page behind either.
    const outcome = page.getByLabel("False positive", { exact: true });
    if (number === first) {
      await outcome.click();
      await page.getByRole("button", { name: "Record and next" }).click();
      await page.locator("#decide-note:focus").waitFor();
      expect(await outcome.isChecked()).toBe(true);
      await page.locator("#decide-note").fill("Known to the company.");
    } else
      await page
        .getByLabel("False positive, with the grounds of your earlier decision: Known to the company.")
        .click();
    await arrive(page, () => page.getByRole("button", { name: "Record and next" }).click());
    // The line of the page, and what is said of it to those who do not see it.
    const line = `Recorded in ${number}: false positive`;
    await page.locator("main [role=status]").filter({ hasText: line }).waitFor();
    await page.locator("#live").filter({ hasText: line }).waitFor({ state: "attached" });
  }
  await page.getByRole("heading", { name: third, exact: true }).waitFor();
  // Each case was loaded once.
  expect(visited).toHaveLength(3);
  expect(new Set(visited).size).toBe(3);
  await page.goBack();
  await page.getByRole("heading", { name: "Inbox" }).waitFor();
  expect(page.url()).toBe(`${desk}/?law=CUSTOM&from=51`);
  await expect.poll(() => placeOf(page)).toBe(place);
  expect(await rows.filter({ hasText: new RegExp(`^(${first}|${second})$`) }).count()).toBe(0);
  await page.context().close();
});

it("shows another session's step within ten seconds, loses nothing that is typed, and goes on counting", async () => {
  const [olgasPage, other] = [await visitor(browser), await visitor(browser)];
  await other.clock.install();
  for (const page of [olgasPage, other]) {
    await signIn(page, desk, "olga.officer");
    await page.goto(`${desk}/c/1.e3`);
  }
  await other.getByLabel("No notice due", { exact: true }).check();
  await other.locator("#decide-note").fill("Half a thought");
  await olgasPage.getByText("Add a note").click();
  const form = olgasPage.getByRole("form", { name: "Add a note" });
  await form.getByLabel("Note").fill("Asked for the origin.");
  // Nothing asks the desk while the clock stands.
  await other.clock.pauseAt(Date.now() + 1_000);
  await form.getByRole("button", { name: "Record" }).click();
  await olgasPage.getByText("Asked for the origin.").waitFor();
  await other.clock.runFor(10_000);
  const pill = other.getByRole("button", { name: "Changed: show" });
  await pill.waitFor();
  expect(await other.getByText("Asked for the origin.").count()).toBe(0);
  await arrive(other, () => pill.click());
  await other.getByText("Asked for the origin.").waitFor();
  expect(await other.locator("#decide-note").inputValue()).toBe("Half a thought");
  expect(await other.getByLabel("No notice due", { exact: true }).isChecked()).toBe(true);

  await other.getByText("Record a filing").click();
  await other.getByRole("form", { name: "Record a filing" }).getByLabel("Reference").fill("AVI-typed");
  await olgasPage.getByLabel("False positive", { exact: true }).check();
  await olgasPage.locator("#decide-note").fill("Known to the company.");
  await olgasPage.getByRole("button", { name: "Record", exact: true }).first().click();
  await olgasPage.getByText("decided: false positive").first().waitFor();
  // The forms of a decision are gone, and what was typed and chosen there is there to be copied.
  await other.clock.runFor(10_000);
  await pill.waitFor();
  await arrive(other, () => pill.click());
  const keptNote = other.locator("[data-kept] textarea");
  await keptNote.waitFor();
  expect(await keptNote.inputValue()).toBe("No notice due\nHalf a thought\nAVI-typed");

  await other.goto(`${desk}/?view=overdue`);
  const badge = other.locator("[data-due]").first();
  const [, days = ""] = /^(\d+) d late$/.exec(await badge.innerText()) ?? [];
  await other.clock.fastForward(24 * 3_600_000);
  await badge.getByText(`${Number(days) + 1} d late`).waitFor();
  for (const page of [olgasPage, other]) await page.context().close();
});

it("prints a quarter on one sheet, A4 or Letter, in both languages", async () => {
  for (const locale of ["en-US", "es-MX"]) {
    const page = await visitor(browser, { locale });
    await signIn(page, desk, "olga.officer", locale === "en-US" ? "Inbox" : "Bandeja");
    await page.goto(`${desk}/board?to=2026-01`);
    for (const format of ["A4", "Letter"]) {
      const file = (await page.pdf({ format, preferCSSPageSize: true })).toString("latin1");
      expect([locale, format, file.match(/\/Type\s*\/Page\b/g)]).toEqual([locale, format, ["/Type /Page"]]);
    }
    await page.context().close();
  }
});

it("prints number, reader and every column", async () => {
  const page = await visitor(browser);
  await signIn(page, desk, "olga.officer");
  await page.goto(`${desk}/?view=overdue`);
  await page.emulateMedia({ media: "print" });
  const columns =
    "[...document.querySelectorAll('main thead th[scope=col]')].every((one) => one.checkVisibility())";
  expect(await page.evaluate(columns)).toBe(true);
  await page.goto(`${desk}${caseLink(await stack.caseOf("1#1"))}`);
  expect(await page.locator("h1").isVisible()).toBe(true);
  await page.getByText(/^Vigía: for olga\.officer/).waitFor();
  await page.context().close();
});

/** Texts of the coloured marks, of risks; the colour only repeats them. */
const MARKS = ["illegal: FLAGGED", "warn: WARN", "none: no law"];
const SHOWN_MARKS: Record<string, string[]> = {
  "/n/1.5": ["warn: WARN"],
};

/** A page that is shown at 200 % on a screen of 1,280 pixels has 640 of its own. */
const TWICE_AS_LARGE = 640;
/** Both schemes of each width, in both languages, are looked at by `npm run desk`. */
const VIEWS = [
  { width: 1_280, colorScheme: "light" },
  { width: TWICE_AS_LARGE, colorScheme: "light" },
  { width: 360, colorScheme: "dark" },
] as const;

/** A case that may still be decided. */
const FIRST_CASE = "the first case of the inbox";
const PAGES = [
  ...Object.keys(SEEN_BY_AUDITORS),
  "/?law=LFPIORPI&sheet=decide",
  "/search?q=u-1",
  "/nowhere",
  "/signed-out",
  FIRST_CASE,
];

describe("each page, for an officer", () => {
  let page: Page;
  let firstCase: string;

  beforeAll(async () => {
    page = await visitor(browser, { bypassCSP: true });
    await page.addInitScript({ content: AXE });
    await signIn(page, desk, "olga.officer");
    firstCase = (await page.locator("main tbody tr a").first().getAttribute("href")) ?? "";
  });
  afterAll(() => page?.context().close());

  async function axe(runOnly: string[]): Promise<string[]> {
    const options = JSON.stringify({ ...QUICKLY, runOnly });
    return await page.evaluate<string[]>(
      `axe.run(document, ${options}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`,
    );
  }

  it.each(PAGES)(
    "has nothing that axe finds and nothing beside the page, and shows focus and marks not by colour alone: %s",
    async (path) => {
      await page.goto(`${desk}${path === FIRST_CASE ? firstCase : path}`);
      for (const { width, colorScheme } of VIEWS) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        const isWider = await page.evaluate("document.documentElement.scrollWidth > window.innerWidth");
        expect([width, isWider]).toEqual([width, false]);
        if (width === TWICE_AS_LARGE) continue;
        expect([width, colorScheme, await axe(RULES[colorScheme])]).toEqual([width, colorScheme, []]);
      }
      await page.keyboard.press("Tab");
      const shown = await page.evaluate<PageLook>(PAGE_LOOK);
      expect(shown).toMatchObject({ unseenFocus: [], notIsolated: [] });
      expect(shown.reached).toBeGreaterThan(0);
      expect(MARKS).toEqual(expect.arrayContaining(shown.marks));
      expect(shown.marks).toEqual(expect.arrayContaining(SHOWN_MARKS[path] ?? []));
    },
  );
});

const SEEN_CONTROLS = `[...document.querySelectorAll("button, input, select, textarea, nav a")].filter((one) => one.checkVisibility()).map(({ outerHTML }) => outerHTML)`;
const COLOURS = "(({ color, backgroundColor }) => [color, backgroundColor])(getComputedStyle(document.body))";

it("parts no word of its own on a phone, and is dark on no paper: in Spanish", async () => {
  const page = await visitor(browser, {
    locale: "es-MX",
    colorScheme: "dark",
    viewport: { width: 360, height: 800 },
  });
  await signIn(page, desk, "olga.officer", "Bandeja");
  for (const path of [...Object.keys(SEEN_BY_AUDITORS), "/?law=LFPIORPI&sheet=decide"]) {
    await page.goto(`${desk}${path}`);
    expect([path, await page.evaluate(CUT_WORDS)]).toEqual([path, []]);
    await page.emulateMedia({ media: "print" });
    const blackOnWhite = ["rgb(28, 32, 36)", "rgb(255, 255, 255)"];
    expect([path, await page.evaluate(COLOURS)]).toEqual([path, blackOnWhite]);
    expect([path, await page.evaluate(SEEN_CONTROLS)]).toEqual([path, []]);
    await page.emulateMedia({ media: "screen" });
  }
  // The user's pages and the sign-out are on one line of a small screen.
  await page.setViewportSize({ width: 1_280, height: 800 });
  expect(await page.evaluate("document.querySelector('header').offsetHeight")).toBeLessThan(60);
  await page.context().close();
});

/** An operation of February 2026 that a Mexican notice is asked of. */
function flaggedInFebruary(name: string, usd: string | undefined) {
  const happenedAt = "2026-02-05T12:00:00.000Z";
  return {
    ...earlierCase(EARLIER),
    subject: `notification#1#${name}`,
    userId: `u-${name}`,
    receivedAt: happenedAt,
    timestamp: happenedAt,
    rules: [
      {
        law: "LFPIORPI",
        countryCode: "MX",
        within: { kind: "day-of-next-month" as const, day: 17, timeZone: "America/Mexico_City" },
        source: "art. 23",
        readOn: "2026-11-21",
      },
    ],
    amount: { value: "1", ...(usd === undefined ? {} : { usd }) },
  };
}

it("adds what is ticked in a month's form with every digit, and follows the boxes", async () => {
  const { cases: table = "", rates = "" } = stack.endpoints.tables;
  const cases = new CaseStore(stack.database, table, 10);
  await new RateStore(stack.database, rates).set({ currency: "MXN", day: "2026-02-05", rate: "18.50" });
  for (const [name, usd] of [
    ["whole", "123456789012345678.91"],
    ["parts", "1500.005"],
    ["small", "0.25"],
    ["blank", undefined],
  ] as const)
    await cases.open(flaggedInFebruary(name, usd));
  const page = await visitor(browser);
  await signIn(page, desk, "olga.officer");
  await page.goto(`${desk}/month?month=2026-02&record=notice`);
  const sums = () => page.locator("[data-adds]").allInnerTexts();
  const boxOf = (name: string) => page.getByRole("checkbox", { name: `Select 1#${name}`, exact: true });
  const served = [
    "2",
    "2,283,950,596,728,422,809.93",
    "19,469,359,787,984,168.52",
    "123,456,789,012,347,178.91…",
    "0",
  ];
  expect(await sums()).toEqual(served);
  await boxOf("parts").uncheck();
  expect(await sums()).toEqual([
    "1",
    "2,283,950,596,728,395,059.84",
    "19,469,359,787,983,931.97",
    "123,456,789,012,345,678.91",
    "0",
  ]);
  await boxOf("parts").check();
  expect(await sums()).toEqual(served);
  await boxOf("whole").uncheck();
  await boxOf("small").check();
  await boxOf("blank").check();
  expect(await sums()).toEqual(["3", "27,754.72", "236.59", "1,500.25…", "1"]);
  expect(await page.getByText("without an amount in MXN: 1").isVisible()).toBe(true);
  await page.context().close();
});
