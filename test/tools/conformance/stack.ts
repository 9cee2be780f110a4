/** The stack of a run: no other one has its name; its resources, and its end. */

import { setTimeout as sleep } from "node:timers/promises";
import {
  CloudFormationClient,
  DeleteStackCommand,
  DescribeStacksCommand,
  paginateListStackResources,
} from "@aws-sdk/client-cloudformation";

/** A resource by its CloudFormation type and its physical name. */
export interface Resource {
  type: string;
  name: string;
  /** Its name in the template. */
  id?: string;
}

/** A stack of this name was there before the run. */
class StackExistsError extends Error {
  override name = "StackExistsError";
}

/**
 * A run deploys, changes and removes only what it has made itself.
 * @throws {StackExistsError} where there is a stack of this name
 */
export async function expectNoStack(stackName: string): Promise<void> {
  if ((await statusOf(stackName)) !== undefined)
    throw new StackExistsError(
      `There is a stack ${stackName} already, which this run has not made: it is left as it is. Name another stage with --stage, or delete that one if it is left of an earlier run.`,
    );
}

/** Its status; undefined where there is no such stack. */
async function statusOf(StackName: string): Promise<string | undefined> {
  const described = await new CloudFormationClient({})
    .send(new DescribeStacksCommand({ StackName }))
    .catch((error: unknown) => {
      if (error instanceof Error && error.name === "ValidationError") return undefined;
      throw error;
    });
  const status = described?.Stacks?.[0]?.StackStatus;
  return status === "DELETE_COMPLETE" ? undefined : status;
}

/** Resources of a stack, also after its deployment has failed; empty if there is no such stack. */
export async function resourcesOf(stackName: string): Promise<Resource[]> {
  const resources: Resource[] = [];
  if ((await statusOf(stackName)) === undefined) return resources;
  const pages = paginateListStackResources(
    { client: new CloudFormationClient({}) },
    { StackName: stackName },
  );
  for await (const { StackResourceSummaries = [] } of pages) {
    for (const {
      ResourceType = "",
      PhysicalResourceId = "",
      LogicalResourceId = "",
    } of StackResourceSummaries) {
      if (PhysicalResourceId !== "")
        resources.push({ type: ResourceType, name: PhysicalResourceId, id: LogicalResourceId });
    }
  }
  return resources;
}

const POLL_MS = 2_000;
const MAX_POLLS = 600;

/** By itself: `cdk destroy` takes it for failed where an endpoint goes on for a moment to show the status from before. */
export async function deleteStack(StackName: string): Promise<void> {
  await new CloudFormationClient({}).send(new DeleteStackCommand({ StackName }));
  for (let polls = 0; polls < MAX_POLLS; polls++) {
    const status = await statusOf(StackName);
    if (status === undefined) return;
    if (status === "DELETE_FAILED") break;
    await sleep(POLL_MS);
  }
  throw new Error(`The stack ${StackName} could not be deleted: see its events in CloudFormation.`);
}
