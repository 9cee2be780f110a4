/** Permissions of officers who use the `vigia` command: a separate managed policy, since engineers may not read decisions. */

import { ManagedPolicy } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { HELD_SINCE_ATTRIBUTES } from "../../lib/holds/held-since.ts";
import { CASES_BY_LAST_STEP, CASES_BY_TIME, CASES_OPEN_BY_TIME } from "../../lib/tables/keys.ts";
import { acknowledgeStackByName, allowing, readingOnly, stackByName } from "../constructs/allowing.ts";
import type { Holds } from "../holds.ts";
import type { Records } from "../tables.ts";
import type { Desk } from "./desk.ts";

/** Reads cases, and what they are about, and changes none: who decides is known at the desk alone. */
export function deskOfficer(
  scope: Construct,
  { cases }: Desk,
  { notifications, alerts, walletScans }: Records,
  holds: Holds,
): ManagedPolicy {
  const read = [cases, notifications, alerts].map(({ tableArn }) => tableArn);
  const indexes = [CASES_BY_TIME, CASES_OPEN_BY_TIME, CASES_BY_LAST_STEP].map(
    ({ index }) => `${cases.tableArn}/index/${index}`,
  );
  const officer = new ManagedPolicy(scope, "Officer", {
    description: "Reads the cases of Vigia and their evidence, and changes none",
    statements: [
      // Stack outputs.
      allowing(["cloudformation:DescribeStacks"], stackByName(scope)),
      allowing(["dynamodb:GetItem"], read),
      allowing(["dynamodb:Query"], [...read, walletScans.tableArn, ...indexes]),
      // Items that were taken out of every index: anchors cover them all the same.
      allowing(["dynamodb:Scan"], cases.tableArn),
      // Not why.
      readingOnly(holds.table, HELD_SINCE_ATTRIBUTES),
    ],
  });
  acknowledgeStackByName(officer);
  return officer;
}
