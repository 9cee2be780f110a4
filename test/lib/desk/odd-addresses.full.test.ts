/** Addresses of the desk that no link has. */

import { expect, it } from "vitest";
import { startDesk } from "../../support/desk/desk-app.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");

/** Invalid ids, cursors, words and numbers. */
const ODD = [
  "",
  "%00",
  "%ff",
  "%3Cscript%3Ealert(1)%3C/script%3E",
  "1e0",
  "01",
  "2%231%232",
  "%ED%A0%80",
  "__proto__",
  "9999-99-99T99:99:99.999Z",
  "a".repeat(2_049),
];
const CURSOR = "2026-01-01T00:00:00.000Z%23aaaaaaaaaaaa";

it.each([
  ["a cursor of another sort", `/?older=${CURSOR}&since=`, [404]],
  ["a row", "/?from=", [404]],
  ["a month", "/board?to=", [404]],
  ["a search", "/search?q=", [200]],
  ["a view", "/?view=", [200, 404]],
  ["a cursor", "/notifications?older=", [404]],
  ["a cursor's name", "/notifications?newer=2026-01-01T00:00:00.000Z%23", [404]],
  ["a day", "/notifications?since=", [200, 404]],
  ["a cursor", "/wallets?below=", [404]],
  ["a name", "/n/", [303, 404]],
  ["a name's digest", "/n/1.1.", [303, 404]],
  ["an address", "/w/1.", [303, 404]],
  ["a user", "/u/", [200, 303, 404]],
  ["a case", "/c/", [303, 404]],
  ["a case's opening", "/c/user.1.u-1.", [303, 404]],
  ["a project's scans", "/s/", [303, 404]],
  ["a name in the query", "/notification?name=", [303, 404]],
  ["an address in the query", "/wallet?project=1&address=", [303, 404]],
  ["a user in the query", "/users?user=", [303, 404]],
  ["an address to find", "/wallets?address=", [200]],
  ...["user", "wallet", "law"].map((name) => ["a filter", `/notifications?${name}=`, [200]] as const),
  ...["risk", "kind", "project"].map((name) => ["a word", `/notifications?${name}=`, [200, 404]] as const),
  ["a word", "/wallets?view=", [200, 404]],
  ["a case in the query", "/case?opened=once&subject=", [303, 404]],
  ["a page", "/page-", [400, 404]],
  ["a page to go on at", "/sign-in?page=", [303]],
  ["an answer", "/signed-in?code=x&state=", [400]],
] as const)(
  "answers odd texts for %s at %s with what it is, and never with a failure",
  async (_, at, wanted) => {
    const visit = at.startsWith("/signed-in") ? desk.stranger : officer;
    for (const address of ODD) {
      const { status } = await visit(`${at}${address}`);
      expect(wanted, `at ${address.slice(0, 60)}`).toContain(status);
    }
  },
);

it("takes a parameter that stands twice for none, and says what is wrong with the address", async () => {
  const { status, text } = await officer("/notifications?risk=warn&risk=illegal");
  expect(status).toBe(404);
  expect(text).toContain("This address is not valid");
});
