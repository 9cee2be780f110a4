/** Permission to invite people to the desk: a managed policy of its own, since not every engineer should have it. */

import { ManagedPolicy } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { acknowledgeStackByName, allowing, stackByName } from "../constructs/allowing.ts";
import type { Desk } from "./desk.ts";

/** Calls of `vigia desk`. */
const OVER_PEOPLE = [
  "AdminAddUserToGroup",
  "AdminCreateUser",
  "AdminDeleteUser",
  "AdminDeleteUserAttributes",
  "AdminDisableUser",
  "AdminEnableUser",
  "AdminGetUser",
  "AdminListGroupsForUser",
  "AdminRemoveUserFromGroup",
  "AdminUpdateUserAttributes",
  "CreateGroup",
  "ListUsers",
].map((action) => `cognito-idp:${action}`);

/** For those who invite others: everything that `vigia desk` does, and nothing else. */
export function deskOperatorOf(scope: Construct, { sessions, people }: Desk): ManagedPolicy {
  const operator = new ManagedPolicy(scope, "DeskOperator", {
    description: "Invites people to the desk of Vigia, removes them, and ends their sessions",
    statements: [
      // Stack outputs.
      allowing(["cloudformation:DescribeStacks"], stackByName(scope)),
      allowing(["dynamodb:UpdateItem"], sessions.tableArn),
      // The pool knows the invited person; another issuer's people are looked up among those who are signed in.
      people === undefined
        ? allowing(["dynamodb:Scan"], sessions.tableArn)
        : allowing(OVER_PEOPLE, people.pool.userPoolArn),
    ],
  });
  acknowledgeStackByName(operator);
  return operator;
}
