/** The service notifies: POST /webhook, the queue behind it, and the consumer that stores and alerts. */

import { Duration } from "aws-cdk-lib";
import { HttpMethod } from "aws-cdk-lib/aws-apigatewayv2";
import type { Construct } from "constructs";
import type { receiveWebhookEnv, storeNotificationsEnv } from "../lib/settings/env.ts";
import { WEBHOOK_RECEIVES } from "../lib/settings/limits.ts";
import { AdapterFunction } from "./constructs/function.ts";
import { ConsumedQueue } from "./constructs/queue.ts";
import type { Core } from "./core.ts";
import { commonVariables, inboundVariables, recordVariables } from "./variables.ts";

const CONSUMER_TIMEOUT = Duration.seconds(30);

/**
 * With less a function gets a share of a core, and a record takes as much longer: 1.8 ms of CPU are 6.4 ms at 512 MiB. It pays
 * as much for either. With more it gets a second core, which one thread does not use.
 */
const ONE_CORE_MIB = 1_769;

export class WebhookIntake {
  readonly receiveWebhook: AdapterFunction<typeof receiveWebhookEnv>;
  readonly storeNotifications: AdapterFunction<typeof storeNotificationsEnv>;
  readonly queue: ConsumedQueue;

  constructor(scope: Construct, core: Core) {
    this.queue = new ConsumedQueue(scope, "Webhook", {
      consumerTimeout: CONSUMER_TIMEOUT,
      // A longer window makes fewer, larger alert messages: SNS suspends an e-mail subscription past ten a second.
      batchingWindow: Duration.seconds(5),
      // An outage of DynamoDB or SNS of a day needs no one's hand.
      tries: WEBHOOK_RECEIVES,
      isKept: true,
    });
    this.receiveWebhook = this.#receiver(scope, core);
    this.storeNotifications = this.#consumer(scope, core);
    this.queue.feed(this.storeNotifications, {
      batchSize: 100,
      maxConcurrency: core.settings.inbound.maximumConcurrency,
    });
    core.api.route(HttpMethod.POST, "/webhook", this.receiveWebhook);
  }

  #receiver(scope: Construct, { settings, inboundSecret, logging }: Core) {
    const receiver = new AdapterFunction<typeof receiveWebhookEnv>(scope, "ReceiveWebhook", {
      environment: {
        ...inboundVariables(settings, inboundSecret),
        WEBHOOK_QUEUE_URL: this.queue.queue.queueUrl,
      },
      description: "Takes the risk service's webhooks and queues them before it answers",
      timeout: Duration.seconds(10),
      memoryMiB: 512,
      logging,
    });
    receiver.allow(["sqs:SendMessage"], this.queue.queue.queueArn);
    receiver.allow(["secretsmanager:GetSecretValue"], inboundSecret.secretArn);
    return receiver;
  }

  #consumer(scope: Construct, { settings, records, alerting, logging }: Core) {
    const consumer = new AdapterFunction<typeof storeNotificationsEnv>(scope, "StoreNotifications", {
      environment: {
        ...commonVariables(settings),
        ...recordVariables(settings),
        ...alerting.variables,
        WEBHOOK_QUEUE_URL: this.queue.queue.queueUrl,
        CASES_TABLE: records.cases.tableName,
        NOTIFICATIONS_TABLE: records.notifications.tableName,
        WALLETS_TABLE: records.wallets.tableName,
        CHAINS_TABLE: records.chains.tableName,
        RATES_TABLE: records.rates.tableName,
        CURRENCIES: JSON.stringify(settings.currencies),
        DEADLINES: JSON.stringify(settings.deadlines),
      },
      description: "Stores each notification once, and alerts where a law is broken",
      timeout: CONSUMER_TIMEOUT,
      memoryMiB: ONE_CORE_MIB,
      logging,
    });
    const readAndWrite = ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"];
    // The last case of a project's unreadable messages.
    consumer.allow([...readAndWrite, "dynamodb:Query"], records.cases.tableArn);
    // A past revision that is said again becomes current; a case is opened with all that were stored before.
    consumer.allow(
      [...readAndWrite, "dynamodb:DeleteItem", "dynamodb:Query"],
      records.notifications.tableArn,
    );
    consumer.allow(["dynamodb:UpdateItem"], records.wallets.tableArn);
    consumer.allow(["dynamodb:GetItem"], records.chains.tableArn);
    consumer.allow(["dynamodb:Query"], records.rates.tableArn);
    // An unknown key is told once, and an alert each time that it is new.
    alerting.admitOnce(consumer, alerting.operations);
    return consumer;
  }
}
