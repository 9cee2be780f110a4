/** The resources that the local stack emulates, read out of a template with their references resolved. */

import { join } from "node:path";
import * as z from "zod/mini";
import { issuesLine, issuesOf } from "../../../lib/contract/issues.ts";
import { type References, resolve } from "./intrinsics.ts";
import { DESK_API, physicalName, shortName } from "./resource-names.ts";
import type { Template } from "./template.ts";

/** A resource of a type that is read, with its names and its properties. */
interface Emulated<Type extends ReadType> {
  /** The logical id without its hash. */
  shortName: string;
  name: string;
  /** Value of `Ref`: a queue's URL, a topic's ARN. */
  ref: string;
  arn: string;
  properties: z.output<(typeof READ_TYPES)[Type]>;
}
export type EmulatedTable = Emulated<"AWS::DynamoDB::Table">;
export type EmulatedQueue = Emulated<"AWS::SQS::Queue">;
export type EmulatedTopic = Emulated<"AWS::SNS::Topic">;
export type EmulatedFunction = Emulated<"AWS::Lambda::Function">;
export type EmulatedEventSource = Emulated<"AWS::Lambda::EventSourceMapping">;
export type EmulatedSchedule = Emulated<"AWS::Scheduler::Schedule">;

/** A route of the HTTP API, with the function that answers it. */
export interface Route {
  /** `POST /webhook`, as in the template. */
  key: string;
  /** True if it is of the desk's API, and not of the adapter's; false if absent. */
  desk?: boolean;
  functionArn: string;
  timeoutMs: number;
}

/** Everything in a template that the local stack emulates. */
export interface Resources {
  tables: EmulatedTable[];
  queues: EmulatedQueue[];
  topics: EmulatedTopic[];
  secrets: Emulated<"AWS::SecretsManager::Secret">[];
  functions: EmulatedFunction[];
  eventSources: EmulatedEventSource[];
  schedules: EmulatedSchedule[];
  routes: Route[];
}

/**
 * Reads a template.
 * @throws {Error} that names the resource whose properties are not of a form that can be emulated
 */
export function readResources(template: Template, references: References): Resources {
  const read = <Type extends ReadType>(type: Type): Emulated<Type>[] =>
    Object.entries(template.Resources)
      .filter(([logicalId, resource]) => resource.Type === type && template.emulated.has(logicalId))
      .map(([logicalId, { Properties }]) => ({
        shortName: shortName(logicalId),
        name: physicalName(logicalId),
        ref: references.ref(logicalId) ?? logicalId,
        arn: references.attribute(logicalId, "Arn") ?? references.ref(logicalId) ?? logicalId,
        properties: parseProperties(READ_TYPES[type], `${type} ${logicalId}`, Properties, references),
      }));

  return {
    tables: read("AWS::DynamoDB::Table"),
    queues: read("AWS::SQS::Queue"),
    topics: read("AWS::SNS::Topic"),
    secrets: read("AWS::SecretsManager::Secret"),
    functions: read("AWS::Lambda::Function"),
    eventSources: read("AWS::Lambda::EventSourceMapping"),
    schedules: read("AWS::Scheduler::Schedule"),
    routes: routesOf(read("AWS::ApiGatewayV2::Route"), read("AWS::ApiGatewayV2::Integration")),
  };
}

/** The folder of a function's bundle in an assembly. */
export function bundleFolder({ properties }: EmulatedFunction, assemblyFolder: string): string {
  return join(assemblyFolder, `asset.${properties.Code.S3Key.replace(/\.zip$/, "")}`);
}

function parseProperties<Schema extends z.ZodMiniObject>(
  schema: Schema,
  resource: string,
  properties: Record<string, unknown>,
  references: References,
): z.output<Schema> {
  const wanted = Object.keys(schema.shape).filter((name) => name in properties);
  const resolved = Object.fromEntries(wanted.map((name) => [name, resolve(properties[name], references)]));
  const result = z.safeParse(schema, resolved);
  if (!result.success) {
    throw new Error(`The local stack cannot emulate ${resource}: ${issuesLine(issuesOf(result.error))}.`);
  }
  return result.data;
}

function routesOf(
  routes: readonly Emulated<"AWS::ApiGatewayV2::Route">[],
  integrations: readonly Emulated<"AWS::ApiGatewayV2::Integration">[],
): Route[] {
  return routes.map(({ properties: { ApiId, RouteKey: key, Target: target } }) => {
    const integration = integrations.find(({ ref }) => target === `integrations/${ref}`);
    if (integration === undefined) {
      throw new Error(
        `The route ${key} points to ${target}, which is nowhere in the template: correct the stack.`,
      );
    }
    return {
      key,
      desk: ApiId === physicalName(DESK_API),
      functionArn: integration.properties.IntegrationUri,
      timeoutMs: integration.properties.TimeoutInMillis,
    };
  });
}

const keyElement = z.object({ AttributeName: z.string(), KeyType: z.string() });

/** The schema of each type that is read. */
const READ_TYPES = {
  "AWS::ApiGatewayV2::Integration": z.object({
    IntegrationType: z.literal("AWS_PROXY"),
    IntegrationUri: z.string(),
    PayloadFormatVersion: z.literal("2.0"),
    TimeoutInMillis: z._default(z.number(), 30_000),
  }),
  "AWS::ApiGatewayV2::Route": z.object({ ApiId: z.string(), RouteKey: z.string(), Target: z.string() }),
  "AWS::DynamoDB::Table": z.object({
    AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.string() })),
    KeySchema: z.array(keyElement),
    GlobalSecondaryIndexes: z.optional(
      z.array(
        z.object({
          IndexName: z.string(),
          KeySchema: z.array(keyElement),
          Projection: z.looseObject({ ProjectionType: z.string() }),
        }),
      ),
    ),
  }),
  "AWS::Lambda::EventSourceMapping": z.object({
    BatchSize: z._default(z.number(), 10),
    EventSourceArn: z.string(),
    FunctionName: z.string(),
    FunctionResponseTypes: z._default(z.array(z.literal("ReportBatchItemFailures")), []),
    MaximumBatchingWindowInSeconds: z._default(z.number(), 0),
    ScalingConfig: z.optional(z.object({ MaximumConcurrency: z.number() })),
  }),
  "AWS::Lambda::Function": z.object({
    Code: z.object({ S3Key: z.string() }),
    Environment: z._default(z.object({ Variables: z.record(z.string(), z.string()) }), { Variables: {} }),
    Handler: z.string(),
    LoggingConfig: z._default(
      z.object({
        LogFormat: z.optional(z.string()),
        ApplicationLogLevel: z.optional(z.string()),
        LogGroup: z.optional(z.string()),
      }),
      {},
    ),
    MemorySize: z._default(z.number(), 128),
    Role: z.string(),
    ReservedConcurrentExecutions: z.optional(z.number()),
    Timeout: z._default(z.number(), 3),
  }),
  "AWS::SNS::Topic": z.object({}),
  "AWS::SQS::Queue": z.object({
    DelaySeconds: z._default(z.number(), 0),
    MaximumMessageSize: z._default(z.number(), 1_048_576),
    RedrivePolicy: z.optional(z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.number() })),
    VisibilityTimeout: z._default(z.number(), 30),
  }),
  "AWS::Scheduler::Schedule": z.object({
    ScheduleExpression: z.string(),
    ScheduleExpressionTimezone: z._default(z.string(), "UTC"),
    Target: z.object({ Arn: z.string(), Input: z._default(z.string(), "{}"), RoleArn: z.string() }),
  }),
  "AWS::SecretsManager::Secret": z.object({ SecretString: z._default(z.string(), "{}") }),
} as const;
type ReadType = keyof typeof READ_TYPES;
