/** Two officers at once, a redelivery in between, a form sent twice, a session that ended: in a browser nothing is lost or doubled. */

import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { caseLink, notificationLink, userLink, walletLink } from "../../../lib/alerts/messages/desk-links.ts";
import { userSubject, walletSubject } from "../../../lib/cases/case-keys.ts";
import { CaseQueries } from "../../../lib/cases/case-queries.ts";
import { DeskSessionStore } from "../../../lib/desk/frame/desk-sessions.ts";
import { arrive, openMenu, signIn, visitor } from "../../support/desk/browsing.ts";
import { launchChromium, noBrowser } from "../../support/desk/chromium.ts";
import { LFPIORPI, notificationBody } from "../../support/notifications.ts";
import { StoredCases } from "../../support/stored-cases.ts";
import { TestStack } from "../../support/test-stack.ts";

const missing = noBrowser();
beforeEach(({ skip }) => skip(missing !== undefined, missing));

const SCRIPTS = [
  ["with script", true],
  ["without script", false],
] as const;

/** In which both officers act. */
const PROJECT = { projectId: 2 };

/** Nothing is filed before there is a case. */
const TODAY = new Intl.DateTimeFormat("sv", { timeZone: "America/Mexico_City" }).format();

let stack: TestStack;
let browser: Browser;
let desk: string;
let cases: StoredCases;

beforeAll(async () => {
  if (missing !== undefined) return;
  [stack, browser] = await Promise.all([
    TestStack.start({ timeScale: 10, props: { desk: true } }),
    launchChromium(),
  ]);
  desk = stack.endpoints.desk ?? "";
  cases = new StoredCases(stack.database, stack.endpoints.tables.cases);
  const [olga, oscar] = await Promise.all([stateOf("olga"), stateOf("oscar")]);
  signedIn = { olga, oscar };
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

function post(id: number, changes: Record<string, unknown> = {}) {
  return stack.post(notificationBody({ id, ...PROJECT, ...changes }), PROJECT);
}

/** A case of its own, of a flagged notification. */
async function newCase(id: number) {
  await post(id);
  const key = await stack.caseOf(`2#${id}`);
  return {
    path: caseLink(key),
    kinds: async () => (await cases.read(key)).steps.map(({ kind }) => kind),
    key,
  };
}

/** What a browser has once its officer is signed in: each signs in once. */
let signedIn: Record<"olga" | "oscar", Awaited<ReturnType<typeof stateOf>>>;

async function stateOf(name: string) {
  const page = await visitor(browser);
  await signIn(page, desk, `${name}.officer`);
  const state = await page.context().storageState();
  await leave(page);
  return state;
}

/** An officer at a page, in a browser of their own. */
async function officerAt(
  path: string,
  name: keyof typeof signedIn = "olga",
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await visitor(browser, { storageState: signedIn[name], ...options });
  await page.goto(`${desk}${path}`);
  return page;
}

const twoAt = (path: string, options: BrowserContextOptions = {}) =>
  Promise.all([officerAt(path, "olga", options), officerAt(path, "oscar", options)]);

const leave = (...pages: Page[]) => Promise.all(pages.map((page) => page.context().close()));

const formOf = (page: Page, name: string) => page.getByRole("form", { name });
const record = (form: Locator) => form.getByRole("button", { name: "Record", exact: true });

/** A form that is folded. */
async function unfolded(page: Page, name: string): Promise<Locator> {
  await page.locator("summary", { hasText: name }).click();
  return formOf(page, name);
}

/** The form that opens a case: folded, but on the page of a notification. */
async function caseForm(page: Page): Promise<Locator> {
  const summary = page.locator("summary", { hasText: "Open a case" });
  if ((await summary.count()) > 0) await summary.click();
  return formOf(page, "Open a case");
}

const wasFaster = (page: Page) =>
  page.getByRole("alert").getByText("Another step was recorded meanwhile").waitFor();

/** Loses the answer to the next form that goes to a path, once the desk did what it asks for. */
const loseAnswer = (page: Page, path: string) =>
  page.route(
    `**${path}`,
    async (route) => {
      await route.fetch({ maxRedirects: 0 });
      await route.abort();
    },
    { times: 1 },
  );

/** What is typed into a decision. */
const TYPED = {
  Reference: "AVI-typed",
  "Date of the receipt": TODAY,
  "Its hour": "00:00",
  Grounds: "Over the threshold.\nSeen twice.",
};

/** Types and chooses something in every field of a decision. */
async function typeDecision(page: Page): Promise<Locator> {
  const form = formOf(page, "Decide");
  await form.getByLabel("Notice filed").check();
  await form.getByLabel("Kind of filing").selectOption("Amendment");
  for (const [label, text] of Object.entries(TYPED)) await form.getByLabel(label).fill(text);
  return form;
}

/** Fails where a decision does not have all of it. */
async function expectTyped(form: Locator): Promise<void> {
  expect(await form.getByLabel("Notice filed").isChecked()).toBe(true);
  expect(await form.getByLabel("Kind of filing").inputValue()).toBe("amendment");
  for (const [label, text] of Object.entries(TYPED))
    expect([label, await form.getByLabel(label).inputValue()]).toEqual([label, text]);
}

/** The same of a page that has no such form any more. */
async function expectKept(page: Page): Promise<void> {
  const writtenText = (await page.getByLabel("What you wrote").inputValue()).toLowerCase();
  for (const text of ["Notice filed", "Amendment", ...Object.values(TYPED)])
    expect(writtenText).toContain(text.toLowerCase());
}

it.each(SCRIPTS)(
  "tells an officer that a colleague was faster, with every field as it was, and takes it then: %s",
  async (_, javaScriptEnabled) => {
    const { path, kinds } = await newCase(javaScriptEnabled ? 11 : 12);
    const [olga, oscar] = await twoAt(path, { javaScriptEnabled });
    const decision = await typeDecision(oscar);
    const filing = await unfolded(olga, "Record a filing");
    await filing.getByLabel("Reference").fill("AVI-24");
    await filing.getByLabel("Date of the receipt").fill(TODAY);
    await record(filing).click();
    await olga.getByText("olga.officer recorded a filing").waitFor();
    await record(decision).click();
    await wasFaster(oscar);
    await oscar.getByText("olga.officer recorded a filing").waitFor();
    await expectTyped(decision);
    expect(await kinds()).toEqual(["file"]);
    await record(decision).click();
    await oscar.getByText("oscar.officer decided: notice filed").waitFor();
    expect(await kinds()).toEqual(["file", "decide"]);
    await leave(olga, oscar);
  },
);

it.each(SCRIPTS)(
  "takes one of two decisions that are sent at once, and gives the other officer back what they wrote: %s",
  async (_, javaScriptEnabled) => {
    const { path, key } = await newCase(javaScriptEnabled ? 21 : 22);
    const pages = await twoAt(path, { javaScriptEnabled });
    const forms = await Promise.all(pages.map(typeDecision));
    await Promise.all(forms.map((form) => record(form).click()));
    for (const page of pages) await page.getByText(".officer decided: notice filed").waitFor();
    const { decision, steps } = await cases.read(key);
    expect(steps).toHaveLength(1);
    const [olga, oscar] = pages;
    const [first, second] = decision?.by.subject === "olga" ? [olga, oscar] : [oscar, olga];
    await wasFaster(second);
    await expectKept(second);
    expect(await first.getByRole("alert").count()).toBe(0);
    await leave(...pages);
  },
);

it.each(SCRIPTS)(
  "keeps what is typed while a webhook comes again, which changes nothing, and while a revision comes, which it tells: %s",
  async (_, javaScriptEnabled) => {
    const id = javaScriptEnabled ? 31 : 32;
    const { path, kinds } = await newCase(id);
    const olga = await officerAt(path, "olga", { javaScriptEnabled });
    const note = await unfolded(olga, "Add a note");
    await note.getByLabel("Note").fill("Asked for the origin.");
    await post(id);
    expect(await stack.notification(`2#${id}`)).toMatchObject({ repeats: 1 });
    await record(note).click();
    await olga.getByText("olga.officer noted").waitFor();
    expect(await kinds()).toEqual(["note"]);

    const decision = await typeDecision(olga);
    const inflictedLaws = [LFPIORPI, { ...LFPIORPI, name: "CUSTOM" }];
    for (const _sent of ["once", "again"]) {
      await post(id, { inflictedLaws });
      await stack.settled();
    }
    await record(decision).click();
    await wasFaster(olga);
    await olga.getByText(/^The service says something else .* flags it now under .*CUSTOM/).waitFor();
    await expectTyped(decision);
    expect(await kinds()).toEqual(["note", "revised"]);
    await record(decision).click();
    await olga.getByText("olga.officer decided: notice filed").waitFor();
    expect(await kinds()).toEqual(["note", "revised", "decide"]);
    await leave(olga);
  },
);

it.each(SCRIPTS)(
  "records one step of a form that is pressed twice, or sent again since its answer was lost, and Back leads to no second one: %s",
  async (_, javaScriptEnabled) => {
    const { path, kinds } = await newCase(javaScriptEnabled ? 41 : 42);
    const olga = await officerAt(path, "olga", { javaScriptEnabled });
    const note = await unfolded(olga, "Add a note");
    await note.getByLabel("Note").fill("Asked for the origin.");
    await record(note).dblclick();
    await olga.getByText("olga.officer noted").waitFor();
    expect(await kinds()).toEqual(["note"]);

    const decision = await typeDecision(olga);
    await loseAnswer(olga, "/case");
    // The script sends it again; without it the browser says that there was no answer, and the officer does.
    await arrive(olga, () => record(decision).click());
    expect(await kinds()).toEqual(["note", "decide"]);
    if (!javaScriptEnabled) await olga.reload();
    await olga.getByText("olga.officer decided: notice filed").waitFor();
    await olga.goBack();
    // With script, the page before it is what led to the case.
    if (javaScriptEnabled) await olga.goForward();
    await olga.getByText("olga.officer decided: notice filed").waitFor();
    expect(await decision.count()).toBe(0);
    expect(await kinds()).toEqual(["note", "decide"]);
    await leave(olga);
  },
);

it.each(SCRIPTS)(
  "gives back what was typed when the session ended meanwhile, and leads to the case again: %s",
  async (_, javaScriptEnabled) => {
    const { path, kinds } = await newCase(javaScriptEnabled ? 51 : 52);
    // With a session of its own: no other test loses one.
    const storageState = await stateOf("olga");
    const olga = await officerAt(path, "olga", { javaScriptEnabled, storageState });
    const decision = await typeDecision(olga);
    const sessions = new DeskSessionStore(stack.database, stack.endpoints.tables.deskSessions ?? "");
    for (const { value } of storageState.cookies) await sessions.end(value);
    await record(decision).click();
    await olga.getByText("Your session has ended").waitFor();
    // The script sends nothing, so that everything stays in its field.
    await (javaScriptEnabled ? expectTyped(decision) : expectKept(olga));
    // The issuer still knows the officer, and asks nothing.
    await arrive(olga, () => olga.getByRole("link", { name: "Sign in again" }).click());
    await decision.waitFor();
    expect(olga.url()).toBe(`${desk}${path}`);
    if (javaScriptEnabled) await expectTyped(decision);
    expect(await kinds()).toEqual([]);
    await leave(olga);
  },
);

it("takes a form whose officer signed out and in again in another tab meanwhile", async () => {
  const { path, kinds } = await newCase(61);
  const olga = await officerAt(path, "olga", { storageState: await stateOf("olga") });
  const decision = await typeDecision(olga);
  const tab = await olga.context().newPage();
  await tab.goto(desk);
  await openMenu(tab, "Account");
  await tab.getByRole("button", { name: "Sign out" }).click();
  await tab.getByRole("button", { name: "Sign out of the local issuer" }).click();
  await tab.getByRole("heading", { name: "You are signed out" }).waitFor();
  await signIn(tab, desk, "olga.officer");
  await expectTyped(decision);
  await record(decision).click();
  await olga.getByText("olga.officer decided: notice filed").waitFor();
  expect(await kinds()).toEqual(["decide"]);
  await leave(olga);
});

const address = `0x${"7".repeat(40)}`;
const wallet = { ...PROJECT, address, chainId: "42161" };
const ABOUT = {
  user: { path: userLink("u-7"), isOf: (subject: string) => subject === userSubject(2, "u-7") },
  wallet: { path: walletLink(wallet), isOf: (subject: string) => subject === walletSubject(wallet) },
  notification: {
    path: notificationLink("2#71"),
    isOf: (subject: string) => subject.startsWith("notification#2#71#"),
  },
};

it.each(Object.entries(ABOUT))(
  "opens one case of a %s for a button that is pressed twice, and gives the slower officer the reason back",
  async (_, { path, isOf }) => {
    await post(71, { address: { id: 7, userId: "u-7", address }, inflictedLaws: [] });
    await stack.settled();
    const [olga, oscar] = await twoAt(path);
    const [first, second] = [await caseForm(olga), await caseForm(oscar)];
    await first.getByLabel("Grounds").fill("Asked by the bank.");
    await second.getByLabel("Grounds").fill("Asked by the tax office.");
    await first.getByRole("button", { name: "Open a case" }).dblclick();
    await olga.getByText("olga.officer opened the case").waitFor();
    await second.getByRole("button", { name: "Open a case" }).click();
    await oscar.getByText("Another step was recorded meanwhile").waitFor();
    const again = formOf(oscar, "Record a suspicion in case");
    expect(await again.getByLabel("Grounds").inputValue()).toBe("Asked by the tax office.");
    await oscar.getByRole("link", { name: "The case that is there now" }).click();
    await oscar.getByText("Asked by the bank.").waitFor();
    const queries = new CaseQueries(stack.database, stack.endpoints.tables.cases ?? "");
    const open = await Array.fromAsync(queries.list({ projectIds: [2] }));
    expect(open.filter(({ subject }) => isOf(subject))).toHaveLength(1);
    await leave(olga, oscar);
  },
);
