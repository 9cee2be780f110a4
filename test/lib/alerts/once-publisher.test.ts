import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { AlertStore, onceAlertId } from "../../../lib/alerts/alerts.ts";
import type { AlertMessage } from "../../../lib/alerts/messages/message.ts";
import { type OnceAlert, OncePublisher } from "../../../lib/alerts/publisher.ts";
import { RateLimit } from "../../../lib/alerts/rate-limit.ts";
import { TABLE_SHAPES } from "../../../lib/aws/tables/table-shapes.ts";
import { type EmulatedTables, startTables } from "../../support/emulated-tables.ts";
import { mockClient } from "../../support/mock-client.ts";
import { ENGLISH } from "../../support/translators.ts";

const sns = mockClient(SNSClient);
let emulated: EmulatedTables;
let database: DynamoDBDocumentClient;

beforeAll(async () => {
  emulated = await startTables({ Alerts: TABLE_SHAPES.alerts });
  database = emulated.client;
});
afterAll(() => emulated.stop());

/** Each test is of another day. */
let day = 0;
let id = "";
beforeEach(() => {
  vi.restoreAllMocks();
  sns.reset();
  sns.on(PublishCommand).resolves({});
  day += 1;
  id = onceAlertId(1, `2026-03-0${day}T15:00:00.000Z`, "brief");
});

const MESSAGE: AlertMessage = {
  subject: "Something",
  translator: ENGLISH,
  headline: "text",
  blocks: [],
  threadId: "1",
  event: { stage: "dev", subjectCount: 0, subjects: () => [] },
  attributes: { kind: "daily-brief", projectId: 1 },
};

function publisher(alerts = new AlertStore(database, "Alerts")): OncePublisher {
  const client = new SNSClient({ region: "us-east-1" });
  const rate = new RateLimit();
  return new OncePublisher({
    sns: client,
    alerts,
    translator: async () => ENGLISH,
    retentionYears: 10,
    rate,
  });
}

function message(): OnceAlert {
  return { id, projectId: 1, topicArn: "alerts", subjects: [], compose: () => MESSAGE };
}

const record = () => new AlertStore(database, "Alerts").find(id);
const published = () => sns.commandCalls(PublishCommand).length;

/** Within a time of which the notes of a test take a part. */
const soon = (milliseconds = 600_000) => Date.now() + milliseconds;

describe("a message that goes out once", () => {
  it("is recorded as it was sent under the id that all know it by", async () => {
    expect(id).toBe("2026-03-01T15:00:00.000Z-1-29a8825bd242f14386ee528d76e0e8f1");
    expect(await publisher().send(message(), soon())).toBe("sent");
    expect(await record()).toMatchObject({
      projectId: "1",
      id,
      kind: "daily-brief",
      state: "sent",
      subjects: [],
      message: { subject: "Something", email: "text\n" },
      sentAt: expect.stringMatching(/^20\d\d-/),
    });
    expect(published()).toBe(1);
  });

  it("is not sent again", async () => {
    await publisher().send(message(), soon());
    expect(await publisher().send(message(), soon())).toBe("sent before");
    expect(published()).toBe(1);
  });

  it("is sent by one of ten at once", async () => {
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => publisher().send(message(), soon())));
    expect(outcomes.filter((outcome) => outcome === "sent")).toHaveLength(1);
    expect(published()).toBe(1);
  });

  it("is sent by the next caller if SNS refused it", async () => {
    sns.on(PublishCommand).rejectsOnce(new Error("refused"));
    await expect(publisher().send(message(), soon())).rejects.toThrow("refused");
    expect((await record())?.state).toBe("failed");
    expect(await publisher().send(message(), soon())).toBe("sent");
    expect((await record())?.state).toBe("sent");
    expect(published()).toBe(2);
  });

  it("has one sender while it is being sent, and a new one if that never ended", async () => {
    const store = new AlertStore(database, "Alerts");
    const claim = { id: "of one that died", until: new Date(soon()).toISOString() };
    const begun = {
      projectId: "1",
      id,
      kind: "brief",
      state: "pending" as const,
      subjects: [],
      expiresAt: 2e9,
      claim,
      message: { subject: "s", email: "e" },
    };
    expect(await store.claim(begun, new Date().toISOString())).toBe("ours");
    expect(await publisher().send(message(), soon())).toBe("claimed-elsewhere");
    expect(published()).toBe(0);
    vi.spyOn(Date, "now").mockReturnValue(soon());
    vi.useFakeTimers({ now: Date.now() + 1, toFake: ["Date"] });
    expect(await publisher().send(message(), soon())).toBe("sent");
    // A sender that was given up for dead notes nothing any more.
    expect(await store.settle(begun, "failed")).toBe(false);
    vi.useRealTimers();
    expect((await record())?.state).toBe("sent");
    expect(published()).toBe(1);
  });

  it("knows its own claim again where the reply to it was lost", async () => {
    const store = new AlertStore(database, "Alerts");
    const send = database.send.bind(database);
    vi.spyOn(database, "send").mockImplementationOnce(async (command) => {
      await send(command);
      return send(command);
    });
    expect(await publisher(store).send(message(), soon())).toBe("sent");
    expect(published()).toBe(1);
  });

  it("is noted as sent however often the table refuses that, as long as there is time", async () => {
    const store = new AlertStore(database, "Alerts");
    const settle = vi.spyOn(store, "settle");
    settle.mockRejectedValueOnce(new Error("throttled")).mockRejectedValueOnce(new Error("throttled"));
    expect(await publisher(store).send(message(), soon())).toBe("sent");
    expect((await record())?.state).toBe("sent");
  });

  it("is noted as sent though the first answer to that never comes, with little time left", async () => {
    const alerts = new AlertStore(database, "Alerts");
    vi.spyOn(alerts, "settle").mockImplementationOnce(
      (_claimed, _state, signal) =>
        new Promise((_, fail) => signal?.addEventListener("abort", () => fail(signal.reason))),
    );
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    using _fast = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(Math.ceil(ms / 100)));
    expect(await publisher(alerts).send(message(), soon(9_000))).toBe("sent");
    expect(await record()).toMatchObject({ state: "sent" });
  });

  it("is not sent without a record", async () => {
    const store = new AlertStore(database, "Nowhere");
    await expect(publisher(store).send(message(), soon())).rejects.toThrow();
    expect(published()).toBe(0);
  });
});
