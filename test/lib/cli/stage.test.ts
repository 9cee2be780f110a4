/** Commands with `--stage`: the stack is found by what CloudFormation says. What they do there is in test/e2e/pipeline. */

import { afterAll, beforeAll, expect, test, vi } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { outputsOf } from "../../support/deployed-stack.ts";
import { type CloudFormation, startCloudFormation } from "./support/cloudformation.ts";
import { type PlaceWithTables, placeWithTables } from "./support/tables.ts";
import { endpointsWith, makePlace } from "./support/test-context.ts";

let cloudFormation: CloudFormation;
let place: PlaceWithTables;

beforeAll(async () => {
  place = await placeWithTables();
  const outputs = outputsOf(endpointsWith({}));
  const { UsersTable: _, ...old } = outputs;
  const { Version: __, ...first } = outputs;
  cloudFormation = await startCloudFormation({
    "Vigia-old": old,
    "Vigia-first": first,
    "Vigia-later": { ...outputs, Version: "0.10.0" },
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
    err: "There is no stack Vigia-prod in the account and region of this shell: check AWS_PROFILE and AWS_REGION. If it is not deployed yet, run `npm run deploy -- -c stage=prod`.\n",
  });
});

test("says with exit code 4 which account vigia.json names, and which stages", async () => {
  const written = await makePlace();
  await written.file("vigia.json", '{"stages":{"prod":{"account":"111122223333"}}}');
  expect(await written.vigia("users list --stage prod")).toMatchObject({
    code: 4,
    err: "There is no stack Vigia-prod in the account and region of this shell: vigia.json names account 111122223333, so sign in there with AWS_PROFILE and AWS_REGION. If it is not deployed yet, run `npm run deploy -- -c stage=prod`.\n",
  });
  expect(await written.vigia("users list --stage pord")).toMatchObject({
    code: 4,
    err: expect.stringMatching(/^There is no stage pord in \S+, which names prod\. /),
  });
  await written.remove();
});

test("says what an older stack lacks", async () => {
  const { err, code } = await place.vigia("users get u-1 --stage old");
  expect({ err, code }).toEqual({
    code: 1,
    err: "The stack Vigia-old has no UsersTable among its outputs: deploy it again with this version.\n",
  });
});

test.each([
  ["first", "0.2.0", `deploy this one with "npm run deploy -- -c stage=first"`],
  ["later", "0.10.0", "update this one to 0.10.0"],
])("says that stage %s has another version, and goes on", async (stage, version, toDo) => {
  const { err, code } = await place.vigia(["users", "list", "--stage", stage]);
  expect({ err, code }).toEqual({
    code: 0,
    err: `Stage ${stage} has version ${version}, and this command is of ${packageJson.version}: ${toDo}.\nThere are no users in stage ${stage}: "vigia users import --stage ${stage}" loads them.\n`,
  });
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
