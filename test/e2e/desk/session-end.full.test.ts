/** The end of a session as a person sees it in a browser, and what becomes of what they were typing. */

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { caseLink } from "../../../lib/alerts/messages/desk-links.ts";
import { DeskSessionStore } from "../../../lib/desk/frame/desk-sessions.ts";
import { arrive, openMenu, press, signIn, visitor } from "../../support/desk/browsing.ts";
import { launchChromium, noBrowser } from "../../support/desk/chromium.ts";
import { notificationBody } from "../../support/notifications.ts";
import { TestStack } from "../../support/test-stack.ts";

const missing = noBrowser();
beforeEach(({ skip }) => skip(missing !== undefined, missing));

let stack: TestStack;
let browser: Browser;
let desk: string;
let sessions: DeskSessionStore;
let casePage: string;

beforeAll(async () => {
  if (missing !== undefined) return;
  [stack, browser] = await Promise.all([TestStack.start({ props: { desk: true } }), launchChromium()]);
  const { endpoints } = stack.stack;
  desk = endpoints.desk ?? "";
  sessions = new DeskSessionStore(stack.database, endpoints.tables.deskSessions ?? "");
  for (const id of [1, 2, 3]) await stack.post(notificationBody({ id }));
  await stack.settled();
  casePage = `${desk}${caseLink(await stack.caseOf("1#1"))}`;
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

const NOTE = "Asked the bank where it came from.";

/** A case's page with something typed, and a note of every request whose text has it. */
async function typing(page: Page): Promise<string[]> {
  const leaks: string[] = [];
  page.on("request", (request) => {
    if (`${request.url()} ${request.postData()}`.match(/asked/i)) leaks.push(request.url());
  });
  await page.goto(casePage);
  await page.locator("#decide-note").fill(NOTE);
  await page.getByLabel("No notice due", { exact: true }).check();
  return leaks;
}

/** All that a page shows or holds in its fields. */
const TEXTS =
  "document.body.innerText + [...document.querySelectorAll('input, textarea')].map(({ value }) => value).join()";

function typedInBrowser(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    "Object.keys(sessionStorage).filter((key) => key.startsWith('vigia-typed'))",
  );
}

const ended = (page: Page) => page.getByRole("alert").filter({ hasText: "Your session has ended" });

it("says so without a click once the time is over, and brings back what was typed without having sent it", async () => {
  const page = await visitor(browser);
  await page.clock.install();
  await signIn(page, desk, "olga.officer");
  const leaks = await typing(page);
  await page.clock.fastForward(29 * 60_000);
  expect(await ended(page).count()).toBe(0);
  await sessions.endAllOf("olga");
  // As a computer that slept: its clocks go on at once.
  await page.clock.fastForward(2 * 60_000);
  await ended(page).waitFor();
  // Nothing moves, and what was typed can be read.
  expect(await page.locator("#decide-note").inputValue()).toBe(NOTE);

  await page.getByRole("button", { name: "Record", exact: true }).first().click();
  await ended(page).waitFor();
  expect(page.url()).toBe(casePage);
  await arrive(page, () => ended(page).getByRole("link", { name: "Sign in again" }).click());
  await page.waitForURL(casePage);
  expect(await page.locator("#decide-note").inputValue()).toBe(NOTE);
  expect(await page.getByLabel("No notice due", { exact: true }).isChecked()).toBe(true);
  expect(await typedInBrowser(page)).toEqual([]);
  expect(leaks).toEqual([]);
  await page.context().close();
});

it("stays signed in where another tab was used meanwhile", async () => {
  const page = await visitor(browser);
  await page.clock.install();
  await signIn(page, desk, "olga.officer");
  await typing(page);
  const sessionReply = page.waitForResponse(`${desk}/session`);
  await page.clock.fastForward(31 * 60_000);
  expect((await sessionReply).status()).toBe(200);
  expect(await ended(page).count()).toBe(0);
  await page.context().close();
});

it("says so where the session was ended elsewhere: in a list within seconds, and in any tab that is looked at", async () => {
  const list = await visitor(browser, { locale: "es-MX" });
  await signIn(list, desk, "olga.officer", "Bandeja");
  const other = await list.context().newPage();
  await other.goto(`${desk}/month`);
  await sessions.endAllOf("olga");
  await list.bringToFront();
  const endOfSession = (page: Page) => page.getByRole("alert").filter({ hasText: "Su sesión terminó" });
  await endOfSession(list).waitFor();
  await other.evaluate("window.dispatchEvent(new Event('focus'))");
  await endOfSession(other).waitFor();
  // Signed in again in one tab, the other goes on too.
  await arrive(list, () => endOfSession(list).getByRole("link", { name: "Iniciar sesión de nuevo" }).click());
  await list.getByRole("heading", { name: "Bandeja" }).waitFor();
  await other.evaluate("window.dispatchEvent(new Event('focus'))");
  await endOfSession(other).waitFor({ state: "hidden" });
  await list.context().close();
});

it("keeps ticks and the sheet beside a list, and a form that is sent in the moment of the end", async () => {
  const page = await visitor(browser);
  await signIn(page, desk, "olga.officer");
  await page.goto(`${desk}/?user=u-1&sheet=decide`);
  await page.getByRole("checkbox", { name: "1#2" }).check();
  await page.getByLabel("Grounds").fill(NOTE);
  await sessions.endAllOf("olga");
  await page.getByRole("button", { name: "Record", exact: false }).last().click();
  await ended(page).waitFor();
  const { length } = await page.locator("tbody :checked").all();
  await arrive(page, () => ended(page).getByRole("link", { name: "Sign in again" }).click());
  await page.waitForURL(`${desk}/?user=u-1&sheet=decide`);
  expect(await page.getByLabel("Grounds").inputValue()).toBe(NOTE);
  expect(await page.getByRole("checkbox", { name: "1#2" }).isChecked()).toBe(true);
  expect(await page.locator("tbody :checked").count()).toBe(length);
  await page.context().close();
});

it("gives another person who signs in there nothing of it, and leaves nothing of it in the browser", async () => {
  const page = await visitor(browser);
  await signIn(page, desk, "olga.officer");
  const leaks = await typing(page);
  await sessions.endAllOf("olga");
  await page.evaluate("window.dispatchEvent(new Event('focus'))");
  await ended(page).waitFor();
  // The issuer asks who is there.
  await page.context().clearCookies({ domain: "localhost" });
  await arrive(page, () => ended(page).getByRole("link", { name: "Sign in again" }).click());
  await press(page.getByRole("button", { name: "ana.auditor" }));
  await page.waitForURL(casePage);
  expect(await page.evaluate(TEXTS)).not.toContain(NOTE);
  expect(await typedInBrowser(page)).toEqual([]);
  await page.goto(desk);
  await openMenu(page, "Account");
  await press(page.getByRole("button", { name: "Sign out" }));
  await press(page.getByRole("button", { name: "Sign out of the local issuer" }));
  await signIn(page, desk, "olga.officer");
  await page.goto(casePage);
  expect(await page.locator("#decide-note").inputValue()).toBe("");
  expect(leaks).toEqual([]);
  await page.context().close();
});

it("sends nothing from the page of a person after another one has signed in in that browser", async () => {
  const page = await visitor(browser);
  await signIn(page, desk, "olga.officer");
  const leaks = await typing(page);
  await sessions.endAllOf("olga");
  const other = await page.context().newPage();
  await page.context().clearCookies({ domain: "localhost" });
  await signIn(other, desk, "ana.auditor");
  await page.bringToFront();
  await page.getByRole("button", { name: "Record", exact: true }).first().click();
  const message = page
    .getByRole("alert")
    .filter({ hasText: "Someone else is signed in in this browser now" });
  await message.waitFor();
  await arrive(page, () => message.getByRole("link", { name: "Load the page again" }).click());
  expect(await page.evaluate(TEXTS)).not.toContain(NOTE);
  expect(await typedInBrowser(page)).toEqual([]);
  expect(leaks).toEqual([]);
  await page.context().close();
});
