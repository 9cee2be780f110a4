/** One case in a real browser, by keyboard: from its alert to its evidence. */

import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { arrive, press, reach, typeInto, visitor } from "../../support/desk/browsing.ts";
import { launchChromium, noBrowser } from "../../support/desk/chromium.ts";
import { unpack, verify } from "../../support/evidence.ts";
import { notificationBody } from "../../support/notifications.ts";
import { TestStack } from "../../support/test-stack.ts";

const TIME_ZONE = "America/Mexico_City";

const missing = noBrowser();
beforeEach(({ skip }) => skip(missing !== undefined, missing));

let stack: TestStack;
let browser: Browser;
let desk: string;

beforeAll(async () => {
  if (missing !== undefined) return;
  [stack, browser] = await Promise.all([
    TestStack.start({ timeScale: 10, props: { desk: true, timeZone: TIME_ZONE } }),
    launchChromium(),
  ]);
  desk = stack.endpoints.desk ?? "";
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

/** As people type a day into a form in English: nothing is filed before there is a case. */
function typedToday(): string {
  const today = new Intl.DateTimeFormat("sv", { timeZone: TIME_ZONE }).format();
  const [year, month, day] = today.split("-");
  return `${month}${day}${year}`;
}

/** The end of the 17th of the month after a transaction, in Mexico City, which is six hours behind UTC. */
function shownDeadline(transaction: Date): string {
  const [year = 0, month = 0] = transaction
    .toLocaleDateString("sv", { timeZone: "America/Mexico_City" })
    .split("-")
    .map(Number);
  const due = new Date(Date.UTC(year, month, 18, 5, 59, 59));
  return due.toLocaleString("sv", { timeZone: TIME_ZONE });
}

/** Takes the case that is shown. */
async function take(page: Page): Promise<void> {
  await press(page.getByRole("button", { name: "Take" }));
  await page.getByText("olga.officer took it", { exact: true }).waitFor();
}

/** Decides it. */
async function decide(page: Page, reference: string): Promise<void> {
  const form = page.getByRole("form", { name: "Decide" });
  // Everything that is missing is said at once beside its field, and the first field has the focus.
  await reach(form.getByRole("button", { name: "Record", exact: true }));
  await page.keyboard.press("Enter");
  await page.getByText("Nothing was recorded.").waitFor();
  expect(await page.locator(".why").allInnerTexts()).toEqual([
    expect.stringContaining("Choose an outcome."),
    expect.stringContaining("Write down the grounds or the reason."),
  ]);
  expect(await page.evaluate("document.activeElement.id")).toBe("decide-outcome");
  await page.keyboard.press("Space");
  await typeInto(form.getByLabel("Reference"), reference);
  await typeInto(form.getByLabel("Date of the receipt"), typedToday());
  await typeInto(form.getByLabel("Grounds"), "Over the threshold.");
  await press(form.getByRole("button", { name: "Record", exact: true }));
  await page.getByText("olga.officer decided: notice filed").waitFor();
}

it("accompanies a case from its alert to its evidence: due, taken, decided, and found in its month", {
  tags: ["anywhere"],
}, async () => {
  // The earlier cases are of another project.
  const received = new Date(Date.now() - 72 * 3_600_000);
  const address = { id: 11, userId: "u-11", address: `0x${"b".repeat(40)}` };
  const body = notificationBody({ id: 11, projectId: 2, address, timestamp: received.toISOString() });
  await stack.deliver(body, { projectId: 2, receivedAt: received.toISOString() });
  await stack.settled();
  const alert = stack.alerts().find(({ attributes }) => attributes["projectId"] === "2");
  const page = await visitor(browser);
  await stack.signIn(page, "olga.officer");
  await page.goto(/\S+\/c\/\S+/.exec(alert?.text ?? "")?.[0] ?? "");
  await page.getByRole("heading", { name: "2#11", exact: true }).waitFor();
  await press(page.getByRole("link", { name: "Inbox" }).first());
  const row = page.getByRole("row", { name: "u-11" });
  await arrive(page, () => row.getByRole("link", { name: "2#11" }).click());
  await page.getByRole("heading", { name: "2#11", exact: true }).waitFor();
  const due = await page.locator(".strip time").first().getAttribute("title");
  expect(due).toContain(`${shownDeadline(received)} UTC`);
  await take(page);

  await decide(page, "AVI-2026-11");
  const evidence = page.getByRole("link", { name: "Case file (zip)" });
  await reach(evidence);
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  const { folder } = unpack(readFileSync(await download.path()));
  expect(verify(folder)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Everything matches manifest\.json\. Files: 11; cases: 1;/m),
  });

  await press(page.getByRole("link", { name: "Month", exact: true }));
  const month = received.toLocaleDateString("sv", { timeZone: TIME_ZONE }).slice(0, 7);
  await page.goto(`${desk}/month?month=${month}`);
  await page.getByText("AVI-2026-11").first().waitFor();
  await page.context().close();
});
