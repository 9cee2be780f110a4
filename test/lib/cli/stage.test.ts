/** Commands with `--stage`: emulators replace a deployed stack, and are found as one is. */

import { afterAll, beforeAll, expect, test, vi } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import type { EmulatedTables } from "../../support/emulated-tables.ts";
import { INVENTED_USER } from "../../support/invented-user.ts";
import { type CloudFormation, startCloudFormation } from "./support/cloudformation.ts";
import { type Queues, startQueues } from "./support/queues.ts";
import { type FakeSecrets, fakeSecrets } from "./support/secrets-manager.ts";
import { startStackTables } from "./support/tables.ts";
import { makePlace, type Place } from "./support/test-context.ts";

let emulated: EmulatedTables;
let queues: Queues;
let cloudFormation: CloudFormation;
let secrets: FakeSecrets;
let place: Place;

beforeAll(async () => {
  emulated = await startStackTables();
  queues = await startQueues();
  const outputs = {
    Version: packageJson.version,
    Stage: "dev",
    Projects: '[{"id":1,"mexico":true}]',
    ApiUrl: "http://127.0.0.1:9/",
    WebhookUrl: "http://127.0.0.1:9/webhook",
    ServiceBaseUrl: "http://127.0.0.1:9/v1",
    Authentication: "signature",
    SignatureHeader: "x-wavynode-hmac",
    TimestampHeader: "x-wavynode-timestamp",
    UsersTable: "users",
    NotificationsTable: "notifications",
    WalletsTable: "wallets",
    WalletScansTable: "wallet-scans",
    ScanRunsTable: "scan-runs",
    ChainsTable: "chains",
    AlertsTable: "alerts",
    RatesTable: "rates",
    Currencies: '["MXN"]',
    Uma: "{}",
    WebhookQueueUrl: queues.urls.webhook,
    WebhookDlqUrl: queues.urls.webhookDlq,
    ScanQueueUrl: queues.urls.scan,
    ScanDlqUrl: queues.urls.scanDlq,
    AlertsTopicArn: "arn:aws:sns:us-east-1:000000000000:alerts",
    OperationsTopicArn: "arn:aws:sns:us-east-1:000000000000:operations",
    InboundSecretArn: "arn:inbound",
    OutboundSecretArn: "arn:outbound",
    StartScanFunctionName: "start-scan",
    GetUserLogGroup: "get-user",
  };
  const { UsersTable: _, ...old } = outputs;
  const { Version: __, ...first } = outputs;
  cloudFormation = await startCloudFormation({
    "Vigia-dev": outputs,
    "Vigia-old": old,
    "Vigia-first": first,
    "Vigia-later": { ...outputs, Version: "0.10.0" },
  });
  secrets = fakeSecrets({ "arn:inbound": "{}", "arn:outbound": "{}" });
  vi.stubEnv("AWS_REGION", "us-east-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "local");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "local");
  vi.stubEnv("AWS_ENDPOINT_URL_CLOUDFORMATION", cloudFormation.url);
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", emulated.url);
  vi.stubEnv("AWS_ENDPOINT_URL_SQS", queues.url);
  place = await makePlace();
});

afterAll(async () => {
  vi.unstubAllEnvs();
  secrets.restore();
  cloudFormation.stop();
  await place.remove();
  await queues.stop();
  await emulated.stop();
});

const user = JSON.stringify({ userId: "u-1", ...INVENTED_USER });

const dev = (args: string[], stdin?: string) =>
  place.vigia([...args, "--stage", "dev"], stdin === undefined ? {} : { stdin });

test("loads, shows and deletes users of a deployed stack", async () => {
  expect((await dev(["users", "import", "-"], user)).out).toBe("1 user loaded; 0 lines refused.\n");
  expect(JSON.parse((await dev(["users", "get", "u-1"])).out)).toMatchObject({ givenName: "Ana" });
  expect((await dev(["users", "delete", "u-1", "--yes"])).out).toBe("The user was deleted from stage dev.\n");
  expect((await dev(["users", "get", "u-1"])).err).toContain("There is no user u-1 in stage dev");
});

test("keeps the secrets of a deployed stack and signs with them", async () => {
  expect((await dev(["secrets", "set", "--kind", "webhook"], "hook")).out).toBe(
    "The webhook secret of project 1 is set in stage dev.\n",
  );
  expect((await dev(["secrets", "rotate", "--kind", "webhook"], "new")).out).toContain(
    '"vigia secrets retire --kind webhook --project 1 --stage dev"',
  );
  expect((await dev(["sign", "GET", "/users/u-1"])).out).toMatch(/^x-wavynode-hmac: \S{44}\n/);
});

test.each([
  [["notifications", "list"], "Nothing that stage dev received matches.\n"],
  [["alerts", "list"], "No alert in stage dev matches.\n"],
  [["quarantine", "list"], "Nothing is quarantined in stage dev.\n"],
  [["dlq", "list"], "There are no dead letters in stage dev.\n"],
  [["scan", "list"], 'There was no run in stage dev yet; start one with "vigia scan run --stage dev".\n'],
  [["wallets", "list"], 'No wallet in stage dev matches; "vigia wallets import --stage dev" adds wallets.\n'],
])("answers %j of an empty stack with a sentence", async (args, err) => {
  expect(await dev(args)).toEqual({ code: 0, out: "", err });
});

test("imports and shows wallets of a deployed stack", async () => {
  const csv = "projectId,chainId,address\n1,1,0x1111111111111111111111111111111111111111\n";
  expect((await dev(["wallets", "import", "-", "--format", "csv"], csv)).out).toContain(
    "1 new wallet, 0 known",
  );
  expect((await dev(["wallets", "show", `0x${"1".repeat(40)}`])).out).toContain("scanned      not yet");
});

test("says with exit code 4 that a stage is not deployed", async () => {
  expect(await place.vigia(["users", "get", "u-1", "--stage", "prod"])).toEqual({
    code: 4,
    out: "",
    err: "There is no stack Vigia-prod in the account and region of this shell: check AWS_PROFILE and AWS_REGION. If it is not deployed yet, run `npm run deploy -- -c stage=prod`.\n",
  });
});

test("says with exit code 4 which account vigia.json names, and which stages", async () => {
  const written = await makePlace();
  await written.file("vigia.json", '{"stages":{"prod":{"account":"111122223333"}}}');
  expect(await written.vigia(["users", "list", "--stage", "prod"])).toMatchObject({
    code: 4,
    err: "There is no stack Vigia-prod in the account and region of this shell: vigia.json names account 111122223333, so sign in there with AWS_PROFILE and AWS_REGION. If it is not deployed yet, run `npm run deploy -- -c stage=prod`.\n",
  });
  expect(await written.vigia(["users", "list", "--stage", "pord"])).toMatchObject({
    code: 4,
    err: expect.stringMatching(/^There is no stage pord in \S+, which names prod\. /),
  });
  await written.remove();
});

test("says what an older stack lacks", async () => {
  const { err, code } = await place.vigia(["users", "get", "u-1", "--stage", "old"]);
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
  const { err, code } = await place.vigia(["users", "get", "u-1", "--stage", "../x"]);
  expect({ err, code }).toEqual({ code: 2, err: "--stage: expected a stage's name, such as dev.\n" });
});

test("says that AWS does not answer", async () => {
  vi.stubEnv("AWS_ENDPOINT_URL_CLOUDFORMATION", "http://127.0.0.1:9");
  const { err, code } = await dev(["users", "get", "u-1"]);
  vi.stubEnv("AWS_ENDPOINT_URL_CLOUDFORMATION", cloudFormation.url);
  expect(code).toBe(1);
  expect(err).toContain("AWS does not answer for stage dev: check the network");
});
