/** `vigia upgrade`: what it compares, and when it deploys. The folder holds what cdk synth leaves there. */

import { CloudFormationClient, GetTemplateCommand } from "@aws-sdk/client-cloudformation";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { mockClient } from "../../../support/mock-client.ts";
import { makePlace, type Place } from "../support/test-context.ts";

const cloudFormation = mockClient(CloudFormationClient);
let place: Place;

const TABLE = {
  KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
  AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
};

function templateWith(table: object, version?: string) {
  return JSON.stringify({
    Resources: {
      Users0A0EEA89: { Type: "AWS::DynamoDB::Table", Properties: table },
      Metadata: { Type: "AWS::CDK::Metadata" },
    },
    Outputs: {
      OwnStartScanFunctionName: { Value: { Ref: "StartScan" } },
      OwnStage: { Value: "dev" },
      ...(version === undefined ? {} : { OwnVersion: { Value: version } }),
    },
  });
}

beforeAll(async () => {
  place = await makePlace();
  const stack = (templateFile: string, more = {}) => ({
    type: "aws:cloudformation:stack",
    environment: "aws://111122223333/eu-west-1",
    properties: { templateFile, ...more },
  });
  await place.file(
    "cdk.out/manifest.json",
    JSON.stringify({
      artifacts: {
        "Vigia-dev": stack("vigia.json", { stackName: "Ours" }),
        Other: stack("other.json"),
        Tree: { type: "cdk:tree" },
      },
    }),
  );
  await place.file("cdk.out/vigia.json", templateWith(TABLE, "0.3.0"));
  await place.file("cdk.out/other.json", JSON.stringify({ Resources: {} }));
});

beforeEach(() => {
  cloudFormation.reset();
});

afterAll(async () => {
  await place.remove();
});

const SYNTHESIZED = "cdk synth --quiet --output cdk.out -c stage=dev\n";

test("deploys what it compared, with all other options, where nothing is replaced", async () => {
  cloudFormation
    .on(GetTemplateCommand, { StackName: "Ours" })
    .resolves({ TemplateBody: templateWith(TABLE) });
  expect(await place.vigia("upgrade -c stage=dev --require-approval never")).toEqual({
    code: 0,
    out: `${SYNTHESIZED}cdk deploy --app cdk.out --require-approval never\n`,
    err: "Ours has version 0.2.0, and 0.3.0 is to be deployed: no table, key, pool, secret or policy would be lost.\n",
  });
});

test.each([
  ["replaced", { ...TABLE, TableName: "mine" }, "would be replaced, or refused, since TableName changes"],
  ["removed", undefined, "would be removed"],
])("deploys nothing where a table would be %s", async (_, table, words) => {
  const deployed =
    table === undefined
      ? templateWith(TABLE, "0.3.0").replace("Users0A0EEA89", "UsersOfBefore")
      : templateWith(table, "0.3.0");
  cloudFormation.on(GetTemplateCommand).resolves({ TemplateBody: deployed });
  const { code, out, err } = await place.vigia("upgrade --stage dev");
  expect({ code, out }).toEqual({ code: 1, out: SYNTHESIZED });
  expect(err).toContain(`(AWS::DynamoDB::Table) ${words}: a new table begins empty`);
});

test("lets a table go that a setting replaces: it stays in the account", async () => {
  const more = { Rates: { Type: "AWS::DynamoDB::Table", DeletionPolicy: "Retain", Properties: TABLE } };
  const { Resources, ...others } = JSON.parse(templateWith(TABLE, "0.3.0"));
  const deployed = JSON.stringify({ ...others, Resources: { ...Resources, ...more } });
  cloudFormation.on(GetTemplateCommand).resolves({ TemplateBody: deployed });
  const { code, err } = await place.vigia("upgrade --check --stage dev");
  expect({ code, err }).toEqual({
    code: 0,
    err: "Ours has version 0.3.0, and 0.3.0 is to be deployed: no table, key, pool, secret or policy would be lost.\nRates (AWS::DynamoDB::Table) leaves the stack and stays in the account.\n",
  });
});

test("compares a company's own table whose keys are parameters", async () => {
  const own = { KeySchema: [{ AttributeName: { Ref: "Key" }, KeyType: "HASH" }] };
  await place.file("cdk.out/vigia.json", templateWith(own, "0.3.0"));
  cloudFormation.on(GetTemplateCommand).resolves({ TemplateBody: templateWith(own, "0.3.0") });
  const { code } = await place.vigia("upgrade --check --stage dev");
  await place.file("cdk.out/vigia.json", templateWith(TABLE, "0.3.0"));
  expect(code).toBe(0);
});

test("only compares with --check, also where nothing is deployed yet", async () => {
  const missing = Object.assign(new Error("Stack with id Ours does not exist"), { name: "ValidationError" });
  cloudFormation.on(GetTemplateCommand).rejects(missing);
  expect(await place.vigia("upgrade --check --stage dev")).toEqual({
    code: 0,
    out: SYNTHESIZED,
    err: "Ours is not deployed yet: version 0.3.0 has nothing to replace.\n",
  });
});

test("refuses a second stack beside the one in which the stage is deployed", async () => {
  const missing = Object.assign(new Error("Stack with id Ours does not exist"), { name: "ValidationError" });
  cloudFormation.on(GetTemplateCommand).rejects(missing);
  cloudFormation
    .on(GetTemplateCommand, { StackName: "Vigia-dev" })
    .resolves({ TemplateBody: templateWith(TABLE) });
  const { code, out, err } = await place.vigia("upgrade --stage dev");
  expect({ code, out }).toEqual({ code: 1, out: SYNTHESIZED });
  expect(err).toContain("Vigia-dev is deployed, and the app has Ours in its place: ");
});

test("ends as cdk synth does where that fails", async () => {
  const { code, err } = await place.vigia("upgrade --stage dev", { cdkFails: true });
  expect({ code, err }).toEqual({ code: 1, err: "" });
});

test("names the permission that reading the template needs", async () => {
  cloudFormation
    .on(GetTemplateCommand)
    .rejects(Object.assign(new Error("refused"), { name: "AccessDenied" }));
  const { code, err } = await place.vigia("upgrade --stage dev");
  expect({ code, err }).toEqual({
    code: 1,
    err: "AWS does not allow your credentials to read the template of Ours: allow them cloudformation:GetTemplate on it. Nothing was deployed.\n",
  });
});
