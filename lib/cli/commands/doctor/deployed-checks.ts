/** What only a deployed stack has: the schedule of the scan, and a name that AWS gave to each resource. */

import { CloudFormationClient, paginateListStackResources } from "@aws-sdk/client-cloudformation";
import { GetScheduleCommand, SchedulerClient } from "@aws-sdk/client-scheduler";
import { clientConfig, FROM_COMMAND } from "../../../platform/clients.ts";
import type { Target } from "../../core/target.ts";
import { type Check, type CheckContext, type CheckResult, failure, ok } from "./checks.ts";

export const deployedChecks: readonly Check[] = [{ about: "schedule", run: schedule }];

/** The physical names of a stack's resources of one type. */
export async function namesOf({ stage }: Target, type: string): Promise<string[]> {
  const names: string[] = [];
  const pages = paginateListStackResources(
    { client: new CloudFormationClient(clientConfig(FROM_COMMAND)) },
    { StackName: `Vigia-${stage}` },
  );
  for await (const { StackResourceSummaries = [] } of pages) {
    for (const { ResourceType, PhysicalResourceId } of StackResourceSummaries)
      if (ResourceType === type && PhysicalResourceId !== undefined) names.push(PhysicalResourceId);
  }
  return names;
}

async function schedule({ target }: CheckContext): Promise<CheckResult[]> {
  const about = "schedule";
  if (target.local !== undefined) return [ok(about, "the local stack fires it")];
  const scheduler = new SchedulerClient(clientConfig(FROM_COMMAND));
  const names = await namesOf(target, "AWS::Scheduler::Schedule");
  if (names.length === 0)
    return [failure(about, "is not there: no scan starts by itself", "deploy the stack again")];
  return Promise.all(
    names.map(async (Name) => {
      // A schedule in a group of its own is named with it.
      const [group, name] = Name.includes("|") ? Name.split("|") : [undefined, Name];
      const found = await scheduler.send(new GetScheduleCommand({ Name: name, GroupName: group }));
      const text = `${found.ScheduleExpression} in ${found.ScheduleExpressionTimezone ?? "UTC"}`;
      return found.State === "ENABLED"
        ? ok(about, `is on: ${text}`)
        : failure(
            about,
            `is off: ${text}`,
            "switch it on in EventBridge Scheduler, or deploy the stack again",
          );
    }),
  );
}
