/** Signing in at the desk through the endpoint's own page, in a browser. */

import {
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
} from "@aws-sdk/client-cognito-identity-provider";
import type { Page } from "playwright-core";
import type { Target } from "../../../../lib/cli/core/target.ts";
import type { Commands } from "../commands.ts";

/** Invented. */
export const OFFICER = "olga@company.example";
const MAILED = "Mailed-password-1";
export const OWN = "Own-password-12";

/** AWS's addresses, which the endpoint answers: see `endpoint-issuer.ts`. */
const COGNITO = /^https:\/\/cognito-idp\.[\w-]+\.amazonaws\.com/;

/** Invites an officer, and knows the password that only the mail has from Cognito. */
export async function invite(commands: Commands, target: Target, email: string): Promise<void> {
  await commands.vigia(`desk invite ${email} --role officer`);
  const UserPoolId = target.kind === "deployed" ? target.deskUserPool : undefined;
  const cognito = new CognitoIdentityProviderClient({});
  const password = { UserPoolId, Username: email, Password: MAILED, Permanent: false };
  await cognito.send(new AdminSetUserPasswordCommand(password));
  cognito.destroy();
}

/** Signs in for the first time, with the password of the mail, in place of which the officer chooses one. */
export async function signInFirst(page: Page, target: Target, email: string): Promise<void> {
  await askForPassword(page, target);
  await enter(page, email, MAILED);
  await page.fill("#new_password", OWN);
  await page.fill("#confirm_password", OWN);
  await page.click("button[type=submit]");
  await page.waitForURL(`${target.desk}/`);
}

/** Signs in with the password that an officer chose. */
export async function signInAgain(page: Page, target: Target, email: string): Promise<void> {
  await askForPassword(page, target);
  await enter(page, email, OWN);
}

/** Goes to the page of the sign-in: the desk sends its visitors to an address of AWS. */
async function askForPassword(page: Page, { desk = "" }: Target): Promise<void> {
  const endpoint = process.env["AWS_ENDPOINT_URL"] ?? "";
  await page.route(`${desk}/sign-in`, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    const headers = response.headers();
    const location = headers["location"]?.replace(COGNITO, endpoint) ?? "";
    await route.fulfill({ response, headers: { ...headers, location } });
  });
  await page.goto(`${desk}/sign-in`);
}

async function enter(page: Page, email: string, password: string): Promise<void> {
  await page.fill("#username", email);
  await page.fill("#password", password);
  await page.click("button[type=submit]");
}
