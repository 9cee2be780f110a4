/** Outputs of the stack: read by the vigia command from a deployed stack, and from the local one. */

import * as z from "zod/mini";
import { authentication, currencies, project, umaYears } from "./env.ts";

const text = z.string().check(z.minLength(1));

/** Version of a stack; 0.2.0, the first release, has no such output. */
export const version = z._default(text, "0.2.0");

/** The outputs that are read; the stack prints more for people. Tables, queues and functions by name, URL and ARN. */
export const stackOutputs = z.object({
  Version: version,
  ApiUrl: text,
  Projects: z.pipe(
    text,
    z.transform((json) => z.array(project).parse(JSON.parse(json))),
  ),
  ServiceBaseUrl: text,
  Authentication: authentication,
  SignatureHeader: text,
  TimestampHeader: text,
  UsersTable: text,
  NotificationsTable: text,
  WalletsTable: text,
  WalletScansTable: text,
  ScanRunsTable: text,
  ChainsTable: text,
  AlertsTable: text,
  RatesTable: text,
  Currencies: currencies,
  Uma: umaYears,
  WebhookQueueUrl: text,
  WebhookDlqUrl: text,
  ScanQueueUrl: text,
  ScanDlqUrl: text,
  AlertsTopicArn: text,
  OperationsTopicArn: text,
  /** Set if escalations have an address. */
  EscalationTopicArn: z.optional(text),
  InboundSecretArn: text,
  OutboundSecretArn: text,
  StartScanFunctionName: text,
  /** A stack of an earlier version has no holds. */
  /** A stack of a version before 0.2.0 sends no briefs. */
  SendBriefFunctionName: z.optional(text),
  GetUserLogGroup: text,
  /** Settings of the deployment, as JSON by dotted name; a stack of an earlier version has none. */
  Settings: z.optional(
    z.pipe(
      text,
      z.transform((json) => z.record(z.string(), z.unknown()).parse(JSON.parse(json))),
    ),
  ),
  /** Set if a desk is deployed. */
  DeskUrl: z.optional(text),
  DeskUserPoolId: z.optional(text),
  CasesTable: z.optional(text),
  DeskSessionsTable: z.optional(text),
});
export type StackOutputs = z.infer<typeof stackOutputs>;

/** The resources among the outputs, by what they are for. */
export function resourcesIn(found: StackOutputs) {
  return {
    tables: {
      users: found.UsersTable,
      notifications: found.NotificationsTable,
      wallets: found.WalletsTable,
      walletScans: found.WalletScansTable,
      scanRuns: found.ScanRunsTable,
      chains: found.ChainsTable,
      alerts: found.AlertsTable,
      rates: found.RatesTable,
      ...(found.CasesTable === undefined ? {} : { cases: found.CasesTable }),
      ...(found.DeskSessionsTable === undefined ? {} : { deskSessions: found.DeskSessionsTable }),
    },
    queues: {
      webhook: found.WebhookQueueUrl,
      webhookDlq: found.WebhookDlqUrl,
      scan: found.ScanQueueUrl,
      scanDlq: found.ScanDlqUrl,
    },
    topics: {
      alerts: found.AlertsTopicArn,
      operations: found.OperationsTopicArn,
      ...(found.EscalationTopicArn === undefined ? {} : { escalation: found.EscalationTopicArn }),
    },
    secrets: { inbound: found.InboundSecretArn, outbound: found.OutboundSecretArn },
    money: { currencies: found.Currencies, uma: found.Uma },
    functions: {
      startScan: found.StartScanFunctionName,
      ...(found.SendBriefFunctionName === undefined ? {} : { sendBrief: found.SendBriefFunctionName }),
    },
    inbound: {
      authentication: found.Authentication,
      signatureHeader: found.SignatureHeader,
      timestampHeader: found.TimestampHeader,
    },
  };
}
