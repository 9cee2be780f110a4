import { expect, it } from "vitest";
import { loggedName } from "../../../lib/cases/case-keys.ts";

it("names a case in a log without what looks like personal data", () => {
  expect(loggedName({ subject: "user#1#GOMC900101HDFRRL09", opened: "0" })).toBe("user#1#[CURP masked]#0");
  expect(loggedName({ subject: "notification#1#42#a", opened: "once" })).toBe("notification#1#42#a#once");
});
