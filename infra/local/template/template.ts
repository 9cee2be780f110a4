/** A synthesized CloudFormation template, and which of its resources the local stack emulates. */

import * as z from "zod/mini";

const resource = z.object({
  Type: z.string(),
  Properties: z._default(z.record(z.string(), z.unknown()), {}),
});
export type Resource = z.infer<typeof resource>;

export const template = z.object({
  Resources: z.record(z.string(), resource),
  Outputs: z._default(z.record(z.string(), z.object({ Value: z.unknown() })), {}),
  Parameters: z._default(z.record(z.string(), z.object({ Default: z.optional(z.string()) })), {}),
});
/** A template in which every resource is Vigía's. */
export function wholeTemplate(json: unknown): Template {
  const parsed = template.parse(json);
  return { ...parsed, emulated: new Set(Object.keys(parsed.Resources)) };
}

/** A template, with the ids of the resources in it that are Vigía's: the others of a company's own stack are not emulated. */
export type Template = z.infer<typeof template> & { emulated: ReadonlySet<string> };

/** The types that are emulated, with those of their properties that are known and make no difference locally. */
const EMULATED: Record<string, readonly string[]> = {
  "AWS::ApiGatewayV2::Api": ["Description", "Name", "ProtocolType", "DisableExecuteApiEndpoint"],
  "AWS::ApiGatewayV2::Integration": ["ApiId", "ConnectionType", "Description", "IntegrationMethod"],
  "AWS::ApiGatewayV2::Route": ["AuthorizationType", "OperationName"],
  "AWS::ApiGatewayV2::Stage": ["ApiId", "AutoDeploy", "Description", "StageName"],
  "AWS::DynamoDB::Table": ["BillingMode", "DeletionProtectionEnabled", "TableClass"],
  "AWS::Lambda::EventSourceMapping": [],
  "AWS::Lambda::Function": ["Architectures", "Description", "Runtime", "RecursiveLoop"],
  "AWS::Scheduler::Schedule": ["Description", "Name", "GroupName", "FlexibleTimeWindow"],
  "AWS::SNS::Topic": ["DisplayName"],
  "AWS::SQS::Queue": [],
  "AWS::SecretsManager::Secret": ["Description"],
};

const IAM = "permissions (IAM)";

const COGNITO = "Cognito (another issuer signs people in at the desk)";

/** Parts that are left out, in plain words; properties are written `Type.Property`. */
const LEFT_OUT: Record<string, string> = {
  "AWS::ApiGatewayV2::ApiMapping": "the API's own domain",
  "AWS::ApiGatewayV2::DomainName": "the API's own domain",
  "AWS::ApiGatewayV2::Stage.AccessLogSettings": "access logs",
  "AWS::ApiGatewayV2::Stage.DefaultRouteSettings": "throttling",
  "AWS::ApiGatewayV2::Stage.RouteSettings": "throttling",
  "AWS::CDK::Metadata": "",
  "AWS::Chatbot::SlackChannelConfiguration": "Slack",
  "AWS::CloudWatch::Alarm": "alarms",
  "AWS::CloudWatch::CompositeAlarm": "alarms",
  "AWS::CloudWatch::Dashboard": "dashboards",
  "AWS::Cognito::ManagedLoginBranding": COGNITO,
  "AWS::Cognito::UserPool": COGNITO,
  "AWS::Cognito::UserPoolClient": COGNITO,
  "AWS::Cognito::UserPoolDomain": COGNITO,
  "AWS::Cognito::UserPoolGroup": COGNITO,
  "AWS::DynamoDB::Table.KinesisStreamSpecification": "streams",
  "AWS::DynamoDB::Table.PointInTimeRecoverySpecification": "backups",
  "AWS::DynamoDB::Table.SSESpecification": "encryption (KMS)",
  "AWS::DynamoDB::Table.TimeToLiveSpecification": "expiry (TTL)",
  "AWS::IAM::ManagedPolicy": IAM,
  "AWS::IAM::Policy": IAM,
  "AWS::IAM::Role": IAM,
  "AWS::KMS::Alias": "encryption (KMS)",
  "AWS::KMS::Key": "encryption (KMS)",
  "AWS::Lambda::Function.DeadLetterConfig": "dead letters of asynchronous calls",
  "AWS::Lambda::Function.TracingConfig": "tracing",
  "AWS::Lambda::Permission": IAM,
  "AWS::Logs::LogGroup": "log groups and their retention",
  "AWS::Logs::MetricFilter": "alarms",
  "AWS::Logs::QueryDefinition": "log groups and their retention",
  "AWS::Logs::ResourcePolicy": IAM,
  "AWS::SNS::Subscription": "e-mail (each alert is printed instead)",
  "AWS::SNS::Topic.KmsMasterKeyId": "encryption (KMS)",
  "AWS::SNS::TopicPolicy": IAM,
  "AWS::SQS::QueuePolicy": IAM,
  "AWS::SQS::Queue.KmsMasterKeyId": "encryption (KMS)",
  "AWS::SQS::Queue.MessageRetentionPeriod": "the age limit of messages",
  "AWS::SQS::Queue.RedriveAllowPolicy": IAM,
  "AWS::SQS::Queue.SqsManagedSseEnabled": "encryption (KMS)",
  "AWS::Scheduler::Schedule.Target.DeadLetterConfig": "dead letters of schedules",
  "AWS::Scheduler::ScheduleGroup": "",
  "AWS::SecretsManager::Secret.KmsKeyId": "encryption (KMS)",
};

/** Parts of a template that the local stack does not emulate. */
export interface Omissions {
  /** Known and left out, in plain words, each once. */
  notEmulated: string[];
  /** Types, and properties as `Type.Property`, that are unknown here. */
  unknown: string[];
}

/**
 * Sorts what is left out of a template.
 * @param read the names of the properties that are read, by type
 */
export function omissions(
  { Resources, emulated }: Template,
  read: Record<string, readonly string[]>,
): Omissions {
  const own = Object.entries(Resources).filter(([id]) => emulated.has(id));
  const names = own.flatMap(([, { Type, Properties }]) =>
    Type in EMULATED
      ? Object.keys(Properties)
          .filter((property) => !COMMON.has(property))
          .filter((property) => ![...(EMULATED[Type] ?? []), ...(read[Type] ?? [])].includes(property))
          .map((property) => `${Type}.${property}`)
      : [Type],
  );
  const unique = [...new Set(names)].sort();
  return {
    notEmulated: [...new Set(unique.map((name) => LEFT_OUT[name] ?? ""))]
      .filter((words) => words !== "")
      .sort(),
    unknown: unique.filter((name) => !(name in LEFT_OUT)),
  };
}

/** Properties of every type that change nothing. */
const COMMON = new Set(["Tags"]);
