/** Permissions of people beside the desk: managed policies of their own, since not every engineer should have them. */

import { ManagedPolicy } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { CASES_BY_LAST_STEP, CASES_BY_TIME, CASES_OPEN_BY_TIME } from "../../lib/tables/keys.ts";
import { acknowledgeStackByName, allowing, stackByName } from "../constructs/allowing.ts";
import { indexArns } from "../constructs/table.ts";
import type { Records } from "../tables.ts";
import type { Desk } from "./desk.ts";

/**
 * For officers who use the `vigia` command: reads cases, and what they are about, and changes none. Who decides is known
 * at the desk alone.
 */
export function deskOfficer(
  scope: Construct,
  { cases }: Desk,
  { notifications, alerts, walletScans }: Records,
): ManagedPolicy {
  const read = [cases, notifications, alerts].map(({ tableArn }) => tableArn);
  const indexes = indexArns(cases, CASES_BY_TIME, CASES_OPEN_BY_TIME, CASES_BY_LAST_STEP);
  const officer = new ManagedPolicy(scope, "Officer", {
    description: "Reads the cases of Vigia and their evidence, and changes none",
    statements: [
      // Stack outputs.
      allowing(["cloudformation:DescribeStacks"], stackByName(scope)),
      allowing(["dynamodb:GetItem"], ...read),
      allowing(["dynamodb:Query"], ...read, walletScans.tableArn, ...indexes),
      // Items that were taken out of every index: anchors cover them all the same.
      allowing(["dynamodb:Scan"], cases.tableArn),
    ],
  });
  acknowledgeStackByName(officer);
  return officer;
}

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
export function deskOperator(scope: Construct, { sessions, people }: Desk): ManagedPolicy {
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
