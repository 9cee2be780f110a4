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
  /** As in "there is no user u-1 in the local stack" and "… in stage dev". */
  name: string;
  /** Addition to a suggested command that selects the same stack: nothing, ` --stage dev` or ` --stack Payments`. */
  flag: string;
  /** The projects of the settings, also those that left. */
  projectIds: readonly number[];
  /** Those that have not left. */
  servedIds: readonly number[];
  /** True if Mexican compliance is enabled for one of them. */
  mexico: boolean;
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

/** What selects a deployed stack; nothing selects the local one. */
export interface Selection {
  /** The stack `Vigia-<stage>`, or if that does not exist, a company's own stack of this name. */
  stage?: string | undefined;
  /** A stack by its name. */
  stack?: string | undefined;
  /** Its region, unless it is the shell's. */
  region?: string | undefined;
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
  { root, useRegion, network: networkOfShell }: Pick<ProcessContext, "root" | "useRegion" | "network">,
  { stage, stack, region }: Selection,
): Promise<Target> {
  if (stage !== undefined && stack !== undefined)
    throw new WrongUseError("--stage and --stack both select a stack: give one of them.");
  const network = await networkOfShell();
  if (stage === undefined && stack === undefined) return localTarget(root, network);
  const names = stack === undefined ? [`Vigia-${stage}`, String(stage)] : [stack];
  if (!names.every((name) => STACK.test(name)))
    throw new WrongUseError(
      stack === undefined
        ? "--stage: expected a stage's name, such as dev."
        : "--stack: expected a stack's name, such as Payments.",
    );
  if (region !== undefined) {
    if (!REGION.test(region)) throw new WrongUseError("--region: expected a region, such as us-east-1.");
    useRegion(region);
  }
  const { outputs, ...deployment } = await readFirst(names, network);
  const { stackName } = deployment;
  return {
    kind: "deployed",
    name: stack === undefined ? `stage ${stage}` : `the stack ${stack}`,
    flag: [["stage", stage] as const, ["stack", stack] as const, ["region", region] as const]
      .map(([option, value]) => (value === undefined ? "" : ` --${option} ${value}`))
      .join(""),
    stage: stackName.replace(/^Vigia-/, ""),
    projectIds: outputs.Projects.map(({ id }) => id),
    servedIds: servedProjects(outputs.Projects),
    mexico: outputs.Projects.some(({ mexico }) => mexico),
    adapter: outputs.ApiUrl.replace(/\/$/, ""),
    desk: outputs.DeskUrl,
    deskUserPool: outputs.DeskUserPoolId,
    backupVault: outputs.BackupVaultName,
    riskService: outputs.ServiceBaseUrl,
    ...resourcesIn(outputs),
    schedules: outputs.ScheduleNames.split(","),
    subscribers: outputs.Subscribers,
    getUserLogGroup: outputs.GetUserLogGroup,
    deployment: { ...deployment, version: outputs.Version },
    network,
  };
}

/** The stack of a command that can do without; undefined where it neither runs nor is deployed. */
export function targetIfAny(target: () => Promise<Target>): Promise<Target | undefined> {
  return target().catch((error: unknown) => {
    if (error instanceof StackNotFoundError) return undefined;
    throw error;
  });
}

async function localTarget(root: string, network: Network): Promise<LocalTarget> {
  const path = join(root, LOCAL_ENDPOINTS_FILE);
  const text = await readFile(path, "utf8").catch(() => undefined);
  const local = text === undefined ? undefined : readEndpoints(text);
  if (local === undefined || !(await isRunning(local)))
    throw new StackNotFoundError(
      "The local stack is not running: start it with `npm start`, or name a deployed one with --stage or --stack.",
    );
  return {
    ...local,
    kind: "local",
    name: "the local stack",
    flag: "",
    projectIds: local.projects.map(({ projectId }) => projectId),
    servedIds: servedProjects(local.projects.map(({ projectId: id, ...project }) => ({ id, ...project }))),
    mexico: local.projects.some(({ mexico }) => mexico),
    local,
    network,
  };
}

/** Its stage, as texts that name a command take it. */
export function stageOf(target: Target): string {
  return target.kind === "local" ? LOCAL_STAGE : target.stage;
}

/** The stack's name in an error of one of its calls: `stage dev`; undefined for the local stack. */
export function deployedName(target: Target): string | undefined {
  return target.kind === "local" ? undefined : target.name;
}

/** A page of the desk as a fact; nothing is said of it where there is no desk. @param path as `desk-links.ts` gives it */
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

function readEndpoints(text: string): LocalEndpoints {
  const again = `${LOCAL_ENDPOINTS_FILE} was written by another version: stop the local stack and start it again`;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new CommandError(`${again}.`);
  }
  const result = localEndpoints.safeParse(json);
  if (!result.success) throw new CommandError(`${again} (${issuesLine(issuesOf(result.error))}).`);
  return result.data;
}

type FoundStack = Omit<Deployment, "version"> & { outputs: StackOutputs };

/** The first of some stacks that is there. @throws what is wrong with the first one, where none is */
async function readFirst([name = "", ...others]: readonly string[], network: Network): Promise<FoundStack> {
  try {
    return await readStack(name, network);
  } catch (error) {
    for (const other of others) {
      const stack = await readStack(other, network).catch(() => undefined);
      if (stack !== undefined) return stack;
    }
    throw error;
  }
}

async function readStack(stackName: string, network: Network): Promise<FoundStack> {
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

/** @throws {CommandError} when the stack does not serve it, or none is named where there are several */
export function chosenProject({ servedIds, name }: Target, named: number | undefined): number {
  const servedList = servedIds.join(", ");
  if (named !== undefined) {
    if (servedIds.includes(named)) return named;
    if (named === TEST_PROJECT)
      throw new WrongUseError(
        `--project: 0 is the test project: name one that ${name} serves (${servedList}).`,
      );
    throw new CommandError(
      `Project ${named} is not served by ${name} (served: ${servedList}): add it to projects and deploy, or name another.`,
    );
  }
  const [only, ...others] = servedIds;
  if (only !== undefined && others.length === 0) return only;
  throw new WrongUseError(`Name the project with --project: ${name} serves ${servedList}.`);
}

/** The project that a call is made for: as {@link chosenProject}, or the test project where that is named. */
export function callingProject(target: Target, named: number | undefined): number {
  return named === TEST_PROJECT ? TEST_PROJECT : chosenProject(target, named);
}

/** The projects that something is done for: the one named, or all. */
export function chosenProjects(target: Target, named: number | undefined): readonly number[] {
  return named === undefined ? target.servedIds : [chosenProject(target, named)];
}

/** The projects whose records are looked for: the one named, such as the test project, or all of the settings. */
export function recordedProjects({ projectIds }: Target, named: number | undefined): readonly number[] {
  return named === undefined ? projectIds : [named];
}

/** Behind what says that nothing was found: ` Project 9 is not served by …`; empty where the stack serves the project. */
export function unservedNote({ projectIds, name }: Target, named: number | undefined): string {
  if (named === undefined || named === TEST_PROJECT || projectIds.includes(named)) return "";
  return ` Project ${named} is not served by ${name} (served: ${projectIds.join(", ")}).`;
}
