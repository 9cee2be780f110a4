/** Sign-in at the desk: the deployed code, the local issuer, and an attacker's attempts. */

import { afterAll, beforeAll, expect, it } from "vitest";
import { makePlace } from "../../lib/cli/support/test-context.ts";
import { standInFor } from "../../support/deployed-stack.ts";
import { DeskVisitor, signedIn } from "../../support/desk/desk-visitor.ts";
import { TestStack } from "../../support/test-stack.ts";

let stack: TestStack;
let desk: string;
beforeAll(async () => {
  stack = await TestStack.start({ props: { desk: true } });
  desk = stack.endpoints.desk ?? "";
});
afterAll(() => stack.close());

it("brings an officer to the requested page", async () => {
  const olga = new DeskVisitor(desk);
  const page = await olga.signIn("olga", "/?x=1");
  expect(page.url).toBe(`${desk}/?x=1`);
  expect(page.text).toContain("olga.officer@company.example");
  expect(page.headers["cache-control"]).toBe("no-store");
});

it("shows an auditor the desk, and a user without a group whom to ask", async () => {
  expect((await new DeskVisitor(desk).signIn("ana")).text).toContain("<h1>Inbox</h1>");
  const nora = await new DeskVisitor(desk).signIn("nora");
  expect(nora).toMatchObject({ status: 403 });
  expect(nora.text).toContain("put you into the group officers or auditors");
});

it("lets no user in whose access has ended, and redirects them nowhere", async () => {
  const eva = await new DeskVisitor(desk).signIn("eva");
  expect(eva).toMatchObject({ status: 403, url: expect.stringContaining("/signed-in?code=") });
  expect(eva.text).toContain("Ask those who run Vigía in your company to invite you again.");
  expect(eva.text).not.toContain('href="/sign-in"');
});

it("lets no user in whose address is not verified, and says whom to ask", async () => {
  const vera = new DeskVisitor(desk);
  expect(await vera.signIn("vera")).toMatchObject({
    status: 403,
    text: expect.stringContaining("Your e-mail address is not verified"),
  });
  expect(await vera.visit("/")).toMatchObject({ status: 303 });
});

it("gives the browser a cookie that no script, no other site's form and no other host gets", async () => {
  const olga = new DeskVisitor(desk);
  const back = await olga.visit(await olga.chooseAt("/", "olga"));
  expect(back.headers["set-cookie"]?.at(-1)).toMatch(
    /^__Host-vigia-desk=[\w-]{43}; Max-Age=28800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
});

it("lets a visitor in once by their own callback, and never by a forged one or one from another browser", async () => {
  const olga = new DeskVisitor(desk);
  const callback = await olga.chooseAt("/", "olga");
  expect(await new DeskVisitor(desk).visit(callback)).toMatchObject({ status: 400 });
  const forged = new URL(callback);
  forged.searchParams.set("state", "forged");
  expect(await olga.visit(forged.href)).toMatchObject({ status: 400 });
  const begun = olga.deskCookies;
  expect(await olga.visit(callback)).toMatchObject({ status: 303 });
  const thief = new DeskVisitor(desk);
  thief.deskCookies = begun;
  expect(await thief.visit(callback)).toMatchObject({ status: 400 });
  expect(await thief.visit("/")).toMatchObject({ status: 303 });
});

it.each([
  ["the first one first", (pages: string[]) => pages],
  ["the last one first", (pages: string[]) => pages.toReversed()],
])("leads each of nine tabs, opened after the session ended, to its own page: %s", async (_, ordered) => {
  const olga = new DeskVisitor(desk);
  const pages = Array.from({ length: 9 }, (_, tab) => `/notifications?user=u-${tab}`);
  const issuerPages = new Map<string, string>();
  for (const page of pages) issuerPages.set(page, (await olga.follow(page)).url);
  for (const page of ordered(pages)) {
    const { status, url } = await olga.follow(await olga.choose(issuerPages.get(page) ?? "", "olga"));
    expect({ status, url }).toEqual({ status: 200, url: `${desk}${page}` });
  }
});

it("leads every tab to its page where the issuer knows the person, and all come back at once", async () => {
  const olga = await signedIn(desk, "olga");
  await olga.visit("/sign-out", { method: "POST" });
  const pages = Array.from({ length: 9 }, (_, tab) => `/notifications?user=u-${tab}`);
  const tabs = await Promise.all(pages.map((page) => olga.follow(page)));
  expect(tabs.map(({ status, url }) => ({ status, url }))).toEqual(
    pages.map((page) => ({ status: 200, url: `${desk}${page}` })),
  );
});

it("lets no altered cookie in, nor one of a sign-in under way", async () => {
  const olga = await signedIn(desk, "olga");
  const other = new DeskVisitor(desk);
  other.cookie = `${olga.cookie?.slice(0, -1)}!`;
  expect(await other.visit("/")).toMatchObject({ status: 303 });
  const begun = new DeskVisitor(desk);
  await begun.visit("/sign-in");
  begun.cookie = Object.values(begun.deskCookies)[0]?.split(".")[0] ?? "";
  expect(await begun.visit("/")).toMatchObject({ status: 303 });
});

it("ends the session at sign-out, for every holder of the cookie", async () => {
  const olga = await signedIn(desk, "olga");
  const thief = new DeskVisitor(desk);
  thief.cookie = olga.cookie ?? "";
  expect(await thief.visit("/")).toMatchObject({ status: 200 });
  const out = await olga.visit("/sign-out", { method: "POST" });
  expect(out.status).toBe(200);
  expect(out.headers["refresh"]).toMatch(/^0;url=http:\/\/localhost:\d+\/session\/end\?/);
  expect(await thief.visit("/")).toMatchObject({ status: 303 });
  expect(olga.cookie).toBeUndefined();
});

it("takes nothing of another site, of any content type, and answers a stranger's script with 401", async () => {
  const olga = await signedIn(desk, "olga");
  const types = ["application/x-www-form-urlencoded", "text/plain", "application/json", ""];
  for (const type of [...types, "multipart/form-data"]) {
    const foreign = { origin: "https://attacker.example", "content-type": type };
    for (const path of ["/sign-out", "/system"]) {
      expect(await olga.visit(path, { method: "POST", headers: foreign, body: "project=1" })).toMatchObject({
        status: 403,
      });
    }
    const own = { method: "POST", headers: { "content-type": type }, body: "project=01" };
    expect(await olga.visit("/system", own)).toMatchObject({ status: 404 });
  }
  expect(await olga.visit("/")).toMatchObject({ status: 200 });
  const script = await new DeskVisitor(desk).visit("/", { headers: { "sec-fetch-mode": "cors" } });
  expect(script).toMatchObject({ status: 401 });
});

it("tells a user who sends a form after the session ended, and gives the text back", async () => {
  const form = { subject: "notification#1#7", opened: "once", act: "note", note: "Asked <the> user's bank." };
  const reply = await new DeskVisitor(desk).visit("/case", {
    method: "POST",
    headers: { origin: desk, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form).toString(),
  });
  // Not a redirect: it would lead to the issuer, where the page's policy lets no form go.
  expect(reply.status).toBe(401);
  expect(reply.text).toContain("Your session has ended");
  expect(reply.text).toContain("Asked &lt;the&gt; user&#39;s bank.");
  const page = "/sign-in?page=%2Fc%2F1.7";
  expect(reply.text).toContain(`href="${page}"`);
  const { url } = await new DeskVisitor(desk).signIn("olga", page);
  expect(url).toBe(`${desk}/c/1.7`);
});

it("refuses a form larger than any of its own, from every sender", async () => {
  const sendBytes = (bytes: number) =>
    new DeskVisitor(desk).visit("/case", { method: "POST", body: "a&".repeat(bytes / 2) });
  expect(await sendBytes(262_144)).toMatchObject({ status: 401 });
  expect(await sendBytes(262_146)).toMatchObject({ status: 413 });
});

it("stays with the desk after signing in, for any page that was asked for", async () => {
  for (const page of ["//attacker.example", "/..//attacker.example"]) {
    const { url } = await new DeskVisitor(desk).signIn("olga", `/sign-in?page=${encodeURIComponent(page)}`);
    expect(new URL(url).origin).toBe(desk);
  }
  expect(await new DeskVisitor(desk).visit("/sign-in?page=%ED%A0%80")).toMatchObject({ status: 303 });
});

it("answers no call to the local desk or its issuer by another machine's name", async () => {
  const olga = new DeskVisitor(desk);
  const { headers } = await olga.visit("/sign-in");
  const issuer = new URL("/.well-known/openid-configuration", headers.location).href;
  const rebound = { headers: { host: "attacker.example" } };
  expect(await olga.visit(issuer, rebound)).toMatchObject({ status: 403 });
  expect(await olga.visit("/sign-in", rebound)).toMatchObject({ status: 403 });
  expect(await olga.visit(issuer)).toMatchObject({ status: 200 });
});

it("keeps a session when a link of another site leads to the sign-in or to its end", async () => {
  const olga = await signedIn(desk, "olga");
  const { cookie } = olga;
  expect((await olga.visit("/sign-in?page=/system")).headers.location).toBe(`${desk}/system`);
  expect((await olga.visit("/signed-in?code=1&state=2")).headers.location).toBe(`${desk}/`);
  expect(olga.cookie).toBe(cookie);
  expect(await olga.visit("/")).toMatchObject({ status: 200 });
});

it("answers a method that it does not know, and a style sheet of another version, with a refusal", async () => {
  const visitor = new DeskVisitor(desk);
  expect(await visitor.visit("/", { method: "TRACE" })).toMatchObject({ status: 405 });
  expect(await visitor.visit("/", { method: "DELETE" })).toMatchObject({ status: 405 });
  expect(await visitor.visit("/assets/0123456789/desk.css")).toMatchObject({ status: 404 });
});

it("shows nothing more to a removed user", async () => {
  const [olga, ana] = [await signedIn(desk, "olga"), await signedIn(desk, "ana")];
  const place = await makePlace(stack.stack.endpoints);
  const states = async () => [(await olga.visit("/")).status, (await ana.visit("/")).status];
  expect(await states()).toEqual([200, 200]);
  expect(await place.vigia(["desk", "remove", "olga.officer@company.example"])).toMatchObject({ code: 0 });
  expect(await states()).toEqual([303, 200]);
  // The issuer still knows the user; the company has to remove them there.
  expect(await olga.follow("/")).toMatchObject({ status: 200 });
  await place.remove();
});

it("lets officers who lead invite, list and remove people", async () => {
  const place = await makePlace();
  const leave = await standInFor(stack, "dev", "Vigia-local-Officer");
  try {
    for (const [line, sentence] of [
      ["invite vera@company.example --role officer", "is invited to the desk of stage dev as officer"],
      [
        "invite vera@company.example --role auditor --until 2100-01-01",
        "is now auditor of every project, until 2100-01-01",
      ],
      // The end of the access stays unchanged.
      [
        "invite vera@company.example --role auditor",
        "already, as auditor of every project, until 2100-01-01T00:00:00.000Z. The mail went out again.",
      ],
      ["list", "vera@company.example"],
      ["remove vera@company.example", "is removed from the desk of stage dev, and signed out"],
      ["invite vera@company.example --role officer", "is now officer of every project, until 2100-01-01"],
      ["invite vera@company.example --role officer --until never", "is now officer of every project. The"],
      ["remove vera@company.example --forget", "and deleted, with their authenticator"],
    ] as const) {
      const { out, err } = await place.vigia(["desk", ...line.split(" "), "--stage", "dev"]);
      expect({ line, out, err }).toEqual({ line, out: expect.stringContaining(sentence), err: "" });
    }
  } finally {
    leave();
    await place.remove();
  }
});
