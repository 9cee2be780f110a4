/** Errors of a command for calls that AWS does not allow. */

import { expect, test } from "vitest";
import { commandErrorFor } from "../../../../lib/cli/core/failure.ts";

const WHO = "User: arn:aws:sts::111122223333:assumed-role/Dev/me is not authorized to perform:";

function said(name: string, message: string): string {
  return commandErrorFor(Object.assign(new Error(message), { name }), "stage dev").message;
}

test("names the action, the resource and what to attach", () => {
  const message = `${WHO} sqs:ReceiveMessage on resource: arn:aws:sqs:eu-west-1:111122223333:q because no identity-based policy allows the sqs:ReceiveMessage action`;
  for (const name of ["AccessDenied", "AccessDeniedException", "AuthorizationErrorException"])
    expect(said(name, message)).toBe(
      "AWS does not allow your credentials sqs:ReceiveMessage on arn:aws:sqs:eu-west-1:111122223333:q: attach the managed policy in the output OperatorPolicyArn of the stack of stage dev to your role, or the one in ReaderPolicyArn if listing and showing is enough.",
    );
});

test.each([
  "cognito-idp:AdminCreateUser on resource: arn:aws:cognito-idp:eu-west-1:111122223333:userpool/eu-west-1_x",
  "dynamodb:UpdateItem on resource: arn:aws:dynamodb:eu-west-1:111122223333:table/Vigia-dev-DeskSessionsF6C82BE3-X",
])("names what to attach to whoever invites people to the desk: %s", (call) => {
  expect(said("AccessDeniedException", `${WHO} ${call} because no identity-based policy allows it`)).toBe(
    `AWS does not allow your credentials ${call.replace("on resource: ", "on ")}: attach the managed policy in the output DeskOperatorPolicyArn of the stack of stage dev to your role.`,
  );
});

test("does not suggest to attach a policy if another one denies", () => {
  const message = `${WHO} logs:FilterLogEvents on resource: arn:aws:logs:a with an explicit deny in a service control policy`;
  expect(said("AccessDeniedException", message)).toBe(
    `AWS does not allow your credentials logs:FilterLogEvents on arn:aws:logs:a: a policy denies it (${message}). Ask an administrator of the account.`,
  );
});

test("says what AWS says where that names no action", () => {
  expect(said("AccessDeniedException", "Access to KMS is not allowed")).toBe(
    "AWS does not allow this to your credentials: Access to KMS is not allowed",
  );
});
