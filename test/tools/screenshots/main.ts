/** `npm run screenshots`: the desk's story in pictures for the README, from the local stack: flagged, looked up, scanned. */

import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { DayCounter } from "../../../lib/daily-counts/day-counter.ts";
import { DayStore } from "../../../lib/daily-counts/days.ts";
import { launchChromium } from "../../support/desk/chromium.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../../support/notifications.ts";
import { TestStack } from "../../support/test-stack.ts";

const FOLDER = join(import.meta.dirname, "../../../.github/images");

/** The README is read on slow lines too. */
const MOST_BYTES = 100 * 1_024;

const VIEWPORT = { width: 1_000, height: 560 };

async function take(page: Page, name: string): Promise<void> {
  const path = join(FOLDER, `desk-${name}.png`);
  await page.screenshot({ path });
  const { size } = statSync(path);
  if (size > MOST_BYTES) throw new Error(`${path} has ${size} bytes, more than ${MOST_BYTES}.`);
  process.stdout.write(`${path}: ${Math.round(size / 1_024)} KiB\n`);
}

/** Every person, address and amount is invented. */
async function fill(stack: TestStack): Promise<void> {
  const wallets = ["33333333333333333333333333333333cafe0019", "55555555555555555555555555555555cafe0100"];
  for (const [index, end] of wallets.entries()) {
    await stack.post(
      notificationBody({
        id: 71 + index,
        chainId: 1,
        timestamp: new Date(Date.now() - 3_600_000).toISOString(),
        address: { id: index, userId: `u-${index + 2}`, address: `0x${end}`, description: "Main wallet" },
        amount: { value: (index + 2) * 1_000_000_000, usd: (index + 2) * 1_000 },
        token: { name: "USD Coin", symbol: "USDC", decimals: 6, address: `0x${"a".repeat(40)}` },
        inflictedLaws: [LFPIORPI, FINTECH_LAW],
      }),
    );
    await stack.settled();
  }
}

/** A month as nights count it, without an end. */
async function countMonth(stack: TestStack): Promise<void> {
  const days = new DayStore(stack.database, stack.stack.endpoints.tables.cases ?? "");
  for (let day = 1; day <= 31; day++) {
    const at = Date.UTC(2026, 9, day, 15);
    const receivedAt = new Date(at).toISOString();
    const counter = new DayCounter((iso) => iso.slice(0, "YYYY-MM-DD".length), receivedAt);
    const laws = [
      { name: "LFPIORPI", countryCode: "MX", risk: "illegal" },
      { name: "Ley Fintech", countryCode: "MX", risk: "warn" },
    ] as const;
    for (let illegal = 0; illegal < (day * 7) % 5; illegal++) {
      const alert = { state: "sent", at: new Date(at + 3_000 + illegal * 900).toISOString() } as const;
      counter.addNotification({ kind: "notification", risk: "illegal", laws, receivedAt, alert });
      const decided = {
        outcome: "reported",
        decidedAt: new Date(at + (illegal + 5) * 3_600_000).toISOString(),
      } as const;
      const dueAt = "2026-11-18T05:59:59.999Z";
      counter.addCase({ kind: "notification", receivedAt, dueAt, ...(day < 29 ? decided : {}) });
    }
    for (let warn = 0; warn < (day * 5) % 9; warn++)
      counter.addNotification({
        ...{ kind: "notification", risk: "warn", laws: laws.slice(1), receivedAt, alert: { state: "none" } },
      });
    const counted = { projectId: 1, timeZone: "America/Mexico_City", countedAt: "2026-11-01T10:00:00.000Z" };
    const name = receivedAt.slice(0, "YYYY-MM-DD".length);
    await days.put({ ...counted, day: name, count: counter.count() }, new Date(at), 10);
  }
}

async function tell(stack: TestStack, page: Page): Promise<void> {
  const { desk = "" } = stack.stack.endpoints;
  await page.goto(desk);
  await page.getByRole("button", { name: "olga.officer" }).click();
  await page.getByRole("link", { name: "1#72" }).first().waitFor();
  await take(page, "flagged");
  await page.goto(`${desk}/notification?name=1%2372`);
  await page.getByRole("heading", { name: "Notification 1#72" }).waitFor();
  await take(page, "looked-up");
  await page.locator("summary", { hasText: "System" }).click();
  await page.getByRole("link", { name: "Scans" }).click();
  await page.getByRole("button", { name: "Start a scan" }).first().click();
  await page.getByRole("cell", { name: "completed" }).first().waitFor();
  await page.getByRole("link", { name: "Wallets" }).click();
  await page.getByRole("heading", { name: "Project 1" }).waitFor();
  await take(page, "scanned");
  await page.goto(`${desk}/overview?month=2026-10&project=1`);
  await page.getByRole("heading", { name: "Overview: October 2026" }).waitFor();
  await take(page, "counted");
}

mkdirSync(FOLDER, { recursive: true });
const [stack, browser] = await Promise.all([
  TestStack.start({ context: { desk: true }, warm: true, examples: true }),
  launchChromium(),
]);
try {
  await fill(stack);
  await countMonth(stack);
  await tell(stack, await browser.newPage({ viewport: VIEWPORT, colorScheme: "light" }));
} finally {
  await browser.close();
  await stack.close();
}
