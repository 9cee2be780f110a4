import { describe, expect, it } from "vitest";
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
  ["other groups give nothing", ["Officers", "officers-", "/officers", "officers ", "admins"], undefined],
  ["no group gives nothing", [], undefined],
])("%s", (_, groups, access) => {
  expect(accessOf(groups, { projectIds: [1, 2], names: {} })).toEqual(access);
});

describe("groups with names of the issuer's own", () => {
  const names = {
    officers: "/company/Officers",
    auditors: "7c1e9a34-0000-4000-8000-00000000000a",
    "officers-2": "CN=officers-2,OU=desk,DC=company,DC=example",
  };

  it.each([
    ["open what the desk's own open", ["/company/Officers"], { sees: [1, 2], actsIn: [1, 2] }],
    ["may be ids", ["7c1e9a34-0000-4000-8000-00000000000a"], { sees: [1, 2], actsIn: [] }],
    ["may be of one project", ["CN=officers-2,OU=desk,DC=company,DC=example"], { sees: [2], actsIn: [2] }],
    ["leave the name of every other group as it is", ["auditors-1"], { sees: [1], actsIn: [] }],
    ["are names by no other path", ["/Officers", "company/Officers", "/company/Officers/x"], undefined],
    ["are names in no other case", ["/company/officers", "7C1E9A34-0000-4000-8000-00000000000A"], undefined],
    ["are in the place of the desk's own", ["officers", "auditors", "officers-2"], undefined],
    ["are no text that holds several", ["/company/Officers,x", "officers-1,officers-2"], undefined],
  ])("%s", (_, groups, access) => {
    expect(accessOf(groups, { projectIds: [1, 2], names })).toEqual(access);
  });
});

it("shows of all seen projects beside one of them, and of the test project alone beside it", () => {
  const access = { sees: [1, 2], actsIn: [] };
  expect(seenBeside(access, 2)).toEqual([1, 2]);
  expect(seenBeside(access, 9)).toEqual([1, 2]);
  expect(seenBeside(access, TEST_PROJECT)).toEqual([TEST_PROJECT]);
});
