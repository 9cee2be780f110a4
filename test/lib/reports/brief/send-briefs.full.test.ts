import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AlertStore } from "../../../../lib/alerts/alerts.ts";
import { OncePublisher } from "../../../../lib/alerts/publisher.ts";
import { RateLimit } from "../../../../lib/alerts/rate-limit.ts";
import { TABLE_SHAPES } from "../../../../lib/aws/tables/table-shapes.ts";
import { eventKeyOf } from "../../../../lib/cases/case-keys.ts";
import { CaseQueries } from "../../../../lib/cases/case-queries.ts";
import { CaseStore } from "../../../../lib/cases/cases.ts";
import { SealStore } from "../../../../lib/cases/integrity/seals.ts";
import { NotificationQueries } from "../../../../lib/intake/notifications/notification-queries.ts";
import { logUnreadable } from "../../../../lib/intake/notifications/notification-schema.ts";
import { type BriefTools, revisionsWithin } from "../../../../lib/reports/brief/brief-tools.ts";
import { BriefError, lastDays, owedDays, sendBriefs } from "../../../../lib/reports/brief/send-briefs.ts";
import type { ScanRun } from "../../../../lib/screening/runs/run.ts";
import { ScanRunStore } from "../../../../lib/screening/runs/runs.ts";
import { NOT_REPORTABLE, newStep } from "../../../support/case-steps.ts";
import { Crashing, type InjectedFault } from "../../../support/crashing.ts";
import { startTables } from "../../../support/emulated-tables.ts";
import { mockClient } from "../../../support/mock-client.ts";
import { createTables } from "../../../support/shaped-table.ts";
import { StoredCases } from "../../../support/stored-cases.ts";
import { SPANISH } from "../../../support/translators.ts";

const ZONE = "America/Mexico_City";
const sns = mockClient(SNSClient);
const { client, stop } = await startTables({});
afterAll(stop);
let place = "";
let places = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  return newPlace();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Time stands still but for what a test lets pass, in milliseconds. */
function passes(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

/** Empty tables, and nothing published. */
async function newPlace(): Promise<void> {
  place = String(++places);
  await createTables(client, {
    [`alerts${place}`]: TABLE_SHAPES.alerts,
    [`notifications${place}`]: TABLE_SHAPES.notifications,
    [`scanRuns${place}`]: TABLE_SHAPES.scanRuns,
    [`cases${place}`]: TABLE_SHAPES.cases,
  });
  sns.reset();
  sns.on(PublishCommand).resolves({});
}

const topics = () => new SNSClient({ region: "us-east-1" });

/** @param documents and topics in place of the clients themselves */
function toolsOf(documents = client, snsClient = topics()): BriefTools {
  const alerts = new AlertStore(documents, `alerts${place}`);
  const cases = `cases${place}`;
  return {
    ...{ stage: "dev", desk: undefined, timeZone: ZONE, projectIds: [1], servedIds: [1] },
    ...{ topics: { alerts: "alerts", escalation: undefined }, alerts },
    messageMs: 30_000,
    notifications: new NotificationQueries(documents, `notifications${place}`, logUnreadable),
    runsOf: (projectId) => new ScanRunStore(documents, `scanRuns${place}`).ofProject(projectId),
    deadLetters: async () => ({ webhook: 0, scan: 0 }),
    cases: new CaseQueries(documents, cases),
    seals: new SealStore(documents, cases),
    revisions: (projectIds, span) => revisionsWithin({ client: documents, table: cases }, projectIds, span),
    publisher: new OncePublisher({
      sns: snsClient,
      alerts,
      translator: async () => SPANISH,
      retentionYears: 10,
      rate: new RateLimit(),
    }),
  };
}

/** Eight in the morning there, of a day in March. */
const eightOf = (day: number) => new Date(`2026-03-${String(day).padStart(2, "0")}T14:00:00.000Z`);

const send = (now: Date, tools = toolsOf()) => sendBriefs({ tools, now, endsAt: Date.now() + 60_000 });

const subjects = () => sns.commandCalls(PublishCommand).map(({ args: [{ input }] }) => input.Subject);

async function aDecidedCase(): Promise<void> {
  const cases = new StoredCases(client, `cases${place}`);
  const times = { receivedAt: "2026-03-01T20:00:00.000Z", dueAt: "2026-03-05T05:59:59.999Z" };
  await cases.open(42, times, newStep("a", "2026-03-01T21:00:00.000Z", NOT_REPORTABLE));
  await cases.open(43, times);
}

describe("the brief of the day that ended", () => {
  it("goes out once, tells what is undecided and due, and carries a seal", async () => {
    await aDecidedCase();
    const [sent] = await send(eightOf(2));
    expect(sent).toMatchObject({ day: "2026-03-01", outcome: "sent" });
    expect(await send(eightOf(2))).toMatchObject([{ day: "2026-03-01", outcome: "sent before" }]);
    expect(subjects()).toEqual([
      "[RESUMEN] 1 vence en 7 dias o menos, 2 operaciones senaladas, 1 caso sin dictaminar - 2026-03-01",
    ]);
    const record = await new AlertStore(client, `alerts${place}`).find(sent?.alertId ?? "");
    expect(record).toMatchObject({ kind: "daily-brief", state: "sent", projectId: "all" });
    const {
      kept: [seal],
    } = await new SealStore(client, `cases${place}`).all();
    expect(seal).toMatchObject({ day: "2026-03-01", events: 3 });
    expect(record?.message["email"]).toContain(seal?.digest);
    expect(record?.message["email"]).toContain("dictaminados: 1 de los 2 casos del día, en 60 min");
    // Nothing of the decision, the note or who made it.
    expect(JSON.stringify(record)).not.toMatch(/reportable|Below it|olga/i);
  });

  it("tells of a case of which something has passed what is due next, too", async () => {
    const times = { receivedAt: "2026-03-01T20:00:00.000Z", dueAt: "2026-03-02T07:00:00.000Z" };
    const knownSince = "2026-03-02T06:00:00.000Z";
    const suspected = newStep("a", knownSince, { kind: "suspect", knownSince });
    await new StoredCases(client, `cases${place}`).open(42, times, suspected);
    await send(eightOf(2));
    expect(subjects()).toEqual([
      "[RESUMEN] 1 caso vencido, 1 aviso de 24 horas pendiente, 1 vence en 7 dias o menos - 2026-03-01",
    ]);
  });

  it("counts a case with several deadlines once, and what is due late in a week", async () => {
    const cases = new StoredCases(client, `cases${place}`);
    const receivedAt = "2026-03-01T20:00:00.000Z";
    const deadlines = [
      { dueAt: "2026-03-02T02:00:00.000Z", law: "Ley A", countryCode: "MX" },
      { dueAt: "2026-03-03T20:00:00.000Z", law: "Ley LD", countryCode: "GT" },
      { dueAt: "2026-04-18T05:59:59.999Z", law: "LFPIORPI", countryCode: "MX" },
    ];
    await cases.open(42, { receivedAt, deadlines });
    // The last moment of the 9th in Mexico City.
    await cases.open(43, { receivedAt, dueAt: "2026-03-10T05:59:59.999Z" });
    await send(eightOf(2));
    expect(subjects()).toEqual([
      "[RESUMEN] 1 caso vencido, 2 vencen en 7 dias o menos, 2 operaciones senaladas - 2026-03-01",
    ]);
  });

  it("counts the 24-hour notices that are owed of decided cases, until each is recorded", async () => {
    const cases = new StoredCases(client, `cases${place}`);
    const open = (id: number, knownSince: string) =>
      cases.open(
        id,
        { receivedAt: "2026-03-01T12:00:00.000Z" },
        newStep("a", knownSince, { kind: "suspect", knownSince }),
        newStep("b", "2026-03-01T21:00:00.000Z", NOT_REPORTABLE),
      );
    await open(42, "2026-03-01T14:00:00.000Z");
    await open(43, "2026-03-01T20:00:00.000Z");
    const filing = {
      kind: "24-hour",
      reference: "AVI-1",
      receivedOn: "2026-03-01",
      receivedAt: "2026-03-01T06:00:00.000Z",
    } as const;
    const filed = newStep("c", "2026-03-01T22:00:00.000Z", { kind: "file", filing });
    await cases.step(await open(44, "2026-03-01T20:00:00.000Z"), filed);
    await send(eightOf(2));
    expect(subjects()).toEqual([
      "[RESUMEN] 1 aviso de 24 horas vencido, 1 aviso de 24 horas pendiente - 2026-03-01",
    ]);
  });

  it("counts what changed the laws on the day, though nothing new came, and not what did on another day", async () => {
    const stored = new StoredCases(client, `cases${place}`);
    const store = new CaseStore(client, `cases${place}`, 10);
    const laws = [{ name: "LFPIORPI", countryCode: "MX" }];
    const found = await stored.open(42, { receivedAt: "2026-02-01T20:00:00.000Z", laws });
    for (const day of ["2026-02-27", "2026-03-01", "2026-03-02"]) {
      const at = new Date(`${day}T20:00:01.000Z`);
      const said = { laws: [{ name: `Law of ${day}`, countryCode: "MX" }], mostSevere: 1 };
      const content = { content: "1#42", cause: day, receivedAt: `${day}T20:00:00.000Z` };
      await store.revise(found, day, { ...content, rawSha256: "", facts: {}, said }, at);
    }
    const corrupt = { ...eventKeyOf({ subject: "notification#1#44", opened: "once" }, 1), event: "x" };
    const places = { eventOf: "1", at: "2026-03-01T20:00:00.000Z" };
    await client.send(new PutCommand({ TableName: `cases${place}`, Item: { ...corrupt, ...places } }));
    await send(eightOf(2));
    await send(eightOf(4));
    const texts = sns.commandCalls(PublishCommand).map(({ args: [{ input }] }) => input.Message);
    const counted = texts.map((text = "") => /(\d+) {2}mensajes? que cambi/.exec(text)?.[1]);
    expect(counted).toEqual(["1", undefined, "1"]);
  });

  it("goes out beside corrupt seals, and says where it has none", async () => {
    const spoil = (opened: string) =>
      client.send(
        new PutCommand({ TableName: `cases${place}`, Item: { subject: "seal", opened, digest: "x" } }),
      );
    await spoil("2026-03-01");
    await spoil("zzz");
    await send(eightOf(2));
    await send(eightOf(3));
    const [first, second] = sns.commandCalls(PublishCommand).map(({ args: [{ input }] }) => input.Message);
    expect(first).toContain("El sello guardado no es válido o fue alterado.");
    expect(second).toContain("Es el primer sello. Abarca 0 eventos");
  });

  it("goes out though notifications and a scan run cannot be read", async () => {
    const keys = { ofProject: "1", expiresAt: 2_000_000_000 };
    const corrupt = { key: "1#42", revision: "current#x", kind: "odd", ...keys };
    const items = [
      [`notifications${place}`, { ...corrupt, receivedAt: "2026-03-01T20:00:00.000Z" }],
      [`scanRuns${place}`, { projectId: "1", runId: "2026-03-01T08:00:00.000Z", status: "odd" }],
    ] as const;
    for (const [TableName, Item] of items) await client.send(new PutCommand({ TableName, Item }));
    expect(await send(eightOf(2))).toMatchObject([{ outcome: "sent" }]);
  });

  it("goes out on an empty day", async () => {
    await send(eightOf(2));
    expect(subjects()).toEqual([
      "[RESUMEN] sin operaciones senaladas, pero el dia esta incompleto - 2026-03-01",
    ]);
  });

  it("counts no case of another day, also of the moment at which it ends", async () => {
    const cases = new StoredCases(client, `cases${place}`);
    const times = ["2026-03-01T05:59:59.999Z", "2026-03-01T06:00:00.000Z", "2026-03-02T05:59:59.999Z"];
    for (const [id, receivedAt] of [...times, "2026-03-02T06:00:00.000Z"].entries())
      await cases.open(id, { receivedAt });
    await send(eightOf(2));
    expect(subjects()[0]).toContain("2 operaciones senaladas");
  });

  it("counts the wallets that the scans of the day alerted to, whose cases were open before too", async () => {
    const run = (startedAt: string, exceeded: number): ScanRun => ({
      ...{
        projectId: 1,
        runId: startedAt,
        startedAt,
        endedAt: startedAt,
        status: "completed",
        trigger: "schedule",
      },
      queued: 10,
      totals: { known: 10, completed: 10, skipped: 0, failed: 0, missing: 0, exceeded },
    });
    async function* runsOf() {
      yield run("2026-03-02T08:30:00.000Z", 5);
      yield run("2026-03-01T20:00:00.000Z", 1);
      yield run("2026-03-01T08:30:00.000Z", 2);
      yield run("2026-03-01T05:59:59.999Z", 7);
    }
    await send(eightOf(2), { ...toolsOf(), runsOf });
    expect(subjects()).toEqual(["[RESUMEN] 3 alertas sobre billeteras - 2026-03-01"]);
  });

  it("of days that were missed goes out with the next one, the newest first, and of none before the first", async () => {
    await send(eightOf(2));
    await send(eightOf(5));
    expect(subjects().map((subject) => subject?.slice(-10))).toEqual([
      ...["2026-03-01", "2026-03-04", "2026-03-03", "2026-03-02"],
    ]);
  });

  it("goes out for a week back after weeks in which none could be sent", async () => {
    await send(eightOf(2));
    await send(eightOf(25));
    expect(subjects().map((subject) => subject?.slice(-10))).toEqual([
      ...["2026-03-01", "2026-03-24", "2026-03-23", "2026-03-22", "2026-03-21", "2026-03-20", "2026-03-19"],
      "2026-03-18",
    ]);
  });

  it("says which days never get one, until every day of the week has one", async () => {
    await send(eightOf(2));
    const days = (found: Awaited<ReturnType<typeof send>>) =>
      found.filter(({ outcome }) => outcome === "never").map(({ day }) => day.slice(-2));
    expect(days(await send(eightOf(14)))).toEqual(["02", "03", "04", "05", "06"]);
    expect(days(await send(eightOf(14)))).toEqual([]);
  });

  it("goes out once though another project has become the first", async () => {
    await send(eightOf(2));
    const again = send(eightOf(2), { ...toolsOf(), projectIds: [3, 1] });
    expect(await again).toMatchObject([{ day: "2026-03-01", outcome: "sent before" }]);
    expect(subjects()).toHaveLength(1);
  });

  it("is the only one of a first morning, also after a read that failed", async () => {
    const reads = new Crashing(1, "fails-before");
    await expect(send(eightOf(2), toolsOf(reads.wrap(client, "send")))).rejects.toThrow();
    await send(eightOf(2));
    expect(subjects().map((subject) => subject?.slice(-10))).toEqual(["2026-03-01"]);
  });

  it("goes out beside a corrupt record of another day's", async () => {
    const [sent] = await send(eightOf(2));
    const alerts = `alerts${place}`;
    const record = await new AlertStore(client, alerts).find(sent?.alertId ?? "");
    if (record === undefined) throw new Error("There is no record.");
    await client.send(new PutCommand({ TableName: alerts, Item: { ...record, state: 7 } }));
    await expect(send(eightOf(3))).rejects.toThrow("The briefs of 2026-03-01 could not be sent");
    expect(subjects().map((subject) => subject?.slice(-10))).toEqual(["2026-03-01", "2026-03-02"]);
  });

  it("that fails holds up no other, is said, and is sent by being asked for again", async () => {
    await send(eightOf(2));
    sns.on(PublishCommand).rejects(new Error("refused"));
    await expect(send(eightOf(4))).rejects.toThrow(BriefError);
    sns.on(PublishCommand).resolves({});
    await send(eightOf(4));
    expect(subjects().map((subject) => subject?.slice(-10))).toEqual([
      ...["2026-03-01", "2026-03-03", "2026-03-02", "2026-03-03", "2026-03-02"],
    ]);
  });

  it("is one's of two calls at once, and the other is called again", async () => {
    const both = await Promise.allSettled([send(eightOf(2)), send(eightOf(2))]);
    expect(both.map(({ status }) => status)).toContain("fulfilled");
    expect(subjects()).toHaveLength(1);
  });
});

describe("an escalation", () => {
  const escalating = (): BriefTools => ({
    ...toolsOf(),
    topics: { alerts: "alerts", escalation: "escalation" },
  });
  const published = () => sns.commandCalls(PublishCommand).map(({ args: [{ input }] }) => input);
  const anOverdueCase = () =>
    new StoredCases(client, `cases${place}`).open(42, {
      receivedAt: "2026-02-01T20:00:00.000Z",
      dueAt: "2026-02-18T05:59:59.999Z",
    });

  it("is the same brief, once, where something is overdue", async () => {
    await anOverdueCase();
    await send(eightOf(2), escalating());
    await send(eightOf(2), escalating());
    const [brief, escalation] = published();
    expect(published().map(({ TopicArn }) => TopicArn)).toEqual(["alerts", "escalation"]);
    expect(escalation?.Subject).toBe(brief?.Subject);
  });

  it("is none where nothing is overdue, or no one is named for it", async () => {
    await send(eightOf(2), escalating());
    await anOverdueCase();
    await send(eightOf(3));
    expect(published().map(({ TopicArn }) => TopicArn)).toEqual(["alerts", "alerts"]);
  });

  it("that fails is sent by being asked for again, and the brief is not", async () => {
    await anOverdueCase();
    sns.on(PublishCommand, { TopicArn: "escalation" }).rejectsOnce(new Error("refused"));
    await expect(send(eightOf(2), escalating())).rejects.toThrow(BriefError);
    expect(await send(eightOf(2), escalating())).toMatchObject([
      { day: "2026-03-01", outcome: "sent before" },
    ]);
    expect(published().map(({ TopicArn }) => TopicArn)).toEqual(["alerts", "escalation", "escalation"]);
  });
});

describe("a brief whose function dies", () => {
  /** Killed at one of the last calls, which are the claim, the publishing and the note that it went out. */
  async function killed(fromLast: number, fault: InjectedFault): Promise<(string | undefined)[]> {
    const clean = new Crashing();
    await send(eightOf(2), toolsOf(clean.wrap(client, "send"), clean.wrap(topics(), "send")));
    await newPlace();
    const crashing = new Crashing(clean.calls - fromLast, fault);
    const tools = toolsOf(crashing.wrap(client, "send"), crashing.wrap(topics(), "send"));
    expect(await crashing.live(send(eightOf(2), { ...tools, messageMs: 2_000 }))).toBe("killed");
    // A dead sender's claim is another's once its time is over.
    passes(2_001);
    expect(await send(eightOf(2))).toHaveLength(1);
    return sns
      .commandCalls(PublishCommand)
      .map(({ args: [{ input }] }) => /[0-9a-f]{64}/.exec(input.Message ?? "")?.[0]);
  }

  it.each([
    ["before it claimed it", 2, "killed-before", 1],
    ["before it published it", 1, "killed-before", 1],
    ["between publishing it and noting that", 1, "killed-after", 2],
    ["after it noted it", 0, "killed-after", 1],
  ] as const)("%s goes out all the same, with the same seal", async (_, fromLast, fault, times) => {
    const seals = await killed(fromLast, fault);
    expect(seals).toHaveLength(times);
    expect(new Set(seals).size).toBe(1);
    expect(seals[0]).toBeDefined();
  });
});

describe("the days of briefs", () => {
  it("end where the officers' do, and are over a quarter of an hour later", () => {
    const days = (now: string) => lastDays(new Date(now), ZONE).map(({ day }) => day);
    expect(days("2026-03-02T06:14:59.999Z").at(-1)).toBe("2026-02-28");
    expect(days("2026-03-02T06:15:00.000Z").at(-1)).toBe("2026-03-01");
    expect(days("2026-03-02T14:00:00.000Z")).toEqual([
      ...["2026-02-23", "2026-02-24", "2026-02-25", "2026-02-26", "2026-02-27", "2026-02-28", "2026-03-01"],
    ]);
  });

  it("follow each other without a gap where clocks are changed", () => {
    // In Madrid the 29th of March 2026 has 23 hours.
    const days = lastDays(new Date("2026-03-31T06:00:00.000Z"), "Europe/Madrid");
    for (const [index, { from }] of days.entries()) if (index > 0) expect(from).toBe(days[index - 1]?.to);
    expect(days.find(({ day }) => day === "2026-03-29")).toMatchObject({
      from: "2026-03-28T23:00:00.000Z",
      to: "2026-03-29T22:00:00.000Z",
    });
    expect(days.at(-1)?.id).toMatch(/^2026-03-31T06:00:00\.000Z-all-[0-9a-f]{32}$/);
  });

  it("are owed since the first that was begun", () => {
    expect(owedDays([1, 2, 3], [undefined, undefined, undefined], false)).toEqual([3]);
    expect(owedDays([1, 2, 3], [undefined, undefined, undefined], true)).toEqual([1, 2, 3]);
    expect(owedDays([1, 2, 3], [undefined, "sent", undefined], false)).toEqual([3]);
    expect(owedDays([1, 2, 3], ["sent", "pending", undefined], false)).toEqual([2, 3]);
    expect(owedDays([1, 2, 3], ["failed", "sent", "sent"], false)).toEqual([1]);
    expect(owedDays([1, 2, 3], ["sent", "sent", "sent"], false)).toEqual([]);
  });
});
