/** CloudFormation as far as a stack's outputs and resources are read from it, on a free port. */

import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { callerIn } from "../../../../infra/local/aws/gate.ts";
import { listen } from "../../../../infra/local/http/loopback.ts";
import { type AwsCall, cloudFormationCalls } from "../../../support/permissions/requested-calls.ts";
import { queryError } from "../../../support/permissions/stack-gate.ts";

export interface CloudFormation {
  url: string;
  stop(): void;
}

/**
 * Answers for the given stacks; every other one does not exist.
 * @param stacks the outputs by the names of the stacks
 * @param resources the type of each resource by its physical name, the same in every stack
 * @param refusalOf why a call is not allowed to the signer with that key; undefined where it is
 */
export async function startCloudFormation(
  stacks: Record<string, Record<string, string>>,
  resources: Record<string, string> = {},
  refusalOf: (accessKeyId: string | undefined, call: AwsCall) => string | undefined = () => undefined,
): Promise<CloudFormation> {
  const server = createServer(async (request, response) => {
    const parameters = new URLSearchParams(await text(request));
    const stackName = parameters.get("StackName") ?? "";
    const outputs = stacks[stackName];
    response.setHeader("content-type", "text/xml");
    const accessKeyId = callerIn(request.headers);
    const [refusal] = cloudFormationCalls(Object.fromEntries(parameters)).flatMap(
      (call) => refusalOf(accessKeyId, call) ?? [],
    );
    if (refusal !== undefined) {
      response.statusCode = 403;
      response.end(queryError("AccessDenied", refusal));
      return;
    }
    response.statusCode = outputs === undefined ? 400 : 200;
    if (outputs === undefined) response.end(missing(stackName));
    else if (parameters.get("Action") === "ListStackResources") response.end(listed(resources));
    else response.end(described(stackName, outputs));
  });
  const port = await listen(server, 0);
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}

function missing(stackName: string): string {
  return `<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code><Message>Stack with id ${stackName} does not exist</Message></Error></ErrorResponse>`;
}

function described(stackName: string, outputs: Record<string, string>): string {
  const members = Object.entries(outputs).map(
    ([key, value]) =>
      `<member><OutputKey>${key}</OutputKey><OutputValue>${escaped(value)}</OutputValue></member>`,
  );
  return `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>${stackName}</StackName><StackStatus>CREATE_COMPLETE</StackStatus><Outputs>${members.join("")}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
}

function listed(resources: Record<string, string>): string {
  const members = Object.entries(resources).map(
    ([name, type]) =>
      `<member><PhysicalResourceId>${escaped(name)}</PhysicalResourceId><ResourceType>${type}</ResourceType></member>`,
  );
  return `<ListStackResourcesResponse><ListStackResourcesResult><StackResourceSummaries>${members.join("")}</StackResourceSummaries></ListStackResourcesResult></ListStackResourcesResponse>`;
}

function escaped(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
