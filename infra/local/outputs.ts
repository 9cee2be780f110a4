/** The stack's outputs, resolved: what a deployment would print. */

import * as z from "zod/mini";
import { project } from "../../lib/env.ts";
import type { LocalEndpoints } from "../../lib/local-endpoints.ts";
import { type References, resolve } from "./intrinsics.ts";
import type { Template } from "./template.ts";

const text = z.string().check(z.minLength(1));

const outputs = z.object({
  Projects: z.pipe(
    text,
    z.transform((json) => z.array(project).parse(JSON.parse(json))),
  ),
  UsersTable: text,
  NotificationsTable: text,
  WalletsTable: text,
  WalletScansTable: text,
  ScanRunsTable: text,
  ChainsTable: text,
  WebhookQueueUrl: text,
  WebhookDlqUrl: text,
  ScanQueueUrl: text,
  ScanDlqUrl: text,
  AlertsTopicArn: text,
  OperationsTopicArn: text,
  InboundSecretArn: text,
  OutboundSecretArn: text,
  StartScanFunctionName: text,
});
export type Outputs = z.infer<typeof outputs>;

/** Reads the outputs; throws where one is missing. */
export function readOutputs({ Outputs }: Template, references: References): Outputs {
  const named = Object.keys(outputs.shape).filter((name) => name in Outputs);
  return outputs.parse(
    Object.fromEntries(named.map((name) => [name, resolve(Outputs[name]?.Value, references)])),
  );
}

/** The names among the outputs, as the endpoints file has them. */
export function namesIn(
  found: Outputs,
): Pick<LocalEndpoints, "tables" | "queues" | "topics" | "secrets" | "functions"> {
  return {
    tables: {
      users: found.UsersTable,
      notifications: found.NotificationsTable,
      wallets: found.WalletsTable,
      walletScans: found.WalletScansTable,
      scanRuns: found.ScanRunsTable,
      chains: found.ChainsTable,
    },
    queues: {
      webhook: found.WebhookQueueUrl,
      webhookDlq: found.WebhookDlqUrl,
      scan: found.ScanQueueUrl,
      scanDlq: found.ScanDlqUrl,
    },
    topics: { alerts: found.AlertsTopicArn, operations: found.OperationsTopicArn },
    secrets: { inbound: found.InboundSecretArn, outbound: found.OutboundSecretArn },
    functions: { startScan: found.StartScanFunctionName },
  };
}
