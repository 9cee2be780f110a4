/** Errors of AWS in plain words. */

import { expect, test } from "vitest";
import { commandErrorFor } from "../../../../lib/cli/core/failure.ts";

function failureOf(name: string, message = "", where: string | undefined = "stage dev") {
  const { message: sentence, exitCode } = commandErrorFor(Object.assign(new Error(message), { name }), where);
  return [exitCode, sentence];
}

test("says what AWS refuses, and where the policy that allows it is named", () => {
  const refused =
    "User: arn:aws:sts::111122223333:assumed-role/Dev/me is not authorized to perform: sqs:ReceiveMessage";
  for (const name of ["AccessDenied", "AccessDeniedException", "AuthorizationErrorException"])
    expect(failureOf(name, refused)).toEqual([
      1,
      `AWS does not allow this to your credentials (${refused}): docs/reference/permissions.md names the policy of the stack that does.`,
    ]);
});

test("tells a local stack that is down from a stage that is out of reach", () => {
  const refused = new AggregateError([Object.assign(new Error(), { code: "ECONNREFUSED" })]);
  expect(commandErrorFor(refused, undefined)).toMatchObject({ exitCode: 4 });
  expect(commandErrorFor(new Error("", { cause: refused }), "stage dev")).toMatchObject({
    exitCode: 1,
    message: expect.stringContaining("AWS does not answer for stage dev"),
  });
});

test("ends without a word where nothing reads on", () => {
  expect(commandErrorFor(Object.assign(new Error(), { code: "EPIPE" }), undefined)).toMatchObject({
    exitCode: 0,
    message: "",
  });
});

test.each([
  ["ExpiredTokenException", "", "AWS refused the credentials of this shell"],
  ["Error", "Region is missing", "No AWS region is set"],
  ["ThrottlingException", "Rate\nexceeded", "ThrottlingException: Rate exceeded"],
  ["Error", "", "Failed: no reason was given."],
])("says of %s %s: %s", (name, message, sentence) => {
  expect(failureOf(name, message)).toEqual([1, expect.stringContaining(sentence)]);
});
