/** Whom Vigía notifies: the officers' alerts and the engineers' operations, by e-mail and in Slack. */

import { Stack } from "aws-cdk-lib";
import { SlackChannelConfiguration } from "aws-cdk-lib/aws-chatbot";
import { ManagedPolicy, PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Key } from "aws-cdk-lib/aws-kms";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Construct } from "constructs";
import type * as z from "zod/mini";
import { addressDigest } from "../lib/aws/address-digest.ts";
import { texts } from "../lib/i18n/catalogue/texts.ts";
import { textTranslator } from "../lib/i18n/translator.ts";
import type { Subscribers } from "../lib/settings/env.ts";
import type { Settings } from "../lib/settings/settings.ts";
import type { AdapterFunction } from "./constructs/function.ts";
import type { UsedTable } from "./constructs/table.ts";
import { readerVariables } from "./variables.ts";

interface AlertingProps {
  settings: Settings;
  /** Encrypts both topics; CloudWatch could not publish to a topic under the account's own SNS key. */
  key: Key;
  /** Keeps every message that goes to the alerts topic. */
  record: UsedTable;
  /** To where messages link; absent where none is deployed. */
  deskUrl: string | undefined;
}

/** The alerts topic with its record, the operations topic, and who is subscribed to them. */
export class Alerting {
  readonly alerts: Topic;
  readonly operations: Topic;
  /** Topic for briefs of days with overdue cases; undefined if the settings name no one for escalations. */
  readonly escalation: Topic | undefined;
  readonly #scope: Construct;
  readonly #settings: Settings;
  readonly #key: Key;
  readonly #record: UsedTable;
  readonly #readers: { LANGUAGE: string; TIME_ZONE: string; DESK_URL?: string };

  constructor(scope: Construct, { settings, key, record, deskUrl }: AlertingProps) {
    this.#scope = scope;
    this.#readers = {
      ...readerVariables(settings),
      ...(deskUrl === undefined ? {} : { DESK_URL: deskUrl }),
    };
    this.#settings = settings;
    this.#key = key;
    this.#record = record;
    const { stage } = settings;
    const t = textTranslator(settings.language);
    this.alerts = this.#topic("AlertsTopic", t(TOPIC_NAMES.alerts, { stage }), settings.alertEmails);
    this.operations = this.#topic(
      "OperationsTopic",
      t(TOPIC_NAMES.operations, { stage }),
      settings.operationsEmails,
    );
    const { escalationEmails } = settings;
    this.escalation =
      escalationEmails.length === 0
        ? undefined
        : this.#topic("EscalationTopic", t(TOPIC_NAMES.escalation, { stage }), escalationEmails);
    this.#admitAlarms();
    if (settings.slack !== undefined) this.#slack(settings.slack, settings.stage);
  }

  /** The topics, the record and who reads what is published, as the functions' environment names them. */
  get variables() {
    return {
      ALERTS_TOPIC_ARN: this.alerts.topicArn,
      OPERATIONS_TOPIC_ARN: this.operations.topicArn,
      ALERTS_TABLE: this.#record.tableName,
      ...this.#readers,
    };
  }

  /** Topic for escalations; undefined without one. */
  get escalationVariables() {
    return this.escalation === undefined ? {} : { ESCALATION_TOPIC_ARN: this.escalation.topicArn };
  }

  /** Digests of the expected subscribers, for the check that they are subscribed: no address is readable in them. */
  get watcherVariables() {
    const { stage, slack, alertEmails, operationsEmails, escalationEmails } = this.#settings;
    const digests = (emails: readonly string[]) => emails.map((email) => addressDigest(stage, email));
    const subscribers: Partial<Record<"alerts" | "operations" | "escalation", Subscribers>> = {
      alerts: { emails: digests(alertEmails), slack: slack !== undefined },
      operations: {
        emails: digests(operationsEmails),
        slack: slack?.operationsChannelId !== undefined,
      },
      ...(this.escalation === undefined
        ? {}
        : { escalation: { emails: digests(escalationEmails), slack: false } }),
    };
    return { SUBSCRIBERS: JSON.stringify(subscribers), ...this.escalationVariables };
  }

  /** ARNs of all topics that people subscribe to. */
  get topicArns(): string[] {
    const { alerts, operations, escalation } = this;
    const topics = escalation === undefined ? [alerts, operations] : [alerts, operations, escalation];
    return topics.map(({ topicArn }) => topicArn);
  }

  /** Lets a function ask who is subscribed to any topic. */
  admitWatcher(watcher: AdapterFunction<() => z.ZodMiniType>): void {
    watcher.allow(["sns:ListSubscriptionsByTopic"], ...this.topicArns);
  }

  /** Lets a function publish to both topics, and record what it publishes. */
  admit(publisher: AdapterFunction<() => z.ZodMiniType>): void {
    this.#admit(publisher, [this.alerts, this.operations], ["dynamodb:PutItem", "dynamodb:UpdateItem"]);
  }

  /** Lets a function publish messages that go out once, which it looks up in the record first. */
  admitOnce(publisher: AdapterFunction<() => z.ZodMiniType>, ...others: readonly Topic[]): void {
    const recording = ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"];
    this.#admit(publisher, [this.alerts, ...others], recording);
  }

  #admit(
    publisher: AdapterFunction<() => z.ZodMiniType>,
    topics: readonly Topic[],
    recording: readonly string[],
  ): void {
    publisher.allow(["sns:Publish"], ...topics.map(({ topicArn }) => topicArn));
    publisher.allow(recording, this.#record.tableArn);
    publisher.allowKey(this.#key, "sns", ["kms:Decrypt", "kms:GenerateDataKey"]);
  }

  #topic(id: string, displayName: string, emails: readonly string[]): Topic {
    const topic = new Topic(this.#scope, id, { displayName, masterKey: this.#key, enforceSSL: true });
    for (const email of emails) topic.addSubscription(new EmailSubscription(email));
    return topic;
  }

  /** A topic with a policy of its own no longer admits the account's alarms without this. */
  #admitAlarms(): void {
    const { partition, region, account } = Stack.of(this.#scope);
    const cloudWatch = new ServicePrincipal("cloudwatch.amazonaws.com");
    this.operations.addToResourcePolicy(
      new PolicyStatement({
        sid: "Alarms",
        principals: [cloudWatch],
        actions: ["sns:Publish"],
        resources: [this.operations.topicArn],
        conditions: {
          ArnLike: { "aws:SourceArn": `arn:${partition}:cloudwatch:${region}:${account}:alarm:*` },
        },
      }),
    );
    // No condition here: CloudWatch's calls to KMS carry nothing of the account, and the topic's policy has checked it.
    this.#key.addToResourcePolicy(
      new PolicyStatement({
        sid: "Alarms",
        principals: [cloudWatch],
        actions: ["kms:Decrypt", "kms:GenerateDataKey"],
        resources: ["*"],
      }),
    );
  }

  /** One configuration for each channel: a channel takes no second one. */
  #slack(
    { workspaceId, channelId, operationsChannelId }: NonNullable<Settings["slack"]>,
    stage: string,
  ): void {
    const isOneChannel = operationsChannelId === channelId;
    // A channel without guardrails may do all that its role may, with AdministratorAccess. Messages need no permission.
    const guardrail = ManagedPolicy.fromAwsManagedPolicyName("AWSDenyAll");
    const connect = (id: string, name: string, slackChannelId: string, notificationTopics: Topic[]) =>
      new SlackChannelConfiguration(this.#scope, id, {
        // Names of configurations are unique in the whole account, across regions.
        slackChannelConfigurationName: `vigia-${stage}${name}-${Stack.of(this.#scope).region}`,
        slackWorkspaceId: workspaceId,
        slackChannelId,
        notificationTopics,
        guardrailPolicies: [guardrail],
      });
    connect("SlackChannel", "", channelId, isOneChannel ? [this.alerts, this.operations] : [this.alerts]);
    if (operationsChannelId !== undefined && !isOneChannel)
      connect("OperationsSlackChannel", "-operations", operationsChannelId, [this.operations]);
  }
}

export const TOPIC_NAMES = texts({
  alerts: { en: "Vigia {$stage} alerts", es: "Vigia {$stage}: alertas" },
  escalation: { en: "Vigia {$stage} undecided", es: "Vigia {$stage}: sin dictaminar" },
  operations: { en: "Vigia {$stage} operations", es: "Vigia {$stage}: operaciones" },
});
