/** Refuses before a deployment, in a sentence, what would fail half-way through it. */

import { Token } from "aws-cdk-lib";
import { InvalidSettingsError, type Settings } from "../../lib/settings/settings.ts";

/** The package's bundles and the app are written for Node 24. */
const LEAST_NODE = 24;

/** @throws {InvalidSettingsError} where an older Node runs the app: npm installs the package there with a warning alone */
export function checkNode(version: string): void {
  if (Number.parseInt(version, 10) < LEAST_NODE)
    throw new InvalidSettingsError(
      `Vigía needs Node ${LEAST_NODE} or later, and this app runs on Node ${version}: install Node ${LEAST_NODE}, and run it again.`,
    );
}

/** The longest value of a stack's output, in bytes; the list of projects is one. */
const MAX_OUTPUT = 4_096;

/**
 * Regions outside the commercial partition. Policies here name hosts that end in `amazonaws.com`, which holds in that partition alone.
 */
const OTHER_PARTITIONS = /^(cn|us-gov|us-iso[a-z]*|eu-isoe|eusc)-/;

/**
 * Names of resources hold the stage. The prefix of a Cognito domain has at most 63 characters, of which `vigia-` and the account take
 * the others, and the policy of operators has room for ARNs of tables of 140.
 */
const MAX_STAGE = 44;

/** Cognito takes no domain with one of these in its prefix. */
const RESERVED = /aws|amazon|cognito/i;

/** The account and region of a stack or a resource. Each is undefined where it is not known, as in a synthesis without credentials. */
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
  const usesCognito = desk !== undefined && desk.issuer === undefined;
  if (usesCognito && reserved !== undefined)
    return `The name of the stage ${stage} holds ${reserved}, which Cognito reserves, and the desk's address for signing in is named by the stage: name the stack otherwise.`;
  return undefined;
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
    if (domain === undefined) continue;
    const certificate = arnParts(domain.certificateArn);
    if (isAnother(certificate.region, region))
      return `${key}.certificateArn: the certificate is in ${certificate.region}, and the stack goes to ${region}: create a certificate in ${region}.`;
    if (isAnother(certificate.account, account))
      return `${key}.certificateArn: the certificate is in the account ${certificate.account}, and the stack goes to ${account}: create a certificate in ${account}.`;
  }
  const keyRegion = tables.usersKeyArn === undefined ? undefined : arnParts(tables.usersKeyArn).region;
  if (isAnother(keyRegion, region))
    return `tables.usersKeyArn: the key is in ${keyRegion}, and the stack goes to ${region}: name the key that the table in ${region} has.`;
  const poolRegion = desk?.userPoolId?.split("_")[0];
  if (isAnother(poolRegion, region))
    return `desk.userPoolId: the user pool is in ${poolRegion}, and the stack goes to ${region}: leave it out, and invite the people again.`;
  return undefined;
}

/** The place that an ARN names: `arn:partition:service:region:account:resource`. */
function arnParts(arn: string): Place {
  const [, , , region, account] = arn.split(":");
  return { region, account };
}

/** @param named a region or an account, or a value that CDK fills in at the deployment */
function isAnother(named: string | undefined, deployed: string | undefined): boolean {
  return named !== undefined && deployed !== undefined && !Token.isUnresolved(named) && named !== deployed;
}
