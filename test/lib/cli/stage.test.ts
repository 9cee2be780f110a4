/** Commands with `--stage` or `--stack`: the stack is found by what CloudFormation says. What they do there is in test/e2e/pipeline. */

import { afterAll, beforeAll, expect, test, vi } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { outputsOf } from "../../support/deployed-stack.ts";
import { type CloudFormation, startCloudFormation } from "./support/cloudformation.ts";
import { type PlaceWithTables, placeWithTables } from "./support/tables.ts";
import { endpointsWith } from "./support/test-context.ts";

let cloudFormation: CloudFormation;
let place: PlaceWithTables;

beforeAll(async () => {
  place = await placeWithTables();
  const outputs = outputsOf(endpointsWith({}));
  const { UsersTable: _, ...old } = outputs;
  cloudFormation = await startCloudFormation({
    "Vigia-old": old,
    "Vigia-later": { ...outputs, Version: "1.10.0" },
    Payments: Object.fromEntries(Object.entries(outputs).map(([key, value]) => [`Risk${key}`, value])),
  });
  vi.stubEnv("AWS_REGION", "us-east-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "local");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "local");
  vi.stubEnv("AWS_ENDPOINT_URL_CLOUDFORMATION", cloudFormation.url);
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", place.dynamodb);
});

afterAll(async () => {
  vi.unstubAllEnvs();
  cloudFormation.stop();
  await place.remove();
});

test("says with exit code 4 that a stage is not deployed", async () => {
  expect(await place.vigia("users get u-1 --stage prod")).toEqual({
    code: 4,
    out: "",
    err: 'There is no stack Vigia-prod in the account and region of this shell: check AWS_PROFILE and AWS_REGION, or name its region with --region. If it is not deployed yet, run "npx cdk deploy Vigia-prod".\n',
  });
});

test("says what an older stack lacks", async () => {
  const { err, code } = await place.vigia("users get u-1 --stage old");
  expect({ err, code }).toEqual({
    code: 1,
    err: "The stack Vigia-old has no UsersTable among its outputs: deploy it again with this version.\n",
  });
});

test("says that a stack has another version, and goes on", async () => {
  const { err, code } = await place.vigia("wallets list --stage later");
  expect({ err, code }).toEqual({
    code: 0,
    err: `Stage later has version 1.10.0, and this command is of ${packageJson.version}: use the same version of both.\nNo wallet in stage later matches; "vigia wallets import --stage later" adds wallets.\n`,
  });
});

test.each([
  ["--stack Payments", "the stack Payments", "--stack Payments"],
  ["--stage Payments --region eu-west-1", "stage Payments", "--stage Payments --region eu-west-1"],
])("finds the construct in a company's own stack with %s", async (selection, name, flag) => {
  const { err, code } = await place.vigia(`wallets list ${selection}`);
  expect({ err, code }).toEqual({
    code: 0,
    err: `No wallet in ${name} matches; "vigia wallets import ${flag}" adds wallets.\n`,
  });
});

test("takes a stage or a stack, not both", async () => {
  const { err, code } = await place.vigia("wallets list --stage dev --stack Payments");
  expect({ err, code }).toEqual({
    code: 2,
    err: "--stage and --stack both select a stack: give one of them.\n",
  });
});

test.each([
  ["wallets list --region eu-west-1", "--region selects no stack: give --stage or --stack too.\n"],
  ["init --region eu-west-1", "--region selects no stack: give --stage or --stack too.\n"],
  ["init --stage dev", "leave --stage and --stack out.\n"],
  ["wallets list --stage dev --region ../evil", "--region: expected a region, such as us-east-1.\n"],
])("refuses a selection that selects nothing: %s", async (line, sentence) => {
  expect(await place.vigia(line)).toEqual({ code: 2, out: "", err: expect.stringContaining(sentence) });
});

test("refuses what is no stage's name", async () => {
  const { err, code } = await place.vigia("users get u-1 --stage ../x");
  expect({ err, code }).toEqual({ code: 2, err: "--stage: expected a stage's name, such as dev.\n" });
});

test("says that AWS does not answer", async () => {
  vi.stubEnv("AWS_ENDPOINT_URL_CLOUDFORMATION", "http://127.0.0.1:9");
  const { err, code } = await place.vigia("users get u-1 --stage dev");
  vi.stubEnv("AWS_ENDPOINT_URL_CLOUDFORMATION", cloudFormation.url);
  expect(code).toBe(1);
  expect(err).toContain("AWS does not answer for stage dev: check the network");
});
