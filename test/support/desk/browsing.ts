/** A person at the desk in a real browser, by keyboard alone. */

import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";

/** A bound against a page that hangs, in milliseconds. */
const HANGING_MS = 300_000;

/** A page of a visitor of their own. */
export async function visitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(HANGING_MS);
  return page;
}

/** @param desk its URL, @param person name at the local issuer */
export async function signIn(page: Page, desk: string, person: string, heading = "Inbox"): Promise<void> {
  await page.goto(desk);
  await press(page.getByRole("button", { name: person }));
  await page.getByRole("heading", { name: heading }).waitFor();
}

/** Most elements that a keyboard user passes on the way to another one. */
const MOST_STEPS = 40;

/** Moves to an element by keyboard. */
export async function reach(wanted: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await wanted.waitFor();
  const page = wanted.page();
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    await page.keyboard.press(key);
    if (await wanted.evaluate((element) => element === element.ownerDocument.activeElement)) return;
  }
  throw new Error(`${key} does not reach ${wanted} in ${MOST_STEPS} steps.`);
}

/** Presses a link or a button, and waits for the page that it leads to. */
export async function press(wanted: Locator, key?: "Tab" | "Shift+Tab"): Promise<void> {
  await reach(wanted, key);
  const page = wanted.page();
  await arrive(page, () => page.keyboard.press("Enter"));
}

/** Does what leads to another page, and waits for it. */
export async function arrive(page: Page, leave: () => Promise<void>): Promise<void> {
  const arrived = page.waitForEvent("framenavigated");
  await leave();
  await arrived;
  await page.waitForLoadState();
}

/** Opens the menu of the bar that holds what is pressed next. */
export async function openMenu(page: Page, name: string): Promise<void> {
  const menu = page.locator("summary", { hasText: name });
  if (await menu.isVisible()) await menu.press("Enter");
}

export async function typeInto(wanted: Locator, text: string): Promise<void> {
  await reach(wanted);
  await wanted.page().keyboard.type(text);
}
