/** A visit to the desk: invited by the command, signed in through the endpoint's own page in a browser, and removed. */

import type { Page } from "playwright-core";
import type { Target } from "../../../../lib/cli/core/target.ts";
import { launchChromium } from "../../../support/desk/chromium.ts";
import type { Commands } from "../commands.ts";
import { expectSame } from "../expect.ts";
import { invite, OFFICER, signInAgain, signInFirst } from "./cognito.ts";

/** What the endpoint's own sign-in adds to the story of a case, which `test/e2e/desk/story.test.ts` tells. */
export async function visitDesk(commands: Commands, target: Target): Promise<void> {
  await invite(commands, target, OFFICER);
  await withPage(async (page) => {
    await signInFirst(page, target, OFFICER);
    expectSame("heading", await page.textContent("h1"), "Inbox");
    const people = (await commands.rows("desk list")).map(({ email, groups, state }) => [
      email,
      groups,
      state,
    ]);
    expectSame("people of the desk", people, [[OFFICER, "officers", "active"]]);
    await commands.vigia(`desk remove ${OFFICER}`);
    const inbox = await page.request.get(target.desk ?? "", { maxRedirects: 0 });
    expectSame("status of the inbox for the one who was removed", inbox.status(), 303);
    await signInAgain(page, target, OFFICER);
    expectSame(
      "what the page says to the one who was removed",
      await page.textContent(".error"),
      "User is disabled.",
    );
  });
}

/**
 * An officer of a pool that was taken over signs in as before and sees what was decided.
 * @param decided the path of a case that was decided before
 */
export async function returnToDesk(target: Target, decided: string): Promise<void> {
  await withPage(async (page) => {
    await signInAgain(page, target, OFFICER);
    await page.waitForURL(`${target.desk}/`);
    await page.goto(`${target.desk}${decided}`);
    const step = "decided: false positive";
    expectSame("the decision is on its page", (await page.locator("main").innerText()).includes(step), true);
  });
}

async function withPage(visit: (page: Page) => Promise<void>): Promise<void> {
  const browser = await launchChromium();
  try {
    await visit(await browser.newPage());
  } finally {
    await browser.close();
  }
}
