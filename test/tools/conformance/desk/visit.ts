/** A visit to the desk: invited by the command, signed in through the endpoint's own page in a browser, and removed. */

import {
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
} from "@aws-sdk/client-cognito-identity-provider";
import type { Locator, Page } from "playwright-core";
import type { Target } from "../../../../lib/cli/core/target.ts";
import { launchChromium } from "../../../support/desk/chromium.ts";
import type { Commands } from "../commands.ts";
import { expectSame } from "../expect.ts";

/** Invented. */
export const OFFICER = "olga@company.example";
const MAILED = "Mailed-password-1";
export const OWN = "Own-password-12";

/** Number of cases that a visit decides. */
export const DECIDED_AT_DESK = 1;

/** AWS's addresses, which the endpoint answers: see `endpoint-issuer.ts`. */
const COGNITO = /^https:\/\/cognito-idp\.[\w-]+\.amazonaws\.com/;

/** @param endpoint where the endpoint is, without a slash at the end */
export async function visitDesk(commands: Commands, target: Target, endpoint: string): Promise<void> {
  const { desk = "", deskUserPool: UserPoolId = "" } = target;
  await commands.vigia(`desk invite ${OFFICER} --role officer`);
  // Only the mail has the password from Cognito.
  const password = { UserPoolId, Username: OFFICER, Password: MAILED, Permanent: false };
  await new CognitoIdentityProviderClient({}).send(new AdminSetUserPasswordCommand(password));
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await leadToEndpoint(page, desk, endpoint);
    await page.goto(`${desk}/sign-in`);
    await signIn(page, MAILED);
    await page.fill("#new_password", OWN);
    await page.fill("#confirm_password", OWN);
    await page.click("button[type=submit]");
    await page.waitForURL(`${desk}/`);
    await expectAlerts(page);
    await decide(page);
    expectSame("people of the desk", (await commands.rows("desk list")).map(standing), [
      [OFFICER, "officers", "active"],
    ]);
    await commands.vigia(`desk remove ${OFFICER}`);
    const inbox = await page.request.get(desk, { maxRedirects: 0 });
    expectSame("status of the inbox for the one who was removed", inbox.status(), 303);
    await page.goto(`${desk}/sign-in`);
    await signIn(page, OWN);
    expectSame(
      "what the page says to the one who was removed",
      await page.textContent(".error"),
      "User is disabled.",
    );
  } finally {
    await browser.close();
  }
}

/**
 * An officer of a pool that was taken over signs in as before and sees what was decided.
 * @param decided the path of a case that was decided before
 */
export async function returnToDesk({ desk = "" }: Target, endpoint: string, decided: string): Promise<void> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await leadToEndpoint(page, desk, endpoint);
    await page.goto(`${desk}/sign-in`);
    await signIn(page, OWN);
    await page.waitForURL(`${desk}/`);
    await page.goto(`${desk}${decided}`);
    const step = `${OFFICER.split("@")[0]} decided: false positive`;
    expectSame("the decision is on its page", (await page.locator("main").innerText()).includes(step), true);
  } finally {
    await browser.close();
  }
}

/** The desk sends its visitors to an address of AWS. */
async function leadToEndpoint(page: Page, desk: string, endpoint: string): Promise<void> {
  await page.route(`${desk}/sign-in`, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    const headers = response.headers();
    const location = headers["location"]?.replace(COGNITO, endpoint) ?? "";
    await route.fulfill({ response, headers: { ...headers, location } });
  });
}

const standing = ({ email, groups, state }: Record<string, unknown>) => [email, groups, state];

async function signIn(page: Page, password: string): Promise<void> {
  await page.fill("#username", OFFICER);
  await page.fill("#password", password);
  await page.click("button[type=submit]");
}

/** The inbox has what was alerted, and leads to it. */
async function expectAlerts(page: Page): Promise<void> {
  expectSame("heading", await page.textContent("h1"), "Inbox");
  const first = page.locator("tbody tr a").first();
  await first.waitFor();
  const [reply] = await Promise.all([page.waitForNavigation(), first.click()]);
  expectSame("status of what the inbox leads to", reply?.status(), 200);
}

/** The case that is shown. */
async function decide(page: Page): Promise<void> {
  const press = (button: Locator) => Promise.all([page.waitForNavigation(), button.click()]);
  await press(page.getByRole("button", { name: "Take", exact: true }));
  const form = page.getByRole("form", { name: "Decide" });
  await form.getByRole("radio", { name: "False positive" }).check();
  await form.getByLabel("Note").fill("A wallet of our own.");
  await press(form.getByRole("button", { name: "Record", exact: true }));
  const [who] = OFFICER.split("@");
  const steps = [`${who} took it`, `${who} decided: false positive`];
  for (const step of steps) expectSame(step, await page.getByText(step, { exact: true }).count(), 1);
}
