/** Calls of Lambda, API Gateway and the scheduler for the stack, each under the permission that it needs. */

import { LOCAL_ACCOUNT, LOCAL_REGION } from "../template/intrinsics.ts";
import type {
  EmulatedEventSource,
  EmulatedFunction,
  EmulatedSchedule,
  Resources,
  Route,
} from "../template/resources.ts";
import type { Judge, Refused, Verdict } from "./judge.ts";

/** Actions of Lambda's poller in the name of the function that it feeds; it asks for all three when it is set up. */
const POLLING = ["ReceiveMessage", "DeleteMessage", "GetQueueAttributes"];

const LOGGING = ["CreateLogStream", "PutLogEvents"];

/**
 * Checks what AWS checks when it deploys: that each role can be assumed, and each queue polled.
 * @throws {Error} that names what a deployment would fail at
 */
export function assertDeployable(judge: Judge, { functions, schedules, eventSources }: Resources): void {
  for (const { shortName, arn, properties } of functions)
    assertAssumable(judge, "lambda.amazonaws.com", properties.Role, shortName, arn);
  for (const { shortName, properties } of schedules)
    assertAssumable(judge, "scheduler.amazonaws.com", properties.Target.RoleArn, shortName, scheduleGroup());
  for (const source of eventSources) {
    const { FunctionName } = source.properties;
    const consumer = functions.find(({ name, arn }) => [name, arn].includes(FunctionName));
    if (consumer !== undefined) assertPolls(judge, source, consumer);
  }
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
  for (const action of POLLING) {
    const call = { action: `sqs:${action}`, resource: properties.EventSourceArn };
    const refusal = refusalIn(judge.judgeRole(consumer.properties.Role, call));
    if (refusal !== undefined)
      throw new Error(
        `The event source ${shortName} cannot be made: the role of ${consumer.shortName} does not have permission to call ${action} on ${properties.EventSourceArn}.`,
      );
  }
}

/** Reason why a schedule may not call its function; undefined if it may. */
export function scheduleRefusal(judge: Judge, { properties }: EmulatedSchedule): Refused | undefined {
  const { RoleArn, Arn } = properties.Target;
  return refusalIn(judge.judgeRole(RoleArn, { action: "lambda:InvokeFunction", resource: Arn }));
}

/** Reason why the API may not call the function of a route; undefined if it may. */
export function routeRefusal(judge: Judge, { functionArn, sourceArn }: Route): Refused | undefined {
  const context = { "aws:SourceArn": sourceArn, "aws:SourceAccount": LOCAL_ACCOUNT };
  const call = { action: "lambda:InvokeFunction", resource: functionArn, context };
  return refusalIn(judge.judgeService("apigateway.amazonaws.com", call));
}

/** Reason why a function's output is not kept; undefined if it is kept. */
export function logRefusal(judge: Judge, { name, properties }: EmulatedFunction): Refused | undefined {
  const group = properties.LoggingConfig.LogGroup ?? `/aws/lambda/${name}`;
  const resource = `arn:aws:logs:${LOCAL_REGION}:${LOCAL_ACCOUNT}:log-group:${group}:log-stream:local`;
  for (const action of LOGGING) {
    const refusal = refusalIn(judge.judgeRole(properties.Role, { action: `logs:${action}`, resource }));
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function refusalIn(verdict: Verdict): Refused | undefined {
  if (verdict.kind !== "unknown-caller") return verdict.kind === "refused" ? verdict : undefined;
  throw new Error("The template names a role that it does not define: correct the stack.");
}

/** Every schedule is in the default group. */
function scheduleGroup(): string {
  return `arn:aws:scheduler:${LOCAL_REGION}:${LOCAL_ACCOUNT}:schedule-group/default`;
}
