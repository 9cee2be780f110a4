/** Resources that an endpoint lacks, and that the deployed stack leaves out. */

import { CfnResource, type Stack } from "aws-cdk-lib";
import { CfnFunction } from "aws-cdk-lib/aws-lambda";

/** The environment variable that names them: {@link LeftOut}s with commas between them. */
export const LEFT_OUT = "CONFORMANCE_LEFT_OUT";

/** The environment variable that holds the name of the stack and its properties, as JSON: `{ stackName, props }`. */
export const STACK = "CONFORMANCE_STACK";

/** A CloudFormation type, or those resources of a type that have a property: `AWS::CloudWatch::Alarm.Metrics`. */
type LeftOut = `AWS::${string}`;

/**
 * MiniStack 1.4.21 and 1.5 know none of them. Two only report trouble to people, and the third is how Cognito's page of
 * the sign-in looks: nothing else needs them.
 */
export const LEFT_OUT_OF_MINISTACK: readonly LeftOut[] = [
  "AWS::Logs::MetricFilter",
  "AWS::Logs::QueryDefinition",
  "AWS::CloudWatch::Alarm.Metrics",
  "AWS::Cognito::ManagedLoginBranding",
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

const ENDPOINT_ISSUER = new URL("desk/endpoint-issuer.ts", import.meta.url).href;

/**
 * MiniStack requires a module that awaits at its top level, which Lambda imports; forbidden to, it imports too. The desk
 * finds the endpoint's Cognito in place of AWS's.
 */
export function setUpFunctions(stack: Stack): void {
  for (const node of stack.node.findAll()) {
    if (!(node instanceof CfnFunction)) continue;
    const isDesk = node.node.path.endsWith("/ServeDesk/Resource");
    const options = ["--no-experimental-require-module", ...(isDesk ? [`--import=${ENDPOINT_ISSUER}`] : [])];
    node.addPropertyOverride("Environment.Variables.NODE_OPTIONS", options.join(" "));
  }
}
