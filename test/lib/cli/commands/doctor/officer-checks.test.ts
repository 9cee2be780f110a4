/** `vigia doctor` about officers: that two may decide, and that people for escalations are subscribed. */

import {
  GetSubscriptionAttributesCommand,
  ListSubscriptionsByTopicCommand,
  SNSClient,
} from "@aws-sdk/client-sns";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { UserPool } from "../../../../../lib/cli/commands/desk/user-pool.ts";
import { type CheckResult, runChecks } from "../../../../../lib/cli/commands/doctor/checks.ts";
import { officerChecks, subscriptionChecks } from "../../../../../lib/cli/commands/doctor/people-checks.ts";
import { mockClient } from "../../../../support/mock-client.ts";
import { deployedTarget, NOW } from "../../support/test-context.ts";
import { type FakeUserPool, fakeUserPool } from "../../support/user-pool.ts";

const sns = mockClient(SNSClient);
let pool: FakeUserPool;
let refused: string | undefined;

beforeAll(() => {
  vi.stubEnv("AWS_REGION", "us-east-1");
  pool = fakeUserPool("us-east-1_pool", (action) => {
    if (action === refused)
      throw Object.assign(new Error(`User: u is not authorized to perform: ${action}`), {
        name: "AccessDeniedException",
      });
  });
});
afterAll(() => {
  pool.restore();
  sns.restore();
  vi.unstubAllEnvs();
});
beforeEach(() => {
  pool.people.clear();
  refused = undefined;
  sns.reset();
  subscribed("arn:alerts", "officer@x.example", "second@x.example");
});

function subscribed(TopicArn: string, ...addresses: string[]): void {
  const Subscriptions = addresses.map((Endpoint) => ({
    ...{ Protocol: "email", Endpoint, SubscriptionArn: `arn:aws:sns:${Endpoint}` },
  }));
  sns.on(ListSubscriptionsByTopicCommand, { TopicArn }).resolves({ Subscriptions });
  sns.on(GetSubscriptionAttributesCommand).resolves({ Attributes: { ConfirmationWasAuthenticated: "true" } });
}

async function invite(email: string, groups: string[], until?: string): Promise<void> {
  const made = await UserPool.open("us-east-1_pool");
  await made.invite(email, until);
  for (const group of groups) await made.join(email, group);
}

const STAGE = deployedTarget({
  projectIds: [1, 7],
  topics: { alerts: "arn:alerts", operations: "arn:operations", escalation: "arn:escalation" },
  ...{ desk: "https://desk.example", deskUserPool: "us-east-1_pool" },
});

const found = (target = STAGE): Promise<CheckResult[]> => runChecks(officerChecks, { target, now: NOW });

describe("officers", () => {
  test("are enough where two may decide in each project, and two hear of it", async () => {
    await invite("olga@x.example", ["officers"]);
    await invite("otto@x.example", ["officers-1"]);
    await invite("ana@x.example", ["officers-7"]);
    expect(await found()).toEqual([
      { about: "officers at the desk", state: "ok", text: "2 or more for every project" },
    ]);
  });

  test("are too few where others only look, were removed, or have come to the end of their time", async () => {
    await invite("olga@x.example", ["officers"]);
    await invite("audit@x.example", ["auditors"]);
    await invite("past@x.example", ["officers"], new Date(NOW - 1).toISOString());
    await invite("gone@x.example", ["officers"]);
    await (await UserPool.open("us-east-1_pool")).disable("gone@x.example");
    await invite("seven@x.example", ["officers-7"]);
    subscribed("arn:alerts", "officer@x.example");
    expect(await found()).toEqual([
      {
        about: "officers at the desk",
        state: "warning",
        text: "1 person may decide in project 1: when one is away, no one can decide",
        toDo: 'run "vigia desk invite <email> --role officer --stage dev"',
      },
      {
        about: "officers by mail",
        state: "warning",
        text: "alerts and reminders reach one address",
        toDo: "name another in alertEmails and deploy, then run \"vigia subscriptions confirm '<link>' --stage dev\"",
      },
    ]);
  });

  test("are too few without an officer of all projects, who alone decides cases of no project", async () => {
    for (const [at, project] of [1, 1, 7, 7].entries())
      await invite(`o${at}@x.example`, [`officers-${project}`]);
    expect(await found()).toEqual([
      {
        about: "officers at the desk",
        state: "warning",
        text: "no one may decide cases without a project, or of a project that was removed from the settings",
        toDo: 'run "vigia desk invite <email> --role officer --stage dev"',
      },
    ]);
  });

  test("are not counted without the permission to read the pool, which is named", async () => {
    refused = "cognito-idp:ListUsers";
    expect(await found()).toEqual([
      {
        about: "officers at the desk",
        state: "warning",
        text: "could not be counted",
        toDo: expect.stringContaining("AWS does not allow this to your credentials"),
      },
    ]);
  });

  test("are not checked without a desk, or with another issuer", async () => {
    const { desk: _, deskUserPool: __, ...without } = STAGE;
    expect(await found(without)).toEqual([]);
    expect(await found({ ...without, desk: "https://desk.example" })).toEqual([]);
  });
});

describe("those who get escalations", () => {
  const escalationOf = async (target = STAGE) =>
    (await runChecks(subscriptionChecks.slice(1, 2), { target, now: NOW })).map(({ state, text, toDo }) => [
      state,
      text,
      toDo,
    ]);

  test("are not checked without such a topic", async () => {
    expect(await escalationOf({ ...STAGE, topics: { alerts: "arn:alerts", operations: "arn:o" } })).toEqual(
      [],
    );
  });
});
