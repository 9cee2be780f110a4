/** What the tests' judge of permissions answers: AWS's rules for one account, by known answers. */

import { describe, expect, it } from "vitest";
import { references } from "../../infra/local/template/resource-names.ts";
import { readResources } from "../../infra/local/template/resources.ts";
import { wholeTemplate } from "../../infra/local/template/template.ts";
import { assemble } from "../support/assembly/assembled.ts";
import { Judge } from "../support/permissions/judge.ts";
import { readPolicy } from "../support/permissions/policy.ts";
import { readPermissions } from "../support/permissions/read-permissions.ts";
import { cloudFormationCalls, dynamoDbCalls } from "../support/permissions/requested-calls.ts";
import { StackGate } from "../support/permissions/stack-gate.ts";

const ROLE = "arn:aws:iam::000000000000:role/Worker";
const ACCOUNT = "arn:aws:iam::000000000000:root";
const ARNS: Readonly<Record<string, string>> = {
  Jobs: "arn:aws:sqs:us-east-1:000000000000:Jobs",
  Users: "arn:aws:dynamodb:us-east-1:000000000000:table/Users",
  Key: "arn:aws:kms:us-east-1:000000000000:key/Key",
  Stack: "arn:aws:cloudformation:us-east-1:000000000000:stack/Vigia-dev",
};

const arnOf = (resource: string) => resource.replace(/^[A-Z][a-z]+/, (name) => ARNS[name] ?? name);

/** A statement by its words: `allow sqs:SendMessage Jobs`, and behind it `if` with operator, key and value, or `for` a principal. */
function statementOf(words: string) {
  const [effect, Action = "", resource = "", ...more] = words.split(" ");
  const [kind, operator = "", key = "", value = ""] = more;
  return {
    Effect: effect === "deny" ? "Deny" : "Allow",
    Action,
    Resource: arnOf(resource),
    ...(kind === "if" ? { Condition: { [operator]: { [key]: value.split(",") } } } : {}),
    ...(kind === "for" ? { Principal: { AWS: operator } } : {}),
  };
}

const read = (statements: readonly string[]) =>
  readPolicy({ Version: "2012-10-17", Statement: statements.map(statementOf) }, "the policy");

/** Of a role that is trusted by Lambda, with a queue and with a table that is under a key. */
function judgeOf(
  statements: readonly string[],
  { queue = [], key = [`allow kms:* * for ${ACCOUNT}`] }: { queue?: string[]; key?: string[] } = {},
  onRefusal?: (refused: { message: string }) => void,
): Judge {
  const trust = { Effect: "Allow", Action: "sts:AssumeRole", Principal: { Service: "lambda.amazonaws.com" } };
  return new Judge(
    {
      account: ACCOUNT,
      callers: { Worker: { arn: "worker", principals: [ROLE], statements: read(statements) } },
      trust: { [ROLE]: readPolicy({ Version: "2012-10-17", Statement: [trust] }, "the trust") },
      resources: { [arnOf("Jobs")]: read(queue), [arnOf("Key")]: read(key) },
      keys: { [arnOf("Users")]: arnOf("Key") },
    },
    onRefusal,
  );
}

/** `allowed`, or AWS's words behind the resource. @param call `sqs:SendMessage Jobs`, and behind it a fact: key and value */
function answerTo(judge: Judge, call: string): string {
  const [action = "", resource = "", key, value = ""] = call.split(" ");
  const context = key === undefined ? undefined : { [key]: value };
  const verdict = judge.judgeRole(ROLE, { action, resource: arnOf(resource), context });
  return verdict.kind === "refused" ? verdict.message.replace(/^.* perform: /, "") : verdict.kind;
}

const SEND = "sqs:SendMessage Jobs";
const NOT_ALLOWED = `sqs:SendMessage on resource: ${ARNS["Jobs"]} because no identity-based policy allows the sqs:SendMessage action`;
const GET = "dynamodb:GetItem Users";
const PUT = "dynamodb:PutItem Users";
const NO_KEY = `kms:Decrypt on resource: ${ARNS["Key"]} because no identity-based policy allows the kms:Decrypt action`;
const VIA = "if StringEquals kms:ViaService dynamodb.us-east-1.amazonaws.com";
const DESCRIBE = "cloudformation:DescribeStacks";

describe("a role's policies", () => {
  it.each<[why: string, call: string, answer: string, ...statements: string[]]>([
    ["its action and resource", SEND, "allowed", "allow sqs:SendMessage Jobs"],
    ["wildcards of the action", SEND, "allowed", "allow sqs:Send* Jobs"],
    ["wildcards of the resource, any case", SEND, "allowed", "allow SQS:sendmessage arn:aws:sqs:*:Jo?s"],
    ["no policy", SEND, NOT_ALLOWED],
    ["another action", SEND, NOT_ALLOWED, "allow sqs:ReceiveMessage Jobs"],
    ["another resource", SEND, NOT_ALLOWED, "allow sqs:SendMessage Jobs2"],
    ["a beginning of the resource", SEND, NOT_ALLOWED, "allow sqs:SendMessage arn:aws:sqs:us-east-1"],
    ["a condition that fits", SEND, "allowed", "allow sqs:* Jobs if Bool aws:SecureTransport true"],
    ["a condition that does not", SEND, NOT_ALLOWED, "allow sqs:* Jobs if Bool aws:SecureTransport false"],
    ["a fact that is not known", SEND, NOT_ALLOWED, "allow sqs:* Jobs if StringEquals aws:SourceAccount 0"],
    [
      "an explicit deny",
      SEND,
      `sqs:SendMessage on resource: ${ARNS["Jobs"]} with an explicit deny in an identity-based policy`,
      "allow * *",
      "deny sqs:* Jobs",
    ],
    ["a key through the service", GET, "allowed", `allow ${GET}`, `allow kms:Decrypt Key ${VIA}`],
    ["no key", GET, NO_KEY, `allow ${GET}`],
    ["another key", GET, NO_KEY, `allow ${GET}`, `allow kms:Decrypt Key2 ${VIA}`],
    [
      "a key through another service",
      GET,
      NO_KEY,
      `allow ${GET}`,
      "allow kms:Decrypt Key if StringEquals kms:ViaService sns.us-east-1.amazonaws.com",
    ],
    [
      "an index, which has its table's key",
      "dynamodb:Query Users/index/byName",
      NO_KEY,
      "allow dynamodb:* *",
    ],
    [
      "an absent fact where it may be absent",
      PUT,
      "allowed",
      "allow dynamodb:PutItem Users if StringEqualsIfExists dynamodb:ReturnValues NONE",
      "allow kms:* Key",
    ],
    [
      "another value of that fact",
      `${PUT} dynamodb:ReturnValues ALL_OLD`,
      `dynamodb:PutItem on resource: ${ARNS["Users"]} because no identity-based policy allows the dynamodb:PutItem action`,
      "allow dynamodb:PutItem Users if StringEqualsIfExists dynamodb:ReturnValues NONE",
      "allow kms:* Key",
    ],
  ])("%s: %s", (_, call, answer, ...statements) => {
    expect(answerTo(judgeOf(statements), call)).toBe(answer);
  });
});

describe("a resource's policy", () => {
  it.each<[why: string, policies: Parameters<typeof judgeOf>[1], call: string, answer: string]>([
    [
      "a queue's deny",
      { queue: ["deny sqs:* Jobs for *"] },
      SEND,
      "with an explicit deny in a resource-based",
    ],
    ["a queue's allow", { queue: [`allow sqs:SendMessage Jobs for ${ROLE}`] }, SEND, "allowed"],
    [
      "a queue's allow of another",
      { queue: ["allow sqs:* Jobs for other"] },
      SEND,
      "no identity-based policy",
    ],
    ["a key that is not the account's", { key: [] }, GET, "no resource-based policy allows the kms:Decrypt"],
  ])("%s", (_, policies, call, answer) => {
    const own = call === GET ? ["allow dynamodb:* *", "allow kms:* *"] : [];
    const isDenied = policies?.queue?.[0]?.startsWith("deny") === true;
    expect(answerTo(judgeOf(isDenied ? ["allow * *"] : own, policies), call)).toContain(answer);
  });
});

it("hears of each call that is refused, in AWS's words, and of none that is allowed", () => {
  const heard: string[] = [];
  const judge = judgeOf(["allow sqs:ReceiveMessage Jobs"], {}, ({ message }) => heard.push(message));
  for (const call of ["sqs:ReceiveMessage Jobs", SEND]) answerTo(judge, call);
  expect(heard).toEqual([`User: worker is not authorized to perform: ${NOT_ALLOWED}`]);
});

it("lets a role be assumed by the service that it trusts, and no other", () => {
  const trusted = ["lambda.amazonaws.com", "scheduler.amazonaws.com"];
  expect(trusted.map((service) => judgeOf([]).trusts(ROLE, service, {}))).toEqual([true, false]);
});

it("takes a stack that is asked for by name as stack/<name>/*, which the stack's own id does not match", () => {
  const calls = () => cloudFormationCalls({ Action: "DescribeStacks", StackName: "Vigia-dev" });
  const kinds = ["Stack/*", "Stack/00000000-0000-0000-0000-000000000000"].map(
    (resource) => judgeOf([`allow ${DESCRIBE} ${resource}`]).judge("Worker", calls).kind,
  );
  expect(kinds).toEqual(["allowed", "refused"]);
});

describe("a policy that names attributes", () => {
  const only = "if ForAllValues:StringEquals dynamodb:Attributes userId,expiresAt";
  const judge = judgeOf([
    `allow dynamodb:UpdateItem Users ${only}`,
    `allow dynamodb:Query Users ${only}`,
    "allow kms:* Key",
  ]);
  const key = { Key: { userId: { S: "u-1" } } };

  it.each<[answer: string, action: string, fields: Record<string, unknown>]>([
    ["allowed", "UpdateItem", { ...key, UpdateExpression: "SET expiresAt = expiresAt + :held" }],
    ["refused", "UpdateItem", { ...key, UpdateExpression: "SET expiresAt = :held, note = :note" }],
    ["refused", "UpdateItem", { ...key, UpdateExpression: "REMOVE steps[0]" }],
    ["refused", "UpdateItem", { ...key, ConditionExpression: "begins_with(note, :guess)" }],
    [
      "refused",
      "UpdateItem",
      { UpdateExpression: "SET #n.#id = :x", ExpressionAttributeNames: { "#id": "userId", "#n": "steps" } },
    ],
    [
      "allowed",
      "UpdateItem",
      { ...key, ConditionExpression: "attribute_exists(#id)", ExpressionAttributeNames: { "#id": "userId" } },
    ],
    ["allowed", "Query", { KeyConditionExpression: "userId = :u", ProjectionExpression: "expiresAt" }],
    ["refused", "Query", { KeyConditionExpression: "userId = :u", ProjectionExpression: "expiresAt, note" }],
    ["refused", "Query", { KeyConditionExpression: "userId = :u", FilterExpression: "note = :n" }],
  ])("%s: %s of %j", (answer, action, fields) => {
    const calls = dynamoDbCalls(action, { TableName: ARNS["Users"], ...fields });
    expect(judge.judge("Worker", () => calls).kind).toBe(answer);
  });

  it.each([
    ["ReturnValues", "ALL_OLD", "dynamodb:ReturnValues"],
    ["Select", "ALL_ATTRIBUTES", "dynamodb:Select"],
  ])("is asked with the call's %s", (field, value, fact) => {
    const [call] = dynamoDbCalls("UpdateItem", { TableName: ARNS["Users"], [field]: value });
    expect(call?.context).toMatchObject({ [fact]: value });
  });
});

describe("what cannot be judged is refused at the start, and named", () => {
  const allow = { Effect: "Allow", Action: "sqs:*", Resource: "*" };
  const variable = "arn:aws:sqs:::$" + "{aws:username}";
  it.each([
    ["NotAction", { Effect: "Allow", NotAction: "sqs:*", Resource: "*" }],
    ["NotResource", { Effect: "Allow", Action: "sqs:*", NotResource: "*" }],
    ["Effect", { ...allow, Effect: "Maybe" }],
    [
      "operator NumericLessThan",
      { ...allow, Condition: { NumericLessThan: { "aws:SecureTransport": "1" } } },
    ],
    ["key aws:PrincipalTag/a", { ...allow, Condition: { StringEquals: { "aws:PrincipalTag/a": "b" } } }],
    [`the policy variable in ${variable}`, { ...allow, Resource: variable }],
  ])("%s", (named, statement) => {
    const reading = () => readPolicy({ Version: "2012-10-17", Statement: [statement] }, "the policy P");
    expect(reading).toThrow("The tests cannot judge the policy P (");
    expect(reading).toThrow(named);
  });

  const trust = { AssumeRolePolicyDocument: { Version: "2012-10-17", Statement: [] } };
  it.each([
    ["AWS::IAM::Role Other (", "AWS::IAM::Role", { ...trust, PermissionsBoundary: "a" }],
    ["the managed policy a, which", "AWS::IAM::Role", { ...trust, ManagedPolicyArns: ["a"] }],
    ["AWS::SQS::Queue Other (", "AWS::SQS::Queue", { KmsMasterKeyId: "a" }],
  ])("%s", (named, Type, Properties) => {
    const template = wholeTemplate({ Resources: { Other: { Type, Properties } } });
    const names = references(template, { sqs: "http://q", adapter: "http://a" });
    expect(() => readPermissions(template, names)).toThrow(named);
  });
});

describe("a stack whose calls are judged", async () => {
  const { template: deployed } = await assemble({ desk: true });
  /** @param absent resources whose ids begin so are taken away */
  const gateOf = (absent?: string) => {
    const remaining = Object.entries(deployed.Resources).filter(
      ([id]) => absent === undefined || !id.startsWith(absent),
    );
    const template = { ...deployed, Resources: Object.fromEntries(remaining) };
    const names = references(template, { sqs: "http://q", adapter: "http://a", desk: "http://d" });
    return new StackGate().open({ template, references: names, resources: readResources(template, names) });
  };

  it("lets its roles make their calls, and refuses others in AWS's words", () => {
    const gate = gateOf();
    const request = { service: "dynamodb", caller: "Vigia-local-Officer" } as const;
    const fields = { TableName: "Vigia-local-Notifications" };
    expect(gate({ ...request, action: "GetItem", fields })).toBeUndefined();
    const body = expect.stringContaining("Officer is not authorized to perform: dynamodb:PutItem");
    expect(gate({ ...request, action: "PutItem", fields })).toMatchObject({ status: 400, body });
  });

  it.each([
    ["GetUserRoleDefaultPolicy", "The log of GetUser cannot be reached: "],
    ["StoreNotificationsRoleDefaultPolicy", "is not authorized to perform: sqs:ReceiveMessage"],
  ])("is not started without %s", (id, message) => {
    expect(() => gateOf(id)).toThrow(message);
  });
});
