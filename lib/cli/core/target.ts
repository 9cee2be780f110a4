/** The stack that a command works on: the local one, or a deployed stage found by its CloudFormation outputs. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CloudFormationClient, DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { commandConfig } from "../../aws/clients.ts";
import type { Network } from "../../aws/network.ts";
import { issuesLine, issuesOf } from "../../contract/issues.ts";
import { TEST_PROJECT } from "../../contract/test-project.ts";
import { LOCAL_STAGE } from "../../i18n/text/own-command.ts";
import { type Subscribers, servedProjects } from "../../settings/env.ts";
import {
  isRunning,
  LOCAL_ENDPOINTS_FILE,
  type LocalEndpoints,
  localEndpoints,
} from "../../settings/local-endpoints.ts";
import { ownOutputs, resourcesIn, type StackOutputs, stackOutputs } from "../../settings/outputs.ts";
import type { ProcessContext } from "./command-context.ts";
import { CommandError, StackNotFoundError, WrongUseError } from "./failure.ts";

/** The stack that a command works on. */
export type Target = LocalTarget | DeployedTarget;

/** The stack that runs on this machine. */
export interface LocalTarget extends StackResources {
  kind: "local";
  local: LocalEndpoints;
}

/** A stack in AWS. */
export interface DeployedTarget extends StackResources {
  kind: "deployed";
  /** `dev` of the stack `Vigia-dev`, and the name of any other stack. */
  stage: string;
  deployment: Deployment;
  /** The id of the pool of those who sign in at the desk; absent where another issuer has them. */
  deskUserPool?: string | undefined;
  /** Name of the vault of the backups; absent where the stack has none. */
  backupVault?: string | undefined;
  /** Names of the stack's schedules. */
  schedules: readonly string[];
  /** Who the settings say receives the messages of each topic. */
  subscribers: Readonly<Record<keyof LocalEndpoints["topics"], Subscribers>>;
  getUserLogGroup: string;
}

/** What commands use of a stack, wherever it runs. */
interface StackResources {
  /** Name in sentences: `the local stack`, `stage dev` or `the stack Payments`. */
  name: string;
  /** Options that select the same stack, behind a suggested command: none, ` --stage dev` or ` --stack Payments --region us-east-1`. */
  flags: string;
  /** The projects of the settings, also those that left. */
  projectIds: readonly number[];
  /** The projects that have not left. */
  servedIds: readonly number[];
  /** Base URL of the adapter's two endpoints, without a slash at the end: `/webhook` and `/users/{userId}` follow. */
  adapter: string;
  /** URL of the officers' desk, without a slash at the end; undefined when the desk is disabled. */
  desk?: string | undefined;
  /** Base URL of the risk service. */
  riskService: string;
  tables: LocalEndpoints["tables"];
  queues: LocalEndpoints["queues"];
  topics: LocalEndpoints["topics"];
  secrets: LocalEndpoints["secrets"];
  money: LocalEndpoints["money"];
  timeZone: LocalEndpoints["timeZone"];
  functions: LocalEndpoints["functions"];
  /** How the service proves that a call is its own. */
  inbound: LocalEndpoints["inbound"];
  /** How calls leave this machine: directly, or through a company's proxy. */
  network: Network;
}

/** A deployed stack as CloudFormation describes it. */
export interface Deployment {
  stackName: string;
  /** Account and region; undefined where AWS does not say. */
  account?: string | undefined;
  region?: string | undefined;
  /** Creation of the stack, in milliseconds since 1970. */
  createdAt: number | undefined;
  /** Version of Vigía, as in 1.0.0. */
  version: string;
}

/** Options of a command that select a stack. */
export interface Selection {
  /** The stack `Vigia-<stage>`, or if that does not exist, a company's own stack of this name. */
  stage?: string | undefined;
  /** A stack by its name. */
  stack?: string | undefined;
  /** The stack's region; the shell's where it is undefined. */
  region?: string | undefined;
}

/** A deployed stack that the options select. */
interface SelectedStack extends Pick<DeployedTarget, "name" | "flags"> {
  /** Names that the stack can have in CloudFormation, the preferred one first. */
  stackNames: readonly [preferred: string, other?: string];
  region: string | undefined;
}

/** A region's name, such as `us-east-1`. */
const REGION = /^[a-z]{2,4}(-[a-z]+){1,3}-\d{1,2}$/;

/** A stack's name, as CloudFormation takes it. */
const STACK = /^[A-Za-z][A-Za-z0-9-]{0,127}$/;

/**
 * Finds a stack.
 * @throws {WrongUseError} when the selection is not one stack
 * @throws {StackNotFoundError} when it neither runs nor is deployed
 */
export async function findTarget(
  { root, setRegion, network: networkOfShell }: Pick<ProcessContext, "root" | "setRegion" | "network">,
  selection: Selection,
): Promise<Target> {
  const selected = parseSelection(selection);
  const network = await networkOfShell();
  if (selected === undefined) return localTarget(root, network);
  const { name, flags, stackNames, region } = selected;
  if (region !== undefined) setRegion(region);
  const stack = await readFirstExisting(stackNames, network);
  return deployedTarget(stack, { name, flags, network });
}

/**
 * The deployed stack that some options select; undefined where they select none.
 * @throws {WrongUseError} when they are not the names of one stack and of a region
 */
function parseSelection({ stage, stack, region }: Selection): SelectedStack | undefined {
  const regionFlag = region === undefined ? "" : ` --region ${region}`;
  if (stage !== undefined && stack !== undefined)
    throw new WrongUseError("--stage and --stack both select a stack: give one of them.");
  if (stage !== undefined) {
    const stackNames = [`Vigia-${stage}`, stage] as const;
    if (!stackNames.every((name) => STACK.test(name)))
      throw new WrongUseError("--stage: expected a stage's name, such as dev.");
    const flags = ` --stage ${stage}${regionFlag}`;
    return { name: `stage ${stage}`, flags, stackNames, region: parseRegion(region) };
  }
  if (stack !== undefined) {
    if (!STACK.test(stack)) throw new WrongUseError("--stack: expected a stack's name, such as Payments.");
    const flags = ` --stack ${stack}${regionFlag}`;
    return { name: `the stack ${stack}`, flags, stackNames: [stack], region: parseRegion(region) };
  }
  return undefined;
}

function parseRegion(region: string | undefined): string | undefined {
  if (region === undefined || REGION.test(region)) return region;
  throw new WrongUseError("--region: expected a region, such as us-east-1.");
}

/** The target for a stack that CloudFormation described. */
function deployedTarget(
  { outputs, ...stack }: DescribedStack,
  { name, flags, network }: Pick<DeployedTarget, "name" | "flags" | "network">,
): DeployedTarget {
  return {
    kind: "deployed",
    name,
    flags,
    stage: stack.stackName.replace(/^Vigia-/, ""),
    projectIds: outputs.Projects.map(({ id }) => id),
    servedIds: servedProjects(outputs.Projects),
    adapter: outputs.ApiUrl.replace(/\/$/, ""),
    desk: outputs.DeskUrl,
    deskUserPool: outputs.DeskUserPoolId,
    backupVault: outputs.BackupVaultName,
    riskService: outputs.ServiceBaseUrl,
    ...resourcesIn(outputs),
    schedules: outputs.ScheduleNames.split(","),
    subscribers: outputs.Subscribers,
    getUserLogGroup: outputs.GetUserLogGroup,
    deployment: { ...stack, version: outputs.Version },
    network,
  };
}

/** The selected stack, for a command that works without one too; undefined where it neither runs nor is deployed. */
export function targetIfAny(target: () => Promise<Target>): Promise<Target | undefined> {
  return target().catch((error: unknown) => {
    if (error instanceof StackNotFoundError) return undefined;
    throw error;
  });
}

async function localTarget(root: string, network: Network): Promise<LocalTarget> {
  const path = join(root, LOCAL_ENDPOINTS_FILE);
  const text = await readFile(path, "utf8").catch(() => undefined);
  const local = text === undefined ? undefined : parseEndpoints(text);
  if (local === undefined || !(await isRunning(local)))
    throw new StackNotFoundError(
      "The local stack is not running: start it with `npm start`, or name a deployed one with --stage or --stack.",
    );
  return {
    ...local,
    kind: "local",
    name: "the local stack",
    flags: "",
    projectIds: local.projects.map(({ projectId }) => projectId),
    servedIds: servedProjects(local.projects.map(({ projectId: id, ...project }) => ({ id, ...project }))),
    local,
    network,
  };
}

/** The stack's stage in a suggested command. */
export function stageOf(target: Target): string {
  return target.kind === "local" ? LOCAL_STAGE : target.stage;
}

/** The stack's name in an error of one of its calls: `stage dev`; undefined for the local stack. */
export function deployedName(target: Target): string | undefined {
  return target.kind === "local" ? undefined : target.name;
}

/** The address of a page of the desk as a fact; it has no value where the stack has no desk. @param path as `desk-links.ts` gives it */
export function deskFact({ desk }: Target, path: string): [label: string, url: string | undefined] {
  return ["desk", desk === undefined ? undefined : `${desk}${path}`];
}

/** Name of a function's log, with the file or the command that shows it. */
export function logOf(target: Target, name: string): string {
  if (target.kind === "local") return `the log of ${name} (${target.local.logs}/${name}.jsonl)`;
  // Log groups of a stack differ in the function's name, and behind it.
  const prefix = target.getUserLogGroup.replace(/GetUserLog.*/, `${name}Log`);
  return `the log of ${name} (aws logs tail --since 1h $(aws logs describe-log-groups --log-group-name-prefix ${prefix} --query 'logGroups[0].logGroupName' --output text))`;
}

/** Endpoints of the local stack, from the text of their file. */
function parseEndpoints(text: string): LocalEndpoints {
  const outdatedFile = `${LOCAL_ENDPOINTS_FILE} was written by another version: stop the local stack and start it again`;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new CommandError(`${outdatedFile}.`);
  }
  const result = localEndpoints.safeParse(json);
  if (!result.success) throw new CommandError(`${outdatedFile} (${issuesLine(issuesOf(result.error))}).`);
  return result.data;
}

type DescribedStack = Omit<Deployment, "version"> & { outputs: StackOutputs };

/** The first stack that exists of some names. @throws the error about the preferred one, where no stack does */
async function readFirstExisting(
  [preferred, other]: SelectedStack["stackNames"],
  network: Network,
): Promise<DescribedStack> {
  try {
    return await readStack(preferred, network);
  } catch (error) {
    if (other === undefined) throw error;
    const stack = await readStack(other, network).catch(() => undefined);
    if (stack === undefined) throw error;
    return stack;
  }
}

/** A stack as CloudFormation describes it. @throws {StackNotFoundError} when it is not deployed */
async function readStack(stackName: string, network: Network): Promise<DescribedStack> {
  const { Stacks } = await new CloudFormationClient(commandConfig(network))
    .send(new DescribeStacksCommand({ StackName: stackName }))
    .catch((error: unknown) => {
      if (error instanceof Error && error.name === "ValidationError")
        throw new StackNotFoundError(
          `There is no stack ${stackName} in the account and region of this shell: check AWS_PROFILE and AWS_REGION, or name its region with --region. If it is not deployed yet, run "npx cdk deploy ${stackName}".`,
        );
      throw error;
    });
  const stack = Stacks?.[0];
  const [, , , region, account] = (stack?.StackId ?? "").split(":");
  const values = Object.fromEntries(
    (stack?.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]),
  );
  const result = stackOutputs.safeParse(ownOutputs(values) ?? values);
  if (result.success)
    return { outputs: result.data, stackName, account, region, createdAt: stack?.CreationTime?.getTime() };
  const missing = issuesOf(result.error).map(({ path }) => path);
  throw new CommandError(
    `The stack ${stackName} has no ${missing.join(", ")} among its outputs: deploy it again with this version.`,
  );
}

/**
 * The project that a command is for, which the stack serves: the given one, or where none is given the only one.
 * @throws {CommandError} when the stack does not serve the given one, or none is given and it serves several
 */
export function requireServedProject({ servedIds, name }: Target, projectId: number | undefined): number {
  const servedList = servedIds.join(", ");
  if (projectId !== undefined) {
    if (servedIds.includes(projectId)) return projectId;
    if (projectId === TEST_PROJECT)
      throw new WrongUseError(
        `--project: 0 is the test project: name one that ${name} serves (${servedList}).`,
      );
    throw new CommandError(
      `Project ${projectId} is not served by ${name} (served: ${servedList}): add it to projects and deploy, or name another.`,
    );
  }
  const [only, ...others] = servedIds;
  if (only !== undefined && others.length === 0) return only;
  throw new WrongUseError(`Name the project with --project: ${name} serves ${servedList}.`);
}

/** The project that a call is made for: the test project where it is given, otherwise that of {@link requireServedProject}. */
export function requireCallableProject(target: Target, projectId: number | undefined): number {
  return projectId === TEST_PROJECT ? TEST_PROJECT : requireServedProject(target, projectId);
}

/** The projects that a command acts for: the given one, or all that the stack serves. */
export function servedProjectsOrOne(target: Target, projectId: number | undefined): readonly number[] {
  return projectId === undefined ? target.servedIds : [requireServedProject(target, projectId)];
}

/** The projects whose records a command looks through: the given one, such as the test project, or all of the settings. */
export function projectsToSearch({ projectIds }: Target, projectId: number | undefined): readonly number[] {
  return projectId === undefined ? projectIds : [projectId];
}

/** A note for a not-found message: ` Project 9 is not served by …`; empty where the stack serves the project. */
export function unservedNote({ projectIds, name }: Target, projectId: number | undefined): string {
  if (projectId === undefined || projectId === TEST_PROJECT || projectIds.includes(projectId)) return "";
  return ` Project ${projectId} is not served by ${name} (served: ${projectIds.join(", ")}).`;
}
