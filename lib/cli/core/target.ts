/** The stack that a command works on: the local one, or a deployed stage found by its CloudFormation outputs. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CloudFormationClient, DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { issuesLine, issuesOf } from "../../contract/issues.ts";
import { NO_PROJECT } from "../../notifications/notification-keys.ts";
import { clientConfig, FROM_COMMAND } from "../../platform/clients.ts";
import type { DeployedSettings } from "../../settings/deployed.ts";
import {
  isRunning,
  LOCAL_ENDPOINTS_FILE,
  type LocalEndpoints,
  localEndpoints,
} from "../../settings/local-endpoints.ts";
import { resourcesIn, type StackOutputs, stackOutputs } from "../../settings/outputs.ts";
import { placeOf, type StagePlace } from "../../settings/project-file.ts";
import { InvalidSettingsError, UnknownStageError } from "../../settings/settings.ts";
import type { ProcessContext } from "./command-context.ts";
import { CommandError, StackNotFoundError, WrongUseError } from "./failure.ts";

/** Resources of a stack. */
export interface Target {
  /** As in "there is no user u-1 in the local stack" and "… in stage dev". */
  name: string;
  /** Addition to a suggested command that selects the same stack: nothing, or ` --stage dev`. */
  flag: string;
  /** undefined for the local stack. */
  stage: string | undefined;
  /** The projects that the stack serves. */
  projectIds: readonly number[];
  /** True if Mexican compliance is enabled for one of them. */
  mexico: boolean;
  /** The base of the adapter's own endpoints. */
  adapter: string;
  /** URL of the officers' desk, without a slash at the end; undefined when the desk is disabled. */
  desk?: string | undefined;
  /** The id of the pool of those who sign in there; absent where another issuer has them. */
  deskUserPool?: string | undefined;
  /** The base URL of the service. */
  riskService: string;
  tables: LocalEndpoints["tables"];
  queues: LocalEndpoints["queues"];
  topics: LocalEndpoints["topics"];
  secrets: LocalEndpoints["secrets"];
  money: LocalEndpoints["money"];
  functions: LocalEndpoints["functions"];
  /** Authentication of the service's calls, and the headers that carry it. */
  inbound: LocalEndpoints["inbound"];
  /** Facts of a deployed stack alone; undefined for the local one. */
  getUserLogGroup: string | undefined;
  /** Facts of a deployment. */
  deployment?: Deployment;
  /** Facts of the local stack alone; undefined for a deployed one. */
  local: LocalEndpoints | undefined;
}

/** Facts of a deployment. */
export interface Deployment {
  stackName: string;
  /** Account and region; undefined where AWS does not say. */
  account?: string | undefined;
  region?: string | undefined;
  /** Creation of the stack, in milliseconds since 1970. */
  createdAt: number | undefined;
  /** Its settings by dotted name, where they are not the default; undefined where it does not say. */
  settings: DeployedSettings | undefined;
  /** Version of Vigía, as in 0.3.0. */
  version: string;
}

const STAGE = /^[A-Za-z][A-Za-z0-9-]{0,60}$/;

/**
 * Finds a stack.
 * @param stage the deployed stage; undefined for the local stack
 * @throws {StackNotFoundError} when it neither runs nor is deployed
 */
export async function findTarget(
  { root }: Pick<ProcessContext, "root">,
  stage: string | undefined,
): Promise<Target> {
  if (stage === undefined) return localTarget(root);
  if (!STAGE.test(stage)) throw new WrongUseError(`--stage: expected a stage's name, such as dev.`);
  return deployedTarget(stage, root);
}

async function localTarget(root: string): Promise<Target> {
  const path = join(root, LOCAL_ENDPOINTS_FILE);
  const text = await readFile(path, "utf8").catch(() => undefined);
  const local = text === undefined ? undefined : readEndpoints(text);
  if (local === undefined || !(await isRunning(local)))
    throw new StackNotFoundError(
      "The local stack is not running: start it with `npm start`, or name a deployed one with --stage.",
    );
  return {
    ...local,
    name: "the local stack",
    flag: "",
    stage: undefined,
    projectIds: local.projects.map(({ projectId }) => projectId),
    mexico: local.projects.some(({ mexico }) => mexico),
    getUserLogGroup: undefined,
    local,
  };
}

/** A page of the desk as a fact; nothing is said of it where there is no desk. @param path as `desk-links.ts` gives it */
export function deskFact({ desk }: Target, path: string): [label: string, url: string | undefined] {
  return ["desk", desk === undefined ? undefined : `${desk}${path}`];
}

/** Name of a function's log, with the file or the command that shows it. */
export function logOf({ local, getUserLogGroup = "" }: Target, name: string): string {
  if (local !== undefined) return `the log of ${name} (${local.logs}/${name}.jsonl)`;
  // Log groups of a stack differ in the function's name, and behind it.
  const prefix = getUserLogGroup.replace(/GetUserLog.*/, `${name}Log`);
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

async function deployedTarget(stage: string, root: string): Promise<Target> {
  const { outputs: found, ...deployment } = await readStack(stage, placeIn(root, stage));
  return {
    name: `stage ${stage}`,
    flag: ` --stage ${stage}`,
    stage,
    projectIds: found.Projects.map(({ id }) => id),
    mexico: found.Projects.some(({ mexico }) => mexico),
    adapter: found.ApiUrl.replace(/\/$/, ""),
    desk: found.DeskUrl,
    deskUserPool: found.DeskUserPoolId,
    riskService: found.ServiceBaseUrl,
    ...resourcesIn(found),
    getUserLogGroup: found.GetUserLogGroup,
    deployment: { ...deployment, settings: found.Settings, version: found.Version },
    local: undefined,
  };
}

/** @throws {CommandError} where vigia.json cannot be read; a {@link StackNotFoundError} where it does not name the stage */
function placeIn(root: string, stage: string): StagePlace {
  try {
    return placeOf(stage, root);
  } catch (error) {
    if (error instanceof UnknownStageError) throw new StackNotFoundError(error.message);
    if (error instanceof InvalidSettingsError) throw new CommandError(error.message);
    throw error;
  }
}

type FoundStack = Omit<Deployment, "settings" | "version"> & { outputs: StackOutputs };

async function readStack(stage: string, expected: StagePlace): Promise<FoundStack> {
  const { stackName } = expected;
  const { Stacks } = await new CloudFormationClient(clientConfig(FROM_COMMAND))
    .send(new DescribeStacksCommand({ StackName: stackName }))
    .catch((error: unknown) => {
      if (error instanceof Error && error.name === "ValidationError")
        throw new StackNotFoundError(
          `There is no stack ${stackName} in the account and region of this shell: ${placeText(expected)}. If it is not deployed yet, run \`npm run deploy -- -c stage=${stage}\`.`,
        );
      throw error;
    });
  const stack = Stacks?.[0];
  const [, , , region, account] = (stack?.StackId ?? "").split(":");
  checkPlace(stage, expected, { account, region });
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

function placeText({ account, region }: StagePlace): string {
  const said = [
    ...(account === undefined ? [] : [`account ${account}`]),
    ...(region === undefined ? [] : [`region ${region}`]),
  ];
  if (said.length === 0) return "check AWS_PROFILE and AWS_REGION";
  return `vigia.json names ${said.join(" and ")}, so sign in there with AWS_PROFILE and AWS_REGION`;
}

/** @throws {CommandError} where a stack of the name is in another place than vigia.json says */
function checkPlace(
  stage: string,
  expected: StagePlace,
  found: Pick<Deployment, "account" | "region">,
): void {
  for (const [what, toDo] of [
    ["account", "sign in to it (AWS_PROFILE)"],
    ["region", "set AWS_REGION"],
  ] as const)
    if (expected[what] !== undefined && found[what] !== undefined && expected[what] !== found[what])
      throw new CommandError(
        `vigia.json names ${what} ${expected[what]} for stage ${stage}, but its stack was found in ${found[what]}: ${toDo}, or correct ${what} in vigia.json.`,
      );
}

/** An output that every stack has, by which the others are found. */
const ANCHOR = "StartScanFunctionName";

/**
 * Outputs under their own names: a construct in a company's own stack has its id before each.
 * @returns undefined for a stack without Vigía
 */
export function ownOutputs<Value>(values: Record<string, Value>): Record<string, Value> | undefined {
  const prefix = Object.keys(values)
    .find((name) => name.endsWith(ANCHOR))
    ?.slice(0, -ANCHOR.length);
  if (prefix === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [name.slice(prefix.length), value]),
  );
}

/** @throws {CommandError} when the stack does not serve it, or none is named where there are several */
export function chosenProject({ projectIds, name }: Target, named: number | undefined): number {
  const known = projectIds.join(", ");
  if (named !== undefined) {
    if (projectIds.includes(named)) return named;
    throw new CommandError(
      `Project ${named} is not served by ${name} (served: ${known}): add it to projects in vigia.json and deploy, or name another.`,
    );
  }
  const [only, ...others] = projectIds;
  if (only !== undefined && others.length === 0) return only;
  throw new WrongUseError(`Name the project with --project: ${name} serves ${known}.`);
}

/** The projects that something is done for: the one named, or all. */
export function chosenProjects(target: Target, named: number | undefined): readonly number[] {
  return named === undefined ? target.projectIds : [chosenProject(target, named)];
}

/**
 * The projects whose records are looked for: the one named, also where it has left the settings since, or all that the
 * stack serves and what belongs to none.
 */
export function recordedProjects({ projectIds }: Target, named: number | undefined): readonly number[] {
  return named === undefined ? [...new Set([...projectIds, NO_PROJECT])] : [named];
}

/** Said where nothing is found: ` Project 9 is none of those …`; empty where the stack serves the project. */
export function unservedNote({ projectIds, name }: Target, named: number | undefined): string {
  if (named === undefined || projectIds.includes(named)) return "";
  return ` Project ${named} is not served by ${name} (served: ${projectIds.join(", ")}).`;
}
