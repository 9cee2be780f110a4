import { changeAlert } from "../../lib/alert/change-alert.ts";
import { chainFacts } from "../../lib/alert/explorer.ts";
import type { Transaction } from "../../lib/alert/facts.ts";
import { quarantineAlert } from "../../lib/alert/quarantine-alert.ts";
import { transactionAlert } from "../../lib/alert/transaction-alert.ts";
import { notification } from "../../lib/contract/webhook.ts";
import type { StoredNotification } from "../../lib/store/notifications/notification-schema.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "./notifications.ts";

const origin = {
  stage: "dev",
  alertId: "2026-03-01T12:00:00.000Z-1-0a1b2c3d",
  projectId: 1,
  chains: () => chainFacts({ id: "42161", name: "Arbitrum One", explorer_url: "https://explorer.example" }),
};

function transaction(changes: Record<string, unknown>): Transaction {
  const read = notification.parse(notificationBody(changes).data);
  return {
    key: `1#${read.id}`,
    notification: read,
    receivedAt: "2025-08-20T05:11:02.000Z",
    rehearsal: false,
  };
}

const stored: StoredNotification = {
  key: "1#42",
  version: "first",
  kind: "notification",
  risk: "warn",
  projectId: 1,
  id: "42",
  laws: [{ name: "Fintech Law", risk: "warn", country: "mexico", countryCode: "MX" }],
  receivedAt: "2025-08-20T05:11:02.000Z",
  repeats: 0,
  alert: { state: "none" },
  delivery: "an-invented-delivery",
  content: "an-invented-digest",
  raw: new Uint8Array(),
  expiresAt: 0,
};

/** The alerts that lib/alert/README.md shows, as the code writes them. README.md has SLACK too. */
export function readmeAlerts() {
  const single = transactionAlert([transaction({ inflictedLaws: [FINTECH_LAW, LFPIORPI] })], origin);
  const pair = [transaction({ id: 42 }), transaction({ id: 43, amount: { value: 25e17, usd: 7500 } })];
  const changed = { ...transaction({ inflictedLaws: [LFPIORPI] }), receivedAt: "2025-08-20T06:00:00.000Z" };
  const { key, receivedAt, notification: before } = transaction({ inflictedLaws: [FINTECH_LAW] });
  const first = { key, receivedAt, before };
  const quarantined: StoredNotification = {
    ...stored,
    key: "1#quarantined-AAAAAAAAAAAAAAAAAAAAAA",
    kind: "quarantined",
    issues: [{ path: "data.inflictedLaws.0.risk", message: 'expected "warn" or "illegal"' }],
  };
  return {
    SINGLE: single.email,
    SLACK: [single.slack.title, single.slack.description, ...single.slack.nextSteps].join("\n"),
    GROUP: transactionAlert(pair, origin).email,
    CHANGE: changeAlert(
      [{ first, changed, differs: [], newLaws: changed.notification.inflictedLaws }],
      origin,
    ).email,
    QUARANTINE: quarantineAlert([quarantined], origin).email,
  };
}
