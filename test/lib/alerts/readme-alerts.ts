import { type QuarantinedBody, quarantineAlert } from "../../../lib/alerts/messages/quarantine-alert.ts";
import { scanProblem, scanUnended } from "../../../lib/alerts/messages/scan-problem.ts";
import { serviceErrorAlert } from "../../../lib/alerts/messages/service-error-alert.ts";
import { transactionAlert } from "../../../lib/alerts/messages/transaction-alert.ts";
import { unknownKeyAlert } from "../../../lib/alerts/messages/unknown-key-alert.ts";
import { walletAlert } from "../../../lib/alerts/messages/wallet-alert.ts";
import type { ExceedingWallet } from "../../../lib/alerts/messages/wallet-facts.ts";
import { subscriptionProblem } from "../../../lib/alerts/subscriptions/subscription-problem.ts";
import type { Translator } from "../../../lib/i18n/translator.ts";
import type { LocalMoney } from "../../../lib/law/rates/local-amount.ts";
import { unitsOf } from "../../../lib/law/threshold.ts";
import { dailyBrief } from "../../../lib/reports/brief/daily-brief.ts";
import { noticeReminder } from "../../../lib/reports/brief/notice-reminder.ts";
import { chainFacts } from "../../../lib/screening/chains.ts";
import type { ScanRun } from "../../../lib/screening/runs/run.ts";
import { EMPTY_DAY, FULL_DAY } from "../../support/invented-brief.ts";
import { FINTECH_LAW, LFPIORPI } from "../../support/notifications.ts";
import { shown } from "../../support/shown-message.ts";
import { UNREADABLE_CASE } from "./invented.ts";
import { NOTICE_CASE, NOTICE_DUE } from "./invented-cases.ts";
import { revised, transaction, withCase } from "./one-chain.ts";

/** Address of the desk. */
export const DESK = "https://desk.example";

const ORIGIN = {
  stage: "dev",
  alertId: "2026-03-01T12:00:00.000Z-1-0a1b2c3d",
  projectId: 1,
  threshold: 60,
  chains: () => chainFacts({ id: "42161", name: "Arbitrum One", explorer_url: "https://explorer.example" }),
};

const DAY_ID = "2026-03-02T14:00:00.000Z-1-0a1b2c3d";

/** One rate for every day, and the UMA of 2025. */
export const INVENTED_RATE: LocalMoney = ({ amount }) => {
  const pesos = (Number(amount?.usd) * 18.2).toFixed(2);
  return [
    {
      currency: "MXN",
      rate: "18.20",
      day: "2025-08-19",
      amount: pesos,
      exact: pesos,
      uma: { value: "113.14", multiple: unitsOf([{ amount: pesos, unit: "113.14" }]) },
    },
  ];
};

const SEEN_AT = "2026-01-01T00:00:00.000Z";

const FLAGGED: ExceedingWallet = {
  wallet: {
    projectId: 1,
    chainId: "42161",
    address: "0x1111111111111111111111111111111111111111",
    source: "import",
    firstSeenAt: SEEN_AT,
    lastSeenAt: SEEN_AT,
    waitingSince: SEEN_AT,
    userId: "u-1",
    score: 72,
    previousScore: 20,
    level: "high",
    reason: "Funds of a mixer",
    patterns: '["mixer"]',
    exceeded: {
      runId: SEEN_AT,
      kinds: ["above", "rise", "suspicious"],
      score: 72,
      previousScore: 20,
    },
  },
  status: { status: "under review", tags: ["cex"], statusAt: "2026-03-01T08:30:00.000Z" },
};

const RUN: ScanRun = {
  projectId: 1,
  runId: "2026-03-01T08:00:00.000Z",
  status: "completed",
  trigger: "schedule",
  startedAt: "2026-03-01T08:00:00.000Z",
  endedAt: "2026-03-01T09:00:00.000Z",
  queued: 1_200,
  isQueued: true,
  totals: { known: 1_200, completed: 500, skipped: 2, failed: 697, missing: 1, exceeded: 1 },
};

const TROUBLE =
  "Project 1: POST https://service.example/v1/projects/1/addresses/scan-risk was answered with status 503 at each of 4 tries. Check that the service is up and that `service.baseUrl` in app.ts is its address.";

/**
 * The alerts that docs/reference/messages.md and docs/es show, as the code writes them.
 * @param desk where the desk is; without it messages name a command
 */
export function readmeAlerts(translator: Translator, money?: LocalMoney, desk?: string) {
  const origin = { ...ORIGIN, translator, money, ...(desk === undefined ? {} : { desk }) };
  const single = transactionAlert(
    [withCase(transaction({ inflictedLaws: [FINTECH_LAW, LFPIORPI] }))],
    origin,
  );
  const { slack } = shown(single);
  const pair = [
    withCase(transaction({ id: 42 })),
    withCase(revised({ id: 43, amount: { value: 25e17, usd: 7500 } }), true),
  ];
  const unreadable: QuarantinedBody = {
    key: "1#quarantined#AAAAAAAAAAAAAAAAAAAAAA",
    receivedAt: "2025-08-20T05:11:02.000Z",
    issues: [{ path: "data.inflictedLaws.0.risk", is: "oneOf", values: ['"warn"', '"illegal"'] }],
  };
  const messages = {
    SINGLE: single,
    GROUP: transactionAlert(pair, origin),
    REVISED: transactionAlert([withCase(revised(), true)], origin),
    QUARANTINE: quarantineAlert([unreadable], UNREADABLE_CASE, origin),
    SERVICE_ERROR: serviceErrorAlert(
      { key: "1#error#AAAAAAAAAAAAAAAAAAAAAA", receivedAt: unreadable.receivedAt },
      origin,
    ),
    UNKNOWN_KEY: unknownKeyAlert("data.inflictedLaws[].level", origin),
    WALLET: walletAlert([FLAGGED], { ...origin, total: 1 }),
    FULL_DAY: dailyBrief(FULL_DAY, { ...origin, alertId: DAY_ID }),
    EMPTY_DAY: dailyBrief(EMPTY_DAY, { ...origin, alertId: DAY_ID }),
    PROBLEM: scanProblem(RUN, origin),
    UNENDED: scanUnended(
      { ...RUN, status: "running", trouble: TROUBLE },
      { queued: 1_200, waiting: 700, isCut: false },
      origin,
    ),
    NOTICE: noticeReminder(NOTICE_CASE, { ...origin, desk: DESK, dueAt: NOTICE_DUE, hoursLeft: 12 }),
    SUBSCRIPTIONS: subscriptionProblem(
      {
        alerts: { missing: 1, unconfirmed: 0, unnamed: 1, slackMissing: true, reached: 2 },
        operations: { missing: 0, unconfirmed: 2, unnamed: 0, slackMissing: false, reached: 0 },
      },
      origin,
    ),
  };
  return {
    ...Object.fromEntries(Object.entries(messages).map(([name, message]) => [name, shown(message).email])),
    SLACK: [slack.title, slack.description, ...slack.nextSteps].join("\n"),
  };
}
