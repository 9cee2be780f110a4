import { expect, it } from "vitest";
import { accessOf } from "../../../../lib/desk/frame/access.ts";

it.each([
  ["officers see and act in every project", ["officers"], { sees: [1, 2], actsIn: [1, 2] }],
  ["auditors see every project and act in none", ["auditors"], { sees: [1, 2], actsIn: [] }],
  ["officers of one project see no other", ["officers-2"], { sees: [2], actsIn: [2] }],
  [
    "an officer of one project who audits another acts in the one",
    ["officers-1", "auditors-2"],
    { sees: [1, 2], actsIn: [1] },
  ],
  ["the officers of a project that the settings do not name see nothing", ["officers-9"], undefined],
  ["groups may be paths, as of Keycloak", ["/officers-2", "/auditors"], { sees: [1, 2], actsIn: [2] }],
  ["a group within another gives nothing", ["/sales/officers", "//officers"], undefined],
  ["other groups give nothing", ["Officers", "officers-", "admins"], undefined],
  ["no group gives nothing", [], undefined],
])("%s", (_, groups, access) => {
  expect(accessOf(groups, [1, 2])).toEqual(access);
});
