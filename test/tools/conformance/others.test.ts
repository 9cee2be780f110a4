/** Resources of others are left alone: a stage of a company, and the resources that its settings name. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { readSettings } from "../../../lib/settings/settings.ts";
import { type CloudFormation, startCloudFormation } from "../../lib/cli/support/cloudformation.ts";
import { AlertQueue } from "./alert-queue.ts";
import { Commands, withoutSettings } from "./commands.ts";
import { settingArguments } from "./stack-settings.ts";
import { Walk } from "./walk.ts";

let aws: CloudFormation;
let folder: string;
const asked: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "vigia-others-"));
  aws = await startCloudFormation(
    { "Vigia-prod": {} },
    { orders: "AWS::DynamoDB::Table" },
    (_, { action }) => {
      asked.push(action);
      return undefined;
    },
  );
  vi.stubEnv("AWS_ENDPOINT_URL", aws.url);
  vi.stubEnv("AWS_REGION", "us-east-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "invented");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "invented");
});
afterAll(() => {
  aws.stop();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

it("neither deploys onto a stage that was there before nor removes any of it", async () => {
  const walk = new Walk({
    commands: new Commands({ stage: "prod", folder, without: [] }),
    count: 100,
    serviceUrl: undefined,
    endpoint: undefined,
    queue: new AlertQueue(),
  });
  const [first] = walk.steps();
  await expect(first?.[1]()).rejects.toThrow(
    "There is a stack Vigia-prod already, which this run has not made: it is left as it is.",
  );
  await walk.remove();
  expect(asked).toEqual(["cloudformation:DescribeStacks"]);
});

it("takes no table, domain, channel or address from a company's cdk.json", () => {
  const settings = {
    tables: { alerts: "company-alerts" },
    "tables.rates": "company-rates",
    slack: { workspaceId: "T0INVENTED", channelId: "C0INVENTED" },
    api: {
      domainName: "vigia.company.example",
      certificateArn: "arn:aws:acm:us-east-1:000000000000:certificate/1",
    },
    operationsEmails: ["someone@company.example"],
    stages: { conformance: { tables: { chains: "company-chains" } } },
  };
  writeFileSync(join(folder, "cdk.json"), JSON.stringify({ context: { ...settings, "@aws-cdk/x:y": true } }));
  const deployed = { serviceUrl: undefined, projects: [1], tables: {} };
  const typed = settingArguments("conformance", deployed).filter((argument) => argument !== "-c");
  const context = withoutSettings(folder);
  expect(context).toEqual({ "@aws-cdk/x:y": true });
  const pairs = typed.map((argument) => [
    argument.slice(0, argument.indexOf("=")),
    argument.slice(argument.indexOf("=") + 1),
  ]);
  const { tables, slack, api, operationsEmails } = readSettings(
    { ...context, ...Object.fromEntries(pairs) },
    settings,
  );
  expect({ tables, slack, api, operationsEmails }).toEqual({
    tables: {},
    slack: undefined,
    api: undefined,
    operationsEmails: ["engineer@company.example"],
  });
});
