/** Names in the template that nothing may change after 0.2.0, each with what would become of a stage if it did. */

import { expect, test } from "vitest";
import { type Properties, synthesize } from "../synthesized.ts";

const template = synthesize({
  alertEmails: "officer@company.example",
  operationsEmails: "engineer@company.example",
});
const ofType = (type: string) => Object.entries(template.Resources).filter(([, { Type }]) => Type === type);

/** Under another logical id CloudFormation makes a new one, and leaves the old one to nobody. */
const RETAINED: Record<string, string> = {
  Alerts91F83244: "a new, empty table: no alert of before is listed, nor sent again where it failed",
  Cases80582F3E: "a new, empty table: every decision is gone from the desk, and the inbox is empty",
  ChainsEDE80B5C: "a new, empty table: alerts name chains by number until the next scan",
  Holds2A44DBB8:
    "a new, empty table: what is held is let go by nobody, and what comes about those users expires",
  Notifications87298708: "a new, empty table: what the service sends again is stored and alerted as new",
  Rates2118CE53: "a new, empty table: alerts show dollars alone until rates are set again",
  ScanRuns887E8BB6: "a new, empty table: the history of runs is gone, and a run that is under way is lost",
  Users0A0EEA89: "a new, empty table: every look-up is answered with 404",
  WalletScans292B2173: "a new, empty table: the history of scores is gone",
  Wallets7100C94D: "a new, empty table: nothing is scanned until each wallet is seen again",
  PersonalDataKeyAF90130A:
    "a new key: the Users table is encrypted anew, and restores need the old one for ever",
  ServiceKey5A47A26D: "a new key: secrets and queues need the old one until all they hold was written anew",
  GetUserLog50816A2B: "a new log group: the audit trail of look-ups is in two places",
  WebhookDeadLettersCE7A6689: "a new queue: webhooks that wait in the old one for a person are found by none",
  WebhookQueueA9D318EA: "a new queue: webhooks that were answered with 200 stay in the old one unstored",
  InboundSecretD7878ED9: "a new secret, without values: every call of the service is refused with 401",
  OutboundSecretBEDA70E9: "a new secret, without values: no scan can ask the service",
};

test("what outlives the stack keeps its logical id", () => {
  const kept = Object.entries(template.Resources)
    .filter(([, { DeletionPolicy = "" }]) => DeletionPolicy.startsWith("Retain"))
    .map(([id]) => id);
  expect(kept.toSorted()).toEqual(Object.keys(RETAINED).toSorted());
});

/** These go with the stack, but people or machines elsewhere hold on to them. */
const HELD: Record<string, string> = {
  ApiF70053CD: "another address: the service calls one that is gone until both URLs are registered with it",
  AlertsTopic3414BE91: "another topic: officers, queues and functions that subscribed get nothing",
  AlertsTopicofficercompanyexampleBD843538: "another subscription: the officer has to confirm again",
  OperationsTopicC9C1CC12: "another topic: engineers who subscribed get nothing",
  OperationsTopicengineercompanyexampleAF496BE7: "another subscription: the engineer has to confirm again",
  UserWriterDA65A5A1:
    "another policy: the backend that writes users is refused until the new one is attached",
  HoldKeeper8B912C7C: "another policy: whoever places holds is refused until the new one is attached",
  Operator41AE602D: "another policy: engineers are refused until the new one is attached",
  ReaderF7BF189D: "another policy: auditors are refused until the new one is attached",
};

test("what others hold on to keeps its logical id", () => {
  const types = [
    "AWS::ApiGatewayV2::Api",
    "AWS::IAM::ManagedPolicy",
    "AWS::SNS::Subscription",
    "AWS::SNS::Topic",
  ];
  const found = types.flatMap(ofType).map(([id]) => id);
  expect(found.toSorted()).toEqual(Object.keys(HELD).toSorted());
});

/**
 * A key that changes: CloudFormation replaces the table by an empty one. An index that changes: it refuses the update,
 * since DynamoDB changes no index; a new one under a new name comes beside it, is filled by DynamoDB at the price of a
 * write for each item, and the old one goes in a deployment after that.
 */
test("tables and indexes keep their keys, and indexes what they copy", () => {
  const byTime = ["kind", "said", "userKey", "repeats", "repeatsAtLeast", "alert"];
  const ofCases = [
    ...["facts", "receivedAt", "order", "dueAt", "knownSince", "owner", "filings", "outcome", "decidedAt"],
  ];
  const except = (key: string) => ofCases.filter((name) => name !== key);
  const found = ofType("AWS::DynamoDB::Table").map(([id, { Properties }]) => [
    id,
    keysOf(Properties),
    ...(Properties["GlobalSecondaryIndexes"] ?? []).map((index: Properties) => [
      index["IndexName"],
      keysOf(index),
      index["Projection"].NonKeyAttributes ?? index["Projection"].ProjectionType,
    ]),
  ]);
  expect(found.toSorted()).toEqual([
    ["Alerts91F83244", "projectId HASH, id RANGE"],
    [
      "Cases80582F3E",
      "subject HASH, opened RANGE",
      ["byTime", "timeShard HASH, order RANGE", except("order")],
      ["openByTime", "openShard HASH, order RANGE", except("order")],
      ["openByDue", "openShard HASH, dueAt RANGE", except("dueAt")],
      ["byUser", "userKey HASH, order RANGE", except("order")],
      ["byOwner", "ownerKey HASH, dueAt RANGE", except("dueAt")],
      ["byLastStep", "steppedIn HASH, lastStepAt RANGE", ["receivedAt"]],
      ["byOwedNotice", "noticeShard HASH, knownSince RANGE", ["facts", "receivedAt", "dueAt"]],
    ],
    ["ChainsEDE80B5C", "chainId HASH"],
    ["Holds2A44DBB8", "user HASH, record RANGE"],
    [
      "Notifications87298708",
      "key HASH, version RANGE",
      ["byTime", "timeShard HASH, receivedAt RANGE", byTime],
      ["byUser", "userKey HASH, receivedAt RANGE", byTime.filter((name) => name !== "userKey")],
    ],
    ["Rates2118CE53", "currency HASH, day RANGE"],
    ["ScanRuns887E8BB6", "projectId HASH, runId RANGE"],
    ["Users0A0EEA89", "userId HASH"],
    ["WalletScans292B2173", "historyKey HASH, runId RANGE"],
    [
      "Wallets7100C94D",
      "shardKey HASH, walletKey RANGE",
      ["byUser", "userKey HASH, walletKey RANGE", "KEYS_ONLY"],
      ["byScore", "ranked HASH, rank RANGE", "KEYS_ONLY"],
    ],
  ]);
});

function keysOf({ KeySchema }: Properties): string {
  return KeySchema.map(({ AttributeName, KeyType }: Properties) => `${AttributeName} ${KeyType}`).join(", ");
}

/** With another attribute every item of before stays for ever; without one, all do. */
test("what expires does so by the same attribute", () => {
  const found = ofType("AWS::DynamoDB::Table").flatMap(([id, { Properties }]) =>
    Properties["TimeToLiveSpecification"] === undefined
      ? []
      : [`${id} ${Properties["TimeToLiveSpecification"].AttributeName}`],
  );
  expect(found.toSorted()).toEqual([
    "Alerts91F83244 expiresAt",
    "Cases80582F3E expiresAt",
    "Notifications87298708 expiresAt",
    "ScanRuns887E8BB6 expiresAt",
    "WalletScans292B2173 expiresAt",
  ]);
});

/** The command of one version reads the outputs of a stack of another, and people their policies' ARNs. */
test("no output of 0.2.0 is taken away or renamed", () => {
  const outputs = [
    ...[
      "Stage",
      "Projects",
      "ServiceBaseUrl",
      "Authentication",
      "SignatureHeader",
      "TimestampHeader",
      "ApiUrl",
    ],
    ...[
      "WebhookUrl",
      "UserLookupUrl",
      "UsersTable",
      "NotificationsTable",
      "WalletsTable",
      "WalletScansTable",
    ],
    ...["ScanRunsTable", "ChainsTable", "AlertsTable", "RatesTable", "Currencies", "Uma", "WebhookQueueUrl"],
    ...["WebhookDlqUrl", "ScanQueueUrl", "ScanDlqUrl", "AlertsTopicArn", "OperationsTopicArn"],
    ...["InboundSecretArn", "OutboundSecretArn", "StartScanFunctionName", "GetUserLogGroup", "Settings"],
    ...["UserWriterPolicyArn", "OperatorPolicyArn", "ReaderPolicyArn"],
  ];
  expect(Object.keys(template.Outputs)).toEqual(expect.arrayContaining(outputs));
});
