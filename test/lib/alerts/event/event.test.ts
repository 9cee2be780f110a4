import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { ALERT_KINDS, alertEvent } from "../../../../lib/alerts/event/event-schema.ts";
import type { AlertMessage } from "../../../../lib/alerts/messages/message.ts";
import { quarantineAlert } from "../../../../lib/alerts/messages/quarantine-alert.ts";
import { scanProblem } from "../../../../lib/alerts/messages/scan-problem.ts";
import { serviceErrorAlert } from "../../../../lib/alerts/messages/service-error-alert.ts";
import { transactionAlert } from "../../../../lib/alerts/messages/transaction-alert.ts";
import { unknownKeyAlert } from "../../../../lib/alerts/messages/unknown-key-alert.ts";
import { walletAlert } from "../../../../lib/alerts/messages/wallet-alert.ts";
import { publicationOf } from "../../../../lib/alerts/publish.ts";
import { subscriptionProblem } from "../../../../lib/alerts/subscriptions/subscription-problem.ts";
import { dailyBrief } from "../../../../lib/reports/brief/daily-brief.ts";
import { noticeReminder } from "../../../../lib/reports/brief/notice-reminder.ts";
import type { ScanRun } from "../../../../lib/screening/runs/run.ts";
import { FULL_DAY } from "../../../support/invented-brief.ts";
import { FINTECH_LAW, LFPIORPI } from "../../../support/notifications.ts";
import { shown } from "../../../support/shown-message.ts";
import {
  fourRevisions,
  ORIGIN,
  sixQuarantined,
  sixTransactions,
  sixWallets,
  UNREADABLE_CASE,
} from "../invented.ts";
import { NOTICE_CASE, NOTICE_DUE, PERSONAL_WALLET_CASE } from "../invented-cases.ts";
import { revised, transaction, withCase } from "../one-chain.ts";

const FILE = new URL("../../../../lib/alerts/event/alert-event.schema.json", import.meta.url);
const published: Record<string, unknown> = JSON.parse(readFileSync(FILE, "utf8"));
const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(published);

const MADE = { alertId: ORIGIN.alertId, at: new Date("2026-03-01T12:00:00.000Z") };

/** The event of a message, held to the published schema. */
function eventOf(message: AlertMessage, publication: { alertId: string | null; at: Date } = MADE) {
  const { texts } = publicationOf(message, publication);
  const event: unknown = JSON.parse(texts.find(({ channel }) => channel.name === "event")?.text ?? "");
  expect(validate(event), JSON.stringify(validate.errors)).toBe(true);
  return alertEvent.parse(event);
}

const run: ScanRun = {
  projectId: 1,
  runId: "2026-03-01T08:00:00.000Z",
  status: "stopped",
  trigger: "schedule",
  startedAt: "2026-03-01T08:00:00.000Z",
  endedAt: "2026-03-01T09:00:00.000Z",
  cause: { kind: "no-api-key" },
  queued: 10,
  isQueued: true,
  totals: { known: 10, completed: 6, skipped: 1, failed: 1, missing: 1, exceeded: 2 },
};

it("has a JSON Schema in the repository that says what the code does", () => {
  expect(published).toEqual(
    z.toJSONSchema(alertEvent, { target: "draft-2020-12", io: "input", reused: "inline" }),
  );
});

it("names for a transaction what a program decides by", () => {
  const changes = { inflictedLaws: [FINTECH_LAW, LFPIORPI], amount: { value: 15e17, usd: 4500.5 } };
  expect(eventOf(transactionAlert([transaction(changes)], ORIGIN))).toEqual({
    version: 1,
    alertId: "2026-03-01T12:00:00.000Z-1-0a1b2c3d",
    kind: "notification",
    stage: "dev",
    projectId: "1",
    at: "2026-03-01T12:00:00.000Z",
    risk: "illegal",
    summary: "[ILLEGAL] MX LFPIORPI - 1.5 ETH (USD 4,500.50) - user u-1",
    subjectCount: 1,
    subjects: [
      {
        type: "transaction",
        key: "1#42#ZjOOie8SXfW--oXA",
        userId: "u-1",
        wallet: "0x1111111111111111111111111111111111111111",
        chain: { id: "42161", name: "Arbitrum One" },
        txHash: "0xabababababababababababababababababababababababababababababababab",
        amount: { value: "1500000000000000000", decimals: 18, units: "1.5", symbol: "ETH", token: null },
        usd: "4500.5",
        risk: "illegal",
        laws: [
          { name: "LFPIORPI", risk: "illegal", country: "mexico", countryCode: "MX" },
          { name: "Fintech Law", risk: "warn", country: "mexico", countryCode: "MX" },
        ],
        lawCount: 2,
        withdrawnLaws: [],
        withdrawnLawCount: 0,
        happenedAt: "2025-08-20T05:10:57.228Z",
        receivedAt: "2025-08-20T05:11:02.000Z",
        links: {
          transaction:
            "https://explorer.example/tx/0xabababababababababababababababababababababababababababababababab",
          wallet: "https://explorer.example/address/0x1111111111111111111111111111111111111111",
        },
        revision: null,
        case: null,
        withheld: [],
      },
    ],
  });
});

it("says of a revision what is new and what was before, and of a case until when and whether again", () => {
  const transaction = withCase(revised({ inflictedLaws: [FINTECH_LAW, LFPIORPI] }, [FINTECH_LAW]), true);
  const { kind, subjects } = eventOf(
    transactionAlert([transaction], { ...ORIGIN, desk: "https://desk.example" }),
  );
  expect(kind).toBe("notification");
  expect(subjects).toMatchObject([
    {
      receivedAt: "2025-08-20T06:00:00.000Z",
      lawCount: 2,
      revision: {
        newLaws: [{ name: "LFPIORPI", risk: "illegal", country: "mexico", countryCode: "MX" }],
        newLawCount: 1,
        before: { risk: "warn", receivedAt: "2025-08-20T05:11:02.000Z" },
      },
      case: { dueAt: "2025-09-18T05:59:59.999Z", isReopened: true },
      links: {
        desk: "https://desk.example/c/1.42.ZjOOie8SXfW--oXA",
      },
    },
  ]);
});

const serviceError = { key: "1#error#d-1", receivedAt: "2025-08-20T05:00:00.000Z" };

const LOST = { missing: 1, unconfirmed: 0, unnamed: 0, slackMissing: false, reached: 0 };

describe("every kind of message", () => {
  it("is an event of the schema", () => {
    const { alertId: _, ...operations } = ORIGIN;
    const kinds = [
      eventOf(transactionAlert([...sixTransactions(), ...fourRevisions()], ORIGIN)),
      eventOf(quarantineAlert(sixQuarantined(), UNREADABLE_CASE, operations), { ...MADE, alertId: null }),
      eventOf(walletAlert(sixWallets(), { ...ORIGIN, total: 6 })),
      eventOf(dailyBrief(FULL_DAY, { ...ORIGIN })),
      eventOf(scanProblem({ ...run, cause: { kind: "no-api-key" } }, ORIGIN), { ...MADE, alertId: null }),
      eventOf(serviceErrorAlert(serviceError, operations), { ...MADE, alertId: null }),
      eventOf(unknownKeyAlert("data.overallRisk", operations), { ...MADE, alertId: null }),
      eventOf(subscriptionProblem({ alerts: LOST, operations: LOST }, ORIGIN), { ...MADE, alertId: null }),
      eventOf(noticeReminder(NOTICE_CASE, { ...ORIGIN, dueAt: NOTICE_DUE, hoursLeft: 12 })),
    ];
    expect(kinds.map(({ kind, subjectCount, subjects }) => [kind, subjectCount, subjects.length])).toEqual([
      ["notification", 10, 10],
      ["quarantine", 6, 6],
      ["wallet", 6, 6],
      ["daily-brief", 1, 1],
      ["scan-problem", 1, 1],
      ["service-error", 1, 1],
      ["unknown-keys", 1, 1],
      ["subscription-problem", 0, 0],
      ["reminder", 1, 1],
    ]);
    expect(kinds.map(({ kind }) => kind)).toEqual(ALERT_KINDS);
  });

  it("counts the wallet alerts that its mail names", () => {
    const message = dailyBrief(FULL_DAY, { ...ORIGIN });
    expect(shown(message).email).toContain("        2  wallet alerts from the last scan of each project\n");
    expect(eventOf(message).subjects).toMatchObject([{ type: "brief", thresholdAlerts: 2 }]);
  });

  it("names of a wallet why it is flagged, and of a run what is wrong", () => {
    const [wallet] = eventOf(walletAlert(sixWallets(), { ...ORIGIN, total: 6 })).subjects;
    expect(wallet).toMatchObject({
      key: "1#0xa1#42161",
      userId: "u-1",
      wallet: "0xa1",
      score: 61,
      previousScore: 20,
      exceedances: ["above", "rise", "suspicious"],
      level: "high",
      reason: "Funds of a mixer",
      chain: { id: "42161", name: "Arbitrum One" },
      status: { status: "under review", at: "2026-01-02T00:00:00.000Z" },
      links: { wallet: "https://explorer.example/address/0xa1" },
    });
    const [problem] = eventOf(scanProblem(run, ORIGIN), { ...MADE, alertId: null }).subjects;
    expect(problem).toEqual({
      type: "scan-run",
      key: "1#2026-03-01T08:00:00.000Z",
      status: "stopped",
      startedAt: "2026-03-01T08:00:00.000Z",
      endedAt: "2026-03-01T09:00:00.000Z",
      problem:
        "No API key is set for project 1. Copy the project's API key from its settings in the service's dashboard and run \"vigia secrets set --project 1 --kind api-key --stage dev\".",
      wallets: { known: 10, completed: 6, skipped: 1, failed: 1, missing: 1, exceeded: 2 },
    });
  });
});

it("names of a case what it is about and until when, and nothing that was done about it", () => {
  const origin = { ...ORIGIN, dueAt: NOTICE_DUE, hoursLeft: 12, desk: "https://desk.example" };
  const { alertId, risk, subjects } = eventOf(noticeReminder(NOTICE_CASE, origin));
  expect({ alertId, risk }).toEqual({ alertId: ORIGIN.alertId, risk: null });
  expect(subjects).toEqual([
    {
      type: "case",
      key: "1#42#ZjOOie8SXfW--oXA",
      receivedAt: "2026-03-10T01:00:00.000Z",
      dueAt: "2026-03-11T02:00:00.000Z",
      links: {
        desk: "https://desk.example/c/1.42.ZjOOie8SXfW--oXA",
      },
    },
  ]);
  const personal = eventOf(noticeReminder(PERSONAL_WALLET_CASE, origin)).subjects;
  expect(personal).toMatchObject([{ key: null, links: {} }]);
});

it.each(["ana.invented@example.com", "GODE561231GR8", "u\u200b-1", "u".repeat(129), "\uffff"])(
  "withholds an id that is not fit to be sent whole, and says so: %j",
  (userId) => {
    const address = { id: 1, userId, address: "0x1", description: null };
    const [subject] = eventOf(transactionAlert([transaction({ address })], ORIGIN)).subjects;
    expect(subject).toMatchObject({ userId: null, wallet: "0x1", withheld: ["userId"] });
  },
);

it("knows no user where the service names none, which is not withheld", () => {
  const address = { id: 1, userId: null, address: "ana.invented@example.com", description: null };
  const [subject] = eventOf(transactionAlert([transaction({ address })], ORIGIN)).subjects;
  expect(subject).toMatchObject({ userId: null, wallet: null, withheld: ["wallet"] });
  expect(JSON.stringify(subject)).not.toContain("ana.invented");
});

/** Size by SNS's count: the structure with all forms. */
function bytesOf(message: AlertMessage): number {
  const { texts } = publicationOf(message, MADE);
  return Buffer.byteLength(
    JSON.stringify(Object.fromEntries(texts.map(({ channel, text }) => [channel.protocol, text]))),
  );
}

describe("a message about more than SNS takes", () => {
  it("lists what there is room for, and counts all", () => {
    const many = Array.from({ length: 1_000 }, () => transaction());
    const message = transactionAlert(many, ORIGIN);
    const { subjects, subjectCount, alertId } = eventOf(message);
    expect({ subjectCount, alertId }).toEqual({ subjectCount: 1_000, alertId: ORIGIN.alertId });
    expect(subjects.length).toBeGreaterThan(150);
    expect(bytesOf(message)).toBeLessThan(262_144 - 8_192);
  });
});
