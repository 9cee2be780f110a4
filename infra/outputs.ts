import type { OutputName } from "../lib/settings/outputs.ts";
import packageJson from "../package.json" with { type: "json" };
import type { Desk } from "./desk.ts";
import type { Parts } from "./parts.ts";
import type { People } from "./people.ts";
import { projectList } from "./variables.ts";

type Outputs = Readonly<Partial<Record<OutputName, string>>>;

/** Outputs of the stack, by name. */
export function outputsOf(parts: Parts, people: People): Outputs {
  const { settings, api, alerting, lookup, intake, scan, records, backups } = parts;
  return {
    Version: packageJson.version,
    Projects: projectList(settings.projects),
    ServiceBaseUrl: settings.service.baseUrl,
    Authentication: settings.inbound.authentication,
    ApiUrl: api.url,
    WebhookUrl: `${api.url}/webhook`,
    UserLookupUrl: `${api.url}/users/{userId}`,
    ...(api.domain === undefined
      ? {}
      : { DomainTarget: api.domain.regionalDomainName, DomainHostedZoneId: api.domain.regionalHostedZoneId }),
    UsersTable: lookup.users.tableName,
    NotificationsTable: records.notifications.tableName,
    WalletsTable: records.wallets.tableName,
    WalletScansTable: records.walletScans.tableName,
    ScanRunsTable: records.scanRuns.tableName,
    ChainsTable: records.chains.tableName,
    AlertsTable: records.alerts.tableName,
    RatesTable: records.rates.tableName,
    CasesTable: records.cases.tableName,
    Currencies: JSON.stringify(settings.currencies),
    TimeZone: settings.timeZone,
    WebhookQueueUrl: intake.queue.queue.queueUrl,
    WebhookDlqUrl: intake.queue.deadLetters.queueUrl,
    ScanQueueUrl: scan.queue.queue.queueUrl,
    ScanDlqUrl: scan.queue.deadLetters.queueUrl,
    AlertsTopicArn: alerting.alerts.topicArn,
    OperationsTopicArn: alerting.operations.topicArn,
    ...(alerting.escalation === undefined ? {} : { EscalationTopicArn: alerting.escalation.topicArn }),
    InboundSecretArn: parts.inboundSecret.secretArn,
    OutboundSecretArn: parts.outboundSecret.secretArn,
    StartScanFunctionName: scan.startScan.functionName,
    ...(backups === undefined ? {} : { BackupVaultName: backups.vault.backupVaultName }),
    ScheduleNames: people.schedules.map(({ scheduleName }) => scheduleName).join(","),
    Subscribers: alerting.watcherVariables.SUBSCRIBERS,
    GetUserLogGroup: lookup.getUser.logs.logGroupName,
    UserWriterPolicyArn: lookup.writerPolicy.managedPolicyArn,
    OperatorPolicyArn: people.operator.managedPolicyArn,
    OfficerPolicyArn: people.officer.managedPolicyArn,
  };
}

/** Outputs about its desk, if it has one. */
export function deskOutputsOf({ url, domain, sessions, people }: Desk): Outputs {
  return {
    DeskUrl: url,
    ...(domain === undefined
      ? {}
      : { DeskDomainTarget: domain.regionalDomainName, DeskDomainHostedZoneId: domain.regionalHostedZoneId }),
    DeskSessionsTable: sessions.tableName,
    ...(people === undefined ? {} : { DeskUserPoolId: people.pool.userPoolId }),
  };
}
