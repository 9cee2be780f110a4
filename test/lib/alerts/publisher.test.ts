import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { DynamoDBDocumentClient, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import * as z from "zod/mini";
import { AlertStore } from "../../../lib/alerts/alerts.ts";
import type { AlertMessage } from "../../../lib/alerts/messages/message.ts";
import { AlertPublisher, type OfficersAlert, RateLimitError } from "../../../lib/alerts/publisher.ts";
import { RateLimit } from "../../../lib/alerts/rate-limit.ts";
import { mockClient } from "../../support/mock-client.ts";
import { ENGLISH } from "../../support/translators.ts";

const sns = mockClient(SNSClient);
const database = mockClient(DynamoDBDocumentClient);
const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: "us-east-1" }));

/** Calls, in order. */
let calls: string[] = [];

beforeEach(() => {
  sns.reset();
  database.reset();
  calls = [];
  const noted = (name: string) => () => {
    calls.push(name);
    return {};
  };
  database.on(PutCommand).callsFake(noted("record"));
  database.on(UpdateCommand).callsFake(noted("settle"));
  sns.on(PublishCommand).callsFake(noted("publish"));
});

const MESSAGE: AlertMessage = {
  subject: "[ILLEGAL] José",
  translator: ENGLISH,
  headline: "text",
  blocks: [],
  threadId: "1#42",
  event: { stage: "dev", subjectCount: 0, subjects: () => [] },
  attributes: { kind: "notification", risk: "illegal", projectId: 1 },
};

function publisher(): AlertPublisher {
  return new AlertPublisher({
    sns: new SNSClient({ region: "us-east-1" }),
    alertsTopicArn: "alerts",
    operationsTopicArn: "operations",
    alerts: new AlertStore(client, "Alerts"),
    translator: async () => ENGLISH,
    retentionYears: 10,
    rate: new RateLimit(),
  });
}

function alert(changes: Partial<OfficersAlert> = {}): OfficersAlert {
  return {
    projectId: 1,
    subjects: [{ key: "1#42", revision: "current#TTTTTTTTTTTTTTTT" }],
    compose: (id) => ({ ...MESSAGE, headline: `ref ${id}` }),
    ...changes,
  };
}

const soon = () => Date.now() + 600_000;

describe("a message for officers", () => {
  it("about the test project is recorded and sent as a test", async () => {
    const compose = () => ({ ...MESSAGE, attributes: { ...MESSAGE.attributes, projectId: 0 } });
    await publisher().alert(alert({ projectId: 0, compose }), soon());
    expect(sns.commandCalls(PublishCommand)[0]?.args[0].input.Subject).toBe("[TEST] [ILLEGAL] Jose");
    expect(database.commandCalls(PutCommand)[0]?.args[0].input.Item).toMatchObject({
      projectId: "0",
      message: { subject: "[TEST] [ILLEGAL] Jose" },
    });
  });

  it("is recorded as it is sent, then sent, then noted as sent", async () => {
    const id = await publisher().alert(alert(), soon());
    expect(calls).toEqual(["record", "publish", "settle"]);
    expect(id).toMatch(/^20\d\d-[\dT:.-]+Z-1-[0-9a-f]{8}$/);
    expect(database.commandCalls(PutCommand)[0]?.args[0].input.Item).toEqual({
      projectId: "1",
      id,
      kind: "notification",
      state: "pending",
      subjects: [{ key: "1#42", revision: "current#TTTTTTTTTTTTTTTT" }],
      message: {
        subject: "[ILLEGAL] Jose",
        email: `ref ${id}\n`,
        sms: "[ILLEGAL] José",
        slack: expect.stringContaining(`"title":"ref ${id}"`),
        event: expect.stringMatching(`^{"version":1,"alertId":"${id}",.*"subjects":\\[\\]}$`),
      },
      expiresAt: expect.any(Number),
    });
    expect(database.commandCalls(UpdateCommand)[0]?.args[0].input).toMatchObject({
      Key: { projectId: "1", id },
      ExpressionAttributeValues: { ":state": "sent" },
    });
  });

  it("goes out where it cannot be recorded, and nothing is noted of it", async () => {
    database.on(PutCommand).rejects(new Error("out of reach"));
    expect(await publisher().alert(alert(), soon())).toContain("Z-1-");
    expect(calls).toEqual(["publish"]);
  });

  it("goes out where the table of records hangs: no record is waited for beyond three seconds", async () => {
    using timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
    database.on(PutCommand).callsFake(() => {
      const [, options]: readonly unknown[] = database.commandCalls(PutCommand)[0]?.args ?? [];
      const { abortSignal } = z.object({ abortSignal: z.instanceof(AbortSignal) }).parse(options);
      abortSignal.throwIfAborted();
    });
    await publisher().alert(alert(), soon());
    expect(timeout.mock.calls[0]?.[0]).toBeLessThanOrEqual(3_000);
    expect(calls).toEqual(["publish"]);
  });

  it("is noted as failed where SNS refuses it", async () => {
    sns.on(PublishCommand).rejects(new Error("refused"));
    await expect(publisher().alert(alert(), soon())).rejects.toThrow("refused");
    expect(database.commandCalls(UpdateCommand)[0]?.args[0].input.ExpressionAttributeValues).toEqual({
      ":state": "failed",
    });
  });

  it("is sent though it cannot be noted", async () => {
    database.on(UpdateCommand).rejects(new Error("out of reach"));
    await publisher().alert(alert(), soon());
    expect(calls).toEqual(["record", "publish"]);
  });

  it("has a record of bounded size, which counts the subjects that it does not list", async () => {
    const subjects = Array.from({ length: 5_000 }, (_, n) => ({
      address: `0x${n}${"a".repeat(90)}`,
      chainId: "1",
    }));
    await publisher().alert(alert({ subjects }), soon());
    const item = database.commandCalls(PutCommand)[0]?.args[0].input.Item ?? {};
    expect(item["subjectCount"]).toBe(5_000);
    expect(JSON.stringify(item).length).toBeLessThan(120_000);
  });
});

describe("messages that are due together", () => {
  it("go one each second, each topic for itself", async () => {
    vi.stubEnv("TIME_SCALE", "10");
    onTestFinished(() => void vi.unstubAllEnvs());
    const onePublisher = publisher();
    const begun = Date.now();
    const sentIds: string[] = [];
    sns.on(PublishCommand).callsFake(({ TopicArn }) => {
      sentIds.push(TopicArn);
      return {};
    });
    const alerts = [1, 2, 3].map(() => onePublisher.alert(alert(), soon()));
    const operations = onePublisher.operations(() => MESSAGE, soon());
    await Promise.all([alerts[0], operations]);
    expect(sentIds.toSorted()).toEqual(["alerts", "operations"]);
    await Promise.all(alerts);
    // Two of three waited, a second each at a tenth of the time. Timers of Node may fire a millisecond early.
    expect(Date.now() - begun).toBeGreaterThanOrEqual(195);
    await onePublisher.alert(alert(), soon());
    expect(Date.now() - begun).toBeGreaterThanOrEqual(290);
  });

  it("are refused where they could only go too late, without a wait", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const onePublisher = publisher();
    const deadline = Date.now() + 999;
    await onePublisher.alert(alert(), deadline);
    // A wait would last for ever: the clock stands.
    await expect(onePublisher.alert(alert(), deadline)).rejects.toThrow(RateLimitError);
    expect(calls.filter((name) => name === "publish")).toHaveLength(1);
  });

  it("save nothing up: after a pause the first goes at once, and the next waits", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const rate = new RateLimit();
    const now = Date.now();
    expect(await rate.wait("t", now)).toBe(true);
    vi.setSystemTime(now + 60_000);
    expect([await rate.wait("t", now + 60_000), await rate.wait("t", now + 60_999)]).toEqual([true, false]);
  });
});
