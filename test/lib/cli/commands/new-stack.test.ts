/** The doctor's findings about the account of a stack. */

import { GetAccountSettingsCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { runChecks } from "../../../../lib/cli/commands/doctor/checks.ts";
import { accountChecks } from "../../../../lib/cli/commands/doctor/doctor.ts";
import { mockClient } from "../../../support/mock-client.ts";
import { deployedTarget, NOW } from "../support/test-context.ts";

const lambda = mockClient(LambdaClient);

beforeAll(() => {
  vi.stubEnv("AWS_REGION", "us-east-1");
});
beforeEach(() => {
  lambda.reset();
});
afterAll(() => {
  lambda.restore();
  vi.unstubAllEnvs();
});

describe("the account", () => {
  const target = deployedTarget();

  test("with ten concurrent executions is warned of, with what to ask for", async () => {
    lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: 10 } });
    expect(await runChecks(accountChecks, { target, now: NOW })).toEqual([
      {
        about: "concurrent executions",
        state: "warning",
        text: "10 for all functions of the account: a burst of calls uses them all, and webhooks wait",
        toDo: "ask for 1,000 in the console (Service Quotas, Lambda, Concurrent executions)",
      },
    ]);
  });

  test("with a thousand is not, and one that may not be read is no failure", async () => {
    lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: 1_000 } });
    expect(await runChecks(accountChecks, { target, now: NOW })).toMatchObject([{ state: "ok" }]);
    lambda.on(GetAccountSettingsCommand).rejects(new Error("no"));
    expect(await runChecks(accountChecks, { target, now: NOW })).toMatchObject([{ state: "warning" }]);
  });
});
