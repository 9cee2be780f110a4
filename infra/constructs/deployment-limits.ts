/** Refuses before a deployment, in a sentence, settings that AWS would refuse half-way through it. */

import { Token } from "aws-cdk-lib";
import { InvalidSettingsError, type Settings } from "../../lib/settings/settings.ts";

/** Lambda's limit for the environment of a function, in bytes of JSON. */
const MAX_ENVIRONMENT = 4_096;

/** The longest name, ARN or URL that a resource of the stack gets. */
const LONGEST_REFERENCE = 140;

/** The longest value of a stack's output, in bytes; the list of projects is one. */
const MAX_OUTPUT = 4_096;

/** The variables of a function, and the list of its projects where the environment has no room for it. */
interface Fitted {
  environment: Record<string, string>;
  projects?: string;
}

/**
 * Takes the list of projects out of a function's environment where it does not fit into it: the function then finds it in
 * a file beside its code.
 * @throws {InvalidSettingsError} where the other variables are more than Lambda takes, or the list more than an output
 */
export function fitted(name: string, environment: Readonly<Record<string, string>>): Fitted {
  if (bytesOf(environment) <= MAX_ENVIRONMENT) return { environment: { ...environment } };
  const { PROJECTS = "[]", ...others } = environment;
  if (Buffer.byteLength(PROJECTS) > MAX_OUTPUT)
    throw new InvalidSettingsError(
      `The settings do not fit into one stage: the list of projects takes ${Buffer.byteLength(PROJECTS)} bytes, and CloudFormation allows an output ${MAX_OUTPUT}. Deploy some of the projects as a stage of their own.`,
    );
  const bytes = bytesOf(others);
  if (bytes > MAX_ENVIRONMENT)
    throw new InvalidSettingsError(
      `The settings do not fit into one stage: the environment variables of ${name}, even without the list of projects, take up to ${bytes} bytes, and Lambda allows ${MAX_ENVIRONMENT}. Shorten the settings.`,
    );
  return { environment: others, projects: PROJECTS };
}

function bytesOf(environment: Readonly<Record<string, string>>): number {
  const known = Object.entries(environment).map(([key, value]) => [
    key,
    Token.isUnresolved(value) ? "x".repeat(LONGEST_REFERENCE) : value,
  ]);
  return Buffer.byteLength(JSON.stringify(Object.fromEntries(known)));
}

/** Addresses of issuers and of services in conditions of policies end in `amazonaws.com`, which they do there alone. */
const OTHER_PARTITIONS = /^(cn|us-gov|us-iso[a-z]*|eu-isoe|eusc)-/;

/** Regions in which CloudFormation knows no AWS::ApiGatewayV2::Api, by cfn-lint 1.51's schemas of each region. */
const WITHOUT_HTTP_APIS = new Set(["ap-east-2", "ap-southeast-6"]);

/**
 * @param region undefined where it is not known, as in a synthesis without credentials
 * @throws {InvalidSettingsError} where AWS has not got there what the settings ask for
 */
export function checkRegion({ api, desk }: Settings, region: string | undefined): void {
  if (region === undefined) return;
  if (OTHER_PARTITIONS.test(region)) {
    throw new InvalidSettingsError(
      `Vigía is written for the commercial regions of AWS, and ${region} is in another partition: choose a commercial region with AWS_REGION, such as us-east-1.`,
    );
  }
  if (WITHOUT_HTTP_APIS.has(region)) {
    throw new InvalidSettingsError(
      `AWS has no HTTP APIs in the region ${region}, and Vigía's endpoints need one: choose another region with AWS_REGION, such as us-east-1. If AWS has them there by now, update vigia.`,
    );
  }
  for (const [key, domain] of Object.entries({ api, "desk.domain": desk?.domain })) {
    const ofCertificate = domain?.certificateArn.split(":")[3];
    if (ofCertificate === undefined || ofCertificate === region) continue;
    throw new InvalidSettingsError(
      `${key}.certificateArn: the certificate is in ${ofCertificate}, and the stack goes to ${region}: create a certificate in ${region}.`,
    );
  }
}
