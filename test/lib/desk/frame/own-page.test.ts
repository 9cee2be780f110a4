/** The page to which signing in leads: one of the desk. */

import { expect, it } from "vitest";
import { ownPage } from "../../../../lib/desk/frame/own-page.ts";

const DESK = "https://desk.example";

it.each([
  "https://attacker.example/",
  "//attacker.example",
  "/\\attacker.example",
  "javascript:1",
  "/sign-in",
  "/signed-in?code=1",
  "/sign-out",
  "/language",
  undefined,
  "",
  "\0",
  "..",
  "\ud800",
  "__proto__",
  `/notifications?user=${"u".repeat(2_100)}`,
  `/notifications?user=${"界".repeat(300)}`,
])("is the first page where another was asked for: %j", (page) => {
  expect(ownPage(page, DESK)).toBe("https://desk.example/");
});

it.each([
  ["/system?x=1", "https://desk.example/system?x=1"],
  [
    `/notifications?user=${"u".repeat(1_900)}`,
    `https://desk.example/notifications?user=${"u".repeat(1_900)}`,
  ],
  // A path that a browser would take for another site's, once it is resolved.
  ["/..//attacker.example", "https://desk.example//attacker.example"],
  ["/.//attacker.example", "https://desk.example//attacker.example"],
  ["/a/..//attacker.example/x", "https://desk.example//attacker.example/x"],
])("is a page of the desk, with the desk's own address: %s", (page, url) => {
  expect(ownPage(page, DESK)).toBe(url);
});
