/** The whole of Vigía: joins the parts and prints where they are. */

import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { Alerting } from "./alerting.ts";
import { AdapterApi } from "./http-api.ts";
import { monitor } from "./monitoring/monitoring.ts";
import { AdapterSecret } from "./secret.ts";
import { ServiceKey } from "./service-key.ts";
import type { Settings } from "./settings.ts";
import { Records } from "./tables.ts";
import { UserLookup } from "./user-lookup.ts";
import { WalletScan } from "./wallet-scan.ts";
import { WebhookIntake } from "./webhook-intake.ts";

export class VigiaStack extends Stack {
  constructor(scope: Construct, id: string, settings: Settings, props?: StackProps) {
    super(scope, id, {
      description: "Vigia: risk and compliance notifications, look-ups and scans",
      ...props,
    });

    const logKey = new ServiceKey(this, "ServiceKey");
    const inboundSecret = new AdapterSecret(
      this,
      "InboundSecret",
      "Vigia: the secrets that the service signs with",
    );
    const outboundSecret = new AdapterSecret(
      this,
      "OutboundSecret",
      "Vigia: the keys that open the service's API",
    );
    const records = new Records(this);
    const alerting = new Alerting(this, { settings, key: logKey, record: records.alerts });
    const api = new AdapterApi(this, { settings, logKey });
    const lookup = new UserLookup(this, { settings, api, inboundSecret, logKey });
    const intake = new WebhookIntake(this, { settings, api, records, alerting, inboundSecret, logKey });
    const scan = new WalletScan(this, { settings, records, alerting, outboundSecret, logKey });
    monitor(this, { settings, api, alerting, lookup, intake, scan });

    this.#print({
      Stage: settings.stage,
      Projects: JSON.stringify(settings.projects),
      ServiceBaseUrl: settings.service.baseUrl,
      Authentication: settings.inbound.authentication,
      SignatureHeader: settings.inbound.signatureHeader,
      TimestampHeader: settings.inbound.timestampHeader,
      ApiUrl: api.api.apiEndpoint,
      WebhookUrl: `${api.api.apiEndpoint}/webhook`,
      UserLookupUrl: `${api.api.apiEndpoint}/users/{userId}`,
      UsersTable: lookup.users.tableName,
      NotificationsTable: records.notifications.tableName,
      WalletsTable: records.wallets.tableName,
      WalletScansTable: records.walletScans.tableName,
      ScanRunsTable: records.scanRuns.tableName,
      ChainsTable: records.chains.tableName,
      AlertsTable: records.alerts.tableName,
      WebhookQueueUrl: intake.queue.queue.queueUrl,
      WebhookDlqUrl: intake.queue.deadLetters.queueUrl,
      ScanQueueUrl: scan.queue.queue.queueUrl,
      ScanDlqUrl: scan.queue.deadLetters.queueUrl,
      AlertsTopicArn: alerting.alerts.topicArn,
      OperationsTopicArn: alerting.operations.topicArn,
      InboundSecretArn: inboundSecret.secretArn,
      OutboundSecretArn: outboundSecret.secretArn,
      StartScanFunctionName: scan.startScan.functionName,
      GetUserLogGroup: lookup.getUser.logs.logGroupName,
      UserWriterPolicyArn: lookup.writerPolicy.managedPolicyArn,
    });
  }

  #print(outputs: Record<string, string>): void {
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}
