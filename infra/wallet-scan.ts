/** Every night: the schedule, the run that it starts, the queue of its pages, and the worker that asks for scores. */

import { Duration, TimeZone } from "aws-cdk-lib";
import { RecursiveLoop } from "aws-cdk-lib/aws-lambda";
import { ScheduleExpression } from "aws-cdk-lib/aws-scheduler";
import type { Construct } from "constructs";
import { shortestGapMs } from "../lib/i18n/time/schedule.ts";
import type { StartEvent } from "../lib/screening/scans/act.ts";
import { MAX_DELIVERIES } from "../lib/screening/scans/message.ts";
import { PARALLEL_REQUESTS } from "../lib/screening/scans/tools.ts";
import type { scanWalletsEnv, startScanEnv } from "../lib/settings/env.ts";
import type { Settings } from "../lib/settings/settings.ts";
import type { Basis } from "./basis.ts";
import { AdapterFunction } from "./constructs/function.ts";
import { ConsumedQueue } from "./constructs/queue.ts";
import { invokeOnSchedule } from "./constructs/scheduled-invoke.ts";
import { outboundVariables, recordVariables } from "./variables.ts";

/** Lambda's longest: one answer of the service may take minutes. */
const WORKER_TIMEOUT = Duration.minutes(15);

export class WalletScan {
  readonly startScan: AdapterFunction<typeof startScanEnv>;
  readonly scanWallets: AdapterFunction<typeof scanWalletsEnv>;
  readonly queue: ConsumedQueue;

  constructor(scope: Construct, basis: Basis) {
    this.queue = new ConsumedQueue(scope, "Scan", {
      consumerTimeout: WORKER_TIMEOUT,
      tries: MAX_DELIVERIES,
      // The next run scans what this one did not.
      kept: false,
    });
    this.startScan = this.#starter(scope, basis);
    this.scanWallets = this.#worker(scope, basis);
    this.queue.feed(this.scanWallets, {
      batchSize: 1,
      maxConcurrency: basis.settings.scan.maximumConcurrency,
    });
    this.#schedule(scope, basis.settings);
  }

  #starter(scope: Construct, { settings, records, alerting, outboundSecret, logging }: Basis) {
    const starter = new AdapterFunction<typeof startScanEnv>(scope, "StartScan", {
      environment: {
        ...outboundVariables(settings, outboundSecret),
        ...recordVariables(settings),
        ...alerting.variables,
        SCAN_QUEUE_URL: this.queue.queue.queueUrl,
        SCAN_RUNS_TABLE: records.scanRuns.tableName,
        CHAINS_TABLE: records.chains.tableName,
        ALERT_FROM: String(settings.scan.alertFrom),
        ...alerting.watcherVariables,
        SCAN_INTERVAL_SECONDS: String(intervalSeconds(settings)),
      },
      description: "Starts a scan of every known wallet of each project",
      timeout: Duration.minutes(5),
      memoryMiB: 256,
      logging,
    });
    starter.allow(
      ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Query", "dynamodb:UpdateItem"],
      records.scanRuns.tableArn,
    );
    starter.allow(["dynamodb:BatchWriteItem"], records.chains.tableArn);
    starter.allow(["sqs:SendMessage"], this.queue.queue.queueArn);
    starter.allow(["secretsmanager:GetSecretValue"], outboundSecret.secretArn);
    alerting.admit(starter);
    alerting.admitWatcher(starter);
    return starter;
  }

  #worker(scope: Construct, { settings, records, alerting, outboundSecret, logging }: Basis) {
    const { scan } = settings;
    const worker = new AdapterFunction<typeof scanWalletsEnv>(scope, "ScanWallets", {
      environment: {
        ...outboundVariables(settings, outboundSecret),
        ...recordVariables(settings),
        ...alerting.variables,
        SCAN_QUEUE_URL: this.queue.queue.queueUrl,
        CASES_TABLE: records.cases.tableName,
        WALLETS_TABLE: records.wallets.tableName,
        WALLET_SCANS_TABLE: records.walletScans.tableName,
        SCAN_RUNS_TABLE: records.scanRuns.tableName,
        CHAINS_TABLE: records.chains.tableName,
        ALERT_FROM: String(scan.alertFrom),
        MAX_DEPTH: String(scan.maxDepth),
        ADDRESSES_PER_REQUEST: String(scan.addressesPerRequest),
      },
      description: "Asks the risk service for the scores of a page of wallets, and hands on the next page",
      timeout: WORKER_TIMEOUT,
      // It mostly waits for the service, but each request that is open may be answered with all that is allowed.
      memoryMiB: Math.max(256, 64 * PARALLEL_REQUESTS),
      logging,
      // It feeds its own queue, which Lambda would end after 16 pages; the message counts its hops instead.
      recursiveLoop: RecursiveLoop.ALLOW,
    });
    worker.allow(["dynamodb:Query", "dynamodb:UpdateItem"], records.wallets.tableArn);
    // The case of a wallet that is open.
    worker.allow(
      ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Query", "dynamodb:UpdateItem"],
      records.cases.tableArn,
    );
    worker.allow(["dynamodb:BatchWriteItem", "dynamodb:UpdateItem"], records.walletScans.tableArn);
    worker.allow(["dynamodb:GetItem", "dynamodb:UpdateItem"], records.scanRuns.tableArn);
    worker.allow(["dynamodb:GetItem"], records.chains.tableArn);
    worker.allow(["sqs:SendMessage"], this.queue.queue.queueArn);
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
          input: { trigger: "schedule" } satisfies StartEvent,
        },
        // A run that lost its messages cannot report itself as stuck.
        ScanWatch: {
          description: "Looks whether a scan is stuck, and judges what projects send",
          schedule: ScheduleExpression.rate(Duration.hours(1)),
          input: { trigger: "watch" } satisfies StartEvent,
        },
      },
    });
  }
}

/** Shortest interval between two runs; a day if the schedule runs only once more. */
function intervalSeconds({ scan, timeZone }: Settings): number {
  const gap = shortestGapMs(scan.schedule, timeZone) ?? Duration.days(1).toMilliseconds();
  return Math.floor(gap / 1_000);
}
