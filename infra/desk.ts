/** The desk: a page for officers and auditors, with an HTTP API, a function and sessions of its own. */

import { Duration, Validations } from "aws-cdk-lib";
import { type DomainName, HttpApi, HttpRoute, HttpRouteKey, HttpStage } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type { Construct } from "constructs";
import {
  CASES_BY_EVENT,
  CASES_BY_TIME,
  CASES_BY_USER,
  CASES_OPEN,
  WALLETS_BY_SCORE,
  WALLETS_BY_USER,
} from "../lib/aws/tables/keys.ts";
import { DESK_SESSIONS_SHAPE, TABLE_SHAPES } from "../lib/aws/tables/table-shapes.ts";
import type { serveDeskEnv } from "../lib/settings/env.ts";
import type { Settings } from "../lib/settings/settings.ts";
import { AdapterFunction } from "./constructs/function.ts";
import { AdapterTable, indexArns } from "./constructs/table.ts";
import type { Core } from "./core.ts";
import { accessLogGroup, accessLogTo, loggedThrottles, ownDomain, type Throttled } from "./http-api.ts";
import { DeskPeople } from "./user-pool.ts";
import { commonVariables, readerVariables, recordVariables } from "./variables.ts";
import type { WalletScan } from "./wallet-scan.ts";
import type { WebhookIntake } from "./webhook-intake.ts";

/** Records that the desk shows. */
interface DeskContents extends Core {
  scan: WalletScan;
  intake: WebhookIntake;
}

/** Limits of calls: a few people use the desk, and more calls than these come from programs. */
const THROTTLE = { rateLimit: 50, burstLimit: 100 };

/** The scopes that the desk asks of every issuer. */
const SCOPE = "openid profile email";

/** The function that serves it, and its API. */
export interface ServedDesk extends Throttled {
  server: AdapterFunction<typeof serveDeskEnv>;
}

type DeskSettings = NonNullable<Settings["desk"]>;

/** The desk. Its address and sessions come before the rest, since alerts link to the address. */
export class Desk {
  readonly sessions: AdapterTable;
  readonly api: HttpApi;
  /** The domain of one's own, where there is one. */
  readonly domain: DomainName | undefined;
  /** Absent where the company brings its own issuer. */
  readonly people: DeskPeople | undefined;
  readonly #scope: Construct;
  readonly #desk: DeskSettings;

  constructor(scope: Construct, { stage, language }: Settings, desk: DeskSettings) {
    this.#scope = scope;
    this.#desk = desk;
    this.sessions = new AdapterTable(scope, "DeskSessions", { shape: DESK_SESSIONS_SHAPE });
    this.domain = desk.domain === undefined ? undefined : ownDomain(scope, "Desk", desk.domain);
    this.api = new HttpApi(scope, "DeskApi", {
      apiName: `Vigia-${stage}-desk`,
      description: `Vigia ${stage}: the officers' desk`,
      createDefaultStage: false,
      ...(this.domain === undefined ? {} : { disableExecuteApiEndpoint: true }),
    });
    this.people =
      desk.issuer === undefined
        ? new DeskPeople(scope, { stage, language, deskUrl: this.url, userPoolId: desk.userPoolId })
        : undefined;
  }

  /** URL of the desk, without a slash at the end. */
  get url(): string {
    const { domain } = this.#desk;
    return domain === undefined ? this.api.apiEndpoint : `https://${domain.domainName}`;
  }

  /** Makes the function that serves it. */
  serve(contents: DeskContents): ServedDesk {
    const server = new AdapterFunction<typeof serveDeskEnv>(this.#scope, "ServeDesk", {
      environment: this.#variables(contents),
      description: "Serves the officers' desk",
      timeout: Duration.seconds(25),
      memoryMiB: 1024,
      logging: contents.logging,
    });
    this.#allow(server, contents);
    const route = new HttpRoute(this.#scope, "DeskRoute", {
      httpApi: this.api,
      routeKey: HttpRouteKey.DEFAULT,
      integration: new HttpLambdaIntegration("ServeDeskIntegration", server),
    });
    Validations.of(route).acknowledge({
      id: "AwsSolutions-APIG4",
      reason:
        "People sign in by the issuer's page, and the function looks at their session before anything else.",
    });
    const accessLog = accessLogGroup(this.#scope, "DeskAccessLog", contents.logging);
    const stage = new HttpStage(this.#scope, "DeskStage", {
      httpApi: this.api,
      stageName: "$default",
      autoDeploy: true,
      throttle: THROTTLE,
      accessLogSettings: accessLogTo(accessLog),
      ...(this.domain === undefined ? {} : { domainMapping: { domainName: this.domain } }),
    });
    return {
      server,
      stage,
      rate: THROTTLE.rateLimit,
      throttled: loggedThrottles(accessLog, `DeskThrottled-${contents.settings.stage}`),
    };
  }

  /** Shown records are only read: it changes its sessions, the steps of cases and the start of a scan alone. */
  #allow(
    server: AdapterFunction<typeof serveDeskEnv>,
    { records, scan, intake, alerting }: DeskContents,
  ): void {
    const { sessions } = this;
    server.allow(
      ["dynamodb:DeleteItem", "dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"],
      sessions.tableArn,
    );
    // Cases are handed over to people who signed in, who may have done nothing yet.
    server.allow(["dynamodb:Scan"], sessions.tableArn);
    const { cases, notifications, alerts, wallets, walletScans, scanRuns, chains, rates } = records;
    // The index has keys alone.
    server.allow(["dynamodb:BatchGetItem"], wallets.tableArn);
    for (const table of [cases, notifications, wallets, alerts, chains])
      server.allow(["dynamodb:GetItem"], table.tableArn);
    for (const table of [cases, notifications, alerts, wallets, walletScans, scanRuns, rates])
      server.allow(["dynamodb:Query"], table.tableArn);
    // A chain is found by its name.
    server.allow(["dynamodb:Scan"], chains.tableArn);
    // Events, and how long the earlier ones are kept.
    server.allow(["dynamodb:PutItem", "dynamodb:UpdateItem"], cases.tableArn);
    // That no other project's month got the same folio meanwhile.
    server.allow(["dynamodb:ConditionCheckItem"], cases.tableArn);
    server.allow(
      ["dynamodb:Query"],
      ...indexArns(cases, CASES_BY_TIME, CASES_BY_USER, CASES_OPEN, CASES_BY_EVENT),
      ...indexArns(notifications, ...TABLE_SHAPES.notifications.indexes),
      ...indexArns(wallets, WALLETS_BY_SCORE, WALLETS_BY_USER),
    );
    server.allow(["lambda:InvokeFunction"], scan.startScan.functionArn);
    // Health: counts of dead-letter messages, alarms, and subscriptions.
    const dead = [intake.queue, scan.queue].map(({ deadLetters }) => deadLetters.queueArn);
    server.allow(["sqs:GetQueueAttributes"], ...dead);
    alerting.admitWatcher(server);
    server.allow(["cloudwatch:DescribeAlarms"], "*");
    Validations.of(server.role ?? server).acknowledge({
      id: "AwsSolutions-IAM5[Resource::*]",
      reason: "CloudWatch lists alarms only to who may list all of them; it changes nothing.",
    });
  }

  #variables({ settings, records, scan, intake, alerting }: DeskContents) {
    return {
      ...commonVariables(settings),
      ...readerVariables(settings),
      DESK_URL: this.url,
      DESK_SESSIONS_TABLE: this.sessions.tableName,
      CASES_TABLE: records.cases.tableName,
      ...recordVariables(settings),
      DEADLINES: JSON.stringify(settings.deadlines),
      NOTIFICATIONS_TABLE: records.notifications.tableName,
      ALERTS_TABLE: records.alerts.tableName,
      WALLETS_TABLE: records.wallets.tableName,
      WALLET_SCANS_TABLE: records.walletScans.tableName,
      SCAN_RUNS_TABLE: records.scanRuns.tableName,
      CHAINS_TABLE: records.chains.tableName,
      RATES_TABLE: records.rates.tableName,
      CURRENCIES: JSON.stringify(settings.currencies),
      ALERT_ABOVE: String(settings.scan.alertAbove),
      START_SCAN_FUNCTION: scan.startScan.functionName,
      WEBHOOK_DLQ_URL: intake.queue.deadLetters.queueUrl,
      SCAN_DLQ_URL: scan.queue.deadLetters.queueUrl,
      ALERTS_TOPIC_ARN: alerting.alerts.topicArn,
      OPERATIONS_TOPIC_ARN: alerting.operations.topicArn,
      ...alerting.watcherVariables,
      ...this.#issuerVariables(),
      ...(this.#desk.userLink === undefined ? {} : { USER_LINK: this.#desk.userLink }),
    };
  }

  #issuerVariables() {
    if (this.people !== undefined) {
      return {
        OIDC_ISSUER: this.people.issuer,
        OIDC_CLIENT_ID: this.people.client.userPoolClientId,
        OIDC_SCOPE: SCOPE,
        OIDC_GROUPS_CLAIM: "cognito:groups",
        OIDC_GROUP_NAMES: "{}",
        OIDC_VERIFIED_EMAIL: "true",
      };
    }
    const { issuer = "", clientId = "", groupsClaim, groupsScope, groupNames } = this.#desk;
    return {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_SCOPE: groupsScope === undefined ? SCOPE : `${SCOPE} ${groupsScope}`,
      OIDC_GROUPS_CLAIM: groupsClaim ?? "groups",
      OIDC_GROUP_NAMES: JSON.stringify(groupNames ?? {}),
      OIDC_VERIFIED_EMAIL: "false",
    };
  }
}
