import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AlertStore } from "../../../../lib/alerts/alerts.ts";
import { OncePublisher } from "../../../../lib/alerts/publisher.ts";
import { RateLimit } from "../../../../lib/alerts/rate-limit.ts";
import { TABLE_SHAPES } from "../../../../lib/aws/tables/table-shapes.ts";
import type { ListedCase, StoredCase } from "../../../../lib/cases/case.ts";
import { eventKeyOf } from "../../../../lib/cases/case-keys.ts";
import { CaseQueries } from "../../../../lib/cases/case-queries.ts";
import { SealStore } from "../../../../lib/cases/integrity/seal-store.ts";
import { readDelivery } from "../../../../lib/intake/delivery.ts";
import { NotificationQueries } from "../../../../lib/intake/notifications/notification-queries.ts";
import { logUnreadable } from "../../../../lib/intake/notifications/notification-schema.ts";
import { NotificationStore } from "../../../../lib/intake/notifications/notifications.ts";
import { briefDays } from "../../../../lib/reports/brief/brief-days.ts";
import { BriefError, sendDailyBrief } from "../../../../lib/reports/brief/send-brief.ts";
import type { ScanRun } from "../../../../lib/screening/runs/run.ts";
import { ScanRunStore } from "../../../../lib/screening/runs/runs.ts";
import { NOT_REPORTABLE, newStep } from "../../../support/case-steps.ts";
import { Crashing, type InjectedFault } from "../../../support/crashing.ts";
import { lfpiorpi } from "../../../support/deadlines.ts";
import { startTables } from "../../../support/emulated-tables.ts";
import { mockClient } from "../../../support/mock-client.ts";
import { notificationBody } from "../../../support/notifications.ts";
import { createTables } from "../../../support/shaped-table.ts";
import { contentNews, StoredCases } from "../../../support/stored-cases.ts";
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
function depsOf(documents = client, snsClient = topics()): Parameters<typeof sendDailyBrief>[0] {
  const alerts = new AlertStore(documents, `alerts${place}`);
  const cases = `cases${place}`;
  return {
    stage: "dev",
    desk: undefined,
    timeZone: ZONE,
    projectIds: [1],
    servedIds: [1],
    topics: { alerts: "alerts", escalation: undefined },
    alerts,
    messageMs: 30_000,
    notifications: new NotificationQueries(documents, `notifications${place}`, logUnreadable),
    runsOf: (projectId) => new ScanRunStore(documents, `scanRuns${place}`).ofProject(projectId),
    deadLetters: async () => ({ webhook: 0, scan: 0 }),
    cases: new CaseQueries(documents, cases),
    casesTable: { client: documents, table: cases },
    seals: new SealStore(documents, cases),
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

const send = (now: Date, deps = depsOf()) => sendDailyBrief(deps, { now, endsAt: Date.now() + 60_000 });

const published = () => sns.commandCalls(PublishCommand).map(({ args: [{ input }] }) => input);
const subjects = () => published().map(({ Subject }) => Subject);
const texts = () => published().map(({ Message = "" }): string => JSON.parse(Message).email);

/** Notes that the brief that was due on this morning of March went out. */
async function sentBefore(morning: number): Promise<void> {
  await send(eightOf(morning));
  sns.resetHistory();
}

async function aDecidedCase(): Promise<void> {
  const cases = new StoredCases(client, `cases${place}`);
  const times = {
    risk: "illegal" as const,
    receivedAt: "2026-03-01T20:00:00.000Z",
    dueAt: "2026-03-05T05:59:59.999Z",
  };
  await cases.open(42, times, newStep("a", "2026-03-01T21:00:00.000Z", NOT_REPORTABLE));
  await cases.open(43, times);
}

describe("the brief of a morning", () => {
  it("goes out once, tells what is undecided and due, and carries a seal", async () => {
    await aDecidedCase();
    const brief = await send(eightOf(2));
    expect(brief).toMatchObject({ day: "2026-03-01", outcome: "sent" });
    expect(await send(eightOf(2))).toEqual({ ...brief, outcome: "sent before" });
    expect(subjects()).toEqual([
      "[RESUMEN] 1 vence en 7 dias o menos, 2 operaciones senaladas, 1 caso sin dictaminar - 2026-03-01",
    ]);
    const record = await new AlertStore(client, `alerts${place}`).find(brief.alertId);
    expect(record).toMatchObject({ kind: "daily-brief", state: "sent", projectId: "all" });
    const {
      seals: [seal],
    } = await new SealStore(client, `cases${place}`).all();
    expect(seal).toMatchObject({ day: "2026-03-01", events: 3 });
    expect(record?.message["email"]).toContain(seal?.digest);
    expect(record?.message["email"]).toContain("dictaminados: 1 de 2 casos nuevos, en 60 min");
    // Nothing of the decision, the note or who made it.
    expect(JSON.stringify(record)).not.toMatch(/reportable|Below it|olga/i);
  });

  it("tells of a case of which something has passed what is due next, too", async () => {
    const times = {
      risk: "illegal" as const,
      receivedAt: "2026-03-01T20:00:00.000Z",
      dueAt: "2026-03-02T07:00:00.000Z",
    };
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
    const rules = [
      { ...lfpiorpi({ kind: "hours", hours: 6 }), law: "Ley A" },
      { ...lfpiorpi({ kind: "hours", hours: 48 }), law: "Ley LD", countryCode: "GT" },
      lfpiorpi(),
    ];
    await cases.open(42, { risk: "illegal", receivedAt, rules });
    // The last moment of the 9th in Mexico City.
    await cases.open(43, { risk: "illegal", receivedAt, dueAt: "2026-03-10T05:59:59.999Z" });
    await send(eightOf(2));
    expect(subjects()).toEqual([
      "[RESUMEN] 1 caso vencido, 2 vencen en 7 dias o menos, 2 operaciones senaladas - 2026-03-01",
    ]);
  });

  it("counts the pending 24-hour notices, until each is recorded", async () => {
    const cases = new StoredCases(client, `cases${place}`);
    const open = (id: number, knownSince: string) =>
      cases.open(
        id,
        { risk: "illegal", receivedAt: "2026-03-01T12:00:00.000Z" },
        newStep("a", knownSince, { kind: "suspect", knownSince }),
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
      "[RESUMEN] 1 aviso de 24 horas vencido, 1 caso vencido, 1 aviso de 24 horas pendiente - 2026-03-01",
    ]);
  });

  it("counts the cases that the service revised on the day, and every day those that stay decided, until the decision is confirmed", async () => {
    const stored = new StoredCases(client, `cases${place}`);
    const laws = [{ name: "LFPIORPI", countryCode: "MX" }];
    const opened = { receivedAt: "2026-02-01T20:00:00.000Z", laws };
    const decided = newStep("a", "2026-02-02T20:00:00.000Z", NOT_REPORTABLE);
    const revise = (storedCase: StoredCase, day: string, law: string) => {
      const content = contentNews(law, [law], { receivedAt: `${day}T20:00:00.000Z` });
      return stored.store.revise(storedCase, [content], new Date(`${day}T20:00:01.000Z`));
    };
    const undecided = await stored.open(42, opened);
    const [revisedAgain, decidedAfter] = [
      await stored.open(43, opened, decided),
      await stored.open(44, opened),
    ];
    await revise(undecided, "2026-02-27", "A");
    for (const law of ["B", "C"]) await revise(revisedAgain, "2026-03-01", law);
    await revise(decidedAfter, "2026-03-01", "D");
    await stored.step(decidedAfter, newStep("b", "2026-03-02T01:00:00.000Z", NOT_REPORTABLE));
    await revise(undecided, "2026-03-03", "E");
    const corrupt = { ...eventKeyOf({ subject: "notification#1#45", opened: "once" }, 1), event: "x" };
    const places = { eventOf: "1", at: "2026-03-01T20:00:00.000Z" };
    await client.send(new PutCommand({ TableName: `cases${place}`, Item: { ...corrupt, ...places } }));
    await sentBefore(1);
    await send(eightOf(2));
    await send(eightOf(3));
    const confirm = { kind: "confirm", note: "The price alone." } as const;
    await stored.step(revisedAgain, newStep("c", "2026-03-03T20:00:00.000Z", confirm));
    await send(eightOf(4));
    expect(texts().map((text) => /(\d+) {2}casos? que el servicio actualizó/.exec(text)?.[1])).toEqual([
      "2",
      undefined,
      "1",
    ]);
    const line =
      "Dictaminados y actualizados después\n        1  caso: confirme el dictamen, o reabra el caso";
    expect(texts().map((text) => text.includes(line))).toEqual([true, true, false]);
    const named = subjects().map((subject) =>
      subject?.includes("1 caso dictaminado que el servicio actualizo"),
    );
    expect(named).toEqual([true, true, false]);
  });

  it("begins with the undecided cases of sanctions lists, and tells what waits for more than 48 hours", async () => {
    const cases = new StoredCases(client, `cases${place}`);
    const laws = [{ name: "OFAC SDN", countryCode: "US" }];
    await cases.open(41, { receivedAt: "2026-02-28T13:59:59.999Z", laws });
    await cases.open(42, { receivedAt: "2026-02-28T14:00:00.000Z" });
    const step = newStep("a", "2026-02-20T20:00:00.000Z", NOT_REPORTABLE);
    await cases.open(43, { receivedAt: "2026-02-20T14:00:00.000Z", laws }, step);
    await cases.open(44, { receivedAt: "2026-02-20T14:00:00.000Z", dueAt: "2026-02-27T06:00:00.000Z" });
    await sentBefore(1);
    await send(eightOf(2));
    expect(subjects()[0]).toMatch(/^\[RESUMEN\] 1 caso de SANCIONES abierto, 1 caso vencido, /);
    expect(texts()[0]).toContain("\n\nListas de sanciones\n        1  caso sin dictaminar, de una lista");
    expect(texts()[0]).toContain("        2  desde hace más de 48 horas\n");
  });

  it("reads at most 20,000 items for a count, and says that there are more", async () => {
    const cases = new CaseQueries(client, `cases${place}`);
    await new StoredCases(client, `cases${place}`).open(42, {
      risk: "illegal",
      receivedAt: "2026-03-01T20:00:00.000Z",
    });
    const listedCase = await cases.listed({ subject: "notification#1#42", opened: "once" });
    if (listedCase === undefined) throw new Error("There is no case.");
    let read = 0;
    async function* many(listedCase: ListedCase) {
      for (;;) {
        read += 1;
        yield listedCase;
      }
    }
    await send(eightOf(2), {
      ...depsOf(),
      cases: { list: () => many(listedCase), allOpen: () => many(listedCase) },
    });
    expect(subjects()[0]).toBe(
      "[RESUMEN] al menos 20,000 operaciones senaladas, al menos 20,000 casos sin dictaminar - 2026-03-01",
    );
    expect(read).toBe(2 * 20_001);
  });

  it("tells each project's last webhook, and counts nothing of the test project", async () => {
    const cases = new StoredCases(client, `cases${place}`);
    await cases.open(1, { projectId: 0, receivedAt: "2026-03-01T20:00:00.000Z" });
    const store = new NotificationStore(client, `notifications${place}`);
    for (const projectId of [0, 1]) {
      const body = Buffer.from(JSON.stringify(notificationBody({ projectId })));
      const receivedAt = "2026-02-20T20:00:00.000Z";
      const delivery = { deliveryId: "d", receivedAt, signedAt: receivedAt, projectId, body };
      const { item, illegalLaws } = readDelivery(delivery, { retentionYears: 10, deadlines: [] });
      await store.record(item, illegalLaws, 0);
    }
    await send(eightOf(2), { ...depsOf(), projectIds: [1, 2], servedIds: [1, 2] });
    expect(texts()[0]).toContain(`Último mensaje nuevo del servicio
  proyecto 1: 20 de febrero de 2026, 14:00:00 (UTC-6), HACE MÁS DE 7 DÍAS
  proyecto 2: TODAVÍA NINGUNO
`);
    expect(subjects()[0]).toContain("sin operaciones senaladas");
    expect(texts()[0]).toContain("Sin dictaminar\n  nada\n");
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
    const [first, second] = texts();
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
    expect(await send(eightOf(2))).toMatchObject({ outcome: "sent" });
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
      await cases.open(id, { risk: "illegal", receivedAt });
    await sentBefore(1);
    await send(eightOf(2));
    expect(subjects()[0]).toContain("2 operaciones senaladas");
  });

  it("counts the wallet alerts that it names of each project's last scan", async () => {
    const run = (projectId: number, startedAt: string, exceeded: number): ScanRun => ({
      projectId,
      runId: startedAt,
      startedAt,
      endedAt: startedAt,
      status: "completed",
      trigger: "schedule",
      queued: 10,
      isQueued: true,
      totals: { known: 10, completed: 10, skipped: 0, failed: 0, missing: 0, exceeded },
    });
    async function* runsOf(projectId: number) {
      // The scan of this night, hours after the day of the brief.
      yield run(projectId, "2026-03-02T08:30:00.000Z", projectId * 5);
      yield run(projectId, "2026-03-01T20:00:00.000Z", 1);
    }
    await send(eightOf(2), { ...depsOf(), projectIds: [1, 2], servedIds: [1, 2], runsOf });
    expect(subjects()).toEqual(["[RESUMEN] 15 alertas sobre billeteras - 2026-03-01"]);
    expect(texts()[0]).toContain("       15  alertas sobre billeteras del último escaneo");
    expect(texts()[0]?.match(/\d+ con alerta/g)).toEqual(["5 con alerta", "10 con alerta"]);
  });

  it("covers the days since the last one that went out, in one message that says so", async () => {
    const cases = new StoredCases(client, `cases${place}`);
    await send(eightOf(2));
    for (const [id, day] of ["01", "02", "03", "04", "05"].entries())
      await cases.open(id, { risk: "illegal", receivedAt: `2026-03-${day}T20:00:00.000Z` });
    sns.on(PublishCommand).rejects(new Error("refused"));
    await expect(send(eightOf(4))).rejects.toThrow("refused");
    sns.on(PublishCommand).resolves({});
    sns.resetHistory();
    await send(eightOf(5));
    await send(eightOf(6));
    expect(subjects()).toEqual([
      expect.stringMatching(/ 3 operaciones senaladas, .* - 2026-03-04$/),
      expect.stringMatching(/ 1 operacion senalada, .* - 2026-03-05$/),
    ]);
    const several = "No se envió ningún resumen de los días anteriores al último: este los abarca.";
    expect(texts().map((text) => text.includes(several))).toEqual([true, false]);
    expect(texts()[0]).toContain("Periodo: del 2 de marzo de 2026, 00:00:00 (UTC-6) al 5 de marzo");
  });

  it("goes out once though another project has become the first", async () => {
    await send(eightOf(2));
    const again = send(eightOf(2), { ...depsOf(), projectIds: [3, 1] });
    expect(await again).toMatchObject({ day: "2026-03-01", outcome: "sent before" });
    expect(subjects()).toHaveLength(1);
  });

  it("goes out beside a corrupt record of the day before, which it covers", async () => {
    const { alertId } = await send(eightOf(2));
    const alerts = `alerts${place}`;
    const record = await new AlertStore(client, alerts).find(alertId);
    await client.send(new PutCommand({ TableName: alerts, Item: { ...record, state: 7 } }));
    expect(await send(eightOf(3))).toMatchObject({ outcome: "sent" });
    await expect(send(eightOf(2))).rejects.toThrow(BriefError);
    expect(subjects().map((subject) => subject?.slice(-10))).toEqual(["2026-03-01", "2026-03-02"]);
  });

  it("that fails is sent by being asked for again", async () => {
    sns.on(PublishCommand).rejectsOnce(new Error("refused"));
    await expect(send(eightOf(2))).rejects.toThrow("refused");
    expect(await send(eightOf(2))).toMatchObject({ outcome: "sent" });
  });

  it("is one's of two calls at once, and the other is called again", async () => {
    const briefs = await Promise.allSettled([send(eightOf(2)), send(eightOf(2))]);
    expect(briefs.map(({ status }) => status)).toContain("fulfilled");
    expect(subjects()).toHaveLength(1);
  });
});

describe("an escalation", () => {
  const escalating = () => ({
    ...depsOf(),
    topics: { alerts: "alerts", escalation: "escalation" },
  });
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

  it("does not go out where nothing is overdue, or no one is named for it", async () => {
    await send(eightOf(2), escalating());
    await anOverdueCase();
    await send(eightOf(3));
    expect(published().map(({ TopicArn }) => TopicArn)).toEqual(["alerts", "alerts"]);
  });

  it("that fails is sent by being asked for again, and the brief is not", async () => {
    await anOverdueCase();
    sns.on(PublishCommand, { TopicArn: "escalation" }).rejectsOnce(new Error("refused"));
    await expect(send(eightOf(2), escalating())).rejects.toThrow("refused");
    expect(await send(eightOf(2), escalating())).toMatchObject({ outcome: "sent before" });
    expect(published().map(({ TopicArn }) => TopicArn)).toEqual(["alerts", "escalation", "escalation"]);
  });
});

describe("a brief whose function dies", () => {
  /** Killed at one of the last calls, which are the claim, the publishing and the note that it went out. */
  async function killed(fromLast: number, fault: InjectedFault): Promise<(string | undefined)[]> {
    const clean = new Crashing();
    await send(eightOf(2), depsOf(clean.wrap(client, "send"), clean.wrap(topics(), "send")));
    await newPlace();
    const crashing = new Crashing(clean.calls - fromLast, fault);
    const deps = depsOf(crashing.wrap(client, "send"), crashing.wrap(topics(), "send"));
    expect(await crashing.live(send(eightOf(2), { ...deps, messageMs: 2_000 }))).toBe("killed");
    // A dead sender's claim is another's once its time is over.
    passes(2_001);
    await send(eightOf(2));
    return texts().map((text) => /[0-9a-f]{64}/.exec(text)?.[0]);
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

describe("the days of a brief", () => {
  const daysAt = (now: string, zone: string, sentBriefs: readonly string[] = []) => {
    const standing = async (id: string) => (sentBriefs.includes(id) ? { state: "sent" } : undefined);
    return briefDays(new Date(now), zone, { standing });
  };

  it("end where the officers' do, and are over a quarter of an hour later", async () => {
    expect((await daysAt("2026-03-02T06:14:59.999Z", ZONE)).day).toBe("2026-02-28");
    expect(await daysAt("2026-03-02T06:15:00.000Z", ZONE)).toMatchObject({
      day: "2026-03-01",
      to: "2026-03-02T06:00:00.000Z",
    });
  });

  it("are seven where no brief went out for longer", async () => {
    expect(await daysAt("2026-03-02T14:00:00.000Z", ZONE)).toMatchObject({
      first: "2026-02-23",
      from: "2026-02-23T06:00:00.000Z",
    });
  });

  it("follow each other without a gap where clocks are changed", async () => {
    // In Madrid the 29th of March 2026 has 23 hours.
    const before = await daysAt("2026-03-29T06:00:00.000Z", "Europe/Madrid");
    const changed = await daysAt("2026-03-30T06:00:00.000Z", "Europe/Madrid", [before.id]);
    expect(changed).toMatchObject({
      first: "2026-03-29",
      day: "2026-03-29",
      from: "2026-03-28T23:00:00.000Z",
      to: "2026-03-29T22:00:00.000Z",
    });
    expect(before.to).toBe(changed.from);
    expect(changed.id).toMatch(/^2026-03-30T06:00:00\.000Z-all-[0-9a-f]{32}$/);
  });
});
