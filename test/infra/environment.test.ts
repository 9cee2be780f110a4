/** The functions' environment in the template, against what each function parses. */

import { describe, expect, test } from "vitest";
import type * as z from "zod/mini";
import {
  getUserEnv,
  readEnvironment,
  receiveWebhookEnv,
  scanWalletsEnv,
  sendBriefEnv,
  serveDeskEnv,
  startScanEnv,
  storeNotificationsEnv,
} from "../../lib/settings/env.ts";
import { resourceOf, SUBSCRIBED, synthesize, targetOf } from "./synthesized.ts";

const template = synthesize({
  stackName: "Vigia-prod",
  projects: [{ id: 7, mexico: true }],
  desk: { userLink: "https://office.example/{userId}" },
  escalationEmails: ["head@x.example"],
});

const SCHEMAS: Record<string, () => z.ZodMiniObject> = {
  ReceiveWebhook: receiveWebhookEnv,
  GetUser: getUserEnv,
  StoreNotifications: storeNotificationsEnv,
  StartScan: startScanEnv,
  ScanWallets: scanWalletsEnv,
  ServeDesk: serveDeskEnv,
  SendBrief: sendBriefEnv,
};

/** The variables of a function, with a pointer to a resource as that resource's name. */
function variablesOf(name: string): Record<string, string> {
  const { Variables } = resourceOf(template, "AWS::Lambda::Function", name)["Environment"];
  return Object.fromEntries(Object.entries(Variables).map(([key, value]) => [key, targetOf(value)]));
}

describe("the environment", () => {
  test.each(Object.entries(SCHEMAS))("of %s is what it parses, with nothing to spare", (name, schema) => {
    const variables = variablesOf(name);
    const parsed = readEnvironment(schema, variables);
    expect(parsed).toMatchObject({ STAGE: "prod", PROJECTS: [{ id: 7, mexico: true }] });
    const deployed = Object.keys(schema().shape);
    expect(Object.keys(variables).toSorted()).toEqual(deployed.toSorted());
  });

  test("points at the resources by the names that the functions use", () => {
    const pointers = Object.assign({}, ...Object.keys(SCHEMAS).map(variablesOf));
    expect(pointers).toMatchObject({
      INBOUND_SECRET_ARN: "InboundSecret",
      OUTBOUND_SECRET_ARN: "OutboundSecret",
      WEBHOOK_QUEUE_URL: "WebhookQueue",
      SCAN_QUEUE_URL: "ScanQueue",
      USERS_TABLE: "Users",
      NOTIFICATIONS_TABLE: "Notifications",
      WALLETS_TABLE: "Wallets",
      WALLET_SCANS_TABLE: "WalletScans",
      SCAN_RUNS_TABLE: "ScanRuns",
      CHAINS_TABLE: "Chains",
      ALERTS_TABLE: "Alerts",
      RATES_TABLE: "Rates",
      CASES_TABLE: "Cases",
      DESK_SESSIONS_TABLE: "DeskSessions",
      ALERTS_TOPIC_ARN: "AlertsTopic",
      OPERATIONS_TOPIC_ARN: "OperationsTopic",
      ESCALATION_TOPIC_ARN: "EscalationTopic",
      LANGUAGE: "en",
      TIME_ZONE: "America/Mexico_City",
      SERVICE_BASE_URL: "https://api.wavynode.com/v1",
      MAX_DEPTH: "3",
      ALERT_ABOVE: "60",
    });
  });

  test("names those who are to be subscribed by digests alone", () => {
    const { Variables } = resourceOf(synthesize(SUBSCRIBED), "AWS::Lambda::Function", "StartScan")[
      "Environment"
    ];
    expect(JSON.parse(Variables.SUBSCRIBERS)).toEqual({
      alerts: { emails: ["VovArOEY"], slack: true },
      operations: { emails: ["yVbk5rjB"], slack: false },
      escalation: { emails: ["ib9b2KpP"], slack: false },
    });
    expect(JSON.stringify(Variables)).not.toContain("officer@");
  });

  test("names the people for escalations to the function that checks their subscriptions", () => {
    for (const name of ["StartScan", "ServeDesk"]) {
      const { SUBSCRIBERS = "", ESCALATION_TOPIC_ARN } = variablesOf(name);
      expect([name, JSON.parse(SUBSCRIBERS).escalation, ESCALATION_TOPIC_ARN]).toEqual([
        name,
        { emails: ["tMnpvPrM"], slack: false },
        "EscalationTopic",
      ]);
    }
  });
});
