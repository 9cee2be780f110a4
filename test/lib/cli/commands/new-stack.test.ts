/** The doctor's findings about the settings of a stack, and about its account. */

import { GetAccountSettingsCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { runChecks } from "../../../../lib/cli/commands/doctor/checks.ts";
import { accountChecks, settingsChecks } from "../../../../lib/cli/commands/doctor/doctor.ts";
import { describeSettings } from "../../../../lib/settings/deployed.ts";
import { readSettings } from "../../../../lib/settings/settings.ts";
import { mockClient } from "../../../support/mock-client.ts";
import { deployedTarget, deploymentOf, makePlace, NOW, type Place } from "../support/test-context.ts";

const lambda = mockClient(LambdaClient);
let place: Place;

beforeAll(async () => {
  vi.stubEnv("AWS_REGION", "us-east-1");
  place = await makePlace();
});
beforeEach(() => {
  lambda.reset();
});
afterAll(async () => {
  lambda.restore();
  vi.unstubAllEnvs();
  await place.remove();
});

describe("the settings of a stack", () => {
  const DEPLOYED = readSettings({
    alertEmails: ["officer@x.example", "second@x.example"],
    scan: { maxDepth: 5 },
  });
  const target = deployedTarget({ deployment: deploymentOf(describeSettings(DEPLOYED)) });

  async function finding(settings: Record<string, unknown>) {
    await place.file("vigia.json", JSON.stringify(settings));
    const [found, ...others] = settingsChecks(target, place.root);
    expect(others).toEqual([]);
    return found;
  }

  test("are reported where vigia.json no longer has them, and no address is named", async () => {
    const alertEmails = ["second@x.example", "third@x.example"];
    expect(await finding({ alertEmails, retentionYears: 7 })).toEqual({
      about: "vigia.json",
      state: "warning",
      text: "the next deployment changes settings of the stack: alertEmails: it unsubscribes 1 of 2 addresses, missing in vigia.json; alertEmails: it subscribes 1 address, new in vigia.json; retentionYears: the default in the stack, 7 in vigia.json; scan.maxDepth: 5 in the stack, the default in vigia.json",
      toDo: 'deploy, if that is meant; otherwise write the settings to keep into vigia.json first, with "vigia configure --stage dev"',
    });
    expect(await finding({ projects: [{ id: 2 }], alertEmails: DEPLOYED.alertEmails })).toMatchObject({
      text: expect.stringContaining("projects: 1 in the stack, 2 in vigia.json; scan.maxDepth"),
    });
  });

  test("are as they should be where the stage's own part of vigia.json has them", async () => {
    const stages = { dev: { alertEmails: DEPLOYED.alertEmails.toReversed(), scan: { maxDepth: 5 } } };
    expect(await finding({ stage: "prod", stages })).toMatchObject({ state: "ok" });
  });

  test("cannot be compared where vigia.json does not fit", async () => {
    expect(await finding({ scan: { maxDepth: 8 } })).toMatchObject({
      state: "warning",
      toDo: expect.stringContaining("scan.maxDepth: expected at most 7"),
    });
  });
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
        toDo: "ask for 1,000 in the console (Service Quotas, Lambda, Concurrent executions), then set inbound.reservedConcurrency to 2",
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
