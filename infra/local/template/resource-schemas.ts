/** The properties that the local stack reads of each type of resource. */

import * as z from "zod/mini";

const keyElement = z.object({ AttributeName: z.string(), KeyType: z.string() });

export const integration = z.object({
  IntegrationType: z.literal("AWS_PROXY"),
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.literal("2.0"),
  TimeoutInMillis: z._default(z.number(), 30_000),
});

export const route = z.object({ ApiId: z.string(), RouteKey: z.string(), Target: z.string() });

export const table = z.object({
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
});

const eventInvokeConfig = z.object({
  FunctionName: z.string(),
  MaximumRetryAttempts: z.optional(z.number()),
});

export const eventSource = z.object({
  BatchSize: z._default(z.number(), 10),
  Enabled: z._default(z.boolean(), true),
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  FunctionResponseTypes: z._default(z.array(z.literal("ReportBatchItemFailures")), []),
  MaximumBatchingWindowInSeconds: z._default(z.number(), 0),
  ScalingConfig: z.optional(z.object({ MaximumConcurrency: z.number() })),
});

export const lambdaFunction = z.object({
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
});

export const topic = z.object({});

export const queue = z.object({
  DelaySeconds: z._default(z.number(), 0),
  MaximumMessageSize: z._default(z.number(), 1_048_576),
  RedrivePolicy: z.optional(z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.number() })),
  VisibilityTimeout: z._default(z.number(), 30),
});

export const schedule = z.object({
  ScheduleExpression: z.string(),
  ScheduleExpressionTimezone: z._default(z.string(), "UTC"),
  State: z._default(z.enum(["ENABLED", "DISABLED"]), "ENABLED"),
  Target: z.object({
    Arn: z.string(),
    Input: z._default(z.string(), "{}"),
    RoleArn: z.string(),
    RetryPolicy: z.optional(z.object({ MaximumRetryAttempts: z.optional(z.number()) })),
  }),
});

export const secret = z.object({ SecretString: z._default(z.string(), "{}") });

/** The schema of each type that is read. */
export const READ_TYPES = {
  "AWS::ApiGatewayV2::Integration": integration,
  "AWS::ApiGatewayV2::Route": route,
  "AWS::DynamoDB::Table": table,
  "AWS::Lambda::EventInvokeConfig": eventInvokeConfig,
  "AWS::Lambda::EventSourceMapping": eventSource,
  "AWS::Lambda::Function": lambdaFunction,
  "AWS::SNS::Topic": topic,
  "AWS::SQS::Queue": queue,
  "AWS::Scheduler::Schedule": schedule,
  "AWS::SecretsManager::Secret": secret,
} as const;
