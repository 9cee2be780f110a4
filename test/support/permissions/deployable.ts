/** What AWS checks when it deploys, and the calls of its services for the stack, each under the permission that it needs. */

import type { Deployment } from "../../../infra/local/aws/gate.ts";
import { LOCAL_ACCOUNT, LOCAL_REGION, resolve } from "../../../infra/local/template/intrinsics.ts";
import type {
  EmulatedEventSource,
  EmulatedFunction,
  EmulatedSchedule,
} from "../../../infra/local/template/resources.ts";
import type { Judge, Verdict } from "./judge.ts";

/** Actions of Lambda's poller in the name of the function that it feeds; it asks for all three when it is set up. */
const POLLING = ["ReceiveMessage", "DeleteMessage", "GetQueueAttributes"];

const LOGGING = ["CreateLogStream", "PutLogEvents"];

/**
 * Checks that each role can be assumed and each queue polled, and that API, schedules and functions may call and log.
 * @throws {Error} that names what would fail
 */
export function assertDeployable(judge: Judge, deployment: Deployment): void {
  const { functions, schedules, eventSources } = deployment.resources;
  for (const { shortName, arn, properties } of functions)
    assertAssumable(judge, "lambda.amazonaws.com", properties.Role, shortName, arn);
  for (const { shortName, properties } of schedules)
    assertAssumable(judge, "scheduler.amazonaws.com", properties.Target.RoleArn, shortName, scheduleGroup());
  for (const source of eventSources) {
    const { FunctionName } = source.properties;
    const consumer = functions.find(({ name, arn }) => [name, arn].includes(FunctionName));
    if (consumer !== undefined) assertPolls(judge, source, consumer);
  }
  for (const schedule of schedules) assertFires(judge, schedule);
  for (const one of functions) assertLogs(judge, one);
  assertRoutesReach(judge, deployment);
}

function assertAssumable(judge: Judge, service: string, roleArn: string, who: string, sourceArn: string) {
  const context = { "aws:SourceAccount": LOCAL_ACCOUNT, "aws:SourceArn": sourceArn };
  if (judge.trusts(roleArn, service, context)) return;
  throw new Error(
    `The role ${roleArn} of ${who} cannot be assumed by ${service}: correct who may assume it in infra/.`,
  );
}

function assertPolls(
  judge: Judge,
  { shortName, properties }: EmulatedEventSource,
  consumer: EmulatedFunction,
): void {
  for (const action of POLLING)
    assertAllowed(
      `The event source ${shortName}`,
      judge.judgeRole(consumer.properties.Role, {
        action: `sqs:${action}`,
        resource: properties.EventSourceArn,
      }),
    );
}

function assertFires(judge: Judge, { shortName, properties }: EmulatedSchedule): void {
  const { RoleArn, Arn } = properties.Target;
  const call = { action: "lambda:InvokeFunction", resource: Arn };
  assertAllowed(`The schedule ${shortName}`, judge.judgeRole(RoleArn, call));
}

function assertLogs(judge: Judge, { shortName, name, properties }: EmulatedFunction): void {
  const group = properties.LoggingConfig.LogGroup ?? `/aws/lambda/${name}`;
  const resource = `arn:aws:logs:${LOCAL_REGION}:${LOCAL_ACCOUNT}:log-group:${group}:log-stream:local`;
  for (const action of LOGGING)
    assertAllowed(
      `The log of ${shortName}`,
      judge.judgeRole(properties.Role, { action: `logs:${action}`, resource }),
    );
}

/** The API calls as its routes, with the route in place of the path. */
function assertRoutesReach(judge: Judge, { template, references, resources }: Deployment): void {
  const apis = Object.values(template.Resources)
    .filter(({ Type }) => Type === "AWS::ApiGatewayV2::Route")
    .map(({ Properties }) => String(resolve(Properties["ApiId"], references)));
  for (const [index, { key, functionArn }] of resources.routes.entries()) {
    const path = `${apis[index]}/$default/${key.replace(" ", "")}`;
    const context = {
      "aws:SourceArn": `arn:aws:execute-api:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${path}`,
      "aws:SourceAccount": LOCAL_ACCOUNT,
    };
    const call = { action: "lambda:InvokeFunction", resource: functionArn, context };
    assertAllowed(`The route ${key}`, judge.judgeService("apigateway.amazonaws.com", call));
  }
}

function assertAllowed(what: string, verdict: Verdict): void {
  if (verdict.kind === "allowed") return;
  const reason = verdict.kind === "refused" ? verdict.message : "the template does not define its role";
  throw new Error(`${what} cannot be reached: ${reason}`);
}

/** Every schedule is in the default group. */
function scheduleGroup(): string {
  return `arn:aws:scheduler:${LOCAL_REGION}:${LOCAL_ACCOUNT}:schedule-group/default`;
}
