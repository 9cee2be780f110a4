/** Refuses before a deployment, in a sentence, what would fail half-way through it. */

import { Token } from "aws-cdk-lib";
import { InvalidSettingsError, type Settings } from "../../lib/settings/settings.ts";

/** The bundles of the package, and the app itself, are written for it. */
const LEAST_NODE = 24;

/** @throws {InvalidSettingsError} where an older Node runs the app: npm installs the package there with a warning alone */
export function checkNode(version: string): void {
  if (Number.parseInt(version, 10) < LEAST_NODE)
    throw new InvalidSettingsError(
      `Vigía needs Node ${LEAST_NODE} or later, and this app runs on Node ${version}: install Node ${LEAST_NODE}, and run it again.`,
    );
}

/** Lambda's limit for the environment of a function, in bytes of JSON. */
const MAX_ENVIRONMENT = 4_096;

/** The longest name, ARN or URL that a resource of the stack gets. */
const LONGEST_REFERENCE = 140;

/** The longest value of a stack's output, in bytes; the list of projects is one. */
const MAX_OUTPUT = 4_096;

/** The variables of a function, and the lists that its environment has no room for. */
interface Fitted {
  environment: Record<string, string>;
  beside?: Record<string, string>;
}

/** A value of settings that grows: projects, people, deadlines, in JSON. */
const LIST = /^[[{]/;

/**
 * Takes the lists out of a function's environment where not all fits into it: the function then finds them in a file beside
 * its code. For the rest there is room.
 */
export function fitted(environment: Readonly<Record<string, string>>): Fitted {
  if (bytesOf(environment) <= MAX_ENVIRONMENT) return { environment: { ...environment } };
  const { lists = [], others = [] } = Object.groupBy(Object.entries(environment), ([, value]) =>
    LIST.test(value) ? "lists" : "others",
  );
  return { environment: Object.fromEntries(others), beside: Object.fromEntries(lists) };
}

function bytesOf(environment: Readonly<Record<string, string>>): number {
  const resolved = Object.entries(environment).map(([key, value]) => [
    key,
    Token.isUnresolved(value) ? "x".repeat(LONGEST_REFERENCE) : value,
  ]);
  return Buffer.byteLength(JSON.stringify(Object.fromEntries(resolved)));
}

/** Addresses of issuers and of services in conditions of policies end in `amazonaws.com`, which they do there alone. */
const OTHER_PARTITIONS = /^(cn|us-gov|us-iso[a-z]*|eu-isoe|eusc)-/;

/**
 * Names of resources hold the stage. The prefix of a Cognito domain has at most 63 characters, of which `vigia-` and the account take
 * the others, and the policy of operators has room for ARNs of tables of 140.
 */
const MAX_STAGE = 44;

/** Cognito takes no domain with one of these in its prefix. */
const RESERVED = /aws|amazon|cognito/i;

/** The account and region of a stack. Each is undefined where it is not known, as in a synthesis without credentials. */
interface Place {
  account?: string | undefined;
  region?: string | undefined;
}

/** @throws {InvalidSettingsError} where AWS would refuse the stage's name, the place or the size of what the settings ask for */
export function checkLimits(settings: Settings, place: Place): void {
  const problem =
    nameProblem(settings) ??
    sizeProblem(settings) ??
    placeProblem(place) ??
    elsewhereProblem(settings, place);
  if (problem !== undefined) throw new InvalidSettingsError(problem);
}

function nameProblem({ stage, desk }: Settings): string | undefined {
  if (stage.length > MAX_STAGE)
    return `The name of the stage ${stage} has ${stage.length} characters, and the names of its resources have room for ${MAX_STAGE}: name the stack otherwise.`;
  const reserved = RESERVED.exec(stage)?.[0];
  if (reserved === undefined || desk === undefined || desk.issuer !== undefined) return undefined;
  return `The name of the stage ${stage} holds ${reserved}, which Cognito reserves, and the desk's address for signing in is named by the stage: name the stack otherwise.`;
}

function sizeProblem({ projects }: Settings): string | undefined {
  const bytes = Buffer.byteLength(JSON.stringify(projects));
  if (bytes <= MAX_OUTPUT) return undefined;
  return `The settings do not fit into one stage: the list of projects takes ${bytes} bytes, and CloudFormation allows an output ${MAX_OUTPUT}. Deploy some of the projects as a stage of their own.`;
}

function placeProblem({ account, region }: Place): string | undefined {
  if (account !== undefined && !/^\d{12}$/.test(account))
    return `env.account: ${account} is no account of AWS: write its 12 digits.`;
  if (region === undefined) return undefined;
  if (OTHER_PARTITIONS.test(region))
    return `Vigía is written for the commercial regions of AWS, and ${region} is in another partition: choose a commercial region with AWS_REGION, such as us-east-1.`;
  if (!/^[a-z]{2}(-[a-z]+)+-\d$/.test(region))
    return `env.region: ${region} is no region of AWS: write one such as us-east-1.`;
  return undefined;
}

/** Resources that the settings name must be in the account and region of the stack. */
function elsewhereProblem({ api, desk, tables }: Settings, { account, region }: Place): string | undefined {
  for (const [key, domain] of Object.entries({ api, "desk.domain": desk?.domain })) {
    const [, , , ofRegion, ofAccount] = domain?.certificateArn.split(":") ?? [];
    if (isAnother(ofRegion, region))
      return `${key}.certificateArn: the certificate is in ${ofRegion}, and the stack goes to ${region}: create a certificate in ${region}.`;
    if (isAnother(ofAccount, account))
      return `${key}.certificateArn: the certificate is in the account ${ofAccount}, and the stack goes to ${account}: create a certificate in ${account}.`;
  }
  const ofKey = tables.usersKeyArn?.split(":")[3];
  if (isAnother(ofKey, region))
    return `tables.usersKeyArn: the key is in ${ofKey}, and the stack goes to ${region}: name the key that the table in ${region} has.`;
  const ofPool = desk?.userPoolId?.split("_")[0];
  if (!isAnother(ofPool, region)) return undefined;
  return `desk.userPoolId: the user pool is in ${ofPool}, and the stack goes to ${region}: leave it out, and invite the people again.`;
}

/** @param named a region or an account, or a value that CDK fills in at the deployment */
function isAnother(named: string | undefined, deployed: string | undefined): boolean {
  return named !== undefined && deployed !== undefined && !Token.isUnresolved(named) && named !== deployed;
}
