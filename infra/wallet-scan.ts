/** Every night: the schedule, the runs that it starts, the queue of their requests, and the worker that asks for scores. */

import { Duration, TimeZone } from "aws-cdk-lib";
import { ContextAttribute, ScheduleExpression } from "aws-cdk-lib/aws-scheduler";
import type { Construct } from "constructs";
import type * as z from "zod/mini";
import { WALLETS_BY_PENDING, WALLETS_BY_WAIT } from "../lib/aws/tables/keys.ts";
import { MOST_RECEIVES } from "../lib/screening/runs/scan-queue.ts";
import type { StartEvent } from "../lib/screening/runs/start-event.ts";
import type { scanWalletsEnv, startScanEnv } from "../lib/settings/env.ts";
import type { Settings } from "../lib/settings/settings.ts";
import { AdapterFunction } from "./constructs/function.ts";
import { ConsumedQueue } from "./constructs/queue.ts";
import { invokeOnSchedule } from "./constructs/scheduled-invoke.ts";
import { indexArns } from "./constructs/table.ts";
import type { Core } from "./core.ts";
import { outboundVariables, recordVariables } from "./variables.ts";

/** A worker mostly waits for the service, and its time is what a scan costs. */
const REQUESTS_AT_ONCE = 4;

/** Lambda's longest: one answer of the service may take minutes. */
const WORKER_TIMEOUT = Duration.minutes(15);

export class WalletScan {
  readonly startScan: AdapterFunction<typeof startScanEnv>;
  readonly scanWallets: AdapterFunction<typeof scanWalletsEnv>;
  readonly queue: ConsumedQueue;

  constructor(scope: Construct, core: Core) {
    this.queue = new ConsumedQueue(scope, "Scan", {
      consumerTimeout: WORKER_TIMEOUT,
      tries: MOST_RECEIVES,
      // It holds no data of its own: the next run asks for each wallet again.
      isKept: false,
    });
    this.startScan = this.#starter(scope, core);
    this.scanWallets = this.#worker(scope, core);
    this.queue.feed(this.scanWallets, {
      batchSize: REQUESTS_AT_ONCE,
      maxConcurrency: core.settings.scan.maximumConcurrency,
    });
    this.#schedule(scope, core.settings);
  }

  #starter(scope: Construct, { settings, records, alerting, outboundSecret, logging }: Core) {
    const starter = new AdapterFunction<typeof startScanEnv>(scope, "StartScan", {
      environment: {
        ...outboundVariables(settings, outboundSecret),
        ...recordVariables(settings),
        ...alerting.variables,
        SCAN_QUEUE_URL: this.queue.queue.queueUrl,
        SCAN_RUNS_TABLE: records.scanRuns.tableName,
        CHAINS_TABLE: records.chains.tableName,
        WALLETS_TABLE: records.wallets.tableName,
        ALERT_ABOVE: String(settings.scan.alertAbove),
        ADDRESSES_PER_REQUEST: String(settings.scan.addressesPerRequest),
        EXPLORER_HOSTS: JSON.stringify(settings.service.explorerHosts),
        ...alerting.watcherVariables,
      },
      description: "Starts a scan of every known wallet of each project",
      // Five million wallets are half a million messages.
      timeout: Duration.minutes(15),
      memoryMiB: 256,
      logging,
    });
    starter.allow(["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"], records.scanRuns.tableArn);
    starter.allow(["dynamodb:BatchWriteItem", "dynamodb:GetItem"], records.chains.tableArn);
    allowWallets(starter, records);
    starter.allow(["sqs:SendMessage", "sqs:GetQueueAttributes"], this.queue.queue.queueArn);
    starter.allow(["secretsmanager:GetSecretValue"], outboundSecret.secretArn);
    alerting.admit(starter);
    alerting.admitWatcher(starter);
    return starter;
  }

  #worker(scope: Construct, { settings, records, alerting, outboundSecret, logging }: Core) {
    const { scan } = settings;
    const worker = new AdapterFunction<typeof scanWalletsEnv>(scope, "ScanWallets", {
      environment: {
        ...outboundVariables(settings, outboundSecret),
        ...recordVariables(settings),
        ...alerting.variables,
        CASES_TABLE: records.cases.tableName,
        WALLETS_TABLE: records.wallets.tableName,
        WALLET_SCANS_TABLE: records.walletScans.tableName,
        SCAN_RUNS_TABLE: records.scanRuns.tableName,
        CHAINS_TABLE: records.chains.tableName,
        ALERT_ABOVE: String(scan.alertAbove),
        MAX_DEPTH: String(scan.maxDepth),
      },
      description: "Asks the risk service for the scores of a group of wallets",
      timeout: WORKER_TIMEOUT,
      // Each request may be answered with all that is allowed.
      memoryMiB: 64 * REQUESTS_AT_ONCE,
      logging,
    });
    allowWallets(worker, records);
    // The case of a wallet that is open.
    worker.allow(
      ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Query", "dynamodb:UpdateItem"],
      records.cases.tableArn,
    );
    worker.allow(["dynamodb:BatchWriteItem"], records.walletScans.tableArn);
    worker.allow(["dynamodb:GetItem", "dynamodb:UpdateItem"], records.scanRuns.tableArn);
    worker.allow(["dynamodb:GetItem"], records.chains.tableArn);
    worker.allow(["secretsmanager:GetSecretValue"], outboundSecret.secretArn);
    alerting.admit(worker);
    return worker;
  }

  #schedule(scope: Construct, { scan, timeZone }: Settings): void {
    invokeOnSchedule(scope, "Schedule", {
      called: this.startScan,
      // A scan that could not be started within the hour is reported by the alarm for scans that stay away.
      maxEventAge: Duration.hours(1),
      calls: {
        ScanSchedule: {
          description: "Starts the scan of every known wallet",
          schedule: ScheduleExpression.expression(scan.schedule, TimeZone.of(timeZone)),
          input: { trigger: "schedule", dueAt: ContextAttribute.scheduledTime } satisfies StartEvent,
        },
        ScanWatch: {
          description: "Looks after the scans that run",
          schedule: ScheduleExpression.rate(Duration.hours(1)),
          input: { trigger: "watch" } satisfies StartEvent,
        },
      },
    });
  }
}

/** Both functions count wallets, and alert those that exceed. */
function allowWallets(
  adapterFunction: AdapterFunction<() => z.ZodMiniType>,
  { wallets }: Core["records"],
): void {
  adapterFunction.allow(["dynamodb:GetItem", "dynamodb:Query", "dynamodb:UpdateItem"], wallets.tableArn);
  adapterFunction.allow(["dynamodb:Query"], ...indexArns(wallets, WALLETS_BY_WAIT, WALLETS_BY_PENDING));
}
