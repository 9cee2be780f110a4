/** The only public endpoint: an HTTP API with two routes, each throttled on its own. */

import { Duration, Fn, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  CfnStage,
  DomainName,
  HttpApi,
  type HttpMethod,
  HttpStage,
  LogGroupLogDestination,
  SecurityPolicy,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import { type IMetric, Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { FilterPattern, LogGroup, MetricFilter } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { METRICS_NAMESPACE } from "../lib/aws/observe.ts";
import type { DomainProps, Settings } from "../lib/settings/settings.ts";
import type { Logging } from "./constructs/function.ts";

/**
 * Fields of a line of the access log: no path, which has user ids, and no address. The fields have the names that
 * API Gateway's documentation gives them. A route's key names its path's parameters, not their values.
 */
const ACCESS_LOG_LINE = JSON.stringify({
  requestId: "$context.requestId",
  routeKey: "$context.routeKey",
  httpMethod: "$context.httpMethod",
  status: "$context.status",
  responseLatency: "$context.responseLatency",
});

/** An account has so much of it in a region that it has to enable, as mx-central-1, and no route gets more than the account. */
const MOST_AT_ONCE = 1_250;

/** An API that answers with 429 where more is asked of it. */
export interface Throttled {
  stage: HttpStage;
  /** Calls that its access log shows as answered with 429. */
  throttled: IMetric;
  /** Calls a second that a route may have. */
  rate: number;
}

/** The HTTP API; {@link AdapterApi.route} adds what it answers. */
export class AdapterApi implements Throttled {
  readonly api: HttpApi;
  /** URL of the API, without a slash at the end. */
  readonly url: string;
  /** The domain of one's own, where there is one. */
  readonly domain: DomainName | undefined;
  readonly stage: HttpStage;
  readonly throttled: IMetric;
  readonly rate: number;
  readonly #stage: CfnStage;
  readonly #limits: CfnStage.RouteSettingsProperty;

  constructor(scope: Construct, settings: Settings, logging: Logging) {
    this.rate = settings.throttle.rate;
    const burst = Math.min(2 * settings.throttle.rate, MOST_AT_ONCE);
    this.#limits = { throttlingRateLimit: settings.throttle.rate, throttlingBurstLimit: burst };
    this.domain = settings.api === undefined ? undefined : ownDomain(scope, "Api", settings.api);
    this.api = new HttpApi(scope, "Api", {
      apiName: `Vigia-${settings.stage}`,
      description: `Vigia ${settings.stage}: what the risk service calls`,
      createDefaultStage: false,
      // Behind a custom domain the API's own address is a way around every protection in front.
      ...(settings.api === undefined ? {} : { disableExecuteApiEndpoint: !settings.api.keepOwnAddress }),
    });
    this.url = settings.api === undefined ? this.api.apiEndpoint : `https://${settings.api.domainName}`;
    const accessLog = accessLogGroup(scope, "ApiAccessLog", logging);
    this.throttled = loggedThrottles(accessLog, `CallsThrottled-${settings.stage}`);
    this.stage = new HttpStage(scope, "ApiStage", {
      httpApi: this.api,
      stageName: "$default",
      autoDeploy: true,
      throttle: { rateLimit: settings.throttle.rate, burstLimit: burst },
      accessLogSettings: accessLogTo(accessLog),
      ...(this.domain === undefined ? {} : { domainMapping: { domainName: this.domain } }),
    });
    if (!(this.stage.node.defaultChild instanceof CfnStage))
      throw new Error("The stage of the HTTP API is missing.");
    this.#stage = this.stage.node.defaultChild;
    this.#stage.routeSettings = {};
  }

  /** Hands a route to a function, with a throttle of its own: a flood of one route leaves the other open. */
  route(method: HttpMethod, path: string, handler: LambdaFunction): void {
    const routes = this.api.addRoutes({
      path,
      methods: [method],
      integration: new HttpLambdaIntegration(`${handler.node.id}Integration`, handler),
    });
    this.#stage.addPropertyOverride(`RouteSettings.${method} ${path}`, {
      ThrottlingRateLimit: this.#limits.throttlingRateLimit,
      ThrottlingBurstLimit: this.#limits.throttlingBurstLimit,
    });
    for (const route of routes) {
      // API Gateway refuses the settings of a route that does not exist yet.
      this.#stage.node.addDependency(route);
      Validations.of(route).acknowledge({
        id: "AwsSolutions-APIG4",
        reason:
          "The caller signs the body, which no authorizer of an HTTP API gets to see; the function checks the signature before anything else.",
      });
    }
  }
}

/**
 * Log group of an API's access lines. Its name begins with what the account's resource policy for such logs allows at
 * once: each other group adds itself to that policy, which is full after about forty. The stack's id keeps it free for a
 * stack that comes after.
 */
export function accessLogGroup(scope: Construct, id: string, { key, retention }: Logging): LogGroup {
  const { stackName, stackId } = Stack.of(scope);
  const ofStack = Fn.select(2, Fn.split("/", stackId));
  return new LogGroup(scope, id, {
    logGroupName: `/aws/vendedlogs/${stackName}-${id}-${ofStack}`,
    encryptionKey: key,
    retention,
    removalPolicy: RemovalPolicy.DESTROY,
  });
}

/** Log group and format of an API stage's access lines. */
export function accessLogTo(logGroup: LogGroup) {
  return {
    destination: new LogGroupLogDestination(logGroup),
    format: AccessLogFormat.custom(ACCESS_LOG_LINE),
  };
}

/** A resource of its own, which outlasts the API that it is mapped to. @param id what it is named by: `Api` */
export function ownDomain(
  scope: Construct,
  id: string,
  { domainName, certificateArn }: DomainProps,
): DomainName {
  const certificate = Certificate.fromCertificateArn(scope, `${id}Certificate`, certificateArn);
  return new DomainName(scope, `${id}Domain`, {
    domainName,
    certificate,
    securityPolicy: SecurityPolicy.TLS_1_2,
  });
}

/**
 * Calls that an API answers with 429: an HTTP API has no metric of its own for them.
 * @param metricName holds the stage: a metric filter takes its dimensions from the line, which does not name it
 */
export function loggedThrottles(accessLog: LogGroup, metricName: string): IMetric {
  new MetricFilter(accessLog, "Throttled", {
    logGroup: accessLog,
    // No default value: what is counted only where it happens costs nothing where it does not.
    filterPattern: FilterPattern.stringValue("$.status", "=", "429"),
    metricNamespace: METRICS_NAMESPACE,
    metricName,
    metricValue: "1",
  });
  return new Metric({
    namespace: METRICS_NAMESPACE,
    metricName,
    statistic: "Sum",
    period: Duration.minutes(5),
  });
}
