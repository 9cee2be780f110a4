/** Checks of a deployed stack: the schedule of the scan, and tables that were taken over. */

import { CloudFormationClient, paginateListStackResources } from "@aws-sdk/client-cloudformation";
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type TableDescription,
} from "@aws-sdk/client-dynamodb";
import { GetScheduleCommand, SchedulerClient } from "@aws-sdk/client-scheduler";
import { type DynamoDBDocumentClient, GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { clientConfig, FROM_COMMAND } from "../../../platform/clients.ts";
import {
  TABLE_NAMES,
  TABLE_SHAPES,
  type TableKey,
  type TableName,
  type TableShape,
} from "../../../tables/table-shapes.ts";
import { documents } from "../../core/aws.ts";
import type { Target } from "../../core/target.ts";
import { type Check, type CheckContext, type CheckResult, failure, ok } from "./checks.ts";

export const deployedChecks: readonly Check[] = [{ about: "schedule", run: schedule }];

/** The physical names of a stack's resources of one type. */
async function namesOf({ deployment }: Target, type: string): Promise<string[]> {
  const names: string[] = [];
  const pages = paginateListStackResources(
    { client: new CloudFormationClient(clientConfig(FROM_COMMAND)) },
    { StackName: deployment?.stackName },
  );
  for await (const { StackResourceSummaries = [] } of pages) {
    for (const { ResourceType, PhysicalResourceId } of StackResourceSummaries)
      if (ResourceType === type && PhysicalResourceId !== undefined) names.push(PhysicalResourceId);
  }
  return names;
}

async function schedule({ target }: CheckContext): Promise<CheckResult[]> {
  const about = "schedule";
  if (target.local !== undefined) return [ok(about, "the local stack runs it")];
  const scheduler = new SchedulerClient(clientConfig(FROM_COMMAND));
  const names = await namesOf(target, "AWS::Scheduler::Schedule");
  if (names.length === 0)
    return [failure(about, "is missing: no scan starts by itself", "deploy the stack again")];
  return Promise.all(
    names.map(async (Name) => {
      // A schedule in a group of its own is named with it.
      const [group, name] = Name.includes("|") ? Name.split("|") : [undefined, Name];
      const found = await scheduler.send(new GetScheduleCommand({ Name: name, GroupName: group }));
      const text = `${found.ScheduleExpression} in ${found.ScheduleExpressionTimezone ?? "UTC"}`;
      const own = `${about} of ${functionIn(found.Target?.Arn)}`;
      return found.State === "ENABLED"
        ? ok(own, `is on: ${text}`)
        : failure(own, `is off: ${text}`, "enable it in EventBridge Scheduler, or deploy the stack again");
    }),
  );
}

/** Name of a function in its ARN; its own, as in `StartScan`, where CloudFormation made it of stack, name, hash and a random end. */
function functionIn(arn = ""): string {
  const name = arn.split(":").at(-1) ?? "";
  return /-([A-Za-z]+)[0-9A-F]{8}-[^-]+$/.exec(name)?.[1] ?? name;
}

export const tableChecks: readonly Check[] = [{ about: "tables", run: tables }];

async function tables({ target }: CheckContext): Promise<CheckResult[]> {
  const own = target.local === undefined ? new Set(await namesOf(target, "AWS::DynamoDB::Table")) : undefined;
  const database = documents(target);
  const found = await Promise.all(
    TABLE_NAMES.map(async (name): Promise<CheckResult[]> => {
      // A stack of an earlier version lacks some.
      const table = target.tables[name];
      if (table === undefined) return [];
      if (await isMissing(database, table, name)) return [missing(table, name)];
      return own === undefined || own.has(table) ? [] : look(database, table, name);
    }),
  );
  return found.flat();
}

/** No item has it as its key. */
const NO_KEY = "none";

/** Asks for an item that there is not, which those who run the doctor may: AWS lets them describe no table of the stack's own. */
async function isMissing(database: DynamoDBDocumentClient, table: string, name: TableName): Promise<boolean> {
  const { partition } = TABLE_SHAPES[name].key;
  try {
    if (name === "users")
      await database.send(new GetCommand({ TableName: table, Key: { [partition]: NO_KEY } }));
    else
      await database.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: "#key = :none",
          ExpressionAttributeNames: { "#key": partition },
          ExpressionAttributeValues: { ":none": NO_KEY },
          Limit: 1,
        }),
      );
    return false;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error.name === "ResourceNotFoundException") return true;
    if (error.name.startsWith("AccessDenied")) return false;
    throw error;
  }
}

/** All that needs a missing table fails, and AWS does not name it there. */
function missing(table: string, name: TableName): CheckResult {
  return failure(
    `table ${table}`,
    `does not exist: ${name} can be neither read nor written`,
    `restore it, and set tables.${name} in app.ts to its name, as docs/operate/restore.md in the package vigia says`,
  );
}

async function look(
  database: DynamoDBDocumentClient,
  table: string,
  name: TableName,
): Promise<CheckResult[]> {
  const [{ Table = {} }, { TimeToLiveDescription }, { ContinuousBackupsDescription }] = await Promise.all([
    database.send(new DescribeTableCommand({ TableName: table })),
    database.send(new DescribeTimeToLiveCommand({ TableName: table })),
    database.send(new DescribeContinuousBackupsCommand({ TableName: table })),
  ]);
  const recovery = ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus;
  const problems = problemsOf(name, {
    table: Table,
    expires: TimeToLiveDescription?.AttributeName,
    recoverable: recovery === "ENABLED",
  });
  const about = `table ${table}`;
  return problems.length === 0
    ? [ok(about, "is an existing table, set up like the stack's own")]
    : problems.map(({ text, toDo }) => failure(about, text, toDo));
}

/** A table as it is. */
export interface FoundTable {
  table: TableDescription;
  /** The attribute that holds when an item may expire. */
  expires: string | undefined;
  /** True if it can be restored to any second. */
  recoverable: boolean;
}

interface Problem {
  text: string;
  toDo: string;
}

/** Difference of a table from the one that the stack would have made in its place. */
export function problemsOf(name: TableName, { table, expires, recoverable }: FoundTable): Problem[] {
  const shape: TableShape = TABLE_SHAPES[name];
  const named = `--table-name ${table.TableName}`;
  const problems: (Problem | false)[] = [
    keyText(table.KeySchema) !== shapeText(shape.key) && {
      text: `has the key ${keyText(table.KeySchema)} in place of ${shapeText(shape.key)}: it is another table`,
      toDo: `correct tables.${name} in app.ts and deploy`,
    },
    ...shape.indexes.map((index) => {
      const there = table.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === index.index);
      const copies = new Set(there?.Projection?.NonKeyAttributes);
      const fits =
        keyText(there?.KeySchema) === shapeText(index) &&
        (there?.Projection?.ProjectionType === "ALL" || index.copies.every((copy) => copies.has(copy)));
      return (
        !fits && {
          text: `lacks the index ${index.index} of ${shapeText(index)} with ${index.copies.length} copied attributes`,
          toDo: "restore it again with all of its indexes",
        }
      );
    }),
    shape.expires !== undefined &&
      expires !== shape.expires && {
        text: "keeps items forever: nothing expires",
        toDo: `run "aws dynamodb update-time-to-live ${named} --time-to-live-specification Enabled=true,AttributeName=${shape.expires}"`,
      },
    !recoverable && {
      text: "cannot be restored to a point in time",
      toDo: `run "aws dynamodb update-continuous-backups ${named} --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true"`,
    },
    table.DeletionProtectionEnabled !== true && {
      text: "can be deleted by mistake",
      toDo: `run "aws dynamodb update-table ${named} --deletion-protection-enabled"`,
    },
    name === "users" &&
      table.SSEDescription?.KMSMasterKeyArn === undefined && {
        text: "stores personal data without its own encryption key",
        toDo: `run "aws dynamodb update-table ${named} --sse-specification Enabled=true,SSEType=KMS,KMSMasterKeyId=<the ARN of a key>", and set tables.usersKeyArn to it`,
      },
  ];
  return problems.filter((problem) => problem !== false);
}

function shapeText({ partition, sort }: TableKey): string {
  return sort === undefined ? partition : `${partition} and ${sort}`;
}

function keyText(schema: TableDescription["KeySchema"] = []): string {
  return schema
    .toSorted((a, b) => ((a.KeyType ?? "") < (b.KeyType ?? "") ? -1 : 1))
    .map(({ AttributeName = "" }) => AttributeName)
    .join(" and ");
}
