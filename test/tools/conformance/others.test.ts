/** Resources of others are left alone: a stage of a company, and the resources that its settings name. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type CloudFormation, startCloudFormation } from "../../lib/cli/support/cloudformation.ts";
import { Commands } from "./commands.ts";
import { Walk } from "./walk.ts";

let aws: CloudFormation;
let folder: string;
const urls: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "vigia-others-"));
  aws = await startCloudFormation(
    { "Vigia-prod": {} },
    { orders: "AWS::DynamoDB::Table" },
    (_, { action }) => {
      urls.push(action);
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
    visitsDesk: false,
  });
  const [first] = walk.steps();
  await expect(first?.[1]()).rejects.toThrow(
    "There is a stack Vigia-prod already, which this run has not made: it is left as it is.",
  );
  await walk.remove();
  expect(urls).toEqual(["cloudformation:DescribeStacks"]);
});
