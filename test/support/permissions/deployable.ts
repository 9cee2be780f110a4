/** What AWS checks when it deploys, and the calls of its services for the stack, each under the permission that it needs. */

import type { Deployment } from "../../../infra/local/aws/gate.ts";
import { LOCAL_ACCOUNT, LOCAL_REGION, resolve } from "../../../infra/local/template/intrinsics.ts";
import type { Judge, Verdict } from "./judge.ts";

/** Actions of Lambda's poller in the name of the function that it feeds; it asks for all three when it is set up. */
const POLLING = ["ReceiveMessage", "DeleteMessage", "GetQueueAttributes"];

const LOGGING = ["CreateLogStream", "PutLogEvents"];

const arnOf = (service: string, resource: string) =>
  `arn:aws:${service}:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${resource}`;

/**
 * Checks that each role can be assumed and each queue polled, and that API, schedules and functions may call and log.
 * @throws {Error} that names what would fail
 */
export function assertDeployable(judge: Judge, { template, references, resources }: Deployment): void {
  const { functions, schedules, eventSources, routes } = resources;
  for (const { shortName, name, arn, properties } of functions) {
    const { Role, LoggingConfig } = properties;
    assertAssumable(judge, "lambda.amazonaws.com", Role, shortName, arn);
    const sources = eventSources.filter((source) => [name, arn].includes(source.properties.FunctionName));
    for (const {
      shortName: source,
      properties: { EventSourceArn },
    } of sources)
      for (const action of POLLING) {
        const call = { action: `sqs:${action}`, resource: EventSourceArn };
        assertAllowed(`The event source ${source}`, judge.judgeRole(Role, call));
      }
    const group = LoggingConfig.LogGroup ?? `/aws/lambda/${name}`;
    const resource = arnOf("logs", `log-group:${group}:log-stream:local`);
    for (const action of LOGGING)
      assertAllowed(`The log of ${shortName}`, judge.judgeRole(Role, { action: `logs:${action}`, resource }));
  }
  for (const {
    shortName,
    properties: { Target },
  } of schedules) {
    // Every schedule is in the default group.
    const group = arnOf("scheduler", "schedule-group/default");
    assertAssumable(judge, "scheduler.amazonaws.com", Target.RoleArn, shortName, group);
    const call = { action: "lambda:InvokeFunction", resource: Target.Arn };
    assertAllowed(`The schedule ${shortName}`, judge.judgeRole(Target.RoleArn, call));
  }
  // The API calls as its routes, with the route in place of the path.
  const apis = Object.values(template.Resources)
    .filter(({ Type }) => Type === "AWS::ApiGatewayV2::Route")
    .map(({ Properties }) => String(resolve(Properties["ApiId"], references)));
  for (const [index, { key, functionArn }] of routes.entries()) {
    const from = arnOf("execute-api", `${apis[index]}/$default/${key.replace(" ", "")}`);
    const context = { "aws:SourceArn": from, "aws:SourceAccount": LOCAL_ACCOUNT };
    const call = { action: "lambda:InvokeFunction", resource: functionArn, context };
    assertAllowed(`The route ${key}`, judge.judgeService("apigateway.amazonaws.com", call));
  }
}

function assertAssumable(judge: Judge, service: string, roleArn: string, caller: string, sourceArn: string) {
  const context = { "aws:SourceAccount": LOCAL_ACCOUNT, "aws:SourceArn": sourceArn };
  if (judge.trusts(roleArn, service, context)) return;
  throw new Error(
    `The role ${roleArn} of ${caller} cannot be assumed by ${service}: correct who may assume it in infra/.`,
  );
}

function assertAllowed(callName: string, verdict: Verdict): void {
  if (verdict.kind === "allowed") return;
  const reason = verdict.kind === "refused" ? verdict.message : "the template does not define its role";
  throw new Error(`${callName} cannot be reached: ${reason}`);
}
