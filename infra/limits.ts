/** What AWS would refuse half-way through a deployment is said before it begins, in a sentence. */

import { Token } from "aws-cdk-lib";
import { InvalidSettingsError, type Settings } from "../lib/settings/settings.ts";

/** Lambda's limit for the environment of a function, in bytes of JSON. */
const MAX_ENVIRONMENT = 4_096;

/** The longest name, ARN or URL that a resource of the stack gets. */
const LONGEST_REFERENCE = 140;

/** @throws {InvalidSettingsError} where the variables of a function are more than Lambda takes */
export function checkEnvironment(name: string, environment: Readonly<Record<string, string>>): void {
  const known = Object.entries(environment).map(([key, value]) => [
    key,
    Token.isUnresolved(value) ? "x".repeat(LONGEST_REFERENCE) : value,
  ]);
  const bytes = Buffer.byteLength(JSON.stringify(Object.fromEntries(known)));
  if (bytes <= MAX_ENVIRONMENT) return;
  const ofProjects = Buffer.byteLength(JSON.stringify(environment["PROJECTS"] ?? ""));
  throw new InvalidSettingsError(
    `The settings do not fit into one stage: the environment of ${name} would take up to ${bytes} bytes, ${ofProjects} of them for projects, and Lambda gives it ${MAX_ENVIRONMENT}. Deploy some of the projects as a stage of their own.`,
  );
}

/** Where CloudFormation knows no AWS::ApiGatewayV2::Api, by cfn-lint 1.51's schemas of each region. */
const WITHOUT_HTTP_APIS = new Set(["ap-east-2", "ap-southeast-6"]);

/** Where it knows no AWS::Chatbot::SlackChannelConfiguration, from the same source. */
const WITHOUT_SLACK = new Set(["cn-north-1", "cn-northwest-1", "us-gov-east-1", "us-gov-west-1"]);

/**
 * @param region undefined where it is not known, as in a synthesis without credentials
 * @throws {InvalidSettingsError} where AWS has not got there what the settings ask for
 */
export function checkRegion({ slack, api, desk }: Settings, region: string | undefined): void {
  if (region === undefined) return;
  if (WITHOUT_HTTP_APIS.has(region)) {
    throw new InvalidSettingsError(
      `AWS has no HTTP APIs in the region ${region}, and Vigía's endpoints are one: choose another region with AWS_REGION, such as us-east-1. If it has them by now, take the region out of infra/limits.ts.`,
    );
  }
  if (slack !== undefined && WITHOUT_SLACK.has(region)) {
    throw new InvalidSettingsError(
      `AWS connects no Slack channels from the region ${region}: take slack out of the settings of this stage.`,
    );
  }
  for (const [key, domain] of Object.entries({ api, "desk.domain": desk?.domain })) {
    const ofCertificate = domain?.certificateArn.split(":")[3];
    if (ofCertificate === undefined || ofCertificate === region) continue;
    throw new InvalidSettingsError(
      `${key}.certificateArn: the certificate is in ${ofCertificate}, and the stack goes to ${region}: an HTTP API takes one of its own region.`,
    );
  }
}
