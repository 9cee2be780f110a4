/** The desk in a real browser: what an officer does from the alert on, with and without script, and what axe finds. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchChromium } from "../../support/chromium.ts";
import { notificationBody } from "../../support/notifications.ts";
import { TestStack } from "../../support/test-stack.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let stack: TestStack;
let browser: Browser;
let desk: string;

beforeAll(async () => {
  [stack, browser] = await Promise.all([
    TestStack.start({ context: { desk: true }, warm: true, examples: true }),
    launchChromium(),
  ]);
  desk = stack.stack.endpoints.desk ?? "";
  // The last ones are decided first; the first one stays open.
  for (const id of [3, 1, 2]) {
    await stack.post(notificationBody({ id }));
    await stack.settled();
  }
  await stack.settled();
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

async function signIn(page: Page, person: string): Promise<void> {
  await page.goto(desk);
  await page.getByRole("button", { name: person }).click();
  await page.getByRole("heading", { name: "Inbox" }).waitFor();
}

it.each([
  ["with script", true, 2],
  ["without script", false, 1],
])(
  "lets an officer decide the newest case, look around it, and end her session: %s",
  async (_, script, id) => {
    const context = await browser.newContext({ javaScriptEnabled: script });
    const page = await context.newPage();
    await signIn(page, "olga.officer");
    await page.getByRole("link", { name: "Illegal transaction" }).first().click();
    await page.getByRole("heading", { name: "Case: Illegal transaction" }).waitFor();
    await page.getByRole("button", { name: "Acknowledge" }).click();
    await page.getByText("olga.officer@company.example acknowledged it", { exact: true }).waitFor();
    const decide = page.getByRole("form", { name: "Decide" });
    await decide.getByLabel("Outcome").selectOption("reported");
    await decide.getByLabel("Reference").fill("AVI-2026-3");
    await decide.getByLabel("Date of the receipt").fill("2026-01-31");
    await decide.getByLabel("Note").fill("Over the threshold.");
    await decide.getByRole("button", { name: "Decide" }).click();
    await page.getByText("olga.officer@company.example decided: reported").waitFor();
    await page.getByRole("link", { name: "Month", exact: true }).click();
    await page.getByRole("link", { name: "The month after" }).click();
    await page.getByText("reference AVI-2026-3").first().waitFor();
    await page.goBack();
    await page.goBack();
    await page.getByRole("link", { name: "Illegal transaction" }).first().click();
    await page.getByRole("heading", { name: `Notification 1#${id}` }).waitFor();
    expect(await page.getByText("1000000000000000000", { exact: true }).isVisible()).toBe(true);
    await page.getByRole("link", { name: "0x1111" }).click();
    await page.getByRole("heading", { name: "Wallet" }).waitFor();
    await page.getByRole("link", { name: "of this wallet" }).click();
    await page.getByRole("heading", { name: "Notifications" }).waitFor();
    await page.getByRole("link", { name: "Scans" }).click();
    await page.getByRole("button", { name: "Start a scan" }).first().click();
    await expect.poll(async () => (await page.reload())?.status()).toBe(200);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign out of the local issuer" }).click();
    await page.getByRole("heading", { name: "You are signed out" }).waitFor();
    await page.goto(`${desk}/notification?name=1%231`);
    await page.getByRole("heading", { name: "Who are you?" }).waitFor();
    await page.goBack();
    expect(await page.getByText("LFPIORPI").count()).toBe(0);
    await context.close();
  },
);

it("lets an auditor see everything and press nothing", async () => {
  const page = await browser.newPage();
  await signIn(page, "ana.auditor");
  await page.getByRole("link", { name: "Scans" }).click();
  await page.getByRole("heading", { name: "Project 1" }).waitFor();
  expect(await page.getByRole("button").allInnerTexts()).toEqual(["Español", "Sign out"]);
  await page.close();
});

it.each([
  ["light", 360],
  ["light", 1_280],
  ["dark", 360],
  ["dark", 1_280],
] as const)("has nothing that axe finds, %s at %i pixels", async (colorScheme, width) => {
  const context = await browser.newContext({
    colorScheme,
    viewport: { width, height: 800 },
    bypassCSP: true,
  });
  const page = await context.newPage();
  await signIn(page, "olga.officer");
  for (const path of [
    "/",
    "/notifications",
    "/notification?name=1%231",
    "/case?subject=notification%231%233&opened=once",
    "/month?month=2026-01",
    "/wallets",
    "/wallet?project=1&chain=42161&address=0x1111111111111111111111111111111111111111",
    "/scans",
    "/nowhere",
    "/signed-out",
  ]) {
    await page.goto(`${desk}${path}`);
    await page.evaluate(AXE);
    const found = await page.evaluate(
      "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))",
    );
    expect(found, path).toEqual([]);
    const isWider = await page.evaluate("document.documentElement.scrollWidth > window.innerWidth");
    expect(isWider, path).toBe(false);
  }
  await context.close();
});
