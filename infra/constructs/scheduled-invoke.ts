/** The one way that a function is called by the clock here. */

import type { Duration } from "aws-cdk-lib";
import { PolicyDocument, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Schedule, type ScheduleExpression, ScheduleTargetInput } from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke } from "aws-cdk-lib/aws-scheduler-targets";
import type { Construct } from "constructs";
import type * as z from "zod/mini";
import { allowing } from "./allowing.ts";
import type { AdapterFunction } from "./function.ts";

interface ScheduledInvoke {
  /** Function to call. */
  called: AdapterFunction<() => z.ZodMiniType>;
  /** Time in which the scheduler retries a call that Lambda does not take. */
  maxEventAge: Duration;
  /** Calls that the clock makes, by the ids of their schedules. */
  calls: Readonly<Record<string, ScheduledCall>>;
}

interface ScheduledCall {
  description: string;
  schedule: ScheduleExpression;
  /** Input of the function; empty by default. */
  input?: Record<string, unknown>;
}

const RETRY_ATTEMPTS = 10;

/** Calls one function by the clock, in a role that may call no other. @param name begins the role's name */
export function invokeOnSchedule(
  scope: Construct,
  name: string,
  { called, maxEventAge, calls }: ScheduledInvoke,
): void {
  const role = new Role(scope, `${name}Role`, {
    assumedBy: new ServicePrincipal("scheduler.amazonaws.com", {
      // The schedules of the stack are in the account's default group.
      conditions: {
        StringEquals: {
          "aws:SourceAccount": called.stack.account,
          "aws:SourceArn": called.stack.formatArn({
            service: "scheduler",
            resource: "schedule-group",
            resourceName: "default",
          }),
        },
      },
    }),
    inlinePolicies: {
      [called.node.id]: new PolicyDocument({
        statements: [allowing(["lambda:InvokeFunction"], called.functionArn)],
      }),
    },
  });
  for (const [id, { description, schedule, input = {} }] of Object.entries(calls))
    new Schedule(scope, id, {
      description,
      schedule,
      target: new LambdaInvoke(called, {
        // CDK's own grant would include every version of the function.
        role: role.withoutPolicyUpdates(),
        input: ScheduleTargetInput.fromObject(input),
        maxEventAge,
        retryAttempts: RETRY_ATTEMPTS,
      }),
    });
}
