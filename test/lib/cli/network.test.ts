/** Commands in a company's network, whose only way out is a proxy. */

import { createHash } from "node:crypto";
import dns from "node:dns";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { outputsOf } from "../../support/deployed-stack.ts";
import { INVENTED_USER } from "../../support/invented-user.ts";
import { type CloudFormation, startCloudFormation } from "./support/cloudformation.ts";
import { CERTIFICATE, type CompanyNetwork, startCompanyNetwork } from "./support/company-network.ts";
import { type PlaceWithTables, placeWithTables } from "./support/tables.ts";
import { endpointsWith } from "./support/test-context.ts";

const TOPIC = "arn:aws:sns:us-east-1:000000000000:alerts";
const LINK = `https://sns.us-east-1.amazonaws.com/confirmation.html?TopicArn=${TOPIC}&Token=2336`;
const USERS = `${JSON.stringify({ userId: "u-1", ...INVENTED_USER })}\n`;

/** The AWS services that the commands call, by the names in the SDK's variables. */
const SERVICES = ["cloudformation", "dynamodb", "secrets_manager", "sns", "sqs", "cloudwatch", "scheduler"];

let place: PlaceWithTables;
let cloudFormation: CloudFormation;
let network: CompanyNetwork;
let variables: Record<string, string>;

beforeAll(async () => {
  place = await placeWithTables();
  const queue = "https://sqs.aws.example/000000000000/queue";
  cloudFormation = await startCloudFormation({
    "Vigia-dev": {
      ...outputsOf(endpointsWith({})),
      ApiUrl: "https://api.aws.example",
      ServiceBaseUrl: "https://service.example/v1",
      AlertsTopicArn: TOPIC,
      WebhookDlqUrl: queue,
      ScanDlqUrl: queue,
    },
  });
  network = await startCompanyNetwork({ cloudformation: cloudFormation.url, dynamodb: place.dynamodb });
  await place.file("company.pem", CERTIFICATE);
});

beforeEach(() => {
  network.ways.length = 0;
  variables = { HTTPS_PROXY: network.proxy, AWS_CA_BUNDLE: join(place.root, "company.pem") };
  vi.stubEnv("AWS_REGION", "us-east-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "local");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "local");
  for (const service of SERVICES)
    vi.stubEnv(
      `AWS_ENDPOINT_URL_${service.toUpperCase()}`,
      `https://${service.replace("_", "")}.aws.example:${network.port}`,
    );
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

afterAll(async () => {
  cloudFormation.stop();
  await network.stop();
  await place.remove();
});

const hostsAsked = () => [...new Set(network.ways)].toSorted();

/** Names of the company's network, which a company behind a proxy cannot look up. */
function lookUpHere(): void {
  vi.spyOn(dns, "lookup").mockImplementation(((_host: string, _options: unknown, answer: LookUpAnswer) =>
    answer(null, [{ address: "127.0.0.1", family: 4 }])) as typeof dns.lookup);
}
type LookUpAnswer = (error: null, addresses: { address: string; family: number }[]) => void;

const COMMANDS: [line: string, stdin: string, code: number, hosts: string[]][] = [
  ["users import users.jsonl --stage dev", "", 0, ["cloudformation.aws.example", "dynamodb.aws.example"]],
  [
    "secrets set --kind webhook --project 1 --stage dev",
    "fedcba9876543210fedc",
    0,
    ["cloudformation.aws.example", "secretsmanager.aws.example"],
  ],
  [`subscriptions confirm ${LINK} --stage dev`, "", 0, ["cloudformation.aws.example", "sns.aws.example"]],
];

test.each(COMMANDS)("goes through the proxy: %s", async (line, stdin, code, hosts) => {
  await place.file("users.jsonl", USERS);
  const result = await place.vigia(line, { stdin, variables });
  expect([result.code, hostsAsked()], result.err).toEqual([code, hosts]);
});

test.each(COMMANDS)("goes directly to a host of NO_PROXY: %s", async (line, stdin, code) => {
  lookUpHere();
  await place.file("users.jsonl", USERS);
  const result = await place.vigia(line, { stdin, variables: { ...variables, no_proxy: "aws.example" } });
  expect([result.code, hostsAsked()], result.err).toEqual([code, []]);
});

test("doctor's checks of AWS and of the risk service go through the proxy, and so does its test", async () => {
  const { out, err } = await place.vigia("doctor --send --stage dev", { variables });
  expect(hostsAsked(), `${out}${err}`).toEqual([
    "api.aws.example",
    "cloudformation.aws.example",
    "cloudwatch.aws.example",
    "dynamodb.aws.example",
    "scheduler.aws.example",
    "secretsmanager.aws.example",
    "service.example",
    "sns.aws.example",
    "sqs.aws.example",
  ]);
});

test("a sign-in of AWS's access portal goes through the proxy", async () => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", undefined);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", undefined);
  vi.stubEnv("AWS_PROFILE", "portal");
  vi.stubEnv("HOME", place.root);
  vi.stubEnv("USERPROFILE", place.root);
  vi.stubEnv("AWS_CONFIG_FILE", join(place.root, "config"));
  const start = "https://company.awsapps.com/start";
  await place.file(
    "config",
    `[profile portal]\nsso_start_url = ${start}\nsso_region = us-east-1\nsso_account_id = 111122223333\nsso_role_name = Officer\n`,
  );
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const token = createHash("sha1").update(start).digest("hex");
  await place.file(`.aws/sso/cache/${token}.json`, JSON.stringify({ accessToken: "token", expiresAt }));
  await place.vigia("users get u-1 --stage dev", { variables });
  expect(hostsAsked()).toEqual(["portal.sso.us-east-1.amazonaws.com"]);
});

test("a plain http endpoint of AWS goes through HTTP_PROXY, and this machine's never", async () => {
  vi.stubEnv("AWS_ENDPOINT_URL_SNS", "http://sns.aws.example");
  vi.stubEnv("AWS_ENDPOINT_URL_CLOUDFORMATION", cloudFormation.url);
  await place.vigia(`subscriptions confirm ${LINK} --stage dev`, {
    variables: { http_proxy: network.proxy, HTTPS_PROXY: network.proxy },
  });
  expect(hostsAsked()).toEqual(["http://sns.aws.example/"]);
});

test.each([
  [
    "that refuses the call",
    () => network.shownProxy,
    () =>
      `AWS does not answer for stage dev through the proxy ${network.shownProxy}, which answered with 407 Proxy Authentication Required: check the proxy in HTTPS_PROXY, the hosts in NO_PROXY, and the region.\n`,
  ],
  [
    "that does not answer",
    () => "http://engineer:hunter2@127.0.0.1:9",
    () =>
      "AWS does not answer for stage dev through the proxy http://127.0.0.1:9: check the proxy in HTTPS_PROXY, the hosts in NO_PROXY, and the region.\n",
  ],
])("names a proxy %s, without its password", async (_, proxy, sentence) => {
  const result = await place.vigia("users get u-1 --stage dev", {
    variables: { ...variables, HTTPS_PROXY: proxy() },
  });
  expect(result).toEqual({ code: 1, out: "", err: sentence() });
});

test("names the variable where the company's issuer is not trusted", async () => {
  const { code, err } = await place.vigia("users get u-1 --stage dev", {
    variables: { HTTPS_PROXY: network.proxy },
  });
  expect([code, err]).toEqual([
    1,
    `The certificate of what answered through the proxy ${network.shownProxy} is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT): if it is your company's own, name the file of its certificates in NODE_EXTRA_CA_CERTS or AWS_CA_BUNDLE.\n`,
  ]);
});

test.each([
  [
    { HTTPS_PROXY: "http://a b" },
    "HTTPS_PROXY is not the URL of a proxy: set it as in http://proxy.company.example:8080.\n",
  ],
  [
    { aws_ca_bundle: "/nowhere.pem" },
    "aws_ca_bundle names a file that cannot be read (/nowhere.pem): set it to the file of your company's certificates, or unset it.\n",
  ],
])("says which variable is wrong: %j", async (wrong, sentence) => {
  expect(await place.vigia("users get u-1 --stage dev", { variables: wrong })).toEqual({
    code: 2,
    out: "",
    err: sentence,
  });
});
