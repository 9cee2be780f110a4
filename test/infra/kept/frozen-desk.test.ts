/** Names of the desk in the template that nothing may change after 0.2.0, each with what would become of a stage if it did. */

import { expect, test } from "vitest";
import { synthesize } from "../synthesized.ts";

const template = synthesize({ desk: true });
const without = synthesize();
const own = Object.entries(template.Resources).filter(([id]) => !(id in without.Resources));

/** Under another logical id CloudFormation makes a new one, and leaves the old one to nobody. */
const RETAINED: Record<string, string> = {
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

/** See frozen.test.ts. */
test("the table of a desk keeps its key, and what expires", () => {
  const found = own
    .filter(([, { Type }]) => Type === "AWS::DynamoDB::Table")
    .map(([id, { Properties }]) => [id, Properties["KeySchema"], Properties["TimeToLiveSpecification"]]);
  expect(found).toEqual([
    [
      "DeskSessionsFDFFE2CB",
      [{ AttributeName: "id", KeyType: "HASH" }],
      { AttributeName: "expiresAt", Enabled: true },
    ],
  ]);
});

/** The command of one version reads the outputs of a stack of another, and people their policies' ARNs. */
test("no output of 0.2.0 that a desk adds is taken away or renamed", () => {
  const outputs = Object.keys(template.Outputs).filter((name) => !(name in without.Outputs));
  expect(outputs).toEqual(
    expect.arrayContaining([
      ...["DeskUrl", "DeskSessionsTable"],
      ...["OfficerPolicyArn", "DeskOperatorPolicyArn", "DeskUserPoolId"],
    ]),
  );
});
