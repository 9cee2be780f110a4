import { expect, it } from "vitest";
import { caseNumber, loggedName } from "../../../lib/cases/case-keys.ts";

it.each([
  ["its notification's number", { subject: "notification#1#42", opened: "once" }, "1#42"],
  ["its wallet", { subject: "wallet#1#0xa#1", opened: "2", kind: "wallet", address: "0xA" }, "1#0xA"],
  ["its user", { subject: "user#1#u-1", opened: "2", kind: "user", userId: "u-1" }, "1#u-1"],
] as const)("names a case by %s", (_, caseKey, number) => {
  expect(caseNumber({ projectId: 1, ...caseKey })).toBe(number);
});

it("names a case in a log without what looks like personal data", () => {
  expect(loggedName({ subject: "user#1#GOMC900101HDFRRL09", opened: "0" })).toBe("user#1#[CURP masked]#0");
  expect(loggedName({ subject: "notification#1#42#a", opened: "once" })).toBe("notification#1#42#a#once");
});
