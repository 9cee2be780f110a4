/** Judgement of calls by policies: AWS's rules for one account, on policies of a few lines. */

import { describe, expect, it } from "vitest";
import { references } from "../../infra/local/template/resource-names.ts";
import { readResources } from "../../infra/local/template/resources.ts";
import { wholeTemplate } from "../../infra/local/template/template.ts";
import { assemble } from "../support/assembly/assembled.ts";
import { Judge } from "../support/permissions/judge.ts";
import { readPermissions } from "../support/permissions/read-permissions.ts";
import { type AwsCall, cloudFormationCalls, dynamoDbCalls } from "../support/permissions/requested-calls.ts";
import { StackGate } from "../support/permissions/stack-gate.ts";

const TABLE = "arn:aws:dynamodb:us-east-1:000000000000:table/Vigia-local-Users";
const KEY = "arn:aws:kms:us-east-1:000000000000:key/Vigia-local-Key";
const QUEUE = "arn:aws:sqs:us-east-1:000000000000:Vigia-local-Jobs";
const ROLE = "arn:aws:iam::000000000000:role/Vigia-local-WorkerRole";

type Resources = Record<string, { Type: string; Properties: Record<string, unknown> }>;
type Statement = Record<string, unknown>;

const policy = (...Statement: Statement[]) => ({ Version: "2012-10-17", Statement });
const ACCOUNT = {
  Effect: "Allow",
  Action: "kms:*",
  Resource: "*",
  Principal: { AWS: "arn:aws:iam::000000000000:root" },
};

/** A role with these statements, a table under a key, a queue, and all given resources. */
function judgeOf(
  statements: Statement[],
  others: Resources = {},
  keyStatements: Statement[] = [ACCOUNT],
  onRefusal?: (refused: { message: string }) => void,
): Judge {
  const parsed = wholeTemplate({
    Resources: {
      WorkerRole: {
        Type: "AWS::IAM::Role",
        Properties: {
          AssumeRolePolicyDocument: policy({
            Effect: "Allow",
            Action: "sts:AssumeRole",
            Principal: { Service: "lambda.amazonaws.com" },
          }),
        },
      },
      Policy: {
        Type: "AWS::IAM::Policy",
        Properties: {
          PolicyName: "P",
          Roles: [{ Ref: "WorkerRole" }],
          PolicyDocument: policy(...statements),
        },
      },
      Worker: {
        Type: "AWS::Lambda::Function",
        Properties: { Role: { "Fn::GetAtt": ["WorkerRole", "Arn"] } },
      },
      Users: {
        Type: "AWS::DynamoDB::Table",
        Properties: { SSESpecification: { KMSMasterKeyId: { "Fn::GetAtt": ["Key", "Arn"] } } },
      },
      Key: { Type: "AWS::KMS::Key", Properties: { KeyPolicy: policy(...keyStatements) } },
      Jobs: { Type: "AWS::SQS::Queue", Properties: {} },
      ...others,
    },
  });
  const names = references(parsed, { sqs: "http://q", adapter: "http://a" });
  return new Judge(readPermissions(parsed, names), onRefusal);
}

const allow = (Action: string | string[], Resource: string | string[], Condition?: unknown): Statement => ({
  Effect: "Allow",
  Action,
  Resource,
  ...(Condition === undefined ? {} : { Condition }),
});
const viaDynamoDb = { StringEquals: { "kms:ViaService": "dynamodb.us-east-1.amazonaws.com" } };

/** `allowed`, or AWS's words. */
function said(judge: Judge, call: AwsCall): string {
  const verdict = judge.judgeRole(ROLE, call);
  return verdict.kind === "refused" ? verdict.message : verdict.kind;
}

const queuePolicy = (statement: Statement): Resources => ({
  QueuePolicy: {
    Type: "AWS::SQS::QueuePolicy",
    Properties: { Queues: [{ Ref: "Jobs" }], PolicyDocument: policy(statement) },
  },
});

const send = { action: "sqs:SendMessage", resource: QUEUE };
const get = { action: "dynamodb:GetItem", resource: TABLE };
const WHO = "User: arn:aws:sts::000000000000:assumed-role/Vigia-local-WorkerRole/Vigia-local-Worker";

it("says of a call that it is refused, and nothing of what is allowed", () => {
  const heard: string[] = [];
  const judge = judgeOf([allow("sqs:SendMessage", QUEUE)], {}, [ACCOUNT], ({ message }) =>
    heard.push(message),
  );
  for (const call of [send, get, send]) judge.judgeRole(ROLE, call);
  expect(heard).toEqual([
    `${WHO} is not authorized to perform: dynamodb:GetItem on resource: ${TABLE} because no identity-based policy allows the dynamodb:GetItem action`,
  ]);
});

describe("a stack that is asked for by name", () => {
  const STACK = "arn:aws:cloudformation:us-east-1:000000000000:stack/Vigia-dev";
  const [call] = cloudFormationCalls({ Action: "DescribeStacks", StackName: "Vigia-dev" });
  const about = (resource: string) =>
    call === undefined ? undefined : said(judgeOf([allow("cloudformation:DescribeStacks", resource)]), call);

  it("is authorized as stack/<name>/*, which the stack's own id does not match", () => {
    expect(about(`${STACK}/*`)).toBe("allowed");
    expect(about(`${STACK}/00000000-0000-0000-0000-000000000000`)).toContain(
      `cloudformation:DescribeStacks on resource: ${STACK}/* because`,
    );
  });
});

describe("a role", () => {
  it.each([
    ["the action and resource that its policy names", allow("sqs:SendMessage", QUEUE)],
    ["what wildcards of the action hold", allow("sqs:Send*", QUEUE)],
    [
      "what wildcards of the resource hold, in any case of the action",
      allow("SQS:sendmessage", "arn:aws:sqs:*:000000000000:Vigia-*"),
    ],
  ])("may do %s", (_name, statement) => {
    expect(said(judgeOf([statement]), send)).toBe("allowed");
  });

  it.each<[string, Statement[]]>([
    ["nothing without a policy", []],
    ["not another action", [allow("sqs:ReceiveMessage", QUEUE)]],
    ["not the action at another resource", [allow("sqs:SendMessage", `${QUEUE}2`)]],
    ["not what only begins like a resource", [allow("sqs:SendMessage", QUEUE.slice(0, -1))]],
    [
      "not what a condition excludes",
      [allow("sqs:SendMessage", QUEUE, { Bool: { "aws:SecureTransport": "false" } })],
    ],
    [
      "nothing under a condition that the call says nothing about",
      [allow("sqs:SendMessage", QUEUE, { StringEquals: { "aws:SourceAccount": "000000000000" } })],
    ],
  ])("may do %s", (_name, statements) => {
    expect(said(judgeOf(statements), send)).toBe(
      `${WHO} is not authorized to perform: sqs:SendMessage on resource: ${QUEUE} because no identity-based policy allows the sqs:SendMessage action`,
    );
  });

  it("may not do what its policy denies, even if another one allows it", () => {
    const judge = judgeOf([allow("*", "*"), { Effect: "Deny", Action: "sqs:*", Resource: QUEUE }]);
    expect(said(judge, send)).toContain("with an explicit deny in an identity-based policy");
  });

  it("may not do what the resource's policy denies", () => {
    const closed = { Effect: "Deny", Action: "sqs:*", Resource: QUEUE, Principal: { AWS: "*" } };
    const judge = judgeOf([allow("sqs:SendMessage", QUEUE)], queuePolicy(closed));
    expect(said(judge, send)).toContain("with an explicit deny in a resource-based policy");
  });

  it("may do what the resource's policy allows it by its ARN", () => {
    const open = { Effect: "Allow", Action: "sqs:SendMessage", Resource: QUEUE, Principal: { AWS: ROLE } };
    const judge = judgeOf([], queuePolicy(open));
    expect(said(judge, send)).toBe("allowed");
    expect(said(judge, { action: "sqs:ReceiveMessage", resource: QUEUE })).toContain(
      "no identity-based policy",
    );
  });

  it("may ask a writer's condition to be absent, but not to be something else", () => {
    const judge = judgeOf([
      allow("dynamodb:PutItem", TABLE, { StringEqualsIfExists: { "dynamodb:ReturnValues": "NONE" } }),
      allow("kms:*", KEY, viaDynamoDb),
    ]);
    const put = { action: "dynamodb:PutItem", resource: TABLE };
    expect(said(judge, put)).toBe("allowed");
    expect(said(judge, { ...put, context: { "dynamodb:ReturnValues": "ALL_OLD" } })).toContain(
      "not authorized",
    );
  });

  it("can be assumed by the service that it trusts, and no other", () => {
    const judge = judgeOf([]);
    expect(judge.trusts(ROLE, "lambda.amazonaws.com", {})).toBe(true);
    expect(judge.trusts(ROLE, "scheduler.amazonaws.com", {})).toBe(false);
  });
});

describe("a table under a key of our own", () => {
  const reads = allow("dynamodb:GetItem", TABLE);

  it("is read by a role that may decrypt through DynamoDB", () => {
    expect(said(judgeOf([reads, allow("kms:Decrypt", KEY, viaDynamoDb)]), get)).toBe("allowed");
  });

  it.each([
    ["not at all", []],
    [
      "through another service only",
      [allow("kms:Decrypt", KEY, { StringEquals: { "kms:ViaService": "sns.us-east-1.amazonaws.com" } })],
    ],
    ["with another key only", [allow("kms:Decrypt", `${KEY}2`, viaDynamoDb)]],
  ])("is not read by a role that may decrypt %s", (_name, statements) => {
    expect(said(judgeOf([reads, ...statements]), get)).toBe(
      `${WHO} is not authorized to perform: kms:Decrypt on resource: ${KEY} because no identity-based policy allows the kms:Decrypt action`,
    );
  });

  it("is not read where the key's policy keeps the key from the account", () => {
    const judge = judgeOf([reads, allow("kms:Decrypt", KEY, viaDynamoDb)], {}, []);
    expect(said(judge, get)).toContain("because no resource-based policy allows the kms:Decrypt action");
  });

  it("is judged by its key for an index too", () => {
    const judge = judgeOf([allow("dynamodb:Query", `${TABLE}/index/*`)]);
    expect(said(judge, { action: "dynamodb:Query", resource: `${TABLE}/index/byName` })).toContain(
      "kms:Decrypt",
    );
  });
});

describe("what cannot be judged is refused at the start, and named", () => {
  const otherRole = (properties: Record<string, unknown>): Resources => ({
    Other: { Type: "AWS::IAM::Role", Properties: { AssumeRolePolicyDocument: policy(), ...properties } },
  });

  it.each<[string, Statement, string]>([
    ["NotAction", { Effect: "Allow", NotAction: "sqs:*", Resource: "*" }, "NotAction"],
    ["NotResource", { Effect: "Allow", Action: "sqs:*", NotResource: "*" }, "NotResource"],
    [
      "an operator",
      allow("sqs:*", "*", { NumericLessThan: { "aws:SecureTransport": "1" } }),
      "the condition operator NumericLessThan",
    ],
    [
      "a key",
      allow("sqs:*", "*", { StringEquals: { "aws:PrincipalTag/team": "a" } }),
      "the condition key aws:PrincipalTag/team",
    ],
    [
      "a variable",
      allow("sqs:*", `arn:aws:sqs:::\${aws:username}`),
      `the policy variable in arn:aws:sqs:::\${aws:username}`,
    ],
    ["an effect", { Effect: "Maybe", Action: "sqs:*", Resource: "*" }, "Effect"],
  ])("%s", (_name, statement, named) => {
    expect(() => judgeOf([statement])).toThrow("The tests cannot judge AWS::IAM::Policy Policy (");
    expect(() => judgeOf([statement])).toThrow(named);
  });

  it.each<[string, Resources, string]>([
    ["a boundary of a role", otherRole({ PermissionsBoundary: "a" }), "AWS::IAM::Role Other ("],
    [
      "a policy of AWS's own",
      otherRole({ ManagedPolicyArns: ["arn:aws:iam::aws:policy/Any"] }),
      "the managed policy arn:aws:iam::aws:policy/Any, which the template does not define",
    ],
    [
      "a queue under a key",
      { Other: { Type: "AWS::SQS::Queue", Properties: { KmsMasterKeyId: "a" } } },
      "AWS::SQS::Queue Other (",
    ],
  ])("%s", (_name, others, named) => {
    expect(() => judgeOf([], others)).toThrow(named);
  });
});

describe("a policy that names attributes", () => {
  const only = {
    "ForAllValues:StringEquals": { "dynamodb:Attributes": ["userId", "expiresAt"] },
    StringEqualsIfExists: { "dynamodb:ReturnValues": "NONE" },
  };
  const judge = judgeOf([
    allow("dynamodb:UpdateItem", TABLE, only),
    allow("dynamodb:Query", TABLE, { ...only, StringEquals: { "dynamodb:Select": "SPECIFIC_ATTRIBUTES" } }),
    allow(["kms:Decrypt", "kms:Encrypt", "kms:GenerateDataKey", "kms:ReEncryptFrom", "kms:ReEncryptTo"], KEY),
  ]);
  const verdict = (action: string, body: object) =>
    dynamoDbCalls(action, { TableName: TABLE, ...body }).map((call) => judge.judgeRole(ROLE, call).kind);
  const update = {
    Key: { userId: { S: "u-1" } },
    UpdateExpression: "SET expiresAt = expiresAt + :held",
    ConditionExpression: "attribute_exists(#id) AND expiresAt < :held",
    ExpressionAttributeNames: { "#id": "userId" },
  };

  it("allows a call that names these alone, and none that names another anywhere", () => {
    expect(verdict("UpdateItem", update)).toEqual(["allowed"]);
    for (const changes of [
      { UpdateExpression: "SET expiresAt = :held, note = :note" },
      {
        UpdateExpression: "SET #n.#id = :note",
        ExpressionAttributeNames: { "#id": "userId", "#n": "steps" },
      },
      { UpdateExpression: "REMOVE steps[0]" },
      { ConditionExpression: "begins_with(note, :guess)" },
      { ReturnValues: "ALL_OLD" },
    ])
      expect([changes, verdict("UpdateItem", { ...update, ...changes })]).toEqual([changes, ["refused"]]);
  });

  it("allows to read these where they are asked for by name, and not a whole item", () => {
    const query = { KeyConditionExpression: "userId = :user", Select: "SPECIFIC_ATTRIBUTES" };
    expect(verdict("Query", { ...query, ProjectionExpression: "expiresAt" })).toEqual(["allowed"]);
    expect(verdict("Query", { ...query, ProjectionExpression: "expiresAt, note" })).toEqual(["refused"]);
    expect(
      verdict("Query", { ...query, ProjectionExpression: "expiresAt", FilterExpression: "note = :n" }),
    ).toEqual(["refused"]);
    for (const asked of [
      { Select: "ALL_ATTRIBUTES" },
      { Select: undefined, ProjectionExpression: "expiresAt" },
    ])
      expect(verdict("Query", { ...query, ...asked })).toEqual(["refused"]);
  });
});

describe("a stack whose calls are judged", async () => {
  const { template: deployed } = await assemble({ desk: true });
  const open = (Resources: typeof deployed.Resources) => {
    const changed = { ...deployed, Resources };
    const names = references(changed, { sqs: "http://q", adapter: "http://a", desk: "http://d" });
    return new StackGate().open({
      template: changed,
      references: names,
      resources: readResources(changed, names),
    });
  };
  /** The stack without the resources whose ids begin so. */
  const without = (id: string) =>
    Object.fromEntries(Object.entries(deployed.Resources).filter(([name]) => !name.startsWith(id)));

  it("lets its roles make their calls, and refuses others in AWS's words", () => {
    const gate = open(deployed.Resources);
    const request = { service: "dynamodb", caller: "Vigia-local-Officer" } as const;
    const table = { TableName: "Vigia-local-Notifications" };
    expect(gate({ ...request, action: "GetItem", fields: table })).toBeUndefined();
    expect(gate({ ...request, action: "PutItem", fields: table })).toMatchObject({
      status: 400,
      body: expect.stringContaining(
        "user/Vigia-local-Officer is not authorized to perform: dynamodb:PutItem",
      ),
    });
  });

  it.each([
    ["GetUserRoleDefaultPolicy", "The log of GetUser cannot be reached: "],
    ["StoreNotificationsRoleDefaultPolicy", "is not authorized to perform: sqs:ReceiveMessage"],
  ])("is not started without %s", (id, message) => {
    expect(() => open(without(id))).toThrow(message);
  });
});
