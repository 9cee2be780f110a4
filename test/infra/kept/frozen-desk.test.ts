/** Names of the desk in the template that nothing may change after 0.2.0, each with what would become of a stage if it did. */

import { expect, test } from "vitest";
import { type Properties, synthesize } from "../synthesized.ts";

const template = synthesize({ desk: true });
const without = synthesize();
const own = Object.entries(template.Resources).filter(([id]) => !(id in without.Resources));

/** Under another logical id CloudFormation makes a new one, and leaves the old one to nobody. */
const RETAINED: Record<string, string> = {
  Cases80582F3E: "a new, empty table: every decision is gone from the desk, and the inbox is empty",
  DeskPeople29DEC2CF: "a new, empty user pool: nobody signs in until everybody is invited again",
  DeskSessionsFDFFE2CB: "a new, empty table: everybody signs in again, also whoever was signed out",
};

test("what outlives a stack with a desk keeps its logical id", () => {
  const kept = own.filter(([, { DeletionPolicy = "" }]) => DeletionPolicy.startsWith("Retain"));
  expect(kept.map(([id]) => id).toSorted()).toEqual(Object.keys(RETAINED).toSorted());
});

/** These go with the stack, but people or machines elsewhere hold on to them. */
const HELD: Record<string, string> = {
  DeskApiEEEB3CF1:
    "another address: links in mails lead nowhere, and an issuer of the company's own refuses it",
  DeskOperatorE4BAB3CA: "another policy: whoever invites people is refused until the new one is attached",
  DeskPeopleDesk46371433: "another client: whoever is at the sign-in page just then has to begin again",
  Officer837F3510: "another policy: officers are refused by the command until the new one is attached",
};

test("what others hold on to of a desk keeps its logical id", () => {
  const types = ["AWS::ApiGatewayV2::Api", "AWS::Cognito::UserPoolClient", "AWS::IAM::ManagedPolicy"];
  const held = own.filter(([, { Type }]) => types.includes(Type));
  expect(held.map(([id]) => id).toSorted()).toEqual(Object.keys(HELD).toSorted());
});

function keysOf({ KeySchema }: Properties): string {
  return KeySchema.map(({ AttributeName, KeyType }: Properties) => `${AttributeName} ${KeyType}`).join(", ");
}

/** See frozen.test.ts: a key replaces the table by an empty one, an index makes CloudFormation refuse the update. */
test("tables and indexes of a desk keep their keys, what indexes copy, and what expires", () => {
  const copies = [
    ...["kind", "projectId", "risk", "laws", "lawCount", "chainId", "address", "userId", "amount", "token"],
    ...["score", "previousScore", "lastCrossed", "receivedAt", "order", "dueAt"],
    ...["lawDueAt", "knownSince", "acknowledgedAt", "outcome", "decidedAt"],
  ];
  const except = (key: string) => copies.filter((name) => name !== key);
  const found = own
    .filter(([, { Type }]) => Type === "AWS::DynamoDB::Table")
    .map(([id, { Properties }]) => [
      id,
      keysOf(Properties),
      Properties["TimeToLiveSpecification"].AttributeName,
      ...(Properties["GlobalSecondaryIndexes"] ?? []).map((index: Properties) => [
        index["IndexName"],
        keysOf(index),
        index["Projection"].NonKeyAttributes,
      ]),
    ]);
  expect(found.toSorted()).toEqual([
    [
      "Cases80582F3E",
      "subject HASH, opened RANGE",
      "expiresAt",
      ["byTime", "timeShard HASH, order RANGE", except("order")],
      ["openByTime", "openShard HASH, order RANGE", except("order")],
      ["openByDue", "openShard HASH, dueAt RANGE", except("dueAt")],
      ["byLastStep", "steppedIn HASH, lastStepAt RANGE", ["receivedAt"]],
      [
        "openBySuspicion",
        "openShard HASH, knownSince RANGE",
        ["projectId", "address", "chainId", "receivedAt", "dueAt", "lawDueAt"],
      ],
    ],
    ["DeskSessionsFDFFE2CB", "id HASH", "expiresAt"],
  ]);
});

/** The command of one version reads the outputs of a stack of another, and people their policies' ARNs. */
test("no output of 0.2.0 that a desk adds is taken away or renamed", () => {
  const outputs = Object.keys(template.Outputs).filter((name) => !(name in without.Outputs));
  expect(outputs).toEqual(
    expect.arrayContaining([
      ...["DeskUrl", "CasesTable", "DeskSessionsTable"],
      ...["OfficerPolicyArn", "DeskOperatorPolicyArn", "DeskUserPoolId"],
    ]),
  );
});
