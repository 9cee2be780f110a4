/** What an endpoint lacks, and is therefore left out of the stack that is deployed onto it. */

import { CfnResource, type Stack } from "aws-cdk-lib";
import { CfnFunction } from "aws-cdk-lib/aws-lambda";

/** The environment variable that names them: {@link LeftOut}s with commas between them. */
export const LEFT_OUT = "CONFORMANCE_LEFT_OUT";

/** A CloudFormation type, or those resources of a type that have a property: `AWS::CloudWatch::Alarm.Metrics`. */
export type LeftOut = `AWS::${string}`;

/** MiniStack 1.4.21 and 1.5 know neither of them. Both only report trouble to people: nothing else needs them. */
export const LEFT_OUT_OF_MINISTACK: readonly LeftOut[] = [
  "AWS::Logs::MetricFilter",
  "AWS::CloudWatch::Alarm.Metrics",
];

/** Removes from a stack what is named. @returns the paths of what was removed */
export function leaveOut(stack: Stack, names: readonly string[]): string[] {
  const unwanted = stack.node
    .findAll()
    .filter((node) => CfnResource.isCfnResource(node))
    .filter((resource) => names.some((name) => isNamed(resource, name)));
  for (const { node } of unwanted) node.scope?.node.tryRemoveChild(node.id);
  return unwanted.map(({ node }) => node.path);
}

/** CDK names the properties of a resource as CloudFormation does, but for the first letter. */
function isNamed(resource: CfnResource, name: string): boolean {
  const [type, property] = name.split(".");
  if (resource.cfnResourceType !== type) return false;
  return (
    property === undefined ||
    Reflect.get(resource, `${property.charAt(0).toLowerCase()}${property.slice(1)}`) !== undefined
  );
}

/** MiniStack requires a module that awaits at its top level, which Lambda imports; forbidden to, it imports too. */
export function importModules(stack: Stack): void {
  for (const node of stack.node.findAll())
    if (node instanceof CfnFunction)
      node.addPropertyOverride("Environment.Variables.NODE_OPTIONS", "--no-experimental-require-module");
}
