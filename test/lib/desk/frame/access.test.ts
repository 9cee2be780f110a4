import { expect, it } from "vitest";
import { TEST_PROJECT } from "../../../../lib/contract/test-project.ts";
import { accessOf, seenBeside } from "../../../../lib/desk/frame/access.ts";

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

it("shows of all seen projects beside one of them, and of the test project alone beside it", () => {
  const access = { sees: [1, 2], actsIn: [] };
  expect(seenBeside(access, 2)).toEqual([1, 2]);
  expect(seenBeside(access, 9)).toEqual([1, 2]);
  expect(seenBeside(access, TEST_PROJECT)).toEqual([TEST_PROJECT]);
});
