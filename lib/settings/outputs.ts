/** Outputs of a stack: made by the template, and read by the vigia command from a deployed stack and from the local one. */

import * as z from "zod/mini";
import { authentication, currencies, projects, subscribersByTopic } from "./env.ts";

const text = z.string().check(z.minLength(1));

function output(description: string) {
  return z.string().check(z.minLength(1), z.describe(description));
}

/** An output that not every stack has. */
function optional(description: string) {
  return z.optional(text).check(z.describe(description));
}

/** All outputs, with what they are. Tables, queues and functions by name, URL and ARN. */
export const stackOutputs = z.object({
  Version: output("Version of Vigia"),
  Projects: projects.check(z.describe("Projects that the stack serves, as JSON")),
  ServiceBaseUrl: output("URL of the risk service's API"),
  Authentication: authentication.check(z.describe("Proof of the risk service's calls")),
  ApiUrl: output("Base URL of both endpoints"),
  WebhookUrl: output("URL for webhooks: register it in the risk service's dashboard"),
  UserLookupUrl: output("URL for look-ups of users: register it in the risk service's dashboard"),
  DomainTarget: optional("Target of the DNS record of the endpoints' domain"),
  DomainHostedZoneId: optional("Hosted zone of that target, for an alias record in Route 53"),
  UsersTable: output("Table of users"),
  NotificationsTable: output("Table of notifications"),
  WalletsTable: output("Table of known wallets"),
  WalletScansTable: output("Table of scores"),
  ScanRunsTable: output("Table of scan runs"),
  ChainsTable: output("Table of chains"),
  AlertsTable: output("Table of alerts"),
  RatesTable: output("Table of exchange rates"),
  CasesTable: output("Table of cases"),
  Currencies: currencies.check(z.describe("Currencies beside USD in which amounts are shown, as JSON")),
  TimeZone: output("Time zone of officers"),
  WebhookQueueUrl: output("Queue of webhooks"),
  WebhookDlqUrl: output("Dead-letter queue of webhooks"),
  ScanQueueUrl: output("Queue of scans"),
  ScanDlqUrl: output("Dead-letter queue of scans"),
  AlertsTopicArn: output("Topic for compliance officers"),
  OperationsTopicArn: output("Topic for engineers"),
  EscalationTopicArn: optional("Topic for briefs of days with something overdue"),
  InboundSecretArn: output("Secrets that the risk service signs with"),
  OutboundSecretArn: output("Keys of the risk service's API"),
  StartScanFunctionName: output("Function that starts scans"),
  BackupVaultName: optional("Vault of the backups"),
  ScheduleNames: output("Schedules of the stack, separated by commas"),
  Subscribers: subscribersByTopic().check(
    z.describe(
      "Digests of the addresses that the settings name, and whether they name a Slack channel, by topic",
    ),
  ),
  GetUserLogGroup: output("Log of look-ups, which is their audit trail"),
  UserWriterPolicyArn: output("Policy for the backend that writes users"),
  OperatorPolicyArn: output("Policy for engineers who operate the stack"),
  DeskUrl: optional("URL of the desk"),
  DeskDomainTarget: optional("Target of the DNS record of the desk's domain"),
  DeskDomainHostedZoneId: optional("Hosted zone of that target, for an alias record in Route 53"),
  DeskSessionsTable: optional("Table of the desk's sessions"),
  DeskUserPoolId: optional("User pool of those who sign in at the desk"),
  OfficerPolicyArn: output("Policy for officers who verify cases and invite people to the desk"),
});
export type StackOutputs = z.infer<typeof stackOutputs>;
export type OutputName = keyof StackOutputs;

const outputName = z.keyof(stackOutputs);

/**
 * What an output is, in ASCII, as CloudFormation takes it.
 * @throws {z.core.$ZodError} for a name that no output has
 */
export function describeOutput(name: string): string {
  return z.globalRegistry.get(stackOutputs.shape[outputName.parse(name)])?.description ?? "";
}

/** An output that every stack with Vigía has, by which the others are found. */
const MARK = "StartScanFunctionName" satisfies OutputName;

/**
 * The prefix of each output: nothing, or the id of a construct in a company's own stack.
 * @returns undefined for a stack without Vigía
 */
export function outputPrefix(names: readonly string[]): string | undefined {
  return names.find((name) => name.endsWith(MARK))?.slice(0, -MARK.length);
}

/** Outputs under their own names; undefined for a stack without Vigía. */
export function ownOutputs<Value>(values: Record<string, Value>): Record<string, Value> | undefined {
  const prefix = outputPrefix(Object.keys(values));
  if (prefix === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [name.slice(prefix.length), value]),
  );
}

/** The resources among the outputs, by what they are for. */
export function resourcesIn(outputs: StackOutputs) {
  return {
    tables: {
      users: outputs.UsersTable,
      notifications: outputs.NotificationsTable,
      wallets: outputs.WalletsTable,
      walletScans: outputs.WalletScansTable,
      scanRuns: outputs.ScanRunsTable,
      chains: outputs.ChainsTable,
      alerts: outputs.AlertsTable,
      cases: outputs.CasesTable,
      rates: outputs.RatesTable,
      deskSessions: outputs.DeskSessionsTable,
    },
    queues: {
      webhook: outputs.WebhookQueueUrl,
      webhookDlq: outputs.WebhookDlqUrl,
      scan: outputs.ScanQueueUrl,
      scanDlq: outputs.ScanDlqUrl,
    },
    topics: {
      alerts: outputs.AlertsTopicArn,
      operations: outputs.OperationsTopicArn,
      escalation: outputs.EscalationTopicArn,
    },
    secrets: { inbound: outputs.InboundSecretArn, outbound: outputs.OutboundSecretArn },
    money: { currencies: outputs.Currencies },
    timeZone: outputs.TimeZone,
    functions: { startScan: outputs.StartScanFunctionName },
    inbound: { authentication: outputs.Authentication },
  };
}
