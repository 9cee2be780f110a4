import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { AlertStore } from "../../../../lib/alerts/alerts.ts";
import { OncePublisher } from "../../../../lib/alerts/publisher.ts";
import { RateLimit } from "../../../../lib/alerts/rate-limit.ts";
import { TABLE_SHAPES } from "../../../../lib/aws/tables/table-shapes.ts";
import { CaseQueries } from "../../../../lib/cases/case-queries.ts";
import type { StepRequest } from "../../../../lib/cases/step.ts";
import { type ReminderDeps, ReminderError, remindOfNotices } from "../../../../lib/reports/brief/remind.ts";
import { newStep } from "../../../support/case-steps.ts";
import { startTables } from "../../../support/emulated-tables.ts";
import { mockClient } from "../../../support/mock-client.ts";
import { createTables } from "../../../support/shaped-table.ts";
import { StoredCases } from "../../../support/stored-cases.ts";
import { ENGLISH } from "../../../support/translators.ts";

const sns = mockClient(SNSClient);
const { client, stop } = await startTables({});
afterAll(stop);
let [place, steps] = [0, 0];

beforeEach(async () => {
  place += 1;
  await createTables(client, {
    [`cases${place}`]: TABLE_SHAPES.cases,
    [`alerts${place}`]: TABLE_SHAPES.alerts,
  });
  sns.reset();
  sns.on(PublishCommand).resolves({});
});

const TRANSACTION = "TTTTTTTTTTTTTTTT";
const nameOf = (id: number) => `${id}#${TRANSACTION}`;
const SINCE = "2026-03-10T02:00:00.000Z";

/** Opens the case of notification `1#<id>` with a suspicion. */
async function suspect(id: number, knownSince = SINCE, ...more: StepRequest[]): Promise<void> {
  const cases = new StoredCases(client, `cases${place}`);
  await cases.open(nameOf(id), { receivedAt: "2026-03-10T01:00:00.000Z", dueAt: "2026-03-12T05:59:59.999Z" });
  for (const request of [{ kind: "suspect", knownSince } as const, ...more]) {
    const key = { subject: `notification#1#${nameOf(id)}`, opened: "once" };
    await cases.step(key, newStep(`step-${++steps}`, "2026-03-10T03:00:00.000Z", request));
  }
}

function depsOf(changes: Partial<ReminderDeps> = {}): ReminderDeps {
  const alerts = new AlertStore(client, `alerts${place}`);
  return {
    stage: "dev",
    desk: "https://desk.example",
    alerts,
    messageMs: 45_000,
    projectIds: [1],
    topics: { alerts: "alerts" },
    cases: new CaseQueries(client, `cases${place}`),
    publisher: new OncePublisher({
      sns: new SNSClient({ region: "us-east-1" }),
      alerts,
      translator: async () => ENGLISH,
      retentionYears: 10,
      rate: new RateLimit(),
    }),
    ...changes,
  };
}

const published = () =>
  sns
    .commandCalls(PublishCommand)
    .map(({ args: [{ input }] }) => String(JSON.parse(input.Message ?? "{}").email).split("\n")[0] ?? "");

/** The call of an hour. @param now ISO 8601 @returns the first line of each message that it published */
async function hour(now: string, deps = depsOf()): Promise<string[]> {
  const before = published().length;
  vi.useFakeTimers({ now: new Date(now), toFake: ["Date"] });
  try {
    await remindOfNotices(deps, { now: new Date(), endsAt: Date.now() + 240_000 });
  } finally {
    vi.useRealTimers();
  }
  return published().slice(before);
}

const reminder = (time: string, hours: number) =>
  `A 24-hour notice of project 1 is due ${time} UTC. At most ${hours} hours are left.`;

describe("a running 24-hour notice", () => {
  it("is told of when twelve and when four hours are left, once each, and no more when it is over", async () => {
    await suspect(42);
    const reminders: [string, string][] = [];
    for (let hours = 6; hours < 54; hours++) {
      const now = new Date(Date.parse("2026-03-10T00:00:00.000Z") + hours * 3_600_000).toISOString();
      for (const line of await hour(now)) reminders.push([now, line]);
    }
    expect(reminders).toEqual([
      ["2026-03-10T14:00:00.000Z", reminder("2026-03-11 02:00:00", 12)],
      ["2026-03-10T22:00:00.000Z", reminder("2026-03-11 02:00:00", 4)],
    ]);
  });

  it("is told of at once where the suspicion is recorded late, by the hours that are left", async () => {
    await suspect(42, "2026-03-10T02:30:00.000Z");
    expect(await hour("2026-03-10T23:10:00.000Z")).toEqual([reminder("2026-03-11 02:30:00", 4)]);
    expect(await hour("2026-03-11T00:10:00.000Z")).toEqual([]);
  });

  it("runs on though the case is taken, and ends with a filed notice or a withdrawal", async () => {
    const filing = {
      kind: "24-hour",
      reference: "AVI-1",
      receivedOn: "2026-03-10",
      receivedAt: "2026-03-10T06:00:00.000Z",
    } as const;
    await suspect(2, "2026-03-10T02:02:00.000Z", { kind: "take" });
    await suspect(3, SINCE, { kind: "file", filing });
    await suspect(4, SINCE, { kind: "retract", note: "Another person." });
    expect(await hour("2026-03-10T15:00:00.000Z")).toEqual([reminder("2026-03-11 02:02:00", 12)]);
  });

  it("begins again with another suspicion", async () => {
    const again = { kind: "suspect", knownSince: "2026-03-10T02:20:00.000Z" } as const;
    await suspect(42, SINCE, { kind: "retract", note: "Another person." }, again);
    expect(await hour("2026-03-10T15:00:00.000Z")).toEqual([reminder("2026-03-11 02:20:00", 12)]);
  });

  it("is in the message's record by its case, under an id that says no time of the suspicion", async () => {
    await suspect(42, "2026-03-10T02:17:00.000Z");
    await hour("2026-03-10T15:00:00.000Z");
    const { Items = [] } = await client.send(new ScanCommand({ TableName: `alerts${place}` }));
    expect(Items.map(({ id, kind, subjects }) => [id.slice(0, 26), kind, subjects])).toEqual([
      ["2026-03-11T00:00:00.000Z-1", "reminder", [{ key: "1#42", revision: `current#${TRANSACTION}` }]],
    ]);
  });
});

describe("what fails", () => {
  it("is sent by the next hour, and never twice", async () => {
    await suspect(42);
    sns.on(PublishCommand).rejects(new Error("refused"));
    await expect(hour("2026-03-10T14:00:00.000Z")).rejects.toThrow(ReminderError);
    sns.on(PublishCommand).resolves({});
    expect(await hour("2026-03-10T15:00:00.000Z")).toHaveLength(1);
    expect(await hour("2026-03-10T16:00:00.000Z")).toEqual([]);
  });

  it("delays no other message where its own record is corrupt", async () => {
    await suspect(42);
    await hour("2026-03-10T14:00:00.000Z");
    const { Items: [record] = [] } = await client.send(new ScanCommand({ TableName: `alerts${place}` }));
    await client.send(new PutCommand({ TableName: `alerts${place}`, Item: { ...record, state: 7 } }));
    await suspect(43, "2026-03-10T02:20:00.000Z");
    await expect(hour("2026-03-10T15:00:00.000Z")).rejects.toThrow(ReminderError);
    expect(published()).toEqual([reminder("2026-03-11 02:00:00", 12), reminder("2026-03-11 02:20:00", 12)]);
  });

  it("of one project leaves the others theirs", async () => {
    await suspect(42);
    const queries = new CaseQueries(client, `cases${place}`);
    const cases: ReminderDeps["cases"] = {
      async *suspected(projectId) {
        if (projectId === 7) throw new Error("throttled");
        yield* queries.suspected(projectId);
      },
    };
    const failing = hour("2026-03-10T14:00:00.000Z", depsOf({ cases, projectIds: [7, 1] }));
    await expect(failing).rejects.toThrow(ReminderError);
    expect(published()).toHaveLength(1);
  });
});
